internal import Game
package import Lobby
internal import SimperiumClock
internal import SimperiumJSON

/// What somebody looks for who may be in another hall of the lobby.
package enum Sought: Hashable, Sendable {
    /// Who shows that code.
    case code(InvitationCode)
    /// A person, as soon as they are here.
    case opponent(PlayerName)
    /// A match, or whatever that person plays.
    case toWatch(String)
    /// How many there are.
    case everybody
    /// So many matches of other halls, from now on; none any more with 0.
    case matches(Int)
    /// Nothing any more.
    case nothing
}

/// A visit's place in a lobby of many halls.
package struct HallStay: Hashable, Sendable {
    /// The one that it is in; nil at a server that has none.
    package internal(set) var hall: HallNumber?
    /// All who are in any hall; nil if there is one hall only.
    package internal(set) var census: Census?
    /// Whether the server has said how many there are.
    package internal(set) var isCounted = false
    /// What is played in the others, as long as somebody looks at that.
    package internal(set) var elsewhere = DistantMatches()
    @Boxed var transfer: HallTransfer?
    var search: HallSearch?

    /// Whether the server is to be asked something now and then.
    var isAsking: Bool { search != nil || elsewhere.wanted > 0 }

    /// Whether something is looked for, or the person on the way to it.
    package var isSeeking: Bool { search != nil || !_transfer.isEmpty }

    /// Whether the person is on the way to where somebody waits for an opponent, as they do.
    package var isLookingElsewhere: Bool { transfer?.player?.mode.isLooking == true }
}

/// The way to another hall.
struct HallTransfer: Hashable, Sendable {
    /// What is to be done there.
    enum Errand: Hashable, Sendable {
        case join(JoinCode)
        case watch(LobbyKey)
    }

    var move: HallMove
    /// As who the person goes on; nil for somebody who only watches.
    let player: Player?
    let errand: Errand?
    /// Whether the server has said where the channels are that begin anew.
    var hasEntered: HallNumber?

    init(to hall: HallNumber, as player: Player?, for errand: Errand? = nil) {
        move = HallMove(to: hall)
        self.player = player
        self.errand = errand
    }

    var isToWatch: Bool { if case .watch = errand { true } else { false } }
}

internal import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumWire

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
        case watch(ObjectKey)
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

/// A question to the server, asked until it is answered.
package struct HallSearch: Hashable, Sendable {
    /// How often it is asked about somebody who is to come yet.
    static let pause = Duration.seconds(3)

    package let sought: Sought
    package let wanted: JSONObject
    var asksAt: Instant

    package init?(_ sought: Sought, at now: Instant) {
        switch sought {
        case .opponent(let name): wanted = ["name": JSON(name.text)]
        case .toWatch(let text) where (try? PlayerName(text)) != nil: wanted = ["name": JSON(text)]
        case .toWatch(let text): wanted = ["match": JSON(text)]
        case .code, .everybody, .matches, .nothing: return nil
        }
        self.sought = sought
        asksAt = now
    }

    /// The same for a match, if it was taken for a name.
    package func elsewise(at now: Instant) -> HallSearch? {
        guard case .toWatch(let text) = sought, wanted["match"] == nil else { return nil }
        return HallSearch(match: text, sought, at: now)
    }

    /// Whether an answer names what was asked for.
    package func isAnswered(by found: JSONObject) -> Bool {
        wanted.allSatisfy { found[$0.name] == $0.value }
    }

    private init(match: String, _ sought: Sought, at now: Instant) {
        self.sought = sought
        wanted = ["match": JSON(match)]
        asksAt = now
    }
}

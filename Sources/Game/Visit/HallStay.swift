internal import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumWire

/// The goal of a search through the halls of the lobby.
package enum HallSearchGoal: Hashable, Sendable {
    /// The player who shows that code.
    case code(InvitationCode)
    /// A person, as soon as they are here.
    case opponent(PlayerName)
    /// A match by its key, or the match of that person.
    case toWatch(String)
    /// The number of people in all halls.
    case everybody
    /// So many matches of other halls, from now on; none any more with 0.
    case matches(Int)
    /// Nothing any more.
    case nothing
}

/// A visit's place in a lobby of many halls.
package struct HallState: Hashable, Sendable {
    /// The one that it is in; nil at a server that has none.
    package internal(set) var hall: HallNumber?
    /// All who are in any hall; nil if there is one hall only.
    package internal(set) var census: Census?
    /// True if the server has sent the number of people.
    package internal(set) var isCounted = false
    /// The matches in other halls, while the person looks at the list.
    package internal(set) var elsewhere = DistantMatches()
    @Boxed var transfer: HallTransfer?
    var search: HallSearch?

    /// True if the server must be asked again from time to time.
    var isAsking: Bool { search != nil || elsewhere.wanted > 0 }

    /// True during a search, or on the way to its result.
    package var isSeeking: Bool { search != nil || !_transfer.isEmpty }

    /// True on the way to a hall with another player who waits for an opponent.
    package var isLookingElsewhere: Bool { transfer?.player?.mode.isLooking == true }
}

/// The way to another hall.
struct HallTransfer: Hashable, Sendable {
    /// The request to make there.
    enum ArrivalRequest: Hashable, Sendable {
        case join(JoinCode)
        case watch(ObjectKey)
    }

    var move: HallMove
    /// The person's Player, for the other hall; nil for a spectator.
    var player: Player?
    let errand: ArrivalRequest?
    /// The hall of the new channels, once the server has sent it.
    var hasEntered: HallNumber?

    init(to hall: HallNumber, as player: Player?, for errand: ArrivalRequest? = nil) {
        move = HallMove(to: hall)
        self.player = player
        self.errand = errand
    }

    var isToWatch: Bool { if case .watch = errand { true } else { false } }
}

/// A question to the server, asked until it is answered.
package struct HallSearch: Hashable, Sendable {
    /// The question is repeated after this time.
    static let pause = Duration.seconds(3)

    package let sought: HallSearchGoal
    package let wanted: JSONObject
    var asksAt: Instant

    package init?(_ sought: HallSearchGoal, at now: Instant) {
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
    package func matchSearch(at now: Instant) -> HallSearch? {
        guard case .toWatch(let text) = sought, wanted["match"] == nil else { return nil }
        return HallSearch(match: text, sought, at: now)
    }

    /// True if an answer is for this question.
    package func isAnswered(by found: JSONObject) -> Bool {
        wanted.allSatisfy { found[$0.name] == $0.value }
    }

    private init(match: String, _ sought: HallSearchGoal, at now: Instant) {
        self.sought = sought
        wanted = ["match": JSON(match)]
        asksAt = now
    }
}

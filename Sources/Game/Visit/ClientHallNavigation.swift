internal import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumWire

/// The target of a search in all halls of the lobby.
package enum HallSearchGoal: Hashable, Sendable {
    /// The player with this name. The search continues until the player is in the lobby.
    case opponent(PlayerName)
    /// The match of the player with this name, or the match with this key.
    case toWatch(String)
}

/// A client's hall, its search in other halls, and its transfer to one of them.
package struct ClientHallNavigation: Hashable, Sendable {
    /// The client's hall; nil at a server without halls.
    package internal(set) var hall: HallNumber?
    /// The counts of all halls; nil if there is only one hall, or if the server has not sent the
    /// counts yet.
    package internal(set) var census: Census?
    /// True once the server has sent the number of players.
    package internal(set) var isCounted = false
    /// The matches in other halls; empty while the user does not look at the list.
    package internal(set) var distantMatches = OtherHallMatchList()
    @BoxedRareValue var transfer: HallTransfer?
    var search: RepeatedHallSearch?

    /// True while the client repeats requests for a search or a list of matches.
    var isAsking: Bool { search != nil || distantMatches.visibleRows > 0 }

    /// True during a search, and during a transfer to another hall.
    package var isSeeking: Bool { search != nil || isMoving }

    /// True during a transfer to another hall.
    package var isMoving: Bool { !_transfer.isEmpty }

    /// True during a transfer to another hall if the user will look for any opponent there.
    package var isLookingElsewhere: Bool { transfer?.player?.mode.isLooking == true }
}

/// A transfer to another hall, in three steps. Each step waits until the server has acknowledged
/// the step before.
///
/// First, pairing is stopped for the Player object. A Match that arrives before the acknowledgement
/// ends the transfer. Then the player leaves this hall, and finally enters the other hall. So no
/// player is in two halls at once, or is seated in a hall while leaving it.
struct HallTransfer: Hashable, Sendable {
    enum TransferStep: Hashable, Sendable {
        /// The program gives the Player a mode that pairing ignores.
        case steppingAside
        /// The program removes its objects from the hall.
        case leaving
        /// The program restarts its channels in the other hall.
        case entering
    }

    enum ArrivalRequest: Hashable, Sendable {
        case join(JoinCode)
        case watch(ObjectKey)
    }

    let to: HallNumber
    var step = TransferStep.steppingAside
    /// The user's Player for the other hall; nil for a spectator.
    var player: Player?
    var arrivalRequest: ArrivalRequest?
    /// True once the server has sent the hall of the new channels.
    var hasEntered = false

    var isToWatch: Bool { if case .watch = arrivalRequest { true } else { false } }
}

/// A search for a player or match in all halls. The client repeats the request until the search
/// ends.
package struct RepeatedHallSearch: Hashable, Sendable {
    static let pause = Duration.seconds(3)

    package let goal: HallSearchGoal
    package let wanted: JSONObject
    var nextRequestAt: Instant

    package init(_ goal: HallSearchGoal, at now: Instant) {
        switch goal {
        case .opponent(let name): wanted = ["name": JSON(name.text)]
        case .toWatch(let text) where (try? PlayerName(text)) != nil: wanted = ["name": JSON(text)]
        case .toWatch(let text): wanted = ["match": JSON(text)]
        }
        self.goal = goal
        nextRequestAt = now
    }

    /// Returns a search that treats the text of `toWatch` as a match's key. Returns nil if this
    /// search already does, or if it is for an opponent.
    package func searchAsMatchKey(at now: Instant) -> RepeatedHallSearch? {
        guard case .toWatch(let text) = goal, wanted["match"] == nil else { return nil }
        return RepeatedHallSearch(match: text, goal, at: now)
    }

    package func isAnswered(by found: JSONObject) -> Bool {
        wanted.allSatisfy { found[$0.name] == $0.value }
    }

    private init(match: String, _ goal: HallSearchGoal, at now: Instant) {
        self.goal = goal
        wanted = ["match": JSON(match)]
        nextRequestAt = now
    }
}

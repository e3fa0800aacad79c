package import Game
package import SimperiumClock
package import SimperiumWire

/// How far a match has come, as far as it is to be known when a round has ended.
package struct RoundMark: Hashable, Sendable {
    package let round: Int
    /// Nil while it goes on.
    package let outcome: Outcome?

    /// Whether a round has ended since.
    package func isOver(since earlier: RoundMark) -> Bool {
        outcome != nil && (earlier.outcome == nil || earlier.round < round)
    }
}

/// Two at a board.
package struct SeatedPeople: Hashable, Sendable {
    package let match: ObjectKey
    package let circle: Person
    package let cross: Person

    package struct Person: Hashable, Sendable {
        package let id: PlayerID
        package let name: String
        /// The account that they are signed in to.
        package let user: String?
    }

    package func person(of piece: Piece) -> Person { piece == .circle ? circle : cross }
}

/// What is to be known of rounds whose results somebody keeps.
extension Referee {
    /// The two at a board, if they sit there.
    package func people(at key: ObjectKey) -> SeatedPeople? {
        guard let shown = lobbyState[key], lobbyState.ledger.seat(of: shown.circle) == key,
            lobbyState.ledger.seat(of: shown.cross) == key
        else { return nil }
        return SeatedPeople(match: key, circle: seated(shown.circle), cross: seated(shown.cross))
    }

    /// The same for the board at which somebody sits.
    package func people(atBoardOf player: PlayerID) -> SeatedPeople? {
        lobbyState.ledger.seat(of: player).flatMap(people)
    }

    private func seated(_ id: PlayerID) -> SeatedPeople.Person {
        SeatedPeople.Person(
            id: id, name: lobbyState.roster.name(of: id), user: lobbyState.roster[id]?.user)
    }

    /// Whose Player it is, and whether they are signed in to an account.
    package func holder(of player: ObjectKey) -> (id: PlayerID, user: String?)? {
        lobbyState.roster[player].map { ($0.id, $0.user) }
    }

    package func mark(of key: ObjectKey) -> RoundMark? { lobbyState[key]?.mark }

    /// Whether one of the two at a board is signed in to an account.
    package func isKept(_ key: ObjectKey) -> Bool {
        guard !lobbyState.roster.hasNoUsers, let shown = lobbyState[key] else { return false }
        return lobbyState.roster.isSignedIn(shown.circle)
            || lobbyState.roster.isSignedIn(shown.cross)
    }

    package func follow(_ trace: inout Trace, at key: ObjectKey) {
        if let match = lobbyState[key]?.match { trace.follow(match) }
    }

    /// How a round ends by it that a player leaves, or did not come back in time; nil if it has no
    /// result, or has one already.
    package func outcome(leaving player: PlayerID, at stamp: Stamp) -> Outcome? {
        guard let key = lobbyState.ledger.seat(of: player), let match = lobbyState[key]?.match,
            let piece = match.piece(of: player)
        else { return nil }
        let isLate = attendance.isAway(player)
        let verdict = verdict(on: player, isLate: isLate, at: stamp)
        guard verdict?.result == .lost else { return nil }
        return isLate ? .notBack(piece) : .left(by: piece)
    }
}

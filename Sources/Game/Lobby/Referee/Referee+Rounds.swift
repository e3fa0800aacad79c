package import Game
package import SimperiumClock
package import SimperiumWire

/// The state of a match that counts when a round has ended.
package struct RoundStatus: Hashable, Sendable {
    package let round: Int
    /// The result; nil during the round.
    package let outcome: Outcome?
    /// True if the round counts for no player.
    package let isPractice: Bool

    /// True if a round that counts has ended since `earlier`.
    package func isOver(since earlier: RoundStatus) -> Bool {
        !isPractice && outcome != nil && (earlier.outcome == nil || earlier.round < round)
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

/// The facts about rounds whose results an account keeps.
extension Referee {
    /// The two at a board, if they sit there.
    package func people(at key: ObjectKey) -> SeatedPeople? {
        guard let shown = lobbyState[key], lobbyState.ledger.seatedMatch(of: shown.circle) == key,
            lobbyState.ledger.seatedMatch(of: shown.cross) == key
        else { return nil }
        return SeatedPeople(match: key, circle: seated(shown.circle), cross: seated(shown.cross))
    }

    /// Returns the people at a player's board.
    package func people(atBoardOf player: PlayerID) -> SeatedPeople? {
        lobbyState.ledger.seatedMatch(of: player).flatMap(people)
    }

    private func seated(_ id: PlayerID) -> SeatedPeople.Person {
        SeatedPeople.Person(
            id: id, name: lobbyState.roster.name(of: id), user: lobbyState.roster[id]?.user)
    }

    /// Returns the owner of a Player, and the account if they are signed in.
    package func owner(of player: ObjectKey) -> (id: PlayerID, user: String?)? {
        lobbyState.roster[player].map { ($0.id, $0.user) }
    }

    package func roundStatus(of key: ObjectKey) -> RoundStatus? { lobbyState[key]?.mark }

    package func recordMoves(_ trace: inout MoveHistory, at key: ObjectKey) {
        if let match = lobbyState[key]?.match { trace.recordMoves(match) }
    }

    /// Returns the result that a round has if a player leaves or does not return in time. Returns
    /// nil if the round has no result, or has one already.
    package func outcome(leaving player: PlayerID, at stamp: ServerTime) -> Outcome? {
        guard let key = lobbyState.ledger.seatedMatch(of: player),
            let match = lobbyState[key]?.match,
            let piece = match.piece(of: player)
        else { return nil }
        let isLate = attendance.isAway(player)
        let verdict = verdict(on: player, isLate: isLate, at: stamp)
        guard verdict?.result == .lost else { return nil }
        return isLate ? .notBack(piece) : .left(by: piece)
    }
}

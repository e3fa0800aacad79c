package import Game
package import SimperiumClock
package import SimperiumWire

extension Match {
    package func hasCountedRoundEnded(since earlier: Match) -> Bool {
        !isPractice && outcome != nil && (earlier.outcome == nil || earlier.round < round)
    }
}

/// The two players who are seated in a match, with their names and accounts.
package struct SeatedPlayers: Hashable, Sendable {
    package let match: ObjectKey
    package let circle: SeatedPlayer
    package let cross: SeatedPlayer

    package struct SeatedPlayer: Hashable, Sendable {
        package let id: PlayerID
        package let name: String
        /// The account that the player is signed in to; nil for a guest.
        package let user: String?
    }

    package func player(of piece: Piece) -> SeatedPlayer { piece == .circle ? circle : cross }
}

extension LobbyEditReferee {
    /// Returns the two players of a match; nil unless both are seated in it.
    package func seatedPlayers(of key: ObjectKey) -> SeatedPlayers? {
        guard let shown = lobbyState[key], lobbyState.ledger.seatedMatch(of: shown.circle) == key,
            lobbyState.ledger.seatedMatch(of: shown.cross) == key
        else { return nil }
        return SeatedPlayers(
            match: key, circle: seatedPlayer(shown.circle), cross: seatedPlayer(shown.cross))
    }

    /// Returns both players of the match that seats a player; nil if there is none.
    package func seatedPlayers(inMatchOf player: PlayerID) -> SeatedPlayers? {
        lobbyState.ledger.seatedMatch(of: player).flatMap(seatedPlayers)
    }

    private func seatedPlayer(_ id: PlayerID) -> SeatedPlayers.SeatedPlayer {
        SeatedPlayers.SeatedPlayer(
            id: id, name: lobbyState.roster.shownName(of: id), user: lobbyState.roster[id]?.user)
    }

    /// Returns the result that a player's unfinished round would have if the player's seat ended
    /// now. Returns nil if the round would not count or is over, or if the player has no match.
    package func outcomeIfSeatEnds(of player: PlayerID, at stamp: ServerTime) -> Outcome? {
        guard let key = lobbyState.ledger.seatedMatch(of: player),
            let match = lobbyState[key], match.match != nil, let piece = match.piece(of: player)
        else { return nil }
        let isLate = absenceTracker.isAway(player)
        let verdict = matchResultAtSeatEnd(of: player, isLate: isLate, at: stamp)
        guard verdict?.result == .lost else { return nil }
        return isLate ? .notBack(piece) : .left(by: piece)
    }
}

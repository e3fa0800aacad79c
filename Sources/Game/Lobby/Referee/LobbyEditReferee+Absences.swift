package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

extension LobbyEditReferee {
    /// Records that the hub has opened its log. Earlier absences and clocks count from now.
    package mutating func recordLogOpened(at stamp: ServerTime) {
        absenceTracker.recordLogOpened(at: stamp)
        clocks.restartAll(at: stamp)
    }

    /// Returns the times when the players to move began to think, in the match with this key. If
    /// `key` is nil, returns them for all matches with a clock.
    package func clockStarts(of key: ObjectKey?) -> [(key: ObjectKey, since: ServerTime)] {
        clocks.clockStarts(of: key)
    }

    package mutating func recordAbsenceIfPlayers(
        _ keys: [ObjectKey], in bucket: LobbyBucket, since stamp: ServerTime, at now: Instant
    ) {
        guard bucket == .player else { return }
        // Only the absence matters; its cause and end do not.
        let absence = Absence(since: now, until: now, cause: .line)
        applyToState(.away(bucket, keys, absence), at: now)
        for id in keys.compactMap({ lobbyState.roster[$0]?.id }) {
            absenceTracker.record(id, awaySince: stamp)
        }
    }

    package mutating func recordReturnIfPlayers(
        _ keys: [ObjectKey], in bucket: LobbyBucket, at stamp: ServerTime, now: Instant
    ) {
        guard bucket == .player else { return }
        applyToState(.back(bucket, keys), at: now)
        for id in keys.compactMap({ lobbyState.roster[$0]?.id }) {
            absenceTracker.record(id, backAt: stamp)
        }
    }

    /// Returns the result of the match for a player whose seat ends: the player left or, if
    /// `isLate`, did not return. Returns nil for a player without a match, or if the match never
    /// had a valid state.
    package func matchResultAtSeatEnd(of player: PlayerID, isLate: Bool, at stamp: ServerTime)
        -> ReturningPlayerResult?
    {
        guard let key = lobbyState.ledger.seatedMatch(of: player), let shown = lobbyState[key],
            let record = shown.record, let piece = shown.piece(of: player)
        else { return nil }
        let (other, match) = (shown.opponent(of: player), record.match)
        return ReturningPlayerResult(
            unfinishedRoundResult(
                for: player, as: piece, against: other, in: record, isLate: isLate, at: stamp),
            match, of: piece, against: lobbyState.roster.shownName(of: other))
    }

    private func unfinishedRoundResult(
        for player: PlayerID, as piece: Piece, against other: PlayerID, in record: MatchRecord,
        isLate: Bool, at stamp: ServerTime
    ) -> ReturningPlayerResult.UnfinishedRoundResult {
        let match = record.match
        // Between rounds, and in a practice round, neither player loses.
        guard match.outcome == nil, !match.isPractice else { return .undecided }
        guard !isLate else { return absenceTracker.isAway(other) ? .undecided : .lost }
        let isExcused =
            record.isIdle(piece.opponent)
            || absenceTracker.isClaimDue(by: player, on: other, at: stamp)
        return match.hasBegun && !isExcused ? .lost : .undecided
    }
}

/// The result of a match for a player whose seat has ended, shown when the player returns.
package struct ReturningPlayerResult: Hashable, Sendable {
    package enum UnfinishedRoundResult: String, Hashable, Codable, Sendable {
        case lost
        case won
        /// The round does not count, or there was none.
        case undecided = "none"
    }

    package let opponent: String
    package let round: Int
    package let result: UnfinishedRoundResult
    /// The match's score for this player, including this round if it counts.
    package let score: WinLossRecord

    init(_ result: UnfinishedRoundResult, _ match: Match, of piece: Piece, against opponent: String)
    {
        let outcome: Outcome? = result == .lost ? .notBack(piece) : nil
        self.opponent = opponent
        self.result = result
        round = match.round
        score = WinLossRecord(
            match.outcome == nil ? match.score(with: outcome) : match.score, of: piece)
    }

    /// Reads a result; returns nil if a member is missing or invalid.
    package init?(_ object: JSONObject) {
        guard let opponent = object["opponent"]?.string, let round = object["round"]?.int,
            let result = object["outcome"]?.string.flatMap(UnfinishedRoundResult.init),
            let numbers = object["score"]?.array?.ints, numbers.count == 3
        else { return nil }
        self.opponent = PlayerName(cleaning: opponent)?.text ?? ""
        self.round = round
        self.result = result
        score = WinLossRecord(won: numbers[0], lost: numbers[1], drawn: numbers[2])
    }

    package var members: JSONObject {
        [
            "opponent": JSON(opponent), "round": JSON(round), "outcome": JSON(result.rawValue),
            "score": .array([JSON(score.won), JSON(score.lost), JSON(score.drawn)]),
        ]
    }
}

package import Game
package import SimperiumClock
package import SimperiumWire

extension Referee {
    /// Records that the hub has opened its log. Earlier absences and clocks count from now.
    package mutating func recordLogOpened(at stamp: ServerTime) {
        attendance.recordLogOpened(at: stamp)
        clocks.restart(at: stamp)
    }

    /// Returns the times when the players to move began to think, in the match with this key. If
    /// `key` is nil, returns them for all matches with a clock.
    package func turnStarts(of key: ObjectKey?) -> [(key: ObjectKey, since: ServerTime)] {
        clocks.turnStarts(of: key)
    }

    package mutating func recordAbsence(
        _ keys: [ObjectKey], in bucket: LobbyBucket, since stamp: ServerTime, at now: Instant
    ) {
        guard bucket == .player else { return }
        // Only the absence matters; its cause and end do not.
        let absence = Absence(since: now, until: now, cause: .line)
        applyToState(.away(bucket, keys, absence), at: now)
        for id in keys.compactMap({ lobbyState.roster[$0]?.id }) {
            attendance.record(id, awaySince: stamp)
        }
    }

    package mutating func recordReturn(
        _ keys: [ObjectKey], in bucket: LobbyBucket, at stamp: ServerTime, now: Instant
    ) {
        guard bucket == .player else { return }
        applyToState(.back(bucket, keys), at: now)
        for id in keys.compactMap({ lobbyState.roster[$0]?.id }) {
            attendance.record(id, backAt: stamp)
        }
    }

    /// Returns the result of the match for a player whose seat ends: the player left or, if
    /// `isLate`, did not return. Returns nil for a player without a match.
    package func matchResultAtSeatEnd(on player: PlayerID, isLate: Bool, at stamp: ServerTime)
        -> MatchResultAtSeatEnd?
    {
        guard let key = lobbyState.ledger.seatedMatch(of: player), let shown = lobbyState[key],
            let record = shown.record, let piece = shown.piece(of: player)
        else { return nil }
        let (other, match) = (shown.opponent(of: player), record.match)
        return MatchResultAtSeatEnd(
            unfinishedRoundResult(
                for: player, as: piece, against: other, in: record, isLate: isLate, at: stamp),
            match, of: piece, against: lobbyState.roster.shownName(of: other))
    }

    private func unfinishedRoundResult(
        for player: PlayerID, as piece: Piece, against other: PlayerID, in record: MatchRecord,
        isLate: Bool, at stamp: ServerTime
    ) -> MatchResultAtSeatEnd.UnfinishedRoundResult {
        let match = record.match
        // Between rounds, and in a practice round, neither player loses.
        guard match.outcome == nil, !match.isPractice else { return .undecided }
        guard !isLate else { return attendance.isAway(other) ? .undecided : .lost }
        let isExcused =
            record.isIdle(piece.opponent)
            || attendance.isClaimDue(by: player, on: other, at: stamp)
        return match.hasBegun && !isExcused ? .lost : .undecided
    }
}

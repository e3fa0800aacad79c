internal import Game
internal import SimperiumClock
internal import SimperiumWire

/// The server times when players went away and returned. The objects do not contain these times.
struct PlayerAbsenceTracker: Hashable, Sendable {
    private var openedAt: ServerTime?
    private var away: [PlayerID: ServerTime] = [:]
    private var returned: [PlayerID: ServerTime] = [:]

    mutating func recordLogOpened(at stamp: ServerTime) {
        openedAt = stamp
    }

    mutating func record(_ player: PlayerID, awaySince stamp: ServerTime) {
        away[player] = stamp
        returned[player] = nil
    }

    mutating func record(_ player: PlayerID, backAt stamp: ServerTime) {
        guard away.removeValue(forKey: player) != nil else { return }
        returned[player] = stamp
    }

    mutating func forget(_ player: PlayerID) {
        away[player] = nil
        returned[player] = nil
    }

    /// Forgets all absences. The hub reports continuing absences again.
    mutating func forgetAbsences() {
        away = [:]
        returned = [:]
    }

    func isAway(_ player: PlayerID) -> Bool { away[player] != nil }

    /// Returns true if a player may end the round because the other player has been away for long
    /// enough. A player who is away, too, may not end it. The required time starts with the latest
    /// of three events: the other player's connection broke, the log was opened, or the player
    /// returned.
    func isClaimDue(by player: PlayerID, on other: PlayerID, at stamp: ServerTime) -> Bool {
        guard let since = away[other], away[player] == nil else { return false }
        let latest = [since, openedAt, returned[player]].compactMap(\.self).max() ?? since
        return stamp - latest >= OwnMatch.claimTime
    }
}

/// The times when the players to move began to think, in matches with a clock.
struct MoveClocks: Hashable, Sendable {
    private struct ClockStart: Hashable {
        let moment: Int
        let since: ServerTime
    }

    private var openedAt: ServerTime?
    private var starts: [ObjectKey: ClockStart] = [:]

    /// Restarts all clocks at `stamp`. Earlier thinking time no longer counts.
    mutating func restartAll(at stamp: ServerTime) {
        openedAt = stamp
    }

    /// Records the current moment of a match, and starts its clock if the moment is new. `moment`
    /// is nil for a match without a clock, or a removed match.
    mutating func restartClockIfMoved(_ key: ObjectKey, moment: Int?, at stamp: ServerTime) {
        guard let moment else {
            if !starts.isEmpty { starts[key] = nil }
            return
        }
        if starts[key]?.moment != moment { starts[key] = ClockStart(moment: moment, since: stamp) }
    }

    mutating func forgetAll() {
        starts = [:]
    }

    /// Returns the times when the clocks started: in one match or, if `key` is nil, in all matches,
    /// in the order of their keys.
    func clockStarts(of key: ObjectKey?) -> [(key: ObjectKey, since: ServerTime)] {
        let keys = key.map { [$0] } ?? starts.keys.sorted { $0.text < $1.text }
        return keys.compactMap { key in
            starts[key].map { (key, max($0.since, openedAt ?? $0.since)) }
        }
    }

    /// Returns true if the player to move has used up the time and `MoveTimeLimit.delay`.
    func hasTimeExpired(_ key: ObjectKey, by limit: MoveTimeLimit?, at stamp: ServerTime) -> Bool {
        guard let limit, let since = starts[key]?.since else { return false }
        return stamp - max(since, openedAt ?? since) >= limit.duration + MoveTimeLimit.delay
    }
}

/// The times of the phrases in each match. The objects do not contain these times.
struct PhraseTimes: Hashable, Sendable {
    private struct RecentPhraseTimes: Hashable {
        var number = 0
        var times: [ServerTime] = []
    }

    private var speakers: [ObjectKey: Sides<RecentPhraseTimes>] = [:]

    /// Records the times of new phrases in a match. `phrases` is nil for a removed match.
    mutating func recordPhrases(
        _ key: ObjectKey, _ phrases: Sides<NumberedPhrase?>?, at stamp: ServerTime
    ) {
        // Usually there are no phrases.
        guard let phrases, phrases[.circle] != nil || phrases[.cross] != nil else {
            if !speakers.isEmpty { speakers[key] = nil }
            return
        }
        var both = speakers[key] ?? Sides(circle: RecentPhraseTimes(), cross: RecentPhraseTimes())
        for piece in Piece.allCases {
            guard let number = phrases[piece]?.number, number != both[piece].number else {
                continue
            }
            let times = both[piece].times.suffix(Phrase.mostInAMinute - 1)
            both[piece] = RecentPhraseTimes(number: number, times: times + [stamp])
        }
        speakers[key] = both
    }

    mutating func forgetAll() {
        speakers = [:]
    }

    func maySpeak(_ piece: Piece, at key: ObjectKey, _ stamp: ServerTime) -> Bool {
        let times = speakers[key]?[piece].times ?? []
        return Phrase.maySpeak(after: times, at: stamp) { $0 + $1 }
    }
}

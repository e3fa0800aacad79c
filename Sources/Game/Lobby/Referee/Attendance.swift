internal import Game
internal import SimperiumClock

/// Who is away and since when, as far as it is to be judged by.
struct Attendance: Hashable, Sendable {
    private var openedAt: Stamp?
    private var away: [PlayerID: Stamp] = [:]
    private var returned: [PlayerID: Stamp] = [:]

    mutating func open(at stamp: Stamp) {
        openedAt = stamp
    }

    mutating func note(_ player: PlayerID, awaySince stamp: Stamp) {
        away[player] = stamp
        returned[player] = nil
    }

    mutating func note(_ player: PlayerID, backAt stamp: Stamp) {
        guard away.removeValue(forKey: player) != nil else { return }
        returned[player] = stamp
    }

    mutating func forget(_ player: PlayerID) {
        away[player] = nil
        returned[player] = nil
    }

    func isAway(_ player: PlayerID) -> Bool { away[player] != nil }

    /// Whether somebody has waited for another for so long that the round is theirs to end: since
    /// the other's line ended, the log was opened, and they came back themselves.
    func isClaimDue(by player: PlayerID, on other: PlayerID, at stamp: Stamp) -> Bool {
        guard let since = away[other], away[player] == nil else { return false }
        let latest = [since, openedAt, returned[player]].compactMap(\.self).max() ?? since
        return stamp - latest >= OwnMatch.claimTime
    }
}

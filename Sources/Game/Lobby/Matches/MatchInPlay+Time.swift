package import Game
package import SimperiumClock

/// What was said and done about the time of whoever is to move.
struct MoveTiming: Hashable, Sendable {
    /// How few seconds were left when the person was last told.
    var told = Int.max
    /// Whether the hub has the move from which the time counts.
    var isConfirmed = false
    /// Whether the hub has said since when it counts. It is not asked for what it did not have.
    var isByHub = false
    /// Until when it is not said again that the time has run out: the hub did not think so.
    var heldUntil = Instant.start
}

/// The clock of a match that has one.
extension MatchInPlay {
    /// How much later than the referee a program thinks that a time is up: that of whoever waits,
    /// and that of whoever is to move.
    private static let margin = Duration.milliseconds(250)
    private static let ownMargin = Duration.seconds(2)

    package var limit: MoveLimit? { sheet?.limit }

    /// The clock that goes on now; nil if there is none.
    private var runningLimit: MoveLimit? {
        guard let limit, doubt == nil, match?.outcome == nil else { return nil }
        return limit
    }

    /// How long whoever is to move still has; nil if there is no clock, or since when it runs is
    /// not known.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return limit.timeLeft(since: movedAt, at: now)
    }

    /// When that is another number of seconds.
    package func timeLeftChanges(after now: Instant) -> Instant? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return (movedAt + limit.duration).nextSecond(after: now)
    }

    /// Counts from when the hub has the own move.
    mutating func confirm(at now: Instant) {
        guard runningLimit != nil, !timing.isConfirmed, match?.next == piece.opponent else {
            return
        }
        timing.isConfirmed = true
        count(from: now)
    }

    /// Counts from when the hub says, unless it says so of a position before the own move.
    mutating func heed(_ start: Instant) {
        guard runningLimit != nil, isHeard else { return }
        timing.isByHub = true
        count(from: start)
    }

    /// When this program says that the time has run out. It reckons with that the hub was started
    /// anew when we were back online.
    func timeoutDue(onlineSince online: Instant) -> Instant? {
        guard let limit = runningLimit else { return nil }
        let margin = isOurTurn ? Self.ownMargin : Self.margin
        let known = movedAt ?? online
        let start = timing.isByHub ? known : max(known, online)
        let due = start + limit.duration + MoveLimit.delay + margin
        return max(due, timing.heldUntil)
    }

    /// When the person is next told how little time is left.
    var nextWarning: Instant? {
        guard let limit = runningLimit, isOurTurn, let movedAt else { return nil }
        let next = limit.warnings.first { $0 < timing.told }
        return next.map { movedAt + .seconds(limit.rawValue - $0) }
    }

    /// How many seconds are left, if the person is to be told now.
    mutating func takeWarning(at now: Instant) -> Int? {
        var taken: Int?
        while let due = nextWarning, due <= now, let limit {
            taken = limit.warnings.first { $0 < timing.told }
            timing.told = taken ?? 0
        }
        return taken
    }

    /// Whether it was said here that the time has run out.
    var isOutOfTime: Bool { match?.ending == .timeout }

    mutating func holdTimeout(until due: Instant) {
        timing.heldUntil = due
    }
}

extension ShownMatch {
    /// The same for who watches.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let limit = sheet?.limit, let movedAt, flaw == nil, match?.outcome == nil else {
            return nil
        }
        return limit.timeLeft(since: movedAt, at: now)
    }

    package func timeLeftChanges(after now: Instant) -> Instant? {
        guard timeLeft(at: now) != nil, let limit = sheet?.limit, let movedAt else { return nil }
        return (movedAt + limit.duration).nextSecond(after: now)
    }
}

extension MoveLimit {
    fileprivate func timeLeft(since start: Instant, at now: Instant) -> Duration {
        min(duration, max(.zero, start + duration - now))
    }
}

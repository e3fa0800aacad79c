internal import SimperiumClock

/// So much at once, and then so much each second: a bucket that fills again as time goes by.
struct Allowance: Hashable, Sendable {
    private let most: Int
    private let perMinute: Int
    /// What is left, in parts of which 60,000 make one; below zero after somebody took too much.
    private var parts: Int
    private var filledAt: Instant

    private static let partsOfOne = 60_000

    init(atOnce most: Int, perMinute: Int, at now: Instant) {
        self.most = most * Self.partsOfOne
        self.perMinute = perMinute
        parts = self.most
        filledAt = now
    }

    init(atOnce most: Int, perSecond: Int, at now: Instant) {
        self.init(atOnce: most, perMinute: perSecond * 60, at: now)
    }

    var isFull: Bool { parts == most }

    /// Takes what has been used already, and says when there will be something left again: nil if
    /// there is.
    mutating func use(_ count: Int, at now: Instant) -> Instant? {
        fill(at: now)
        // Nobody goes into debt without end.
        parts -= min(count, 2 * most / Self.partsOfOne) * Self.partsOfOne
        return parts >= 0 ? nil : next(after: now)
    }

    /// Takes one if there is one. Otherwise says when there will be.
    mutating func take(at now: Instant) -> Instant? {
        fill(at: now)
        guard parts >= Self.partsOfOne else { return next(after: now) }
        parts -= Self.partsOfOne
        return nil
    }

    mutating func fill(at now: Instant) {
        let milliseconds = (now - filledAt).nanoseconds / 1_000_000
        guard milliseconds > 0 else { return }
        filledAt = now
        let (gain, isTooMuch) = Int(milliseconds).multipliedReportingOverflow(by: perMinute)
        parts = isTooMuch ? most : min(most, parts + min(gain, most - min(parts, 0)))
    }

    private func next(after now: Instant) -> Instant {
        let missing = Self.partsOfOne - parts
        return now + .milliseconds((missing + perMinute - 1) / perMinute)
    }
}

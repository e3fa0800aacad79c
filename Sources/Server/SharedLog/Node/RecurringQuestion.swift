internal import SimperiumClock

/// When a node that lives asks something again and again: one question is on its way at most.
struct RecurringQuestion: Sendable {
    /// From an answer to the next question.
    static let pace = Duration.milliseconds(500)

    private(set) var isAlive = false
    private(set) var nextAsking: Instant?

    mutating func begin() { (isAlive, nextAsking) = (true, nil) }

    mutating func end() { (isAlive, nextAsking) = (false, nil) }

    /// Takes an answer for what it says: that it may be asked again, at once if there is more.
    mutating func noteAnswer(hasMore: Bool = false, at now: Instant) {
        nextAsking = hasMore ? now : now + Self.pace
    }

    /// Whether it is to be asked now; then it is on its way.
    mutating func isDue(at now: Instant) -> Bool {
        guard let time = nextAsking, time <= now else { return false }
        nextAsking = nil
        return true
    }
}

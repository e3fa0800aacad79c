/// What a connection holds in memory, and in whose name.
struct Holding {
    /// How much of what a peer still sends that broke a rule is read away, so that it can read why.
    private static let mostDiscarded = 4 << 20

    /// Where its set keeps it.
    var index: Int?
    /// What let it in, if it came to us.
    var pass: Pass?
    /// What its owner keeps of what came: halves of messages, and requests that wait.
    var kept = 0
    /// What the program has taken, and not worked on.
    var backlog = 0
    /// What its set knows of.
    private(set) var settled = 0
    /// What may still be read away; nil if the peer has broken no rule.
    private(set) var toDiscard: Int?

    var isDiscarding: Bool { toDiscard != nil }

    mutating func beginDiscarding() {
        toDiscard = Self.mostDiscarded
    }

    /// Counts what was read away; false if that was too much.
    mutating func discard(_ count: Int) -> Bool {
        guard let rest = toDiscard else { return true }
        toDiscard = rest - count
        return count < rest
    }

    /// By how much more, or less, is held than was known.
    mutating func settle(queued: Int) -> Int {
        let growth = queued + kept + backlog - settled
        guard growth != 0 else { return 0 }
        settled += growth
        return growth
    }
}

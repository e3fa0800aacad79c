/// The memory of a connection, and the account it is charged to.
struct Holding {
    /// The number of bytes that are discarded from a peer that broke a rule, so that it can read
    /// the reason.
    private static let mostDiscarded = 4 << 20

    /// The connection's index in its set.
    var index: Int?
    /// The admission of an incoming connection.
    var pass: Pass?
    /// The bytes that the owner keeps: incomplete messages, and waiting requests.
    var kept = 0
    /// The bytes that the program has taken and not yet processed.
    var backlog = 0
    /// The number of bytes that the set has counted.
    private(set) var settled = 0
    /// The bytes that may still be discarded; nil if the peer has broken no rule.
    private(set) var toDiscard: Int?

    var isDiscarding: Bool { toDiscard != nil }

    mutating func beginDiscarding() {
        toDiscard = Self.mostDiscarded
    }

    /// Counts discarded bytes. Returns false if they are too many.
    mutating func discard(_ count: Int) -> Bool {
        guard let rest = toDiscard else { return true }
        toDiscard = rest - count
        return count < rest
    }

    /// Returns the change of the held bytes since the last count.
    mutating func settle(queued: Int) -> Int {
        let growth = queued + kept + backlog - settled
        guard growth != 0 else { return 0 }
        settled += growth
        return growth
    }
}

package import SimperiumClock

/// The order of dialling a hub's addresses: the last address that worked comes first. An address
/// that was unreachable or silent is tried after the other addresses for a while.
package struct AddressDialOrder: Sendable {
    /// The time that an address stays behind the other addresses after a failure.
    package static let failurePenalty = Duration.seconds(60)
    /// The time for an address to accept a connection while another address is left to try, and
    /// then to send something while a healthy alternative is left.
    package static let answerTimeout = Duration.seconds(2)

    /// The time of each address's last failure; nil if it has worked since.
    private var failures: [Instant?]
    private var current: Int
    private var remaining: ArraySlice<Int> = []
    private(set) package var hasAnswered = false

    package init(among count: Int, beginningAt first: Int = 0) {
        precondition((0..<count).contains(first), "the first address must be one of the hub's")
        failures = Array(repeating: nil, count: count)
        current = first
    }

    package var hasMoreAddresses: Bool { !remaining.isEmpty }

    /// Returns true if this dial can still try an address that has not failed recently.
    package func hasHealthyAlternative(at now: Instant) -> Bool {
        remaining.contains { !hasRecentlyFailed($0, at: now) }
    }

    /// Starts a dial and returns the index of the first address to try.
    package mutating func startDial(at now: Instant) -> Int {
        let ring = failures.indices.map { (current + $0) % failures.count }
        let behind = ring.filter { hasRecentlyFailed($0, at: now) }
            .sorted { failures[$0] ?? .start < failures[$1] ?? .start }
        remaining = (ring.filter { !hasRecentlyFailed($0, at: now) } + behind)[...]
        return advance() ?? current
    }

    /// Records a failure of the present address. Returns the index of the next address; nil if none
    /// is left for this dial.
    package mutating func recordFailureAndAdvance(at now: Instant) -> Int? {
        failures[current] = now
        return advance()
    }

    /// Records that the client has received bytes from the present address.
    package mutating func recordAnswer() {
        hasAnswered = true
        failures[current] = nil
    }

    private mutating func advance() -> Int? {
        guard let next = remaining.popFirst() else { return nil }
        (current, hasAnswered) = (next, false)
        return next
    }

    private func hasRecentlyFailed(_ index: Int, at now: Instant) -> Bool {
        failures[index].map { now < $0 + Self.failurePenalty } ?? false
    }
}

package import SimperiumClock

/// At which of the addresses of a hub a connection is looked for.
///
/// The one that was good last comes first. One where nobody was to be had, or where a connection
/// was taken and nothing said on it, comes behind the others for a while.
package struct AddressChoice: Sendable {
    /// How long one that failed stays behind the others.
    package static let grudge = Duration.seconds(60)
    /// What one is given to answer while there is a better one to try.
    package static let patience = Duration.seconds(2)

    /// When each has failed last, if not since it was good.
    private var failures: [Instant?]
    private var current: Int
    /// Those that are left for this dial.
    private var rest: ArraySlice<Int> = []
    /// Whether it has said something on this connection.
    private(set) package var isGood = false

    package init(among count: Int, beginningAt first: Int = 0) {
        precondition((0..<count).contains(first), "a hub that is nowhere")
        failures = Array(repeating: nil, count: count)
        current = first
    }

    /// Whether there is one to go on with if this one is of no use.
    package var hasOther: Bool { !rest.isEmpty }

    /// Whether there is one that has not failed of late.
    package func hasBetter(at now: Instant) -> Bool { rest.contains { !isBehind($0, at: now) } }

    /// Another connection is wanted: where to look for it first.
    package mutating func begin(at now: Instant) -> Int {
        let ring = failures.indices.map { (current + $0) % failures.count }
        let behind = ring.filter { isBehind($0, at: now) }
            .sorted { failures[$0] ?? .start < failures[$1] ?? .start }
        rest = (ring.filter { !isBehind($0, at: now) } + behind)[...]
        return advance() ?? current
    }

    /// Nobody is to be had there: where to look next, if anywhere for now.
    package mutating func fail(at now: Instant) -> Int? {
        failures[current] = now
        return advance()
    }

    /// It has said something.
    package mutating func hear() {
        isGood = true
        failures[current] = nil
    }

    private mutating func advance() -> Int? {
        guard let next = rest.popFirst() else { return nil }
        (current, isGood) = (next, false)
        return next
    }

    private func isBehind(_ index: Int, at now: Instant) -> Bool {
        failures[index].map { now < $0 + Self.grudge } ?? false
    }
}

internal import SimperiumClock
internal import SimperiumSync

/// A simulated guest's connection and program, and their planned failures.
struct FaultyConnection: Sendable {
    enum PlannedFailure: CaseIterable, Hashable, Sendable {
        /// The connection breaks, and no new one can be made.
        case broken
        /// The connection stays, and carries nothing.
        case silent
        /// The guest pauses the program.
        case paused
        /// The program is killed, and started again.
        case killed

        /// The length of a failure: shorter than the time that a seat is kept.
        fileprivate var milliseconds: ClosedRange<UInt64> {
            switch self {
            case .broken: 200...20_000
            case .silent: 12_000...20_000
            case .paused: 1_000...10_000
            case .killed: 500...10_000
            }
        }
    }

    /// The time after a failure when unplanned losses don't count.
    private static let leniency = Duration.seconds(5)

    private(set) var failure: PlannedFailure?
    private(set) var end: Instant?
    /// The connection that was dialled last and has not ended.
    private var connection: LinkID?
    /// A dial that waits for the end.
    private var waiting: (id: LinkID, hall: String?)?
    private var isExcusedUntil = Instant.start

    /// True if a loss of the connection does not count.
    func isExcused(at now: Instant) -> Bool { failure != nil || now < isExcusedUntil }

    /// True without a connection, so that the program may be replaced.
    var isIdle: Bool { connection == nil }

    /// Begins a failure. Returns the effect on the connection.
    mutating func begin(
        _ failure: PlannedFailure, at now: Instant, _ random: inout SeededRandom
    ) -> LinkEffect? {
        let span = failure.milliseconds
        let length =
            span.lowerBound + UInt64(random.numberBelow(Int(span.upperBound - span.lowerBound)))
        self.failure = failure
        end = now + .milliseconds(Int64(length))
        switch failure {
        case .broken, .killed: return abandon()
        case .silent, .paused: return nil
        }
    }

    /// Returns true if an event reaches the program.
    mutating func admits(_ event: LinkEvent) -> Bool {
        if case .closed(let id, _) = event, id == connection { connection = nil }
        switch (failure, event) {
        case (.killed, _), (.silent, .received), (.silent, .opened): return false
        default: return true
        }
    }

    /// Returns the part of an effect that gets through, and the event that the program gets
    /// instead.
    mutating func pass(_ effect: LinkEffect) -> (effect: LinkEffect?, event: LinkEvent?) {
        switch effect {
        case .dial(let id, let hall):
            guard failure != .broken, failure != .silent else {
                waiting = (id, hall)
                return (nil, nil)
            }
            connection = id
            return (effect, nil)
        case .send: return (failure == .silent || failure == .killed ? nil : effect, nil)
        case .hangUp(let id, _):
            guard id == waiting?.id else { return (effect, nil) }
            waiting = nil
            return (nil, .closed(id, .lost))
        }
    }

    /// Ends the failure. Returns the effects on the connection: one that has lost data must not
    /// continue.
    mutating func finish(at now: Instant) -> [LinkEffect] {
        let ended = failure
        (failure, end) = (nil, nil)
        isExcusedUntil = now + Self.leniency
        if let (id, hall) = waiting.take() {
            connection = id
            return [.dial(id, hall: hall)]
        }
        return ended == .silent ? [abandon()].compactMap(\.self) : []
    }

    private func abandon() -> LinkEffect? { connection.map { .hangUp($0, .abandoning) } }
}

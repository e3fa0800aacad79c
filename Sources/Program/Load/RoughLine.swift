internal import SimperiumClock
internal import SimperiumSync

/// What befalls a made-up person's line and program, and what passes meanwhile.
struct RoughLine: Sendable {
    enum Trouble: CaseIterable, Hashable, Sendable {
        /// The connection breaks, and no other can be made.
        case broken
        /// It stays, and carries nothing.
        case silent
        /// The person stops the program for a while.
        case paused
        /// The program is killed, and started again.
        case killed

        /// Less than a seat is kept for, and as long as people need for it.
        fileprivate var milliseconds: ClosedRange<UInt64> {
            switch self {
            case .broken: 200...20_000
            case .silent: 12_000...20_000
            case .paused: 1_000...10_000
            case .killed: 500...10_000
            }
        }
    }

    /// What happened of its own accord does not count for so long after a trouble.
    private static let leniency = Duration.seconds(5)

    private(set) var trouble: Trouble?
    private(set) var end: Instant?
    /// The connection that was dialled last and has not ended.
    private var connection: ConnectionID?
    /// A dial that waits for the end.
    private var waiting: ConnectionID?
    private var isExcusedUntil = Instant.start

    /// Whether an end of the line is nobody's fault.
    func isExcused(at now: Instant) -> Bool { trouble != nil || now < isExcusedUntil }

    /// Whether the line leads nowhere, so that whoever is there may be replaced.
    var isIdle: Bool { connection == nil }

    /// Begins some trouble. What is to be done to the line comes back.
    mutating func begin(
        _ trouble: Trouble, at now: Instant, _ random: inout SeededRandom
    ) -> LinkEffect? {
        let span = trouble.milliseconds
        let length = span.lowerBound + UInt64(random.below(Int(span.upperBound - span.lowerBound)))
        self.trouble = trouble
        end = now + .milliseconds(Int64(length))
        switch trouble {
        case .broken, .killed: return abandon()
        case .silent, .paused: return nil
        }
    }

    /// Whether an event reaches the program.
    mutating func admits(_ event: LinkEvent) -> Bool {
        if case .closed(let id, _) = event, id == connection { connection = nil }
        switch (trouble, event) {
        case (.killed, _), (.silent, .received), (.silent, .opened): return false
        default: return true
        }
    }

    /// What of an effect gets through, and what the program hears of at once instead.
    mutating func pass(_ effect: LinkEffect) -> (effect: LinkEffect?, event: LinkEvent?) {
        switch effect {
        case .dial(let id):
            guard trouble != .broken, trouble != .silent else {
                waiting = id
                return (nil, nil)
            }
            connection = id
            return (effect, nil)
        case .send: return (trouble == .silent || trouble == .killed ? nil : effect, nil)
        case .hangUp(let id, _):
            guard id == waiting else { return (effect, nil) }
            waiting = nil
            return (nil, .closed(id, .lost))
        }
    }

    /// Ends the trouble. What is to be done to the line comes back: of a connection that has lost
    /// something nothing is to come any more.
    mutating func finish(at now: Instant) -> [LinkEffect] {
        let ended = trouble
        (trouble, end) = (nil, nil)
        isExcusedUntil = now + Self.leniency
        if let id = waiting.take() {
            connection = id
            return [.dial(id)]
        }
        return ended == .silent ? [abandon()].compactMap(\.self) : []
    }

    private func abandon() -> LinkEffect? { connection.map { .hangUp($0, .abandoning) } }
}

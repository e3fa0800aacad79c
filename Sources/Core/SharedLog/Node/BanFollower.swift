import RedisWire
package import SimperiumClock

/// Whom all nodes keep out, as long as a node lives: asked for again and again.
package struct BanFollower: Sendable {
    package enum Event: Hashable, Sendable {
        case begun
        case died
        case answered(EngineOutcome)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// To be answered by `answered`: one is on its way at most.
        case ask(OperatorDeed)
        /// The lines of a list of bans.
        case changed([String])
    }

    /// So long somebody may still be let in.
    package static let pace = Duration.milliseconds(500)

    private var isAlive = false
    private var known: Int?
    private var nextAsking: Instant?

    package init() {}

    package var nextDeadline: Instant? { nextAsking }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begun:
            isAlive = true
            return [ask()]
        case .died:
            (isAlive, nextAsking) = (false, nil)
            return []
        case .answered(let outcome):
            guard isAlive else { return [] }
            nextAsking = now + Self.pace
            guard case .answered(.operating(.bans(let lines, let count))) = outcome else {
                return []
            }
            // An engine that never had any is none to be told of.
            defer { known = count }
            return known == nil && lines.isEmpty ? [] : [.changed(lines)]
        case .wake:
            guard let time = nextAsking, time <= now else { return [] }
            return [ask()]
        }
    }

    private mutating func ask() -> Effect {
        nextAsking = nil
        return .ask(.bans(known: known))
    }
}

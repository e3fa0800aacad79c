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
    package static let pace = RecurringQuestion.pace

    private var question = RecurringQuestion()
    private var known: Int?

    package init() {}

    package var nextDeadline: Instant? { question.nextAsking }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begun:
            question.begin()
            return [.ask(.bans(known: known))]
        case .died:
            question.end()
            return []
        case .answered(let outcome):
            guard question.isAlive else { return [] }
            question.noteAnswer(at: now)
            guard case .answered(.operating(.bans(let lines, let count))) = outcome else {
                return []
            }
            // An engine that never had any is none to be told of.
            defer { known = count }
            return known == nil && lines.isEmpty ? [] : [.changed(lines)]
        case .wake: return question.isDue(at: now) ? [.ask(.bans(known: known))] : []
        }
    }
}

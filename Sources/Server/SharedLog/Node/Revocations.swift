import RedisWire
package import SimperiumClock
package import SimperiumWire

/// Which tokens are revoked, at whichever node, as long as a node lives: asked for again and again.
///
/// It asks for the first time before anybody is let in by a token, so that it misses none.
package struct Revocations: Sendable {
    package enum Event: Hashable, Sendable {
        /// The node begins a life.
        case begun
        case died
        case answered(EngineOutcome)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// To be answered by `answered`: one is on its way at most.
        case ask(AccountDeed)
        case revoked([SecretDigest])
    }

    /// So long a token may still be good elsewhere, and half of that again for the answer.
    package static let pace = RecurringQuestion.pace

    private var question = RecurringQuestion()
    private var place: String?

    package init() {}

    package var nextDeadline: Instant? { question.nextAsking }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begun:
            question.begin()
            place = nil
            return [.ask(.revocations(after: place))]
        case .died:
            question.end()
            return []
        case .answered(let outcome):
            guard question.isAlive else { return [] }
            guard case .answered(.revoked(let digests, upTo: let place)) = outcome else {
                question.noteAnswer(at: now)
                return []
            }
            self.place = place
            // There may be more than one answer holds.
            question.noteAnswer(hasMore: digests.count >= EngineLimits.revocations, at: now)
            return digests.isEmpty ? [] : [.revoked(digests)]
        case .wake: return question.isDue(at: now) ? [.ask(.revocations(after: place))] : []
        }
    }
}

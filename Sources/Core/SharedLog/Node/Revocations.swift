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
    package static let pace = Duration.milliseconds(500)

    private var isAlive = false
    private var place: String?
    private var nextAsking: Instant?

    package init() {}

    package var nextDeadline: Instant? { nextAsking }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begun:
            (isAlive, place) = (true, nil)
            return [ask()]
        case .died:
            (isAlive, nextAsking) = (false, nil)
            return []
        case .answered(let outcome):
            guard isAlive else { return [] }
            guard case .answered(.revoked(let digests, upTo: let place)) = outcome else {
                nextAsking = now + Self.pace
                return []
            }
            self.place = place
            // There may be more than one answer holds.
            nextAsking = digests.count < EngineLimits.revocations ? now + Self.pace : now
            return digests.isEmpty ? [] : [.revoked(digests)]
        case .wake:
            guard let time = nextAsking, time <= now else { return [] }
            return [ask()]
        }
    }

    private mutating func ask() -> Effect {
        nextAsking = nil
        return .ask(.revocations(after: place))
    }
}

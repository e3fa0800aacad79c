import RedisWire
package import SharedLog
import SharedStore
import SimperiumLoop
import SimperiumNetwork

/// One question to an engine that servers share, from outside: nobody lives there for it.
package enum EngineInquiry {
    package struct Failure: Error, Hashable, Sendable {
        package let sentence: String
    }

    /// Asks on a loop of its own, and waits for the answer.
    package static func ask(_ deed: OperatorDeed, at place: EnginePlace) throws -> OperatorReply {
        let loop = try Loop()
        let connectionSet = ConnectionSet(on: loop)
        var outcome: EngineOutcome?
        var failure: String?
        var missing = place.addresses.count
        weak var known: SharedStore?
        let store = SharedStore(
            EngineLink(to: place.addresses, as: place.credentials),
            trusting: try place.encryption(), on: connectionSet,
            SharedStore.Reception(
                ready: {
                    known?.ask(deed) {
                        outcome = $0
                        loop.stop()
                    }
                },
                unreachable: { address, fault in
                    missing -= 1
                    guard missing <= 0 else { return }
                    let reason = fault.map(\.sentence) ?? known?.lastFailure?.sentence
                    failure = SharedWords.unreachable("\(address)", reason: reason)
                    loop.stop()
                }))
        known = store
        store.begin()
        loop.run()
        store.end()
        connectionSet.dropAll()
        if case .answered(.operating(let reply))? = outcome { return reply }
        if case .refused(let error)? = outcome {
            throw Failure(sentence: SharedWords.answered(error))
        }
        throw Failure(sentence: failure ?? SharedWords.damaged)
    }
}

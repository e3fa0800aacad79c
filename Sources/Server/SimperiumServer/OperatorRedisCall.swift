package import RedisStore
import RedisWire
import SimperiumLoop
import SimperiumNetwork

/// A single call to the Redis that servers share, from a program that is not a server.
package enum OperatorRedisCall {
    package struct Failure: Error, Hashable, Sendable {
        package let sentence: String
    }

    /// Performs the call on a loop of its own, and waits for the answer. Throws a `Failure` if no
    /// address can be reached, or if Redis does not perform the call.
    package static func ask(_ call: OperatorCall, at place: RedisDeployment) throws -> OperatorReply
    {
        let loop = try Loop()
        let connectionSet = ConnectionSet(on: loop)
        var result: Result<OperatorReply, Failure>?
        var missing = place.addresses.count
        weak var known: RedisStore?
        let store = RedisStore(
            RedisStoreLink(to: place.addresses, as: place.credentials, place.demands),
            trusting: try place.newTLSContext(), on: connectionSet,
            ready: {
                known?.ask(call) {
                    result = .success($0)
                    loop.stop()
                }
            },
            unreachable: { address, fault in
                missing -= 1
                guard missing <= 0 else { return }
                let reason = fault.map(\.sentence) ?? known?.lastFailure?.sentence
                let sentence = SharedRedisWords.unreachable("\(address)", reason: reason)
                result = .failure(Failure(sentence: sentence))
                loop.stop()
            })
        known = store
        store.connect()
        loop.run()
        store.close()
        connectionSet.dropAll()
        switch try result?.get() {
        case .refused(let error)?: throw Failure(sentence: SharedRedisWords.answered(error))
        case .lost?: throw Failure(sentence: SharedRedisWords.hungUp)
        case .damaged?, nil: throw Failure(sentence: SharedRedisWords.damaged)
        case let reply?: return reply
        }
    }
}

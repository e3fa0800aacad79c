import Cluster
package import RedisStore
import SimperiumLoop
import SimperiumNetwork

/// The reason that an operator's call to Redis failed, as a sentence.
package struct OperatorRedisFailure: Error, Hashable, Sendable {
    package let sentence: String
}

/// A single call to the Redis that servers share, from a program that is not a server.
package enum OperatorRedisCall {
    /// Performs the call on a loop of its own, and waits for the answer. Throws an
    /// `OperatorRedisFailure` if no address can be reached, if Redis does not perform the call, or
    /// if it is unfit for a server.
    package static func ask(
        _ call: RedisOperatorCommand, at place: RedisDeployment
    ) throws -> RedisOperatorReply {
        let loop = try Loop()
        let connectionSet = ConnectionSet(on: loop)
        var result: Result<RedisOperatorReply, OperatorRedisFailure>?
        var missing = place.addresses.count
        weak var known: RedisStore?
        let store = try place.newStore(
            on: connectionSet,
            ready: {
                known?.ask(call) {
                    result = .success($0)
                    loop.stop()
                }
            },
            unreachable: { sentence in
                missing -= 1
                guard missing <= 0 else { return }
                result = .failure(OperatorRedisFailure(sentence: sentence))
                loop.stop()
            })
        known = store
        store.connect()
        loop.run()
        store.close()
        connectionSet.dropAll()
        switch try result?.get() {
        case .unfit(let refusal)?: throw OperatorRedisFailure(sentence: refusal.sentence)
        case .refused(let error)?:
            throw OperatorRedisFailure(sentence: SharedRedisWords.answered(error))
        case .lost?: throw OperatorRedisFailure(sentence: SharedRedisWords.hungUp)
        case .damaged?, nil: throw OperatorRedisFailure(sentence: SharedRedisWords.damaged)
        case let reply?: return reply
        }
    }
}

package import Cluster
package import RedisWire
package import SimperiumClock
package import SimperiumWire

/// A node's use of Redis: calls of its cluster, and batches of its hub, on one connection.
///
/// It does no I/O. Batches are performed one after the other, each in one script unless it has
/// queries in between. Every script of a batch names the ownership and the number of writes since
/// its claim. So Redis refuses what an old connection still has, and what overtook a refused write.
package struct RedisStoreLink: Sendable {
    package enum Event: Sendable {
        case begin
        case end
        case opened(RedisClient.RedisConnectionID)
        case received(RedisClient.RedisConnectionID, [UInt8])
        case ended(RedisClient.RedisConnectionID)
        case call(ClusterCall, Int)
        case lead(Ownership)
        case perform(StoreBatch, Int)
        case wake
    }

    package enum Effect: Sendable {
        case dial(RedisClient.RedisConnectionID, RedisAddress)
        case send(RedisClient.RedisConnectionID, [UInt8])
        case hangUp(RedisClient.RedisConnectionID)
        case ready
        case broken(RedisConnection.Fault?)
        case unreachable(RedisAddress, RedisConnection.Fault?)
        case replied(Int, ClusterReply?)
        case performed(Int, StoreOutcome)
    }

    /// The demands on Redis.
    package struct Terms: Hashable, Sendable {
        /// True if Redis may lose data in a restart, or evict it.
        package var mayForget = false
        /// The number of replicas that must have a write before its outcome is told.
        package var replicas = 0
        /// The beginning of all keys of this format.
        package var prefix = "s"

        package init() {}
    }

    package static let format = 2

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ terms: Terms = Terms(), keeping limits: StoreLimits = StoreLimits(),
        _ connection: RedisConnection.Limits = RedisConnection.Limits()
    ) {}

    package var nextDeadline: Instant? { nil }
    package private(set) var address: RedisAddress?
    package private(set) var syncsAlways: Bool?

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] { [] }
}

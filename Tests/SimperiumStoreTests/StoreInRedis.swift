import RedisSamples
import SimperiumWire
import Testing

/// Each write is a batch, and so is each query.
final class StoreInRedis: KeepsBuckets {
    private let node: RedisNode

    init(_ limits: MinimumStoredHistory) throws {
        node = try RedisNode(at: [SharedRedis.port()], SharedRedis.terms(), keeping: limits)
        #expect(node.awaitReady())
        try node.lead()
    }

    func write(_ write: StoreWrite) throws { try node.write(write) }
    func answer(_ query: StoreQuery) throws -> StoreQueryAnswer { try node.answer(query) }
    func write(_ write: AccountWrite) throws -> UserChangeResult? { try node.write(write) }
    func answer(_ query: AccountQuery) throws -> AccountQueryAnswer { try node.answer(query) }
    func perform(_ batch: StoreBatch) -> StoreBatchResult { node.perform(batch) }

    func beginEpoch(atLeast least: UInt32) throws -> UInt32 {
        try node.lead(atLeast: least)
        return node.epoch
    }

    func commit() {}
    /// All that was written is kept.
    func restart() throws { try node.lead() }
}

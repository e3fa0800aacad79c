import Cluster
import RedisSamples
import RedisStore
import SimperiumClock
import SimperiumWire
import TestSupport
import Testing

func bucket(_ user: String, _ name: String = "todo") -> BucketID {
    BucketID(
        app: .trappingIfInvalid("demo"), user: .trappingIfInvalid(user),
        name: .trappingIfInvalid(name))
}

func ordinal(_ number: Int) -> SequenceNumber { SequenceNumber(epoch: 3, count: UInt64(number)) }

func number(_ value: UInt32) -> ClusterSequenceNumber { ClusterSequenceNumber(rawValue: value) }

extension StoreBatchEntry {
    /// Inserts or removes an object.
    static func change(
        _ number: Int, _ key: String, by user: String, on head: Int = 0, version: Int = 1,
        removes isRemoval: Bool = false, size: Int = 2
    ) -> StoreBatchEntry {
        let version = EntityVersion(version) ?? .first
        let change = StoredChange(
            ordinal: ordinal(number), key: .trappingIfInvalid(key), version: version,
            previous: version == .first ? nil : ordinal(head),
            changeID: .trappingIfInvalid("c\(number)"),
            entry: Array("{}".utf8))
        let object = [UInt8](repeating: UInt8(ascii: " "), count: size)
        let entity = StoredEntity(
            key: .trappingIfInvalid(key), version: version, isRemoved: isRemoval,
            object: isRemoval ? nil : object, changed: ordinal(number),
            stamp: ServerTime(milliseconds: 1))
        return .write(
            .append(
                change, entity: entity, outdated: [], to: bucket(user),
                expected: head == 0 ? .zero : ordinal(head)))
    }

    static func state(_ user: String) -> StoreBatchEntry { .query(.bucket(bucket(user))) }
}

extension StoreBatchResult {
    /// The numbers of objects in the answers to `state`; -1 for any other answer.
    var counts: [Int] {
        answers.map { answer in
            guard case .data(.success(.bucket(let state))) = answer else { return -1 }
            return state.count
        }
    }
}

extension RedisNode {
    /// A node that is ready, in the Redis of all tests unless it has another one.
    static func ready(
        _ terms: RedisStoreLink.RedisDurabilityDemands, at server: RedisServer? = nil
    ) throws -> RedisNode {
        let port = if let server { server.port } else { try SharedRedis.port() }
        let node = try RedisNode(at: [port], terms)
        #expect(node.awaitReady())
        return node
    }

    static func leading(
        _ terms: RedisStoreLink.RedisDurabilityDemands? = nil, at server: RedisServer? = nil
    ) throws -> RedisNode {
        let own = server == nil ? SharedRedis.terms() : RedisStoreLink.RedisDurabilityDemands()
        let node = try ready(terms ?? own, at: server)
        try node.lead()
        return node
    }

    func count(of user: String, in shard: Shard = .home) -> Int {
        perform([.state(user)], in: shard).counts.first ?? -1
    }
}

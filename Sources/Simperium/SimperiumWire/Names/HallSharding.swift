/// The division of the halls into shards, and the server's own shard. The first shard is the home,
/// with all accounts and the clients without a hall.
package struct HallSharding: Hashable, Codable, Sendable {
    /// The division into a single shard, which has all halls.
    package static let undivided = HallSharding(count: 1, own: 0)

    package let count: Int
    package let own: Int

    /// Creates a division. `own` is the index of the server's shard, from 0.
    package init(count: Int, own: Int) {
        precondition((0..<count).contains(own), "no such shard")
        self.count = count
        self.own = own
    }

    package var isHome: Bool { own == 0 }

    /// True if there are other shards with halls.
    package var isDivided: Bool { count > 1 }
}

/// A set of shards, such as the shards of the server that a client is connected to.
package struct ShardSet: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package init(_ shards: some Sequence<Int>) {
        self.init(rawValue: shards.reduce(0) { $0 | 1 << UInt32($1) })
    }

    package static let all = ShardSet(rawValue: .max)

    package func containsShard(_ shard: Int) -> Bool { rawValue >> UInt32(shard) & 1 == 1 }
}

/// A part of the data of servers that share a Redis. Each shard has one owner at a time, and
/// only the owner writes to it.
package struct Shard: Hashable, Comparable, Sendable {
    package static let count = 16
    /// The shard with the accounts, their objects, and the first hall.
    package static let home = Shard(0)
    package static let all = (0..<count).map(Shard.init)

    package let number: Int

    private init(_ number: Int) {
        self.number = number
    }

    package init?(number: Int) {
        guard (0..<Self.count).contains(number) else { return nil }
        self.init(number)
    }

    package static func < (left: Shard, right: Shard) -> Bool { left.number < right.number }
}

/// The owner of a shard, and the term of the ownership. A term fences writes: Redis refuses a write
/// with a different term.
package struct ShardOwnership: Hashable, Sendable {
    /// The generation of the owner; nil if no node has claimed the shard, or if its owner has left
    /// without an heir.
    package let owner: ClusterSequenceNumber?
    package let term: ClusterSequenceNumber

    package init(owner: ClusterSequenceNumber?, term: ClusterSequenceNumber) {
        self.owner = owner
        self.term = term
    }
}

import Cluster
import SimperiumClock

/// The registry and the fence of a Redis, as a model. A copy is a replica's state.
struct ModelRegistry {
    struct Entry {
        let nonce: UInt64
        let address: String
        var renewed: Instant
    }

    /// The fewest numbers that a new life of Redis leaves out, because a replica may have lost as
    /// many.
    static let leap: UInt32 = 60

    var run = 0
    private var numberedRun = 0
    private(set) var last: UInt32 = 0
    private(set) var ownerships = Shard.all.map { _ in
        ShardOwnership(owner: nil, term: ClusterSequenceNumber(rawValue: 0))
    }
    private(set) var entries: [ClusterSequenceNumber: Entry] = [:]
    /// The count of writes to each shard.
    private(set) var counts = Shard.all.map { _ in 0 }

    mutating func perform(_ call: ClusterRegistryCall, at now: Instant) -> ClusterRegistryReply {
        switch call {
        case .takeNumber(let least, _):
            last = max(last + 1, UInt32(now.wholeSeconds), least.rawValue)
            if numberedRun != run { last += Self.leap + UInt32(run * 97 % 256) }
            numberedRun = run
            return .number(ClusterSequenceNumber(rawValue: last), run: "\(run)")
        case .join(let entry, _):
            entries[entry.generation] = Entry(
                nonce: entry.nonce, address: entry.address, renewed: now)
            return .view(view(at: now, since: nil))
        case .renew(let generation, let nonce, let removed):
            guard let elapsed = renew(generation, nonce, at: now) else { return .dead }
            for other in removed { entries[other] = nil }
            return .view(view(at: now, since: elapsed))
        case .claim(let generation, let nonce, let term, let replaced):
            guard let elapsed = renew(generation, nonce, at: now) else { return .dead }
            for (shard, expected) in replaced where ownerships[shard.number] == expected {
                if let owner = expected.owner, owner != generation { entries[owner] = nil }
                ownerships[shard.number] = ShardOwnership(owner: generation, term: term)
            }
            return .view(view(at: now, since: elapsed))
        case .pass(let shard, let heir, let generation, let nonce, let term):
            guard let elapsed = renew(generation, nonce, at: now) else { return .dead }
            if ownerships[shard.number] == ShardOwnership(owner: generation, term: term) {
                ownerships[shard.number] = ShardOwnership(owner: heir, term: term)
            }
            return .view(view(at: now, since: elapsed))
        case .leave(let generation, let nonce, let heirs):
            if entries[generation]?.nonce == nonce { entries[generation] = nil }
            for shard in Shard.all where ownerships[shard.number].owner == generation {
                ownerships[shard.number] = ShardOwnership(
                    owner: heirs[shard], term: ownerships[shard.number].term)
            }
            return .left
        }
    }

    private mutating func renew(
        _ generation: ClusterSequenceNumber, _ nonce: UInt64, at now: Instant
    ) -> Duration? {
        guard let entry = entries[generation], entry.nonce == nonce else { return nil }
        entries[generation]?.renewed = now
        return now - entry.renewed
    }

    private func view(at now: Instant, since elapsed: Duration?) -> ClusterView {
        ClusterView(
            run: "\(run)", ownerships: ownerships,
            members: entries.sorted { $0.key < $1.key }.map {
                ClusterView.Member(
                    generation: $0.key, address: $0.value.address, age: now - $0.value.renewed)
            }, elapsed: elapsed, last: ClusterSequenceNumber(rawValue: last))
    }

    /// Performs a write that names owner, term and count. False if it is refused.
    mutating func write(_ fence: ShardOwnership, to shard: Shard, count: Int) -> Bool {
        guard fence == ownerships[shard.number], count == counts[shard.number] else {
            return false
        }
        counts[shard.number] += 1
        return true
    }
}

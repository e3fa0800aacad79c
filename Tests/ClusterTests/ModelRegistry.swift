import Cluster
import SimperiumClock

/// The registry and the fence of a Redis, as a model. A copy is a replica's state.
struct ModelRegistry {
    struct Entry {
        let nonce: UInt64
        let address: String
        var renewed: Instant
    }

    /// The numbers that a new life of Redis leaves out, because a replica may have lost as many.
    static let leap: UInt32 = 60

    var run = 0
    private var numberedRun = 0
    private(set) var last: UInt32 = 0
    private(set) var ownership = Ownership(owner: nil, term: ClusterNumber(rawValue: 0))
    private(set) var entries: [ClusterNumber: Entry] = [:]
    /// The count of writes.
    private(set) var count = 0

    mutating func perform(_ call: ClusterCall, at now: Instant) -> ClusterReply {
        switch call {
        case .takeNumber(let least, _):
            last = max(last + 1, UInt32(now.wholeSeconds), least.rawValue)
            if numberedRun != run { last += Self.leap }
            numberedRun = run
            return .number(ClusterNumber(rawValue: last), run: "\(run)")
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
            if ownership == replaced {
                if let owner = replaced.owner, owner != generation { entries[owner] = nil }
                ownership = Ownership(owner: generation, term: term)
            }
            return .view(view(at: now, since: elapsed))
        case .leave(let generation, let nonce):
            if entries[generation]?.nonce == nonce { entries[generation] = nil }
            if ownership.owner == generation {
                ownership = Ownership(owner: nil, term: ownership.term)
            }
            return .left
        }
    }

    private mutating func renew(
        _ generation: ClusterNumber, _ nonce: UInt64, at now: Instant
    ) -> Duration? {
        guard let entry = entries[generation], entry.nonce == nonce else { return nil }
        entries[generation]?.renewed = now
        return now - entry.renewed
    }

    private func view(at now: Instant, since elapsed: Duration?) -> ClusterView {
        ClusterView(
            run: "\(run)", ownership: ownership,
            members: entries.sorted { $0.key < $1.key }.map {
                ClusterView.Member(
                    generation: $0.key, address: $0.value.address, age: now - $0.value.renewed)
            }, elapsed: elapsed, last: ClusterNumber(rawValue: last))
    }

    /// Performs a write that names owner, term and count. False if it is refused.
    mutating func write(_ fence: Ownership, count: Int) -> Bool {
        guard fence == ownership, count == self.count else { return false }
        self.count += 1
        return true
    }
}

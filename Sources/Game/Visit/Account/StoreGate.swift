internal import SimperiumClock
internal import SimperiumSync
package import SimperiumWire

/// Holds back the frames of the account until its edits are on the disk, and no others: the moves
/// of a match don't wait for a disk.
///
/// A store that fails holds nothing back: then the server has the edits.
///
/// Order of calls, in each turn: `add` the edits and `hold` the effects that follow them; then
/// `takeWork`. `handle` each answer of the store, or `.failed` at `answerDue`, and perform the
/// effects that it returns.
struct StoreGate: Sendable {
    /// A disk may be slow, but a change that waits for its answer must not break the line.
    private static let patience = Duration.seconds(10)

    /// The works that were given out, and those of them that are on the disk.
    private var given = 0
    private var stored = 0
    private var hasFailed = false
    /// The deadline of the store's answer.
    private(set) var answerDue: Instant?
    /// The edits of this turn.
    private var parts: [StoreTransaction.Part] = []
    private var held: [(behind: Int, effect: LinkEffect)] = []

    /// True while an edit is not stored yet.
    var isClosed: Bool { !hasFailed && (stored < given || !parts.isEmpty) }

    mutating func add(_ edits: [ReplicaEdit], of bucket: BucketName) {
        parts.append(StoreTransaction.Part(edits, of: bucket))
    }

    mutating func hold(_ effect: LinkEffect) {
        held.append((parts.isEmpty ? given : given + 1, effect))
    }

    /// Takes the edits of this turn.
    mutating func takeWork(at now: Instant) -> StoreTransaction? {
        guard !parts.isEmpty else { return nil }
        given += 1
        if !hasFailed { answerDue = answerDue ?? now + Self.patience }
        defer { parts = [] }
        return StoreTransaction(given, parts)
    }

    /// Returns the effects that may leave now.
    mutating func handle(_ answer: StoreTransactionResult, at now: Instant) -> [LinkEffect] {
        switch answer {
        case .stored(let number):
            stored = max(stored, number)
            hasFailed = false
            answerDue = stored < given ? now + Self.patience : nil
        case .failed:
            hasFailed = true
            answerDue = nil
        }
        let free = held.filter { hasFailed || $0.behind <= stored }.map(\.effect)
        held.removeAll { hasFailed || $0.behind <= stored }
        return free
    }

    /// Drops the effects for a connection that has ended.
    mutating func removeEffects(_ connection: LinkID) {
        held.removeAll { if case .send(_, connection) = $0.effect { true } else { false } }
    }

    /// Begins with another copy. The numbers continue to rise, so a late answer has no effect.
    mutating func reset() {
        (stored, hasFailed, parts, held) = (given, false, [], [])
        answerDue = nil
    }
}

/// The edits of a turn in an account's buckets, stored in one transaction. Works are stored in
/// their order.
package struct StoreTransaction: Hashable, Codable, Sendable {
    package struct Part: Hashable, Codable, Sendable {
        package let bucket: BucketName
        package let edits: [ReplicaEdit]

        package init(_ edits: [ReplicaEdit], of bucket: BucketName) {
            self.bucket = bucket
            self.edits = edits
        }
    }

    /// One more than the work before.
    package let number: Int
    package let parts: [Part]

    package init(_ number: Int, _ parts: [Part]) {
        self.number = number
        self.parts = parts
    }
}

/// The store's answer.
package enum StoreTransactionResult: Hashable, Codable, Sendable {
    /// This one and all before it are on the disk.
    case stored(Int)
    /// The store can't be written to, for this reason; nil if it has not answered for a long time.
    /// It may store the earlier works later.
    case failed(because: String?)
}

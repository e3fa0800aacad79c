internal import SimperiumClock
internal import SimperiumSync
package import SimperiumWire

/// A gate that delays the account's frames until the account's edits are on disk. It delays no
/// other frames, so moves in a match don't wait for a disk.
///
/// While the store fails, no frame is delayed, so that at least the server has the edits.
///
/// Order of calls in each tick: `add` the edits, and `hold` the effects that follow them; then
/// `drainGatheredEdits`. Call `recordAnswerReleasingEffects` with each answer of the store, or with
/// `.failed` at `answerDue`, and perform the returned effects.
struct SendAfterStoreGate: Sendable {
    /// The time limit for the store's answer. A slow disk must not delay a change for longer.
    private static let patience = Duration.seconds(10)

    /// The number of transactions that were passed to the store.
    private var given = 0
    /// The number of the last transaction that is on disk.
    private var stored = 0
    private var hasFailed = false
    /// The deadline of the store's answer; nil if none is awaited.
    private(set) var answerDue: Instant?
    private var parts: [StoreTransaction.EditedBucket] = []
    private var held: [(behind: Int, effect: LinkEffect)] = []

    /// True if frames must wait: an edit is not on disk, and the store has not failed.
    var isClosed: Bool { !hasFailed && (stored < given || !parts.isEmpty) }

    mutating func add(_ edits: [ReplicaStoreEdit], of bucket: BucketName) {
        parts.append(StoreTransaction.EditedBucket(bucket: bucket, edits: edits))
    }

    mutating func hold(_ effect: LinkEffect) {
        held.append((parts.isEmpty ? given : given + 1, effect))
    }

    mutating func drainGatheredEdits(startingDeadlineAt now: Instant) -> StoreTransaction? {
        guard !parts.isEmpty else { return nil }
        given += 1
        if !hasFailed { answerDue = answerDue ?? now + Self.patience }
        defer { parts = [] }
        return StoreTransaction(number: given, parts: parts)
    }

    mutating func recordAnswerReleasingEffects(
        _ answer: StoreTransactionResult, at now: Instant
    ) -> [LinkEffect] {
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

    mutating func removeEffects(of connection: LinkID) {
        held.removeAll { if case .send(_, connection) = $0.effect { true } else { false } }
    }

    /// Drops the edits and effects. The numbers continue, so a late `.stored` releases no new
    /// effects.
    mutating func resetForAnotherCopy() {
        (stored, hasFailed, parts, held) = (given, false, [], [])
        answerDue = nil
    }
}

/// The edits of one tick in an account's buckets, to be stored in one transaction and in order.
package struct StoreTransaction: Hashable, Codable, Sendable {
    package struct EditedBucket: Hashable, Codable, Sendable {
        package let bucket: BucketName
        package let edits: [ReplicaStoreEdit]
    }

    /// The transaction's number, one higher than the previous transaction's.
    package let number: Int
    package let parts: [EditedBucket]
}

package enum StoreTransactionResult: Hashable, Codable, Sendable {
    /// The transaction with this number, and all before it, are on disk.
    case stored(Int)
    /// The store failed for this reason; nil if it did not answer in time. The store may still
    /// write the transactions that it has received.
    case failed(because: String?)
}

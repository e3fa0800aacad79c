internal import SimperiumClock
internal import SimperiumSync
package import SimperiumWire

/// Holds back what must not leave before it is on the disk, and nothing else: the moves of a match
/// don't wait for a disk.
///
/// A store that fails holds nothing back. What is at the server by then is not lost with this
/// program, and what this program does is not known to be lost, either.
struct StoreGate: Sendable {
    /// A disk may be slow, but a change that waits for its answer must not break the line.
    private static let patience = Duration.seconds(10)

    /// The works that were given out, and those of them that are on the disk.
    private var given = 0
    private var stored = 0
    private var hasFailed = false
    /// When the store counts as failed if nothing is heard of it.
    private(set) var answerDue: Instant?
    /// What this turn has left to be stored.
    private var parts: [StoreWork.Part] = []
    private var held: [(behind: Int, effect: LinkEffect)] = []

    /// Whether anything is to be stored that is not.
    var isClosed: Bool { !hasFailed && (stored < given || !parts.isEmpty) }

    mutating func add(_ edits: [ReplicaEdit], of bucket: BucketName) {
        parts.append(StoreWork.Part(edits, of: bucket))
    }

    mutating func hold(_ effect: LinkEffect) {
        held.append((parts.isEmpty ? given : given + 1, effect))
    }

    /// What is to be stored of this turn.
    mutating func takeWork(at now: Instant) -> StoreWork? {
        guard !parts.isEmpty else { return nil }
        given += 1
        if !hasFailed { answerDue = answerDue ?? now + Self.patience }
        defer { parts = [] }
        return StoreWork(given, parts)
    }

    /// What may leave now.
    mutating func take(_ answer: CopyAnswer, at now: Instant) -> [LinkEffect] {
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

    /// What was to leave on a connection that has ended never does.
    mutating func close(_ connection: ConnectionID) {
        held.removeAll { if case .send(_, connection) = $0.effect { true } else { false } }
    }

    /// Begins with another copy. The numbers go on, so that a late answer means nothing.
    mutating func reset() {
        (stored, hasFailed, parts, held) = (given, false, [], [])
        answerDue = nil
    }
}

/// What a turn made of an account's buckets: to be stored in one transaction, the works in their
/// order.
package struct StoreWork: Hashable, Codable, Sendable {
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

/// What became of works.
package enum CopyAnswer: Hashable, Codable, Sendable {
    /// This one and all before it are on the disk.
    case stored(Int)
    /// The store can't be written to, for this reason; nil if it has not answered for long. It may
    /// go on later, with what it was given.
    case failed(because: String?)
}

internal import SimperiumClock

/// The position of a block in a connection's output.
package enum SendOrder: Hashable, Sendable {
    /// The block is sent after all earlier blocks, including blocks that are held back.
    case inOrder
    /// The block is sent before blocks that are held back.
    case aheadOfHeldBlocks
    /// The block is held back: it is sent after all earlier blocks, and not before
    /// `releaseHeldBlocks` has reached this mark.
    case heldUntil(UInt64)
}

/// The output of a connection before encryption. Encrypted records wait in the connection's
/// session.
struct SendQueue {
    private struct HeldBlock {
        let bytes: [UInt8]
        let mark: UInt64
    }

    /// The blocks that may not be sent yet, in ascending order of their marks.
    private var held: [HeldBlock] = []
    private var heldBytes = 0
    /// The maximum number of bytes that may wait for the peer. If more bytes would wait, the peer
    /// is too slow.
    private let limit: Int
    /// The blocks that may be sent. An encrypted connection encrypts them first.
    var plain = SocketOutbox()
    /// The number of bytes that the kernel has accepted.
    private(set) var acceptedBytes = 0
    /// The last time when the kernel accepted bytes.
    private(set) var lastAcceptedAt = Instant.start
    /// True if the kernel accepts nothing at present.
    var isBlocked = false
    /// True if the queue must be sent at the end of the turn.
    var isDirty = false

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { plain.count + heldBytes }
    var isReleased: Bool { held.isEmpty }

    enum AppendResult {
        /// The block may be sent, and the caller must schedule a flush at the end of this turn.
        case ready
        case held
        /// The block was not added, because too many bytes wait. The limit applies only while the
        /// kernel accepts no bytes, so a burst within one turn is allowed.
        case noRoom
    }

    mutating func append(_ block: [UInt8], _ order: SendOrder) -> AppendResult {
        guard !isBlocked || hasRoom(for: block) else { return .noRoom }
        switch order {
        case .aheadOfHeldBlocks: break
        case .inOrder:
            if let last = held.last { return appendHeld(block, after: last.mark) }
        case .heldUntil(let mark):
            return appendHeld(block, after: max(mark, held.last?.mark ?? 0))
        }
        plain.append(block)
        return .ready
    }

    private mutating func appendHeld(_ block: [UInt8], after mark: UInt64) -> AppendResult {
        held.append(HeldBlock(bytes: block, mark: mark))
        heldBytes += block.count
        return .held
    }

    /// Releases the held blocks up to a mark. Returns false if no block was released.
    mutating func releaseHeldBlocks(upTo mark: UInt64) -> Bool {
        var count = 0
        while count < held.count, held[count].mark <= mark {
            plain.append(held[count].bytes)
            heldBytes -= held[count].bytes.count
            count += 1
        }
        held.removeFirst(count)
        return count > 0
    }

    mutating func removeHeldBlocks() {
        held = []
        heldBytes = 0
    }

    /// Marks the queue to be sent at the end of the turn. Returns false if it was marked already.
    mutating func markForFlush() -> Bool {
        guard !isDirty else { return false }
        isDirty = true
        return true
    }

    /// Returns true if there is room for a block. If no block is ready to be sent, any block has
    /// room, because a message larger than the limit must not end every connection that it is sent
    /// on.
    private func hasRoom(for block: [UInt8]) -> Bool {
        plain.isEmpty || plain.count + heldBytes + block.count <= limit
    }

    /// Returns true if the records exceed the limit by more than one record, so that the owner's
    /// output can't be the cause.
    func isLimitExceeded(by records: SocketOutbox) -> Bool {
        records.count > limit + TLSSession.mostPerRecord
    }

    mutating func recordSent(_ count: Int, at now: Instant) {
        acceptedBytes += count
        lastAcceptedAt = now
    }

    mutating func removeAll() {
        removeHeldBlocks()
        plain.removeAll()
    }
}

internal import SimperiumClock

/// What a connection is still to send: as its owner said it, and encrypted.
struct SendQueue {
    /// How much may wait before the peer counts as too slow.
    private let limit: Int
    /// What the owner said. Without encryption it leaves as it is.
    var plain = SocketOutbox()
    /// What is encrypted already. More is only when this has left, in records as large as can be.
    var records = SocketOutbox()
    /// Whether the kernel takes nothing at present.
    var isBlocked = false
    /// Whether it is to be sent when the turn ends.
    var isDirty = false
    /// How much the kernel has taken so far, and when it did last.
    private(set) var taken = 0
    private(set) var lastTaken = Instant.start

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { plain.count + records.count }
    var isEmpty: Bool { plain.isEmpty && records.isEmpty }

    /// What came of a block.
    enum Appended {
        /// It is the first in this turn.
        case first
        case more
        /// A burst within one turn says nothing about the peer; what it has not taken since does.
        case noRoom
    }

    mutating func append(_ block: [UInt8]) -> Appended {
        guard !isBlocked || hasRoom(for: block) else { return .noRoom }
        plain.append(block)
        return makeDirty() ? .first : .more
    }

    /// Has it sent when the turn ends; true if that is new.
    mutating func makeDirty() -> Bool {
        guard !isDirty else { return false }
        isDirty = true
        return true
    }

    /// One block always has room, or a message larger than the limit would end every peer.
    private func hasRoom(for block: [UInt8]) -> Bool {
        plain.isEmpty || plain.count + block.count <= limit
    }

    /// Whether the peer had the session answer again and again, and read none of it.
    var isOverfull: Bool { records.count > limit + TLSSession.mostPerRecord }

    /// Takes off what the kernel has taken.
    mutating func remove(_ count: Int, isEncrypted: Bool, at now: Instant) {
        if isEncrypted { records.remove(count) } else { plain.remove(count) }
        taken += count
        lastTaken = now
    }

    mutating func removeAll() {
        plain.removeAll()
        records.removeAll()
    }
}

/// The output of one connection: blocks of bytes, which other connections may share.
///
/// Mostly a single block waits, or none, and then there is no array.
struct SocketOutbox {
    /// The first block that is not sent completely.
    private var front: [UInt8] = []
    /// The number of its bytes that are sent.
    private var offset = 0
    /// The blocks behind `front`, from the index `next` on.
    private var rest: [[UInt8]] = []
    private var next = 0
    /// The number of bytes still to be sent.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ block: [UInt8]) {
        guard !block.isEmpty else { return }
        if isEmpty { front = block } else { rest.append(block) }
        count += block.count
    }

    /// Removes sent bytes.
    mutating func remove(_ sent: Int) {
        count -= sent
        guard !isEmpty else { return removeAll() }
        offset += sent
        while offset >= front.count {
            offset -= front.count
            front = exchange(&rest[next], with: [])
            next += 1
        }
        if next == rest.count || next > 256 {
            rest.removeFirst(next)
            next = 0
        }
    }

    mutating func removeAll() {
        self = SocketOutbox()
    }

    /// Calls `body` for each block from the first on, until it has had enough.
    func forEachBlock(_ body: (ArraySlice<UInt8>) -> Bool) {
        guard !isEmpty, body(front[offset...]) else { return }
        for block in rest[next...] {
            guard body(block[...]) else { return }
        }
    }

    /// Returns up to `limit` bytes from the front, as one block.
    func gathered(upTo limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, count))
        forEachBlock { block in
            bytes += block.prefix(limit - bytes.count)
            return bytes.count < limit
        }
        return bytes
    }
}

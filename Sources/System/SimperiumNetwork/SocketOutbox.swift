/// The output of one connection: blocks of bytes, which other connections may share.
///
/// Usually at most one block waits. It is in `front`, so that `rest` stays empty and allocates
/// nothing.
struct SocketOutbox {
    /// The first block that has not been sent completely.
    private var front: [UInt8] = []
    /// The number of bytes of `front` that have been sent.
    private var offset = 0
    /// The blocks after `front`. They begin at the index `next`; earlier elements are empty.
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

    /// Calls `body` with the unsent bytes of each block, from the first on, until `body` returns
    /// false.
    func forEachBlock(_ body: (ArraySlice<UInt8>) -> Bool) {
        guard !isEmpty, body(front[offset...]) else { return }
        for block in rest[next...] {
            guard body(block[...]) else { return }
        }
    }

    /// Returns up to `limit` bytes from the front, as one block, without removing them.
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

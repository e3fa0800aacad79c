/// The output of one connection: blocks of bytes, which other connections may share.
struct SocketOutbox {
    private var blocks: [[UInt8]] = []
    /// The first block that is not sent, and how much of it is.
    private var first = 0
    private var offset = 0
    /// The number of bytes still to be sent.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ block: [UInt8]) {
        guard !block.isEmpty else { return }
        blocks.append(block)
        count += block.count
    }

    /// Removes sent bytes.
    mutating func remove(_ sent: Int) {
        count -= sent
        offset += sent
        while first < blocks.count, offset >= blocks[first].count {
            offset -= blocks[first].count
            blocks[first] = []
            first += 1
        }
        if first == blocks.count {
            // Room for a burst is not kept by a connection that is idle.
            blocks.removeAll(keepingCapacity: blocks.capacity <= 8)
            first = 0
        } else if first > 256 {
            blocks.removeFirst(first)
            first = 0
        }
    }

    mutating func removeAll() {
        self = SocketOutbox()
    }

    /// Calls `body` for each block from the first on, until it has had enough.
    func forEachBlock(_ body: (ArraySlice<UInt8>) -> Bool) {
        var offset = offset
        for block in blocks[first...] {
            guard body(block[offset...]) else { return }
            offset = 0
        }
    }

    /// Up to `limit` bytes from the front, as one block.
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

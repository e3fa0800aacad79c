/// Reads numbers of some bits, the lowest first, as RFC 1951 lays them into bytes.
struct BitReader: ~Copyable {
    private let bytes: [UInt8]
    private var position = 0
    private var buffer: UInt64 = 0
    private var count = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether a whole byte at least is still to be read.
    var hasMore: Bool { count >= 8 || position < bytes.count }

    /// The next bits, without reading them, and zeros behind the end.
    mutating func peek() -> UInt64 {
        if count < 48 { fill() }
        return buffer
    }

    /// Reads on behind bits that were seen by `peek`.
    mutating func skip(_ bits: Int) throws(DeflateFault) {
        guard bits <= count else { throw .cutShort }
        buffer >>= UInt64(bits)
        count -= bits
    }

    /// At most 32 bits.
    mutating func read(_ bits: Int) throws(DeflateFault) -> Int {
        let value = peek() & (1 << UInt64(bits) - 1)
        try skip(bits)
        return Int(value)
    }

    /// Skips what is left of a byte that was begun.
    mutating func align() throws(DeflateFault) {
        try skip(count % 8)
    }

    private mutating func fill() {
        while count <= 56, position < bytes.count {
            buffer |= UInt64(bytes[position]) << UInt64(count)
            position += 1
            count += 8
        }
    }
}

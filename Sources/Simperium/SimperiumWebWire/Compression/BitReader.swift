/// A reader of numbers with a given count of bits, the lowest bit first, as in RFC 1951.
struct BitReader: ~Copyable {
    private var bytes: [UInt8]
    private var position = 0
    private var buffer: UInt64 = 0
    private var count = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// True if at least one whole byte is left.
    var hasMore: Bool { count >= 8 || position < bytes.count }

    /// The number of whole bytes that are left.
    var left: Int { bytes.count - position + count / 8 }

    /// Adds bytes at the end, and frees those that were read.
    mutating func add(_ more: [UInt8]) {
        bytes.removeFirst(position)
        bytes += more
        position = 0
    }

    /// The next bits without consuming them; at least 48, with zeros after the end.
    mutating func peek() -> UInt64 {
        if count < 48 { fill() }
        return buffer
    }

    /// Consumes bits that `peek` has returned.
    mutating func skip(_ bits: Int) throws(DeflateFault) {
        guard bits <= count else { throw .cutShort }
        buffer >>= UInt64(bits)
        count -= bits
    }

    /// Reads at most 32 bits.
    mutating func read(_ bits: Int) throws(DeflateFault) -> Int {
        let value = peek() & (1 << UInt64(bits) - 1)
        try skip(bits)
        return Int(value)
    }

    /// Skips the rest of a partly read byte.
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

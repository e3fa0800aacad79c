/// A writer of numbers with a given count of bits, the lowest bit first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var buffer: UInt64 = 0
    private var count = 0

    init(reserving capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes at most 32 bits. No higher bit of `value` may be set.
    mutating func write(_ value: Int, bits: Int) {
        buffer |= UInt64(truncatingIfNeeded: value) << UInt64(count)
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            count -= 8
        }
    }

    /// Fills the rest of a partly written byte with zeros.
    mutating func align() {
        if count > 0 { write(0, bits: 8 - count) }
    }
}

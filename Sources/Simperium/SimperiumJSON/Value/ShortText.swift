/// A text of up to 15 bytes in two 64-bit words. The first byte of the text is the lowest byte. The
/// highest byte is the count.
struct ShortText: Hashable, Sendable {
    static let capacity = 15

    private var low: UInt64 = 0
    private var high: UInt64

    init(_ text: Span<UInt8>, _ range: Range<Int>) {
        high = UInt64(range.count) << 56
        var shift: UInt64 = 0
        for index in range {
            write(text[index], atBit: shift)
            shift += 8
        }
    }

    private mutating func write(_ byte: UInt8, atBit shift: UInt64) {
        if shift < 64 {
            low |= UInt64(byte) &<< shift
        } else {
            high |= UInt64(byte) &<< (shift - 64)
        }
    }
}

extension ShortText: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { Int(high >> 56) }

    subscript(position: Int) -> UInt8 {
        let word = position < 8 ? low : high
        return UInt8(truncatingIfNeeded: word &>> UInt64((position & 7) * 8))
    }
}

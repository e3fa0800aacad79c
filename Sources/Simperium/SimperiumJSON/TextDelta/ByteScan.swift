/// Scans of long texts, 32 bytes at a time, because scans of single bytes would make edits far
/// slower.
extension Span<UInt8> {
    func commonPrefixLength(_ other: Span<UInt8>) -> Int {
        let limit = Swift.min(self.count, other.count)
        var count = 0
        while count + 32 <= limit, block(at: count).equals(other.block(at: count)) { count += 32 }
        while count < limit, self[count] == other[count] { count += 1 }
        return count
    }

    func commonSuffixLength(_ other: Span<UInt8>) -> Int {
        let limit = Swift.min(self.count, other.count)
        var count = 0
        while count + 32 <= limit {
            let block = block(at: self.count - count - 32)
            guard block.equals(other.block(at: other.count - count - 32)) else { break }
            count += 32
        }
        while count < limit, self[self.count - 1 - count] == other[other.count - 1 - count] {
            count += 1
        }
        return count
    }

    var isASCII: Bool {
        var index = 0
        while index + 32 <= count, block(at: index).isASCII { index += 32 }
        while index < count, self[index] < 0x80 { index += 1 }
        return index == count
    }

    var utf16Count: Int {
        var (index, units) = (0, 0)
        while index + 32 <= count {
            units += block(at: index).utf16Count
            index += 32
        }
        while index < count {
            units += self[index].utf16Count
            index += 1
        }
        return units
    }

    /// Returns the index `count` UTF-16 units after `start`; nil beyond the end or inside a
    /// surrogate pair.
    func index(_ start: Int, movedByUTF16 count: Int) -> Int? {
        var index = start
        var left = count
        // A block counts up to 33 units, because its last byte may begin a character of two units.
        while left > 32, index + 32 <= self.count {
            left -= block(at: index).utf16Count
            index += 32
        }
        while left > 0, index < self.count {
            left -= self[index].utf16Count
            index += 1
        }
        // The continuation bytes of the last character count as zero.
        while index < self.count, self[index].utf16Count == 0 { index += 1 }
        return left == 0 ? index : nil
    }

    /// Returns the index of the first byte from `start` on that needs an escape; otherwise the end.
    func firstIndexNeedingEscape(from start: Int) -> Int {
        var index = start
        while index + 32 <= count, block(at: index).isPlain { index += 32 }
        while index + 8 <= count {
            let escapes = littleEndianWord(at: index).escapes
            guard escapes == 0 else { return index + escapes.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, self[index].isPlain { index += 1 }
        return index
    }

    /// Subtracts five from `excess` for each byte that needs no escape, because `excess` counts
    /// six, the longest escape, for each byte. Stops once there is no excess.
    func subtractUnneededEscapeLength(fromWorstCase excess: inout Int) {
        var index = 0
        while index + 32 <= count, excess > 0 {
            excess -= 5 * (32 - block(at: index).countOfEscapes)
            index += 32
        }
        while index < count, excess > 0 {
            if self[index].isPlain { excess -= 5 }
            index += 1
        }
    }

    @inline(__always)
    fileprivate func block(at offset: Int) -> ThirtyTwoByteBlock {
        let bytes = extracting(offset..<offset + 32)
        return ThirtyTwoByteBlock(
            words: (
                bytes.littleEndianWord(at: 0), bytes.littleEndianWord(at: 8),
                bytes.littleEndianWord(at: 16), bytes.littleEndianWord(at: 24)
            ))
    }

    /// Returns eight bytes as a little-endian number. The compiler makes this a single load.
    @inlinable @inline(__always)
    package func littleEndianWord(at offset: Int) -> UInt64 {
        let bytes = extracting(offset..<offset + 8)
        let low =
            UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16
            | UInt64(bytes[3]) << 24
        let high =
            UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16
            | UInt64(bytes[7]) << 24
        return low | high << 32
    }
}

extension [UInt8] {
    /// Returns the lengths of the common prefix of two texts, and of the common suffix of the rest.
    package func commonPrefixAndSuffixCounts(with other: [UInt8]) -> (start: Int, end: Int) {
        let start = span.commonPrefixLength(other.span)
        let end = span.extracting(start...).commonSuffixLength(other.span.extracting(start...))
        return (start, end)
    }
}

private struct ThirtyTwoByteBlock {
    let words: (UInt64, UInt64, UInt64, UInt64)

    @inline(__always)
    func equals(_ other: ThirtyTwoByteBlock) -> Bool {
        let first = (words.0 ^ other.words.0) | (words.1 ^ other.words.1)
        return first | (words.2 ^ other.words.2) | (words.3 ^ other.words.3) == 0
    }

    @inline(__always)
    var isASCII: Bool { (words.0 | words.1 | words.2 | words.3).isASCII }

    /// The number of UTF-16 units of the characters that begin in the block.
    @inline(__always)
    var utf16Count: Int {
        guard !isASCII else { return 32 }
        let first = words.0.utf16Count + words.1.utf16Count
        return first + words.2.utf16Count + words.3.utf16Count
    }

    @inline(__always)
    var isPlain: Bool {
        let first = words.0.escapes | words.1.escapes
        return first | words.2.escapes | words.3.escapes == 0
    }
}

extension ThirtyTwoByteBlock {
    @inline(__always)
    fileprivate var countOfEscapes: Int {
        let first = words.0.eachEscape &+ words.1.eachEscape
        return (first &+ words.2.eachEscape &+ words.3.eachEscape).sumOfBytes
    }
}

extension UInt64 {
    @inline(__always)
    private static func repeating(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    @inline(__always)
    fileprivate var isASCII: Bool { self & Self.repeating(0x80) == 0 }

    /// The number of UTF-16 units of eight bytes: each character counts at its first byte.
    @inline(__always)
    fileprivate var utf16Count: Int {
        let continuations = self & ~(self << 1) & Self.repeating(0x80)
        let pairs = self & self << 1 & self << 2 & self << 3 & Self.repeating(0x80)
        return 8 - continuations.nonzeroBitCount + pairs.nonzeroBitCount
    }

    /// A word with the value 1 in each byte that needs an escape, and 0 in all others.
    @inline(__always)
    fileprivate var eachEscape: UInt64 {
        let quotes = (self ^ Self.repeating(UInt8(ascii: "\""))).markOfOthers
        let backslashes = (self ^ Self.repeating(UInt8(ascii: "\\"))).markOfOthers
        let controls = (self & Self.repeating(0xE0)).markOfOthers
        return ~(quotes & backslashes & controls) &>> 7 & Self.repeating(1)
    }

    /// A word with the highest bit set in each byte that is not zero, and clear in each zero byte.
    /// The other bits are arbitrary.
    @inline(__always)
    private var markOfOthers: UInt64 {
        ((self & Self.repeating(0x7F)) &+ Self.repeating(0x7F)) | self
    }

    @inline(__always)
    fileprivate var sumOfBytes: Int { Int((self &* Self.repeating(1)) &>> 56) }

    /// A word whose lowest set bit is the highest bit of the first byte that needs an escape in a
    /// JSON string. Further set bits mean nothing. Zero if none of the eight bytes needs an escape.
    @inline(__always)
    fileprivate var escapes: UInt64 {
        let quote = self ^ Self.repeating(UInt8(ascii: "\""))
        let backslash = self ^ Self.repeating(UInt8(ascii: "\\"))
        let control = (self &- Self.repeating(0x20)) & ~self
        let quotes = (quote &- Self.repeating(1)) & ~quote
        let backslashes = (backslash &- Self.repeating(1)) & ~backslash
        return (control | quotes | backslashes) & Self.repeating(0x80)
    }
}

extension UInt8 {
    /// The UTF-16 units of a character, counted at its first byte; zero for its other bytes.
    var utf16Count: Int {
        self < 0x80 ? 1 : self < 0xC0 ? 0 : self < 0xF0 ? 1 : 2
    }
}

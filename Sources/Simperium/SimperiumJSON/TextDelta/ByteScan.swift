/// Scans of long texts, a block at a time.
///
/// The loops over a block have a fixed length and no exit, and sum or join one expression of each
/// byte. Such a loop is compiled to vector instructions; a loop that may end at each byte takes ten
/// times as long.
extension Span<UInt8> {
    private static var block: Int { 64 }

    func commonPrefixLength(_ other: Span<UInt8>) -> Int {
        let limit = Swift.min(self.count, other.count)
        var count = 0
        while count + Self.block <= limit,
            hasEqualBlock(at: count, to: other, at: count)
        {
            count += Self.block
        }
        while count < limit, self[count] == other[count] { count += 1 }
        return count
    }

    func commonSuffixLength(_ other: Span<UInt8>) -> Int {
        let limit = Swift.min(self.count, other.count)
        var count = 0
        while count + Self.block <= limit,
            hasEqualBlock(
                at: self.count - count - Self.block, to: other,
                at: other.count - count - Self.block)
        {
            count += Self.block
        }
        while count < limit, self[self.count - 1 - count] == other[other.count - 1 - count] {
            count += 1
        }
        return count
    }

    var isASCII: Bool {
        var index = 0
        while index + Self.block <= count, hasASCIIBlock(at: index) { index += Self.block }
        while index < count, self[index] < 0x80 { index += 1 }
        return index == count
    }

    var utf16Count: Int {
        var (index, units) = (0, 0)
        while index + Self.block <= count {
            units += utf16CountOfBlock(at: index)
            index += Self.block
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
        // A block counts one unit more than its bytes, if its last byte begins a character of two
        // units.
        while left > Self.block, index + Self.block <= self.count {
            left -= utf16CountOfBlock(at: index)
            index += Self.block
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
        while index + Self.block <= count, isPlain(from: index, count: Self.block) {
            index += Self.block
        }
        // Runs without an escape are often shorter than a block, for example the lines of a text.
        while index + 16 <= count, isPlain(from: index, count: 16) { index += 16 }
        while index < count, self[index].isPlain { index += 1 }
        return index
    }

    /// Subtracts five from `excess` for each byte that needs no escape, because `excess` counts
    /// six, the longest escape, for each byte. Stops once there is no excess.
    func subtractUnneededEscapeLength(fromWorstCase excess: inout Int) {
        var index = 0
        while index + Self.block <= count, excess > 0 {
            excess -= 5 * (Self.block - countOfEscapesInBlock(at: index))
            index += Self.block
        }
        while index < count, excess > 0 {
            if self[index].isPlain { excess -= 5 }
            index += 1
        }
    }

    @inline(__always)
    private func hasEqualBlock(at offset: Int, to other: Span<UInt8>, at otherOffset: Int) -> Bool {
        let mine = extracting(offset..<offset + Self.block)
        let theirs = other.extracting(otherOffset..<otherOffset + Self.block)
        var difference: UInt8 = 0
        for index in 0..<Self.block { difference |= mine[index] ^ theirs[index] }
        return difference == 0
    }

    @inline(__always)
    private func hasASCIIBlock(at offset: Int) -> Bool {
        let bytes = extracting(offset..<offset + Self.block)
        var bits: UInt8 = 0
        for index in 0..<Self.block { bits |= bytes[index] }
        return bits < 0x80
    }

    /// Returns the number of UTF-16 units of the characters that begin in the block.
    @inline(__always)
    private func utf16CountOfBlock(at offset: Int) -> Int {
        let bytes = extracting(offset..<offset + Self.block)
        var units: UInt8 = 0
        for index in 0..<Self.block { units &+= bytes[index].utf16Units }
        return Int(units)
    }

    @inline(__always)
    private func isPlain(from offset: Int, count: Int) -> Bool {
        let bytes = extracting(offset..<offset + count)
        var escapes: UInt8 = 0
        for index in 0..<count { escapes |= bytes[index].escapes }
        return escapes == 0
    }

    @inline(__always)
    private func countOfEscapesInBlock(at offset: Int) -> Int {
        let bytes = extracting(offset..<offset + Self.block)
        var escapes: UInt8 = 0
        for index in 0..<Self.block { escapes &+= bytes[index].escapes }
        return Int(escapes)
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

extension UInt8 {
    /// The number of UTF-16 units of the character that begins with this byte; zero for a
    /// continuation byte.
    var utf16Count: Int { Int(utf16Units) }

    /// 1 for a byte that needs an escape in a JSON string, and 0 for others.
    @inline(__always)
    fileprivate var escapes: UInt8 {
        (self < 0x20 ? 1 : 0) | (self == UInt8(ascii: "\"") ? 1 : 0)
            | (self == UInt8(ascii: "\\") ? 1 : 0)
    }

    @inline(__always)
    fileprivate var utf16Units: UInt8 { (self & 0xC0 == 0x80 ? 0 : 1) &+ (self >= 0xF0 ? 1 : 0) }
}

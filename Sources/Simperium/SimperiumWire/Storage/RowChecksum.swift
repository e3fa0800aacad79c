/// The checksum of a row: 64 bits, computed from the type, length, content and position of each
/// value.
///
/// `mix` is invertible both in the state and in the word. So damage within one eight-byte word
/// always changes the result. Other damage stays undetected with a probability of 2^-64. The
/// checksum detects damage by a disk, not forgery.
package struct RowChecksum: Hashable, Sendable {
    private enum ValueKind: UInt64 {
        case null
        case number
        case text
        case bytes
    }

    private var state: UInt64 = 0x27D4_EB2F_1656_67C5

    package init() {}

    package mutating func addNull() { mixHeader(.null, count: 0) }

    package mutating func add(_ number: Int64) {
        mixHeader(.number, count: 8)
        mix(UInt64(bitPattern: number))
    }

    package mutating func add(text: Span<UInt8>) {
        mixHeader(.text, count: text.count)
        mixBytes(text)
    }

    package mutating func add(bytes: Span<UInt8>) {
        mixHeader(.bytes, count: bytes.count)
        mixBytes(bytes)
    }

    package var value: Int64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xC2B2_AE3D_27D4_EB4F
        mixed = (mixed ^ (mixed >> 29)) &* 0x1656_67B1_9E37_79F9
        return Int64(bitPattern: mixed ^ (mixed >> 32))
    }

    private mutating func mixHeader(_ kind: ValueKind, count: Int) {
        mix(kind.rawValue << 56 | UInt64(count))
    }

    private mutating func mixBytes(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(bytes.littleEndianWord(at: offset))
            offset += 8
        }
        if offset < bytes.count { mix(Self.partialWord(of: bytes.extracting(offset...))) }
    }

    /// Returns fewer than eight bytes as a little-endian number, like `littleEndianWord(at:)`.
    @inline(__always)
    private static func partialWord(of bytes: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for index in bytes.indices { word |= UInt64(bytes[index]) << UInt64(8 * index) }
        return word
    }

    private mutating func mix(_ word: UInt64) {
        state &+= word &* 0xC2B2_AE3D_27D4_EB4F
        state = (state << 31 | state >> 33) &* 0x9E37_79B1_85EB_CA87
    }

    /// Returns the checksum of one value; nil if there is no value.
    package static func checksum(of bytes: [UInt8]?) -> Int64? {
        guard let bytes else { return nil }
        var checksum = RowChecksum()
        checksum.add(bytes: bytes.span)
        return checksum.value
    }
}

extension Span<UInt8> {
    /// Returns eight bytes as a little-endian number. The compiler makes this a single load.
    @inline(__always)
    fileprivate func littleEndianWord(at offset: Int) -> UInt64 {
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

/// A validator of UTF-8 that arrives in pieces. It fails at the first invalid byte.
struct UTF8Validator: Sendable {
    private var missingBytes = 0
    /// The valid range of the next byte.
    private var nextByteRange = Self.anyFollower

    private static var anyFollower: ClosedRange<UInt8> { 0x80...0xBF }

    var isComplete: Bool { missingBytes == 0 }

    /// Checks the next piece. Returns false if a byte is invalid. The standard library's check is
    /// the fastest, but needs whole characters, so cut characters are checked byte by byte.
    mutating func validate(_ piece: Span<UInt8>) -> Bool {
        var start = 0
        while missingBytes > 0, start < piece.count {
            guard validate(piece[start]) else { return false }
            start += 1
        }
        let end = endOfWholeCharacters(of: piece, from: start)
        guard (try? UTF8Span(validating: piece.extracting(start..<end))) != nil else {
            return false
        }
        for index in end..<piece.count {
            guard validate(piece[index]) else { return false }
        }
        return true
    }

    /// Returns the start of the last character, or its end if it is ASCII.
    private func endOfWholeCharacters(of piece: Span<UInt8>, from start: Int) -> Int {
        var index = piece.count
        while index > max(start, piece.count - 4) {
            index -= 1
            switch piece[index] {
            case ..<0x80: return index + 1
            case 0xC0...: return index
            default: break
            }
        }
        return index
    }

    private mutating func validate(_ byte: UInt8) -> Bool {
        guard missingBytes == 0 else {
            guard nextByteRange.contains(byte) else { return false }
            missingBytes -= 1
            nextByteRange = Self.anyFollower
            return true
        }
        switch byte {
        case ..<0x80: break
        case 0xC2...0xDF: missingBytes = 1
        case 0xE0: (missingBytes, nextByteRange) = (2, 0xA0...0xBF)
        case 0xED: (missingBytes, nextByteRange) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missingBytes = 2
        case 0xF0: (missingBytes, nextByteRange) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missingBytes = 3
        case 0xF4: (missingBytes, nextByteRange) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}

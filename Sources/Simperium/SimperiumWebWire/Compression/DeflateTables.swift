/// The constants of RFC 1951 section 3.2.
enum DeflateTables {
    static let endOfBlock = 256
    static let distances = 30
    static let shortestMatch = 3
    static let longestMatch = 258
    static let longestCode = 15

    /// A repetition has a length and a distance. Each is a symbol with a base value, plus extra
    /// bits that are added to the base.
    static let lengthBases: [UInt16] = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    static let lengthBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    static let distanceBases: [UInt16] = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    static let distanceBits: [UInt8] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]

    /// The order of the lengths of the code-length codes.
    static let codeLengthOrder = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    static let fixedLiteralLengths: [UInt8] =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
        + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
    static let fixedDistanceLengths = [UInt8](repeating: 5, count: distances)

    /// The symbol for a length: 257 or higher.
    static func lengthSymbol(_ length: Int) -> Int { 257 + Int(lengthSymbols[length]) }

    static func distanceSymbol(_ distance: Int) -> Int {
        guard distance > 4 else { return distance - 1 }
        let bits = (distance - 1).bitWidth - 1 - (distance - 1).leadingZeroBitCount
        return 2 * bits + ((distance - 1) >> (bits - 1) & 1)
    }

    private static let lengthSymbols: [UInt8] = {
        var symbols = [UInt8](repeating: 0, count: longestMatch + 1)
        for length in shortestMatch...longestMatch {
            let next = lengthBases.firstIndex { $0 > UInt16(length) } ?? lengthBases.count
            symbols[length] = UInt8(next - 1)
        }
        return symbols
    }()
}

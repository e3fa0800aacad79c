/// A decoder for a prefix code that is given by its lengths: RFC 1951 section 3.2.2.
///
/// Short codes are found in a table. Long codes, which are rare, are decoded bit by bit. A table
/// for all of them would take longer to build than an attacker's block takes to send.
struct PrefixDecoder {
    private static let tableBits = 9

    /// The symbol and the code's length for each value of the next nine bits; zero for a long code.
    private var table = [UInt16](repeating: 0, count: 1 << tableBits)
    /// The number of codes of each length, and their symbols in order.
    private var counts = [Int](repeating: 0, count: DeflateTables.longestCode + 1)
    private var symbols: [UInt16] = []

    init(lengths: some Collection<UInt8>) throws(DeflateFault) {
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var free = 1
        for length in 1...DeflateTables.longestCode {
            free = free << 1 - counts[length]
            guard free >= 0 else { throw .badCode }
        }
        // A code with one symbol is incomplete, and an empty one means that no symbol follows. Both
        // are allowed.
        guard free == 0 || counts[1...].reduce(0, +) <= 1 else { throw .badCode }
        symbols = Self.inOrder(lengths)
        fillTable()
    }

    func read(from reader: inout BitReader) throws(DeflateFault) -> Int {
        let bits = reader.peek()
        let entry = table[Int(bits & UInt64(1 << Self.tableBits - 1))]
        guard entry == 0 else {
            try reader.skip(Int(entry & 15))
            return Int(entry >> 4)
        }
        return try readLong(bits, from: &reader)
    }

    private func readLong(
        _ bits: UInt64, from reader: inout BitReader
    ) throws(DeflateFault) -> Int {
        var (code, first, index, rest) = (0, 0, 0, bits)
        for length in 1...DeflateTables.longestCode {
            code |= Int(rest & 1)
            rest >>= 1
            if code - first < counts[length] {
                try reader.skip(length)
                return Int(symbols[index + code - first])
            }
            index += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        throw .badCode
    }

    private static func inOrder(_ lengths: some Collection<UInt8>) -> [UInt16] {
        var buckets = [[UInt16]](repeating: [], count: DeflateTables.longestCode + 1)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            buckets[Int(length)].append(UInt16(symbol))
        }
        return Array(buckets.joined())
    }

    private mutating func fillTable() {
        var (code, index) = (0, 0)
        for length in 1...Self.tableBits {
            for _ in 0..<counts[length] {
                let entry = symbols[index] << 4 | UInt16(length)
                var place = code.reversed(bits: length)
                while place < table.count {
                    table[place] = entry
                    place += 1 << length
                }
                code += 1
                index += 1
            }
            code <<= 1
        }
    }
}

extension Int {
    /// The lowest bits in reverse order, which codes are written in.
    func reversed(bits: Int) -> Int {
        var (result, rest) = (0, self)
        for _ in 0..<bits {
            result = result << 1 | rest & 1
            rest >>= 1
        }
        return result
    }
}

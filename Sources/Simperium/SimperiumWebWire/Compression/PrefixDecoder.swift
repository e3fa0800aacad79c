/// Reads symbols whose codes follow from their lengths: RFC 1951 section 3.2.2.
///
/// Short codes are looked up. Long ones, which are rare, are counted through: a table of them all
/// would cost more than the block of a peer who means harm.
struct PrefixDecoder {
    private static let tableBits = 9

    /// For each nine bits that may come, the symbol and the length of its code; zero for a long
    /// one.
    private var table = [UInt16](repeating: 0, count: 1 << tableBits)
    /// How many codes there are of each length, and their symbols in order.
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
        // A code of one symbol leaves one free, and none at all says that none will come.
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
    /// The lowest bits the other way round, as codes are written.
    func reversed(bits: Int) -> Int {
        var (result, rest) = (0, self)
        for _ in 0..<bits {
            result = result << 1 | rest & 1
            rest >>= 1
        }
        return result
    }
}

/// A prefix code with shorter codes for more frequent symbols: RFC 1951 section 3.2.2.
struct PrefixEncoder {
    let lengths: [UInt8]
    /// The codes in the order of writing: the first bit is the lowest.
    private let codes: [UInt16]

    init(lengths: [UInt8]) {
        self.lengths = lengths
        codes = Self.codes(of: lengths)
    }

    /// No code is longer than `longest` bits. At least two symbols have a code, because some
    /// decoders reject fewer.
    init(counts: [Int], atMost longest: Int) {
        var counts = counts
        for symbol in 0..<2 where counts.count(where: { $0 > 0 }) < 2 {
            counts[symbol] = max(counts[symbol], 1)
        }
        var lengths = Self.lengths(for: counts)
        // Flatter counts give codes of more equal length.
        while lengths.max() ?? 0 > longest {
            counts = counts.map { $0 > 0 ? $0 / 2 + 1 : 0 }
            lengths = Self.lengths(for: counts)
        }
        self.init(lengths: lengths.map { UInt8($0) })
    }

    func write(_ symbol: Int, to writer: inout BitWriter) {
        writer.write(Int(codes[symbol]), bits: Int(lengths[symbol]))
    }

    /// The number of bits for writing each symbol as often as counted.
    func cost(of counts: [Int]) -> Int {
        zip(counts, lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
    }

    /// The depth of each symbol in a Huffman tree: the two lightest nodes are joined until one is
    /// left.
    private static func lengths(for counts: [Int]) -> [Int] {
        let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
        var weights = leaves.map { counts[$0] }
        var parents = [Int](repeating: 0, count: 2 * leaves.count)
        var (leaf, branch) = (0, leaves.count)
        while weights.count < 2 * leaves.count - 1 {
            var sum = 0
            for _ in 0..<2 {
                // Joined nodes are created in the order of their weight, like the sorted leaves.
                let takesLeaf =
                    leaf < leaves.count
                    && (branch >= weights.count || weights[leaf] <= weights[branch])
                let next = takesLeaf ? leaf : branch
                if takesLeaf { leaf += 1 } else { branch += 1 }
                sum += weights[next]
                parents[next] = weights.count
            }
            weights.append(sum)
        }
        var depths = [Int](repeating: 0, count: weights.count)
        for node in stride(from: weights.count - 2, through: 0, by: -1) {
            depths[node] = depths[parents[node]] + 1
        }
        var lengths = [Int](repeating: 0, count: counts.count)
        for (index, symbol) in leaves.enumerated() { lengths[symbol] = depths[index] }
        return lengths
    }

    private static func codes(of lengths: [UInt8]) -> [UInt16] {
        var next = [Int](repeating: 0, count: DeflateTables.longestCode + 2)
        for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
        for length in 1..<next.count { next[length] = (next[length - 1] + next[length]) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[Int(length)] += 1 }
            return UInt16(next[Int(length)].reversed(bits: Int(length)))
        }
    }
}

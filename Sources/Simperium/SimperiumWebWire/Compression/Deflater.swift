/// A compressor of messages by RFC 1951, as RFC 7692 section 7.2.1 requires. No state is kept
/// between messages, so a message to many receivers is compressed once.
struct Deflater {
    /// A literal byte or a repetition.
    private struct Token {
        /// The byte, or 256 plus the length.
        let value: UInt16
        let distance: UInt16
    }

    private static let hashBits = 13
    /// The shortest repetition that is used, because a shorter one rarely pays for its distance.
    private static let shortest = 4
    private static let unset = Int32(-1)
    /// The number of earlier positions that are tried for a repetition.
    private static let candidates = 6

    private let message: [UInt8]
    private let window: Int
    private var tokens: [Token] = []
    private var literalCounts = [Int](repeating: 0, count: 286)
    private var distanceCounts = [Int](repeating: 0, count: DeflateTables.distances)

    private init(_ message: [UInt8], window: Int) {
        self.message = message
        self.window = window
    }

    /// Returns the compressed message; nil if it would not be shorter. Distances are at most
    /// `window` bytes.
    static func deflate(_ message: [UInt8], window: Int = 32 << 10) -> [UInt8]? {
        var deflater = Deflater(message, window: window)
        deflater.findRepetitions()
        let deflated = deflater.write()
        return deflated.count < message.count ? deflated : nil
    }
}

extension Deflater {
    private mutating func findRepetitions() {
        tokens.reserveCapacity(message.count / 3)
        var latest = [Int32](repeating: Self.unset, count: 1 << Self.hashBits)
        var earlier = [Int32](repeating: Self.unset, count: message.count)
        var position = 0
        while position < message.count {
            let (length, distance) = longestMatch(at: position, latest, earlier)
            let step = max(length, 1)
            if length > 0 {
                add(length: length, distance: distance)
            } else {
                add(literal: message[position])
            }
            let end = min(position + step, message.count - Self.shortest + 1)
            for place in stride(from: position, to: end, by: 1) {
                let hash = hash(at: place)
                earlier[place] = latest[hash]
                latest[hash] = Int32(place)
            }
            position += step
        }
        literalCounts[DeflateTables.endOfBlock] += 1
    }

    private func longestMatch(
        at position: Int, _ latest: [Int32], _ earlier: [Int32]
    ) -> (length: Int, distance: Int) {
        guard position + Self.shortest <= message.count else { return (0, 0) }
        var (length, distance) = (Self.shortest - 1, 0)
        var candidate = Int(latest[hash(at: position)])
        let most = min(DeflateTables.longestMatch, message.count - position)
        for _ in 0..<Self.candidates {
            guard candidate >= 0, position - candidate <= window, length < most else { break }
            if message[candidate + length] == message[position + length] {
                let found = commonLength(candidate, position, atMost: most)
                if found > length { (length, distance) = (found, position - candidate) }
            }
            candidate = Int(earlier[candidate])
        }
        return distance > 0 ? (length, distance) : (0, 0)
    }

    private func commonLength(_ left: Int, _ right: Int, atMost most: Int) -> Int {
        var length = 0
        while length < most, message[left + length] == message[right + length] { length += 1 }
        return length
    }

    private func hash(at place: Int) -> Int {
        var word = UInt32(message[place]) | UInt32(message[place + 1]) << 8
        word |= UInt32(message[place + 2]) << 16 | UInt32(message[place + 3]) << 24
        return Int((word &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
    }

    private mutating func add(literal: UInt8) {
        tokens.append(Token(value: UInt16(literal), distance: 0))
        literalCounts[Int(literal)] += 1
    }

    private mutating func add(length: Int, distance: Int) {
        // The distance is stored minus one, because it is never zero.
        tokens.append(Token(value: UInt16(256 + length), distance: UInt16(distance - 1)))
        literalCounts[DeflateTables.lengthSymbol(length)] += 1
        distanceCounts[DeflateTables.distanceSymbol(distance)] += 1
    }
}

extension Deflater {
    /// Writes one block and the header of an empty stored one, whose rest is omitted by RFC 7692.
    private func write() -> [UInt8] {
        let literals = PrefixEncoder(counts: literalCounts, atMost: DeflateTables.longestCode)
        let distances = PrefixEncoder(counts: distanceCounts, atMost: DeflateTables.longestCode)
        let plan = CodeLengths(literals, distances)
        let own =
            plan.cost + literals.cost(of: literalCounts) + distances.cost(of: distanceCounts)
        let fixed =
            Self.fixedLiterals.cost(of: literalCounts)
            + Self.fixedDistances.cost(of: distanceCounts)
        var writer = BitWriter(reserving: min(own, fixed) / 8 + message.count / 8 + 16)
        writer.write(0, bits: 1)
        if own < fixed {
            writer.write(2, bits: 2)
            plan.write(to: &writer)
            write(literals, distances, to: &writer)
        } else {
            writer.write(1, bits: 2)
            write(Self.fixedLiterals, Self.fixedDistances, to: &writer)
        }
        writer.write(0, bits: 3)
        writer.align()
        return writer.bytes
    }

    private func write(
        _ literals: PrefixEncoder, _ distances: PrefixEncoder, to writer: inout BitWriter
    ) {
        for token in tokens {
            guard token.value >= 256 else {
                literals.write(Int(token.value), to: &writer)
                continue
            }
            let (length, distance) = (Int(token.value) - 256, Int(token.distance) + 1)
            let symbol = DeflateTables.lengthSymbol(length)
            literals.write(symbol, to: &writer)
            writer.write(
                length - Int(DeflateTables.lengthBases[symbol - 257]),
                bits: Int(DeflateTables.lengthBits[symbol - 257]))
            let place = DeflateTables.distanceSymbol(distance)
            distances.write(place, to: &writer)
            writer.write(
                distance - Int(DeflateTables.distanceBases[place]),
                bits: Int(DeflateTables.distanceBits[place]))
        }
        literals.write(DeflateTables.endOfBlock, to: &writer)
    }

    private static let fixedLiterals = PrefixEncoder(lengths: DeflateTables.fixedLiteralLengths)
    private static let fixedDistances = PrefixEncoder(lengths: DeflateTables.fixedDistanceLengths)
}

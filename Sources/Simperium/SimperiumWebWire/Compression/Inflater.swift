/// A decompressor of messages by RFC 1951, as RFC 7692 section 7.2.2 requires.
struct Inflater: ~Copyable {
    /// The result of decompressing.
    enum InflatedBytes: Hashable {
        case whole([UInt8])
        /// The beginning of a message that exceeds the limit.
        case cut([UInt8])
    }

    private enum Block: Int {
        case stored
        case fixed
        case dynamic
    }

    private var reader: BitReader
    private let limit: Int
    private var output: [UInt8] = []
    private var isFull: Bool { output.count > limit }

    private init(_ message: [UInt8], atMost limit: Int) {
        // The sender has omitted these bytes, as RFC 7692 requires.
        reader = BitReader(message + [0, 0, 0xFF, 0xFF])
        self.limit = limit
    }

    /// Decompresses a message, and stops when more than `limit` bytes are produced.
    static func inflate(
        _ message: [UInt8], atMost limit: Int
    ) throws(DeflateFault) -> InflatedBytes {
        var inflater = Inflater(message, atMost: limit)
        while inflater.reader.hasMore, !inflater.isFull { try inflater.inflateBlock() }
        return inflater.isFull ? .cut(inflater.output) : .whole(inflater.output)
    }

    private mutating func inflateBlock() throws(DeflateFault) {
        let isLast = try reader.read(1) == 1
        switch Block(rawValue: try reader.read(2)) {
        case .stored: try copyStored()
        case .fixed: try inflate(Self.fixedLiterals, Self.fixedDistances)
        case .dynamic: try inflateDynamic()
        case nil: throw .badBlock
        }
        // After the final block of a stream another one may begin at the next byte.
        if isLast { try reader.align() }
    }

    private mutating func copyStored() throws(DeflateFault) {
        try reader.align()
        let length = try reader.read(16)
        guard try reader.read(16) == ~length & 0xFFFF else { throw .badBlock }
        for _ in 0..<length where !isFull { output.append(UInt8(try reader.read(8))) }
    }

    private mutating func inflate(
        _ literals: PrefixDecoder, _ distances: PrefixDecoder
    ) throws(DeflateFault) {
        while !isFull {
            let symbol = try literals.read(from: &reader)
            if symbol < DeflateTables.endOfBlock {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol != DeflateTables.endOfBlock else { return }
            let length = try number(
                symbol - 257, above: DeflateTables.lengthBases, DeflateTables.lengthBits)
            let distance = try number(
                try distances.read(from: &reader), above: DeflateTables.distanceBases,
                DeflateTables.distanceBits)
            guard distance <= output.count else { throw .badDistance }
            // A repetition may overlap its own output.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func number(
        _ symbol: Int, above bases: [UInt16], _ bits: [UInt8]
    ) throws(DeflateFault) -> Int {
        guard symbol < bases.count else { throw .badCode }
        return Int(bases[symbol]) + (try reader.read(Int(bits[symbol])))
    }

    private mutating func inflateDynamic() throws(DeflateFault) {
        let literals = try reader.read(5) + 257
        let distances = try reader.read(5) + 1
        let codes = try reader.read(4) + 4
        guard literals <= 286, distances <= DeflateTables.distances else { throw .badCode }
        var codeLengths = [UInt8](repeating: 0, count: DeflateTables.codeLengthOrder.count)
        for index in 0..<codes {
            codeLengths[DeflateTables.codeLengthOrder[index]] = UInt8(try reader.read(3))
        }
        let lengths = try readLengths(
            literals + distances, by: try PrefixDecoder(lengths: codeLengths))
        guard lengths[DeflateTables.endOfBlock] > 0 else { throw .badCode }
        try inflate(
            try PrefixDecoder(lengths: lengths[..<literals]),
            try PrefixDecoder(lengths: lengths[literals...]))
    }

    private mutating func readLengths(
        _ count: Int, by decoder: PrefixDecoder
    ) throws(DeflateFault) -> [UInt8] {
        var lengths: [UInt8] = []
        lengths.reserveCapacity(count)
        while lengths.count < count {
            let symbol = try decoder.read(from: &reader)
            let (length, times): (UInt8, Int)
            switch symbol {
            case ..<16: (length, times) = (UInt8(symbol), 1)
            case 16:
                guard let last = lengths.last else { throw .badCode }
                (length, times) = (last, 3 + (try reader.read(2)))
            case 17: (length, times) = (0, 3 + (try reader.read(3)))
            default: (length, times) = (0, 11 + (try reader.read(7)))
            }
            guard lengths.count + times <= count else { throw .badCode }
            for _ in 0..<times { lengths.append(length) }
        }
        return lengths
    }

    private static let fixedLiterals = fixed(DeflateTables.fixedLiteralLengths)
    private static let fixedDistances = fixed(
        DeflateTables.fixedDistanceLengths + [5, 5])

    private static func fixed(_ lengths: [UInt8]) -> PrefixDecoder {
        guard let decoder = try? PrefixDecoder(lengths: lengths) else {
            preconditionFailure("the codes of the RFC fit")
        }
        return decoder
    }
}

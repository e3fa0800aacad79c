/// A decompressor by RFC 1951: of messages, as RFC 7692 section 7.2.2 requires, and of streams.
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

    /// The place in a block that continues in the next run of a stream.
    private enum OpenBlock {
        case stored(left: Int)
        case coded(PrefixDecoder, PrefixDecoder)
    }

    /// The largest distance of a repetition.
    private static let window = 32 << 10

    private var reader: BitReader
    private var limit: Int
    private var output: [UInt8] = []
    private var open: OpenBlock?
    private var isInLastBlock = false
    private var isAtEnd = false
    private var isFull: Bool { output.count > limit }

    private init(_ message: [UInt8], atMost limit: Int) {
        // The sender has omitted these bytes, as RFC 7692 requires.
        reader = BitReader(message + [0, 0, 0xFF, 0xFF])
        self.limit = limit
    }

    private init(reader: consuming BitReader) {
        self.reader = reader
        limit = 0
    }

    /// Decompresses a message, and stops when more than `limit` bytes are produced.
    static func inflate(
        _ message: [UInt8], atMost limit: Int
    ) throws(DeflateFault) -> InflatedBytes {
        var inflater = Inflater(message, atMost: limit)
        while inflater.open != nil || inflater.reader.hasMore, !inflater.isFull {
            try inflater.proceed()
        }
        return inflater.isFull ? .cut(inflater.output) : .whole(inflater.output)
    }

    /// Begins the next block, or continues the open one until it ends or the output is full.
    private mutating func proceed() throws(DeflateFault) {
        switch open {
        case nil:
            isInLastBlock = try reader.read(1) == 1
            open = try beginBlock()
        case .stored(let left)?:
            let rest = try copyStored(left)
            if rest > 0 { open = .stored(left: rest) } else { try endBlock() }
        case .coded(let literals, let distances)?:
            if try inflate(literals, distances) { try endBlock() }
        }
    }

    private mutating func beginBlock() throws(DeflateFault) -> OpenBlock {
        switch Block(rawValue: try reader.read(2)) {
        case .stored:
            try reader.align()
            let length = try reader.read(16)
            guard try reader.read(16) == ~length & 0xFFFF else { throw .badBlock }
            return .stored(left: length)
        case .fixed: return .coded(Self.fixedLiterals, Self.fixedDistances)
        case .dynamic:
            let (literals, distances) = try readCodes()
            return .coded(literals, distances)
        case nil: throw .badBlock
        }
    }

    private mutating func endBlock() throws(DeflateFault) {
        open = nil
        guard isInLastBlock else { return }
        isAtEnd = true
        // After the final block of a message another one may begin at the next byte.
        try reader.align()
    }

    /// Copies bytes of a stored block, and returns the number of those that are left.
    private mutating func copyStored(_ count: Int) throws(DeflateFault) -> Int {
        var left = count
        while left > 0, !isFull {
            output.append(UInt8(try reader.read(8)))
            left -= 1
        }
        return left
    }

    /// Returns true at the end of the block, and false if the output is full.
    private mutating func inflate(
        _ literals: PrefixDecoder, _ distances: PrefixDecoder
    ) throws(DeflateFault) -> Bool {
        while !isFull {
            let symbol = try literals.read(from: &reader)
            if symbol < DeflateTables.endOfBlock {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol != DeflateTables.endOfBlock else { return true }
            let length = try number(
                symbol - 257, above: DeflateTables.lengthBases, DeflateTables.lengthBits)
            let distance = try number(
                try distances.read(from: &reader), above: DeflateTables.distanceBases,
                DeflateTables.distanceBits)
            guard distance <= output.count else { throw .badDistance }
            // A repetition may overlap its own output.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
        return false
    }

    private mutating func number(
        _ symbol: Int, above bases: [UInt16], _ bits: [UInt8]
    ) throws(DeflateFault) -> Int {
        guard symbol < bases.count else { throw .badCode }
        return Int(bases[symbol]) + (try reader.read(Int(bits[symbol])))
    }

    private mutating func readCodes() throws(DeflateFault) -> (PrefixDecoder, PrefixDecoder) {
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
        return (
            try PrefixDecoder(lengths: lengths[..<literals]),
            try PrefixDecoder(lengths: lengths[literals...])
        )
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

extension Inflater {
    /// Begins a stream without input.
    init(stream: Void) {
        self.init(reader: BitReader([]))
    }

    /// Adds input of a stream.
    mutating func add(_ bytes: [UInt8]) { reader.add(bytes) }

    /// Decompresses a part of a stream: `size` bytes, and a repetition more at most. Stops earlier
    /// if `margin` bytes of input are left.
    mutating func run(upTo size: Int, leaving margin: Int?) throws(DeflateFault) -> [UInt8] {
        if output.count > Self.window { output.removeFirst(output.count - Self.window) }
        let start = output.count
        limit = start + size
        while !isFull, !isAtEnd, margin.map({ reader.left > $0 }) ?? true { try proceed() }
        return Array(output[start...])
    }
}

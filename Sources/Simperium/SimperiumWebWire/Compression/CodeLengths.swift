/// The lengths of a block's codes, in the form of its header: RFC 1951 section 3.2.7.
struct CodeLengths {
    /// A length, or a run of equal lengths with extra bits for its count.
    private struct LengthCode {
        let symbol: Int
        var rest = 0
        var bits = 0
    }

    private let literalCount: Int
    private let distanceCount: Int
    private let codes: [LengthCode]
    private let encoder: PrefixEncoder
    private let written: Int

    init(_ literals: PrefixEncoder, _ distances: PrefixEncoder) {
        literalCount = max(257, Self.usedCount(literals.lengths))
        distanceCount = max(1, Self.usedCount(distances.lengths))
        codes = Self.codes(
            Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount]))
        var counts = [Int](repeating: 0, count: DeflateTables.codeLengthOrder.count)
        for code in codes { counts[code.symbol] += 1 }
        encoder = PrefixEncoder(counts: counts, atMost: 7)
        let lengths = encoder.lengths
        let last = DeflateTables.codeLengthOrder.lastIndex { lengths[$0] > 0 } ?? 0
        written = max(4, last + 1)
    }

    /// The size of the header in bits.
    var cost: Int {
        14 + 3 * written
            + codes.reduce(0) { $0 + Int(encoder.lengths[$1.symbol]) + $1.bits }
    }

    func write(to writer: inout BitWriter) {
        writer.write(literalCount - 257, bits: 5)
        writer.write(distanceCount - 1, bits: 5)
        writer.write(written - 4, bits: 4)
        for symbol in DeflateTables.codeLengthOrder[..<written] {
            writer.write(Int(encoder.lengths[symbol]), bits: 3)
        }
        for code in codes {
            encoder.write(code.symbol, to: &writer)
            writer.write(code.rest, bits: code.bits)
        }
    }

    private static func usedCount(_ lengths: [UInt8]) -> Int {
        (lengths.lastIndex { $0 > 0 } ?? -1) + 1
    }

    private static func codes(_ lengths: [UInt8]) -> [LengthCode] {
        var codes: [LengthCode] = []
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            let run = lengths[index...].prefix { $0 == length }.count
            let code = Self.runCode(run, of: length)
            if code.times == 0 {
                codes += Array(repeating: LengthCode(symbol: Int(length)), count: min(run, 3))
                index += min(run, 3)
            } else {
                if length > 0 { codes.append(LengthCode(symbol: Int(length))) }
                codes.append(code.code)
                index += code.times + (length > 0 ? 1 : 0)
            }
        }
        return codes
    }

    /// Returns the code for a run and the number of lengths that it covers; zero if each length
    /// needs its own code.
    private static func runCode(_ run: Int, of length: UInt8) -> (code: LengthCode, times: Int) {
        if length > 0 {
            let times = min(run - 1, 6)
            return times < 3
                ? (LengthCode(symbol: 0), 0)
                : (LengthCode(symbol: 16, rest: times - 3, bits: 2), times)
        }
        switch run {
        case ..<3: return (LengthCode(symbol: 0), 0)
        case ..<11: return (LengthCode(symbol: 17, rest: run - 3, bits: 3), run)
        default:
            let times = min(run, 138)
            return (LengthCode(symbol: 18, rest: times - 11, bits: 7), times)
        }
    }
}

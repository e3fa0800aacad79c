/// The lengths of a block's codes, in the form of its header: RFC 1951 section 3.2.7.
struct CodeLengths {
    /// A length, or a run of equal lengths with extra bits for its count.
    private struct Step {
        let symbol: Int
        var rest = 0
        var bits = 0
    }

    private let literalCount: Int
    private let distanceCount: Int
    private let steps: [Step]
    private let encoder: PrefixEncoder
    private let written: Int

    init(_ literals: PrefixEncoder, _ distances: PrefixEncoder) {
        literalCount = max(257, Self.used(literals.lengths))
        distanceCount = max(1, Self.used(distances.lengths))
        steps = Self.steps(
            Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount]))
        var counts = [Int](repeating: 0, count: DeflateTables.codeLengthOrder.count)
        for step in steps { counts[step.symbol] += 1 }
        encoder = PrefixEncoder(counts: counts, atMost: 7)
        let lengths = encoder.lengths
        let last = DeflateTables.codeLengthOrder.lastIndex { lengths[$0] > 0 } ?? 0
        written = max(4, last + 1)
    }

    /// The size of the header in bits.
    var cost: Int {
        14 + 3 * written
            + steps.reduce(0) { $0 + Int(encoder.lengths[$1.symbol]) + $1.bits }
    }

    func write(to writer: inout BitWriter) {
        writer.write(literalCount - 257, bits: 5)
        writer.write(distanceCount - 1, bits: 5)
        writer.write(written - 4, bits: 4)
        for symbol in DeflateTables.codeLengthOrder[..<written] {
            writer.write(Int(encoder.lengths[symbol]), bits: 3)
        }
        for step in steps {
            encoder.write(step.symbol, to: &writer)
            writer.write(step.rest, bits: step.bits)
        }
    }

    private static func used(_ lengths: [UInt8]) -> Int {
        (lengths.lastIndex { $0 > 0 } ?? -1) + 1
    }

    private static func steps(_ lengths: [UInt8]) -> [Step] {
        var steps: [Step] = []
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            let run = lengths[index...].prefix { $0 == length }.count
            let step = Self.step(run, of: length)
            if step.times == 0 {
                steps += Array(repeating: Step(symbol: Int(length)), count: min(run, 3))
                index += min(run, 3)
            } else {
                if length > 0 { steps.append(Step(symbol: Int(length))) }
                steps.append(step.step)
                index += step.times + (length > 0 ? 1 : 0)
            }
        }
        return steps
    }

    /// Returns the step for a run and the number of lengths that it covers; zero if each length
    /// needs its own step.
    private static func step(_ run: Int, of length: UInt8) -> (step: Step, times: Int) {
        if length > 0 {
            let times = min(run - 1, 6)
            return times < 3
                ? (Step(symbol: 0), 0) : (Step(symbol: 16, rest: times - 3, bits: 2), times)
        }
        switch run {
        case ..<3: return (Step(symbol: 0), 0)
        case ..<11: return (Step(symbol: 17, rest: run - 3, bits: 3), run)
        default:
            let times = min(run, 138)
            return (Step(symbol: 18, rest: times - 11, bits: 7), times)
        }
    }
}

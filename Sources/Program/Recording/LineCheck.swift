/// A sum over all that a recording has said so far, by which an altered line is noticed.
struct LineCheck: Hashable {
    private static let opening = Array(#","check":""#.utf8)
    private static let closing = Array(#""}"#.utf8)
    private static let digits = 8

    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

    /// A line, which is a JSON object, with its check as its last member.
    mutating func signed(_ object: [UInt8]) -> [UInt8] {
        let body = object.dropLast()
        add(body)
        return Array(body) + Self.opening + text + Self.closing
    }

    /// The line without its check, and whether the check is right; nil for a line without one.
    mutating func verify(_ line: [UInt8]) -> (body: [UInt8], isRight: Bool)? {
        let tail = Self.opening.count + Self.digits + Self.closing.count
        guard line.count > tail, line.suffix(Self.closing.count).elementsEqual(Self.closing),
            line.suffix(tail).starts(with: Self.opening)
        else { return nil }
        let body = line.dropLast(tail)
        add(body)
        let stated = line.suffix(tail).dropFirst(Self.opening.count).prefix(Self.digits)
        return (Array(body) + [UInt8(ascii: "}")], stated.elementsEqual(text))
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    private var text: [UInt8] {
        let folded = UInt32(truncatingIfNeeded: sum ^ sum >> 32)
        let digits = String(folded, radix: 16)
        return Array((String(repeating: "0", count: Self.digits - digits.count) + digits).utf8)
    }
}

package import SimperiumJSON

/// A recording's first line: the machine, and the program that recorded it.
package struct RecordingHead: Hashable, Codable, Sendable {
    /// The format of recordings. Other formats are not read; version 0.2.0 wrote format 1.
    package static let presentFormat = 2

    package let format: Int
    /// The program and its version, for people.
    package let program: String
    /// The machine's kind, by `RecordedMachine.name`.
    package let machine: String
    /// The parts that the machine was made of.
    package let beginning: JSON

    static let memberCount = 4

    init(program: String, machine: String, beginning: JSON) {
        format = Self.presentFormat
        self.program = program
        self.machine = machine
        self.beginning = beginning
    }
}

/// A line of a recording after the first one.
enum RecordedLine: Hashable {
    case event(JSON, at: Int64)
    case effects([JSON])
    case shown(JSON)
    case end(String)

    var json: JSON {
        switch self {
        case .event(let event, let time): ["at": JSON(Int(time)), "event": event]
        case .effects(let effects): ["effects": .array(effects)]
        case .shown(let change): ["shown": change]
        case .end(let reason): ["end": JSON(reason)]
        }
    }

    /// Returns nil for a line that no recorder writes.
    init?(_ json: JSON) {
        guard let members = json.object, let first = members.first else { return nil }
        switch (first.name, members.count) {
        case ("at", 2):
            guard let time = first.value.int, let event = members["event"] else { return nil }
            self = .event(event, at: Int64(time))
        case ("effects", 1):
            guard let effects = first.value.array, !effects.isEmpty else { return nil }
            self = .effects(effects)
        case ("shown", 1): self = .shown(first.value)
        case ("end", 1):
            guard let reason = first.value.string else { return nil }
            self = .end(reason)
        default: return nil
        }
    }
}

/// A checksum over all lines so far, which reveals an altered line.
struct LineCheck: Hashable {
    private static let opening = Array(#","check":""#.utf8)
    private static let closing = Array(#""}"#.utf8)
    private static let digits = 8

    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Returns a line, which is a JSON object, with its checksum as its last member.
    mutating func signed(_ object: [UInt8]) -> [UInt8] {
        let body = object.dropLast()
        add(body)
        return Array(body) + Self.opening + text + Self.closing
    }

    /// Returns the line without its checksum, and true if that is right; nil for a line without
    /// one.
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

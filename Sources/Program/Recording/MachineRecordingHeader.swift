package import SimperiumJSON

/// A recording's first line: the machine, and the program that recorded it.
package struct MachineRecordingHeader: Hashable, Codable, Sendable {
    /// The format that this version writes and reads. Version 0.2.0 wrote format 1.
    package static let presentFormat = 2

    package let format: Int
    /// The program and its version.
    package let program: String
    /// The machine's `RecordedMachine.name`.
    package let machine: String
    /// The start values of the machine.
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
    /// An event, and its time in nanoseconds after `Instant.start`.
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

    /// Reads a line. Returns nil for a line that no recorder writes.
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

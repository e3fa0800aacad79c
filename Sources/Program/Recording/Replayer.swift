internal import SimperiumClock
internal import SimperiumJSON

/// A replay of a recording, line by line. It ends with an error at the first difference from the
/// recording.
package struct Replayer: Sendable {
    /// The maximum size of a line, in bytes.
    package static let longestLine = 64 << 20
    private static let limits = JSONLimits(bytes: longestLine, depth: 256)

    private let machines: [any RecordedMachine.Type]
    private var machine: (any AnyReplayedMachine)?
    package private(set) var head: MachineRecordingHeader?
    /// The number of lines read, including a line with a fault.
    package private(set) var lineCount = 0
    package private(set) var eventCount = 0
    /// The reason for the recording's end, from its last line; nil until that line has been
    /// replayed.
    package private(set) var endReason: String?

    /// Creates a replayer for the recordings of these machines.
    package init(_ machines: [any RecordedMachine.Type]) {
        self.machines = machines
    }

    /// Replays the next line, given without its newline. Throws if the line is unreadable, or if
    /// the replay differs from it.
    package mutating func replay(_ line: [UInt8]) throws(ReplayFault) {
        lineCount += 1
        guard endReason == nil else { throw unreadable(.afterTheEnd) }
        let json = try parse(line)
        guard lineCount > 1 else { return try readHeader(json) }
        guard let recorded = RecordedLine(json) else {
            throw unreadable(.unknown)
        }
        try replay(recorded)
    }

    private mutating func readHeader(_ json: JSON) throws(ReplayFault) {
        if let format = json["format"]?.int, format != MachineRecordingHeader.presentFormat {
            throw .format(format)
        }
        let head: MachineRecordingHeader = try decode(json)
        guard json.object?.count == MachineRecordingHeader.memberCount else {
            throw unreadable(.notTheFirst)
        }
        guard let machine = machines.first(where: { $0.name == head.machine }) else {
            throw .machine(head.machine)
        }
        self.head = head
        self.machine = try makeReplayedMachine(machine, head.beginning)
    }

    private func makeReplayedMachine<Machine: RecordedMachine>(
        _ machine: Machine.Type, _ beginning: JSON
    ) throws(ReplayFault) -> any AnyReplayedMachine {
        let beginning: Machine.Beginning = try decode(beginning)
        var replayed = ReplayedMachine(machine: Machine(beginning))
        do throws(RecordError) { try replayed.learnSecrets(beginning) } catch {
            throw unreadable(.other("\(error)"))
        }
        return replayed
    }

    private mutating func replay(_ line: RecordedLine) throws(ReplayFault) {
        switch line {
        case .event(let event, let time):
            try compareEffects(with: nil)
            eventCount += 1
            do throws(RecordError) {
                try machine?.handle(event, at: Instant(nanoseconds: time))
            } catch {
                throw unreadable(.other("\(error)"))
            }
        case .effects(let effects): try compareEffects(with: effects)
        case .shown(let change):
            try compareEffects(with: nil)
            try compare(change, with: try changeSinceLastPicture(), at: "shown")
        case .end(let reason):
            // A full recording may end with an event, and lack its effects.
            if reason != Recorder.RecordingEndReason.full.rawValue { try compareEffects(with: nil) }
            endReason = reason
        }
    }

    private mutating func changeSinceLastPicture() throws(ReplayFault) -> JSON? {
        do throws(RecordError) {
            return try machine?.changeSinceLastPicture()
        } catch {
            throw unreadable(.other("\(error)"))
        }
    }

    private mutating func compareEffects(with effects: [JSON]?) throws(ReplayFault) {
        try compare(effects.map { .array($0) }, with: machine?.takeEffects(), at: "effects")
    }

    private func compare(_ recorded: JSON?, with now: JSON?, at path: String) throws(ReplayFault) {
        let difference = ReplayDifference(
            line: lineCount, path: path, recorded: recorded, now: now)
        if let difference { throw .differs(difference) }
    }

    private func parse(_ line: [UInt8]) throws(ReplayFault) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: line, limits: Self.limits)
        } catch {
            throw unreadable(.notJSON(byte: error.offset + 1))
        }
    }

    private func decode<Value: Decodable>(_ json: JSON) throws(ReplayFault) -> Value {
        do throws(RecordError) {
            return try RecordingCoder.decoder.decode(Value.self, from: json)
        } catch {
            throw unreadable(.other("\(error)"))
        }
    }

    private func unreadable(_ flaw: RecordingLineFlaw) -> ReplayFault {
        .unreadable(line: lineCount, flaw)
    }
}

/// A machine of any type during a replay.
private protocol AnyReplayedMachine: Sendable {
    mutating func handle(_ event: JSON, at now: Instant) throws(RecordError)
    /// Returns the effects of the last event, once; nil if there are none.
    mutating func takeEffects() -> JSON?
    /// Returns the change since the previous picture; nil for a machine without a screen.
    mutating func changeSinceLastPicture() throws(RecordError) -> JSON?
}

private struct ReplayedMachine<Machine: RecordedMachine>: AnyReplayedMachine {
    var machine: Machine
    var effects: JSON?
    var lastPicture: Picture?
    var redactor = SecretRedactor()

    /// Assigns replacements to the secrets in a value, in the same order as the recorder.
    mutating func learnSecrets(_ value: some Encodable) throws(RecordError) {
        _ = try json(value)
    }

    mutating func handle(_ event: JSON, at now: Instant) throws(RecordError) {
        let event = try RecordingCoder.decoder.decode(Machine.Event.self, from: event)
        try learnSecrets(event)
        let effects = machine.handle(event, at: now)
        var made: [JSON] = []
        for effect in effects { made.append(try json(effect)) }
        if !made.isEmpty { self.effects = .array(made) }
    }

    mutating func takeEffects() -> JSON? {
        effects.take()
    }

    mutating func changeSinceLastPicture() throws(RecordError) -> JSON? {
        guard let picture = machine.picture else { return .none }
        defer { lastPicture = picture }
        return try json(picture.change(since: lastPicture))
    }

    private mutating func json(_ value: some Encodable) throws(RecordError) -> JSON {
        redactor.redact(try RecordingCoder.encoder.encode(value))
    }
}

/// The reason why a recording can't be replayed, or why its replay differs.
package enum ReplayFault: Error, Hashable, Sendable {
    /// The number of a line that no recorder writes, and its flaw.
    case unreadable(line: Int, RecordingLineFlaw)
    /// The recording's format, which this version can't read.
    case format(Int)
    /// The name of the recorded machine, which the replayer does not have.
    case machine(String)
    case differs(ReplayDifference)

    /// True if the fault is in the file, and not in the recorded program.
    package var isOfFile: Bool {
        switch self {
        case .unreadable, .format, .machine: true
        case .differs: false
        }
    }
}

/// The first difference between a replay and its recording.
package struct ReplayDifference: Hashable, Sendable {
    package let line: Int
    /// The path to the difference: names and indexes, separated by dots.
    package let path: String
    /// An excerpt of the recorded value; nil if the recording has none.
    package let recorded: String?
    package let now: String?

    init(line: Int, path: String, text recorded: String?, textNow now: String?) {
        self.line = line
        self.path = path
        self.recorded = recorded
        self.now = now
    }
}

/// The reason why a line of a recording can't be read.
package enum RecordingLineFlaw: Hashable, Sendable {
    case afterTheEnd
    case unknown
    case notTheFirst
    /// The number of the first byte that is not JSON, counted from 1.
    case notJSON(byte: Int)
    /// Another flaw, as the decoder describes it.
    case other(String)
}

extension ReplayDifference {
    /// The maximum number of bytes in an excerpt before the difference.
    private static let before = 20
    /// The maximum number of bytes in an excerpt from the difference on.
    private static let after = 60

    /// Finds the first difference between two values. Returns nil if they are equal.
    init?(line: Int, path: String, recorded: JSON?, now: JSON?) {
        guard recorded != now else { return nil }
        switch (recorded, now) {
        case (.object(let left)?, .object(let right)?):
            for name in left.map(\.name) + right.map(\.name) where left[name] != right[name] {
                self.init(
                    line: line, path: "\(path).\(name)", recorded: left[name], now: right[name])
                return
            }
            return nil
        case (.array(let left)?, .array(let right)?):
            let index = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
            let position = index ?? min(left.count, right.count)
            self.init(
                line: line, path: "\(path).\(position)",
                recorded: position < left.count ? left[position] : nil,
                now: position < right.count ? right[position] : nil)
        case (.string(let left)?, .string(let right)?):
            let start = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
            self.init(
                line: line, path: path, text: Self.excerpt(left.utf8, around: start),
                textNow: Self.excerpt(right.utf8, around: start))
        default:
            self.init(
                line: line, path: path, text: recorded.map { Self.excerpt($0.utf8, around: 0) },
                textNow: now.map { Self.excerpt($0.utf8, around: 0) })
        }
    }

    private static func excerpt(_ bytes: [UInt8], around start: Int) -> String {
        let from = max(0, start - before)
        let to = min(bytes.count, start + after)
        let text = String(decoding: bytes[from..<to], as: UTF8.self)
        let shown = String(text.map { $0.isNewline || $0 < " " ? "·" : $0 })
        return (from > 0 ? "…" : "") + shown + (to < bytes.count ? "…" : "")
    }
}

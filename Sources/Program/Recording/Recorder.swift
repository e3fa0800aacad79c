package import SimperiumClock
internal import SimperiumJSON

/// An encoder of recordings: it turns a machine's events and effects into lines of JSON.
///
/// Write an event's line before the machine handles the event. So after a crash, the recording ends
/// with the event that caused it. No line contains a secret.
///
///     file.write(recorder.beginRecording(ScreenClient.self, beginning))
///     file.write(recorder.line(of: event, at: now))
///     let effects = client.handle(event, at: now)
///     file.write(recorder.line(of: effects))
package struct Recorder: Sendable {
    /// The reason for the end of a recording.
    package enum RecordingEndReason: String, Sendable {
        case done
        /// The recording has reached its size limit.
        case full
    }

    private let program: String
    private let limit: Int
    private var redactor = SecretRedactor()
    private var lastPicture: Picture?
    private var byteCount = 0
    private var hasEnded = false

    /// Creates a recorder. The recording ends once it has at least `limit` bytes.
    package init(program: String, limit: Int) {
        self.program = program
        self.limit = limit
    }

    package mutating func beginRecording<Machine: RecordedMachine>(
        _ machine: Machine.Type, _ beginning: Machine.Beginning
    ) -> [UInt8] {
        beginRecording(Machine.name, beginning)
    }

    /// Returns the first line of a recording. A replay creates the machine from `beginning`.
    package mutating func beginRecording(_ machine: String, _ beginning: some Encodable) -> [UInt8]
    {
        let head = MachineRecordingHeader(
            program: program, machine: machine, beginning: redactor.redact(json(beginning)))
        return lineEndingRecordingAtLimit(json(head))
    }

    /// Returns the line for an event; empty after the recording's end.
    package mutating func line(of event: some Encodable, at now: Instant) -> [UInt8] {
        guard !hasEnded else { return [] }
        let time = (now - .start).nanoseconds
        return lineEndingRecordingAtLimit(
            RecordedLine.event(redactor.redact(json(event)), at: time).json)
    }

    /// Returns the line for an event's effects; empty if there are none, or after the recording's
    /// end.
    package mutating func line(of effects: [some Encodable]) -> [UInt8] {
        guard !hasEnded, !effects.isEmpty else { return [] }
        return lineEndingRecordingAtLimit(
            RecordedLine.effects(effects.map { redactor.redact(json($0)) }).json)
    }

    /// Returns the line for a picture; empty if the picture has not changed, or after the
    /// recording's end.
    package mutating func line(of picture: Picture) -> [UInt8] {
        guard !hasEnded, picture != lastPicture else { return [] }
        let change = picture.change(since: lastPicture)
        lastPicture = picture
        return lineEndingRecordingAtLimit(RecordedLine.shown(redactor.redact(json(change))).json)
    }

    /// Ends the recording, and returns its last line; empty if it has already ended.
    package mutating func end(_ end: RecordingEndReason) -> [UInt8] {
        guard !hasEnded else { return [] }
        hasEnded = true
        return RecordedLine.end(end.rawValue).json.utf8 + [UInt8(ascii: "\n")]
    }

    /// Returns a line. If the recording has reached its size limit, also ends the recording, and
    /// appends the last line.
    private mutating func lineEndingRecordingAtLimit(_ json: JSON) -> [UInt8] {
        let line = json.utf8 + [UInt8(ascii: "\n")]
        byteCount += line.count
        return byteCount < limit ? line : line + end(.full)
    }

    /// Returns the JSON of a value. For a value that can't be encoded, which no machine has,
    /// returns an object with the error.
    private func json(_ value: some Encodable) -> JSON {
        do throws(RecordError) {
            return try RecordingCoder.encoder.encode(value)
        } catch {
            return ["unwritable": JSON("\(error)")]
        }
    }
}

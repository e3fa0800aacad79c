import Drawing
import Host
import Recording
import SimperiumClock
import SimperiumLoop

/// A file with a machine's events, effects and pictures as lines of JSON, for a replay. If the file
/// can't be written, the recording ends and the program continues.
final class EventRecordingFile {
    /// The maximum size, in bytes. It is large enough for any bug report, and small enough for a
    /// disk.
    private static let limit = 256 << 20

    private let path: String
    /// The recorder that formats the lines; nil if the caller formats them.
    private var recorder: Recorder?
    /// The file; nil once the recording has been closed or a write has failed.
    private var file: NewFile?
    /// Called with the reason if the recording ends early.
    var onTrouble: (String) -> Void = { _ in }
    private var trouble: String?

    /// Creates a file for lines that the caller formats.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(LibraryError) {
            file = try NewFile(path)
        } catch {
            throw CommandFailure(RecordingWords.notMade(at: path, reason: error.reason))
        }
    }

    static var newRecorder: Recorder {
        Recorder(program: ProgramVersion.line, limit: limit)
    }

    /// Creates the folder if necessary. Returns a path in it for a new recording, named after the
    /// recorded state machine and the current time.
    static func newRecordingPath(
        makingFolder folder: String, of machine: String
    ) throws(CommandFailure) -> String {
        do throws(LibraryError) {
            try FileSystem.makePrivateDirectories(folder)
        } catch {
            throw CommandFailure(RecordingWords.notMade(at: folder, reason: error.reason))
        }
        let start = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return "\(folder)/\(machine)-\(start).jsonl"
    }

    /// Begins a recording. Returns nil if `path` is nil.
    static func startRecording<Machine: RecordedMachine>(
        _ path: String?, of machine: Machine.Type, from beginning: Machine.Beginning
    ) throws(CommandFailure) -> EventRecordingFile? {
        guard let path else { return nil }
        let recording = try EventRecordingFile(path)
        var recorder = newRecorder
        recording.append(recorder.beginRecording(machine, beginning))
        recording.recorder = recorder
        return recording
    }

    /// Writes an event. Call this before the machine handles the event, so that the file contains
    /// the event even if the machine crashes.
    func write(_ event: some Encodable, at now: Instant) {
        append(recorder?.line(of: event, at: now) ?? [])
    }

    func write(_ effects: [some Encodable]) {
        append(recorder?.line(of: effects) ?? [])
    }

    func write(_ picture: Picture) {
        append(recorder?.line(of: picture) ?? [])
    }

    /// Ends the recording. Returns a sentence about the first failed write; nil if all succeeded.
    @discardableResult
    func close() -> String? {
        append(recorder?.end(.done) ?? [])
        file = nil
        return trouble
    }

    /// Appends complete lines. At the first failure, ends the recording and calls `onTrouble`.
    func append(_ bytes: [UInt8]) {
        guard let file, !bytes.isEmpty else { return }
        do throws(LibraryError) {
            try file.append(bytes)
        } catch {
            self.file = nil
            let sentence = RecordingWords.endedEarly(at: path, reason: error.reason)
            trouble = sentence
            onTrouble(sentence)
        }
    }
}

/// Messages about a recording, while it is written and when it is replayed.
enum RecordingWords {
    static func notMade(at path: String, reason: String) -> String {
        "can't record to \(path): \(reason)"
    }

    static func endedEarly(at path: String, reason: String) -> String {
        "the recording in \(path) ended early: \(reason)"
    }

    static func recordingStarted(at path: String) -> String { "recording to \(path)" }

    /// The log event of a recording that ended early.
    static let notRecorded = "recording stopped"

    /// Returns the line about a recording. `lines` and `turns` are counts.
    static func extentAndOrigin(
        of path: String, lines: Int, turns: Int, machine: ForeignText, program: ForeignText
    ) -> String {
        "\(path): \(lines) lines, \(turns) ticks of \(machine), recorded by \(program)"
    }

    static let nothing = "the file is empty"

    static func replayedIdentically(_ path: String) -> String {
        "\(path): replayed with the same screens and bytes"
    }

    static func fault(in path: String, _ sentence: String) -> String { "\(path): \(sentence)" }

    static let cutOff = "the recording is incomplete: the program was stopped"
    static let full = "the recording stopped at its maximum size"
}

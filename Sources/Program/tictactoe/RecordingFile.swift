import Drawing
import Host
import Recording
import SimperiumClock
import SimperiumLoop

/// A recording on its way into a file of its own. That it can't be written ends it, and never the
/// program that is recorded.
final class RecordingFile {
    enum Failure: Error, CustomStringConvertible {
        case notMade(path: String, reason: String)

        var description: String {
            switch self {
            case .notMade(let path, let reason): RecordingWords.notMade(at: path, reason: reason)
            }
        }
    }

    /// More than anybody will read, and not more than a disk can spare.
    private static let limit = 256 << 20

    private let path: String
    /// Nil if the lines are made elsewhere.
    private var recorder: Recorder?
    /// Nil once nothing more can be written.
    private var file: NewFile?
    /// Hears why the recording ended early.
    var onTrouble: (String) -> Void = { _ in }
    private var trouble: String?

    /// A file for lines that are made elsewhere.
    init(_ path: String) throws(Failure) {
        self.path = path
        do throws(LibraryError) {
            file = try NewFile(path)
        } catch {
            throw .notMade(path: path, reason: error.reason)
        }
    }

    static var newRecorder: Recorder {
        Recorder(program: Version.line, limit: limit)
    }

    /// Where one of the recordings goes that have a folder: by what is recorded, and since when.
    static func path(in folder: String, of machine: String) throws(Failure) -> String {
        do throws(LibraryError) {
            try Folder.make(folder)
        } catch {
            throw .notMade(path: folder, reason: error.reason)
        }
        let start = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return "\(folder)/\(machine)-\(start).jsonl"
    }

    /// Nil if nothing is to be recorded.
    static func begun<Machine: RecordedMachine>(
        _ path: String?, of machine: Machine.Type, from beginning: Machine.Beginning
    ) throws(Failure) -> RecordingFile? {
        guard let path else { return nil }
        let recording = try RecordingFile(path)
        var recorder = newRecorder
        recording.append(recorder.begin(machine, beginning))
        recording.recorder = recorder
        return recording
    }

    /// An event, before the machine has it: so it is there even if it is the last one.
    func write(_ event: some Encodable, at now: Instant) {
        append(recorder?.line(of: event, at: now) ?? [])
    }

    func write(_ effects: [some Encodable]) {
        append(recorder?.line(of: effects) ?? [])
    }

    func write(_ picture: Picture) {
        append(recorder?.line(of: picture) ?? [])
    }

    /// Ends the recording, and says what kept it from being whole.
    @discardableResult
    func close() -> String? {
        append(recorder?.end(.done) ?? [])
        file = nil
        return trouble
    }

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

    static func recorded(at path: String) -> String { "recording to \(path)" }

    /// The log event of a recording that ended early.
    static let notRecorded = "recording stopped"

    /// `lines` and `turns` are counts.
    static func summary(
        of path: String, lines: Int, turns: Int, machine: ForeignText, program: ForeignText
    ) -> String {
        "\(path): \(lines) lines, \(turns) ticks of \(machine), recorded by \(program)"
    }

    static let nothing = "the file is empty"

    static func same(_ path: String) -> String {
        "\(path): replayed with the same screens and bytes"
    }

    static func fault(in path: String, _ sentence: String) -> String {
        "\(path): \(sentence)"
    }

    static let cutOff = "the recording is incomplete: the program was stopped"
    static let full = "the recording stopped at its maximum size"
}

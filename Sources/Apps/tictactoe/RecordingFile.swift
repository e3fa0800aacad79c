import Recording
import SimperiumClock
import SimperiumLoop
import Wording

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
    private var recorder = Recorder(
        program: Version.line, limit: RecordingFile.limit)
    /// Nil once nothing more can be written.
    private var file: NewFile?
    /// Hears why the recording ended early.
    var onTrouble: (String) -> Void = { _ in }
    private var trouble: String?

    init<Machine: RecordedMachine>(
        _ path: String, of machine: Machine.Type, _ beginning: Machine.Beginning
    ) throws(Failure) {
        self.path = path
        do throws(LibraryError) {
            let file = try NewFile(path)
            try file.append(recorder.begin(machine, beginning))
            self.file = file
        } catch {
            throw .notMade(path: path, reason: error.reason)
        }
    }

    /// Nil if nothing is to be recorded.
    static func begun<Machine: RecordedMachine>(
        _ path: String?, of machine: Machine.Type, from beginning: Machine.Beginning
    ) throws(Failure) -> RecordingFile? {
        guard let path else { return nil }
        return try RecordingFile(path, of: machine, beginning)
    }

    /// An event, before the machine has it: so it is there even if it is the last one.
    func write(_ event: some Encodable, at now: Instant) {
        append(recorder.line(of: event, at: now))
    }

    func write(_ effects: [some Encodable]) {
        append(recorder.line(of: effects))
    }

    func write(_ picture: Picture) {
        append(recorder.line(of: picture))
    }

    /// Ends the recording, and says what kept it from being whole.
    func close() -> String? {
        append(recorder.end(.done))
        file = nil
        return trouble
    }

    private func append(_ bytes: [UInt8]) {
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

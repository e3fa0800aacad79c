import Commands
import Host
import SimperiumLoop

/// What a server and a door have to tell their operator.
///
/// Whether it is read makes no difference to them.
final class Log {
    private let format: LogFormat
    private let output: LineOutput
    private let errors: LineOutput

    init(_ format: LogFormat, on loop: Loop) {
        self.format = format
        let lost = { Self.line(LogEntry(linesLost: $0), format) }
        output = LineOutput(to: .standardOutput, on: loop, lost: lost)
        errors = LineOutput(to: .standardError, on: loop, lost: lost)
    }

    /// Tells what was begun: a line of standard output, for people and for scripts that wait.
    func announce(_ line: String) {
        output.write("tictactoe: \(line)")
    }

    /// Tells what has happened: a line of standard error.
    func write(_ entry: LogEntry) {
        errors.write(Self.line(entry, format))
    }

    private static func line(_ entry: LogEntry, _ format: LogFormat) -> String {
        let time = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return switch format {
        case .text: "\(time) \(entry.text)"
        case .json: entry.json(time: "\(time)")
        }
    }
}

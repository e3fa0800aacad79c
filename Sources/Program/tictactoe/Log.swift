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

/// Lines for the person who looks after a program, who may have stopped reading: that stops
/// nothing.
///
/// They wait until they are taken. Then some are lost, and `lost` tells how many.
final class LineOutput {
    private let lost: (Int) -> String
    private var output: PromptOutput?
    private var queue = LogQueue()

    init(to descriptor: Descriptor, on loop: Loop, lost: @escaping (Int) -> String) {
        self.lost = lost
        output = PromptOutput(to: descriptor, on: loop) { [unowned self] in pass() }
    }

    func write(_ line: String) {
        queue.add(line)
        pass()
    }

    /// Hands over as much as is taken now.
    private func pass() {
        while let piece = next() {
            guard let count = output?.write(piece), count > 0 else { return }
            queue.drop(count)
        }
    }

    private func next() -> [UInt8]? {
        if let count = queue.takeLost() { queue.add(lost(count)) }
        return queue.next(PromptOutput.mostAtOnce)
    }
}

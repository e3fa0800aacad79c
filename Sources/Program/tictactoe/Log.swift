import Commands
import Host
import SimperiumLoop

/// The log of a server or a door, for its operator.
///
/// The program continues even if the log has no reader.
final class Log {
    let format: LogFormat
    private let output: NonblockingLineOutput
    private let errors: NonblockingLineOutput

    init(_ format: LogFormat, on loop: Loop) {
        self.format = format
        let lost = { Self.timestampedLine(ServerLogEntry(linesLost: $0), format) }
        output = NonblockingLineOutput(to: .standardOutput, on: loop, lost: lost)
        errors = NonblockingLineOutput(to: .standardError, on: loop, lost: lost)
    }

    /// Prints a line on standard output, for people and for scripts that wait for it. With `--log
    /// json`, the line is a JSON object.
    func announceOnStandardOutput(_ line: String) {
        switch format {
        case .text: output.write("tictactoe: \(line)")
        case .json: output.write(Self.timestampedLine(ServerLogEntry(announcing: line), format))
        }
    }

    /// Logs an event on standard error.
    func write(_ entry: ServerLogEntry) {
        errors.write(Self.timestampedLine(entry, format))
    }

    private static func timestampedLine(_ entry: ServerLogEntry, _ format: LogFormat) -> String {
        let time = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return switch format {
        case .text: "\(time) \(entry.text)"
        case .json: entry.json(time: "\(time)")
        }
    }
}

/// A nonblocking output of lines. It does not block even if the operator has stopped reading.
///
/// The output queues lines, and drops lines if the queue is full. `lost` returns the line that
/// replaces the dropped lines; its argument is the number of dropped lines.
final class NonblockingLineOutput {
    private let lost: (Int) -> String
    private var output: UnbufferedNonblockingOutput?
    private var queue = LogQueue()

    init(to descriptor: Descriptor, on loop: Loop, lost: @escaping (Int) -> String) {
        self.lost = lost
        output = UnbufferedNonblockingOutput(to: descriptor, on: loop) { [unowned self] in
            writePending()
        }
    }

    func write(_ line: String) {
        queue.add(line)
        writePending()
    }

    private func writePending() {
        while let piece = nextQueuedBytes() {
            guard let count = output?.write(piece), count > 0 else { return }
            queue.dropWrittenBytes(count)
        }
    }

    private func nextQueuedBytes() -> [UInt8]? {
        if let count = queue.takeLostCount() { queue.add(lost(count)) }
        return queue.nextBytes(atMost: UnbufferedNonblockingOutput.mostAtOnce)
    }
}

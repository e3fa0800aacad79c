import Commands
import EventLoop
import Host

/// What a server and a door have to tell their operator: a line for each event.
///
/// A log that nobody reads stops nobody. Its lines wait, then some are lost, and that is told.
final class Log {
    private let format: LogFormat
    private var output: LogOutput?
    private var queue = LogQueue()

    init(_ format: LogFormat, on loop: Loop) {
        self.format = format
        output = LogOutput(on: loop) { [unowned self] in pass() }
    }

    func write(_ entry: LogEntry) {
        queue.add(line(entry))
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
        if let lost = queue.takeLost() { queue.add(line(LogEntry(linesLost: lost))) }
        return queue.next(LogOutput.mostAtOnce)
    }

    private func line(_ entry: LogEntry) -> String {
        let time = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return switch format {
        case .text: "\(time) \(entry.text)"
        case .json: entry.json(time: "\(time)")
        }
    }
}

import Commands
import EventLoop
import Host

/// What a server and a door have to tell their operator: a line for each event.
struct Log {
    let format: LogFormat

    func write(_ entry: LogEntry) {
        let time = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        let line =
            switch format {
            case .text: "\(time) \(entry.text)"
            case .json: entry.json(time: "\(time)")
            }
        Descriptor.standardError.say(line)
    }
}

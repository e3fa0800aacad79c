import Simperium
import SyncHub

extension LogEntry {
    /// What a hub notes; nil for what happens all the time.
    init?(_ note: Hub.Note) {
        switch note {
        case .opened: return nil
        case .closed(let connection, let farewell):
            self.init(
                "closed", .info,
                ["connection": .number(connection.number), "farewell": .word("\(farewell)")])
        case .authorized(let connection, let channel, let bucket):
            self.init(
                "authorized", .info,
                [
                    "connection": .number(connection.number),
                    "channel": .number(Int(channel.rawValue)),
                    "app": .quotation(bucket.app.text), "user": .quotation(bucket.user.text),
                    "bucket": .quotation(bucket.name.text),
                ])
        case .denied(let connection, let channel, let code):
            self.init(
                "denied", .warning,
                [
                    "connection": .number(connection.number),
                    "channel": .number(Int(channel.rawValue)),
                    "code": .number(code),
                ])
        case .unreadable(let connection, let error):
            self.init(
                "unreadable", .warning,
                ["connection": .number(connection.number), "why": .quotation("\(error)")])
        case .ignored(let connection):
            self.init("ignored", .info, ["connection": .number(connection.number)])
        case .refused(let bucket, let error, let reason):
            self.init(
                "refused", .info,
                [
                    "app": .quotation(bucket.app.text), "bucket": .quotation(bucket.name.text),
                    "code": .number(error.code), "why": .quotation(reason ?? "\(error)"),
                ])
        case .delayed(let connection):
            self.init("delayed", .warning, ["connection": .number(connection.number)])
        case .logged(let connection, let line):
            self.init(
                "client", .info,
                ["connection": .number(connection.number), "says": .quotation(line.text)])
        case .stated(let connection, let state):
            self.init(
                "state", .info,
                [
                    "connection": .number(connection.number),
                    "objects": .number(state.index.count),
                    "pending": .number(state.pending.count),
                ])
        case .storeFailed(let bucket):
            self.init(
                "store failed", .error,
                [
                    "app": .quotation(bucket.app.text), "user": .quotation(bucket.user.text),
                    "bucket": .quotation(bucket.name.text),
                ])
        }
    }
}

extension ConnectionID {
    var number: Int { Int(truncatingIfNeeded: rawValue) }
}

import SimperiumWire
import SyncHub

extension LogEntry {
    /// What a hub notes; nil for what happens all the time.
    init?(_ note: Hub.Note) {
        switch note {
        case .opened: return nil
        case .closed(let connection, let farewell):
            self.init("closed", .info, connection, [("farewell", .word("\(farewell)"))])
        case .authorized(let connection, let channel, let bucket):
            let facts = [("channel", Fact.number(Int(channel.rawValue)))] + bucket.facts
            self.init("authorized", .info, connection, facts)
        case .denied(let connection, let channel, let code):
            let channel = Fact.number(Int(channel.rawValue))
            self.init(
                "denied", .warning, connection, [("channel", channel), ("code", .number(code))])
        case .unreadable(let connection, let error):
            self.init("unreadable", .warning, connection, [("why", .quotation("\(error)"))])
        case .ignored(let connection): self.init("ignored", .info, connection)
        case .refused(let bucket, let error, let reason):
            let why = Fact.quotation(reason ?? "\(error)")
            self.init(
                "refused", .info, nil, bucket.facts + [("code", .number(error.code)), ("why", why)])
        case .delayed(let connection): self.init("delayed", .warning, connection)
        case .logged(let connection, let line):
            self.init("client", .info, connection, [("says", .quotation(line.text))])
        case .stated(let connection, let state):
            let counts = [("objects", state.index.count), ("pending", state.pending.count)]
            self.init("state", .info, connection, counts.map { ($0, .number($1)) })
        case .storeFailed(let bucket): self.init("store failed", .error, nil, bucket.facts)
        }
    }

    private init(
        _ event: String, _ level: Level, _ connection: ConnectionID?,
        _ facts: [(String, Fact)] = []
    ) {
        let number = connection.map { Int(truncatingIfNeeded: $0.rawValue) }
        let first = number.map { [("connection", Fact.number($0))] } ?? []
        self.init(event, level, first + facts)
    }
}

extension BucketID {
    fileprivate var facts: [(String, LogEntry.Fact)] {
        [
            ("app", .quotation(app.text)), ("user", .quotation(user.text)),
            ("bucket", .quotation(name.text)),
        ]
    }
}

import SimperiumClock
import SimperiumWire

/// Who has which objects open, here and elsewhere.
extension NodeLogs {
    mutating func view(_ object: ViewedObject, of log: SharedLogID, by users: [UserID]) {
        if logs[log] == nil {
            guard !users.isEmpty else { return }
            begin(log, forHub: false)
        }
        watch(log, .viewed(object, by: users))
    }

    mutating func hear(_ messages: [EngineMessage]?, of log: SharedLogID, at now: Instant) {
        for message in messages ?? [] {
            guard case .viewed(let bucket, let key) = message.entry.act else { continue }
            watch(log, .told(ViewedObject(key, in: bucket)))
        }
        follow(log, .told(messages), at: now)
    }

    mutating func watch(_ log: SharedLogID, _ event: LogViewing.Event) {
        guard let wanted = logs[log]?.viewing.handle(event) else { return }
        for effect in wanted {
            switch effect {
            case .state(let deed): ask(.log(deed, log), for: .view(log))
            case .read(let query): ask(.read(query, log), for: .readViewers(log))
            case .tell(let object, let users): effects.append(.viewed(log, object, by: users))
            }
        }
    }
}

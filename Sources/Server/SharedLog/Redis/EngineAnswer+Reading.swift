package import RedisWire
import SimperiumClock
import SimperiumWire

extension EngineAnswer {
    /// What a script answered; nil if no script of ours answers so, or somebody else has written
    /// what it read.
    package init?(_ value: RedisValue, to deed: EngineDeed) {
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        if case .directory = deed {
            guard let answer = DirectoryAnswer(value) else { return nil }
            self = .directory(answer)
            return
        }
        if case .feed = deed {
            guard let answer = FeedAnswer(value) else { return nil }
            self = .feed(answer)
            return
        }
        if word == "FACT" {
            guard case .read(let query, _) = deed, let head = row.place(0),
                let fact = EngineFact(row.dropping(1), to: query)
            else { return nil }
            self = .fact(fact, at: head)
            return
        }
        guard let answer = Self.answer(word, row) ?? Self.refusal(word, row) else { return nil }
        self = answer
    }

    private static func answer(_ word: String, _ row: Row) -> EngineAnswer? {
        switch word {
        case "DONE": return .done
        case "LIFE":
            guard let epoch = row.epoch(0), let now = row.stamp(2) else { return nil }
            return .life(epoch: epoch, hasBegun: row.number(1) == 1, now: now)
        case "INCARNATION":
            return row.epoch(0).map { .incarnation(Incarnation(rawValue: $0)) }
        case "ALIVE":
            guard let epoch = row.epoch(0), let dead = row.list(1), let now = row.stamp(2) else {
                return nil
            }
            let all = dead.compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
            return .alive(
                epoch: epoch, dead: all.map { Incarnation(rawValue: $0) }.sorted(), now: now)
        case "LOGS":
            return row.list(0).map { .logs($0.compactMap(\.log).sorted(by: SharedLogID.precedes)) }
        case "OPENED": return EngineLog(row).map { .opened($0) }
        case "WRITTEN":
            guard let head = row.place(0), let stamp = row.stamp(1) else { return nil }
            return .written(head, stamp)
        case "AWAY":
            guard let until = row.stamp(0), let place = row.place(1) else { return nil }
            return .away(until: until, at: place)
        case "RESUMED":
            guard let lease = row.place(0), let bucket = row.name(1), let holder = row.epoch(2),
                let connection = row.number(3), let place = row.place(4)
            else { return nil }
            let former = EngineHolder(Incarnation(rawValue: holder), UInt64(max(connection, 0)))
            return .resumed(lease, bucket, from: holder == 0 ? nil : former, at: place)
        case "OWING":
            guard let list = row.list(0) else { return nil }
            let names = list.compactMap { $0.string.flatMap { BucketName($0) } }
            return names.count == list.count ? .owing(names.sorted { $0.text < $1.text }) : nil
        case "BURIED": return row.number(0).map { .buried(Int($0)) }
        default: return nil
        }
    }

    private static func refusal(_ word: String, _ row: Row) -> EngineAnswer? {
        switch word {
        case "NEWER": row.number(0).map { .newerFormat(Int($0)) }
        case "COPYING": .copying(isWhole: true)
        case "UNFINISHED": .copying(isWhole: false)
        case "OLDER": row.number(0).map { .olderFormat(Int($0)) }
        case "FOREIGN": row.text(0).map { .foreign($0) }
        case "UNFIT": row.text(0).map { .unfit($0) }
        case "DEAD": .dead
        case "GONE": .gone
        case "FENCED": .fenced
        case "OVERTAKEN": row.place(0).map { .overtaken($0) }
        case "MISPLACED": row.place(0).map { .misplaced(after: $0) }
        case "TURN": row.number(0).map { .othersTurn(.milliseconds($0)) }
        case "EPOCH": row.epoch(0).map { .earlierEpoch($0) }
        case "HELD": row.place(0).map { .held($0) }
        case "NOTYOURS": .notYours
        default: nil
        }
    }
}

extension EngineLog {
    fileprivate init?(_ row: Row) {
        guard let head = row.place(0), let epoch = row.epoch(1), let now = row.stamp(2),
            let buckets = row.list(3), let leases = row.list(4), let beginnings = row.list(5),
            let dropped = row.rows(6, Dropped.init), leases.count % 2 == 0
        else { return nil }
        let found = buckets.compactMap { Bucket(Row($0)) }
        let held = stride(from: 0, to: leases.count, by: 2).compactMap {
            Lease(id: leases[$0], kept: leases[$0 + 1])
        }
        let begun = beginnings.compactMap { value -> Beginning? in
            let row = Row(value)
            guard let epoch = row.epoch(0), let head = row.place(1) else { return nil }
            return Beginning(epoch: epoch, behind: head)
        }
        guard found.count == buckets.count, held.count * 2 == leases.count,
            begun.count == beginnings.count
        else { return nil }
        self.init(
            head: head, epoch: epoch, now: now,
            buckets: found.sorted { $0.name.text < $1.name.text },
            leases: held.sorted { $0.lease.id < $1.lease.id }, beginnings: begun,
            dropped: dropped.sorted { $0.place < $1.place })
    }
}

extension EngineLog.Dropped {
    fileprivate init?(_ row: Row) {
        guard let bucket = row.name(0), let place = row.place(1) else { return nil }
        self.init(bucket, at: place)
    }
}

extension EngineLog.Bucket {
    fileprivate init?(_ row: Row) {
        guard let name = row.name(0), let state = row.text(1)?.split(separator: " "),
            state.count == 5, let head = Ordinal(engineText: state[0]),
            let floor = Ordinal(engineText: state[1])
        else { return nil }
        self.init(name, head: head, floor: floor)
    }
}

extension EngineLog.Lease {
    fileprivate init?(id: RedisValue, kept: RedisValue) {
        guard let id = id.string.flatMap({ Ordinal(engineText: $0) }) else { return nil }
        self.init(id: id, kept: kept)
    }

    init?(id: Ordinal, kept: RedisValue) {
        guard
            let lines = kept.string?.split(
                separator: "\n", maxSplits: 2, omittingEmptySubsequences: false),
            lines.count == 3, let clientID = ClientID(String(lines[2]))
        else { return nil }
        let words = lines[0].split(separator: " ")
        guard words.count == 4, let holder = UInt32(words[0]), let until = Int64(words[1]),
            let bucket = BucketName(String(words[2])), let connection = UInt64(words[3])
        else { return nil }
        let incarnation = Incarnation(rawValue: holder)
        self.init(
            EngineLease(id, in: bucket, secret: String(lines[1]), of: clientID),
            holder: holder == 0 ? nil : EngineHolder(incarnation, connection),
            until: Stamp(milliseconds: until))
    }
}

extension RedisValue {
    /// A log as lists of these have it.
    var log: SharedLogID? {
        guard let parts = string?.split(separator: "/"), parts.count == 2,
            let app = AppID(String(parts[0])), let user = UserID(String(parts[1]))
        else { return nil }
        return SharedLogID(app: app, user: user)
    }
}

extension SharedLogID {
    static func precedes(_ one: Self, _ other: Self) -> Bool {
        (one.app.text, one.user.text) < (other.app.text, other.user.text)
    }
}

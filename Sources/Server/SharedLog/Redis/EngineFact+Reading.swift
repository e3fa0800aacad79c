import RedisWire
import SimperiumClock
import SimperiumWire

extension EngineFact {
    init?(_ row: Row, to query: LogQuery) {
        guard let fact = Self.fact(row, to: query) else { return nil }
        self = fact
    }

    private static func fact(_ row: Row, to query: LogQuery) -> EngineFact? {
        switch query {
        case .bucket: StoredBucket(row).map { .stored(.bucket($0)) }
        case .entity: entity(row)
        case .version: .stored(.version(row.bytes(0)))
        case .changes:
            row.list(1) == nil
                ? .stored(.changes(nil, hasMore: false))
                : row.rows(1, StoredChange.init).map {
                    .stored(.changes($0, hasMore: row.number(0) == 1))
                }
        case .index:
            row.rows(1) { StoredEntity($0, sharing: 4) }.map {
                .stored(.index($0, hasMore: row.number(0) == 1))
            }
        case .owned:
            row.rows(1) { StoredEntity($0, sharing: 4) }.map {
                .stored(.owned($0, hasMore: row.number(0) == 1))
            }
        case .buckets: names(row, 0).map { .stored(.buckets($0)) }
        case .parcels:
            row.rows(1, Parcel.init).map {
                .stored(.parcels($0, hasMore: row.number(0) == 1))
            }
        case .parcelMark: row.place(0).map { .stored(.parcelMark($0)) }
        case .viewers(let objects): viewers(row, of: objects)
        case .mirrors: row.number(0).map { .stored(.mirrors(Int($0))) }
        case .missed:
            names(row, 2).flatMap { unknown in
                row.rows(1, EngineEntry.init).map {
                    .missed($0, unknown: unknown, hasMore: row.number(0) == 1)
                }
            }
        case .trimmable: trimmable(row)
        case .remains: row.keys(0).map { .remains($0.sorted { $0.text < $1.text }) }
        }
    }

    private static func names(_ row: Row, _ index: Int) -> [BucketName]? {
        guard let list = row.list(index) else { return nil }
        let names = list.compactMap { $0.string.flatMap { BucketName($0) } }
        return names.count == list.count ? names.sorted { $0.text < $1.text } : nil
    }

    private static func viewers(_ row: Row, of objects: [ViewedObject]) -> EngineFact? {
        guard let list = row.list(0), list.count == objects.count else { return nil }
        var found: [ViewedObject: [Incarnation: [UserID]]] = [:]
        for (object, kept) in zip(objects, list) {
            for line in (kept.string ?? "").split(separator: "\n") {
                let words = line.split(separator: " ")
                let users = words.dropFirst().compactMap { UserID(String($0)) }
                guard let node = words.first.flatMap({ UInt32($0) }), users.count == words.count - 1
                else { return nil }
                found[object, default: [:]][Incarnation(rawValue: node)] = users
            }
        }
        return .viewers(found)
    }

    private static func trimmable(_ row: Row) -> EngineFact? {
        guard let end = row.place(0), let stripped = row.keys(1), let forgotten = row.keys(2) else {
            return nil
        }
        return .trimmable(
            EngineTrimming(upTo: end, stripped: stripped, forgotten: forgotten),
            hasMore: row.number(3) == 1)
    }

    private static func entity(_ row: Row) -> EngineFact? {
        if row.count == 1 { return row.version(0).map { .stored(.noEntity(beginning: $0)) } }
        guard let entity = StoredEntity(row, sharing: 5),
            let head = row.bytes(1).flatMap(HeadRecord.init),
            let earlier = row.list(4)
        else { return nil }
        let ids = earlier.compactMap { $0.string.flatMap { ChangeID($0) } }
        return .stored(.entity(entity, changeIDs: ids + [head.changeID]))
    }
}

/// What the engine keeps of an object's last change.
struct HeadRecord {
    let version: EntityVersion
    let place: Ordinal
    let isRemoved: Bool
    let lease: Ordinal?
    let stamp: Stamp
    let changeID: ChangeID

    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 7, let version = Int(words[0]).flatMap(EntityVersion.init),
            let place = Ordinal(engineText: words[1]), let stamp = Int64(words[5]),
            let changeID = ChangeID(String(words[6]))
        else { return nil }
        self.version = version
        self.place = place
        isRemoved = words[2] == "1"
        lease = Ordinal(engineText: words[3])
        self.stamp = Stamp(milliseconds: stamp)
        self.changeID = changeID
    }
}

extension StoredEntity {
    /// Key, head, object and the client that owns it; and in some column with whom it is shared.
    fileprivate init?(_ row: Row, sharing column: Int) {
        guard let key = row.key(0), let head = row.bytes(1).flatMap(HeadRecord.init) else {
            return nil
        }
        let owner = head.lease.flatMap { lease in
            row.text(3).flatMap { ClientID($0) }.map {
                EntityOwner(lease: lease, clientID: $0, secret: nil)
            }
        }
        self.init(
            key: key, version: head.version, isRemoved: head.isRemoved, object: row.bytes(2),
            changed: head.place, owner: owner, stamp: head.stamp,
            sharing: row.text(column).flatMap { Sharing(text: $0) })
    }
}

extension StoredBucket {
    fileprivate init?(_ row: Row) {
        guard let head = row.place(0), let floor = row.place(1), let count = row.number(2),
            let stamp = row.stamp(3), let beginning = row.version(4), let ids = row.list(5)
        else { return nil }
        self.init(emptyings: ids.compactMap { $0.string.flatMap { ChangeID($0) } })
        self.head = head
        self.floor = floor
        mirrors = Int(row.number(6) ?? 0)
        others = Int(row.number(7) ?? 0)
        self.count = Int(count) - mirrors
        self.stamp = stamp
        self.beginning = beginning
    }
}

extension StoredChange {
    /// An entry of a stream: its id, and its fields.
    fileprivate init?(_ row: Row) {
        guard let place = row.place(0), let fields = row.list(1).map({ Row($0) }) else {
            return nil
        }
        self.init(fields, at: place)
    }

    fileprivate init?(_ fields: Row, at place: Ordinal) {
        guard let key = fields.key(1), let version = fields.version(3), let words = fields.text(5),
            let id = fields.text(7).flatMap({ ChangeID($0) }), let entry = fields.bytes(17)
        else { return nil }
        self.init(
            ordinal: place, key: key, version: version, previous: Ordinal(engineText: words),
            changeID: id, entry: entry, author: fields.text(19).flatMap { UserID(named: $0) })
    }
}

extension EngineEntry {
    /// Of all streams: the id, the bucket's name or nothing for a note, and the fields.
    fileprivate init?(_ row: Row) {
        guard let place = row.place(0), let bucket = row.text(1),
            let fields = row.list(2).map({ Row($0) })
        else { return nil }
        guard !bucket.isEmpty else {
            guard let note = fields.bytes(1), let stamp = fields.stamp(3) else { return nil }
            self.init(at: place, stamp, Act(note: note))
            return
        }
        guard let name = BucketName(bucket), let stamp = fields.stamp(15),
            let change = StoredChange(fields, at: place),
            let removed = fields.text(13)
        else { return nil }
        let lease = fields.text(11).flatMap { Ordinal(engineText: $0) }
        var record = EngineRecord(
            change.key, in: name, version: change.version, previous: change.previous,
            by: change.changeID, lease: lease, isRemoved: removed == "1", entry: change.entry)
        record.author = change.author
        record.mirrored = fields.text(21).flatMap { UserID(named: $0) }
        self.init(at: place, stamp, .change(record))
    }
}

extension Parcel {
    /// Its place, and what is kept under it.
    fileprivate init?(_ row: Row) {
        guard let place = row.place(0), let bytes = row.bytes(1) else { return nil }
        self.init(at: place, bytes)
    }
}

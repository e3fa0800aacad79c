import RedisWire
package import SimperiumWire

/// What an engine answers to whoever copies it, or copies something there.
package enum CopyReply: Hashable, Sendable {
    case ours
    case empty
    /// There is something, of whatever making.
    case foreign
    /// A node lives there, or somebody else copies it.
    case inUse
    /// It was to be a copy, and is not whole.
    case unfinished
    case begun(Incarnation)
    case answer(KeptAnswer)
    /// What one user shares has not reached another.
    case underWay
    case done
}

extension CopyReply {
    /// Nil of what no script of ours answers.
    init?(_ value: RedisValue, to deed: CopyDeed, _ keys: EngineKeys) {
        if case .query(let query) = deed {
            if value.elements?.first?.string == "UNDERWAY" {
                self = .underWay
                return
            }
            guard let answer = KeptAnswer(value, to: query, keys) else { return nil }
            self = .answer(answer)
            return
        }
        // What is put there by a command is answered by a number.
        guard let items = value.elements, let word = items.first?.string else {
            if value.number == nil { return nil }
            self = .done
            return
        }
        switch word {
        case "OURS": self = .ours
        case "EMPTY": self = .empty
        case "FOREIGN": self = .foreign
        case "INUSE": self = .inUse
        case "UNFINISHED": self = .unfinished
        case "INCARNATION":
            guard let number = Row(items.dropFirst()).epoch(0) else { return nil }
            self = .begun(Incarnation(rawValue: number))
        case "DONE", "KEPT": self = .done
        // A name that two users have, which would be our mistake.
        default: return nil
        }
    }
}

extension KeptAnswer {
    fileprivate init?(_ value: RedisValue, to query: KeptQuery, _ keys: EngineKeys) {
        switch query {
        case .users, .owners, .keys:
            guard let answer = Self.page(Row(value), of: query, keys) else { return nil }
            self = answer
        case .tokens(let owner):
            let deed = AccountDeed.query(.tokens(of: owner.user, app: owner.app))
            guard case .account(.tokens(let tokens)) = EngineAnswer(value, to: deed) else {
                return nil
            }
            self = .tokens(tokens)
        case .links(let owner):
            let deed = AccountDeed.query(.links(of: owner.user, app: owner.app))
            guard case .account(.links(let links)) = EngineAnswer(value, to: deed) else {
                return nil
            }
            self = .links(links)
        case .buckets:
            let row = Row(value)
            guard row.text(0) == "BUCKETS", let names = row.list(1) else { return nil }
            self = .buckets(
                names.compactMap { $0.string.flatMap { BucketName($0) } }
                    .sorted { $0.text < $1.text })
        case .objects:
            let row = Row(value)
            guard row.text(0) == "OBJECTS", let objects = row.rows(1, KeptObject.init) else {
                return nil
            }
            self = .objects(objects)
        case .state, .body, .changes:
            guard let answer = Self.fact(value, to: query) else { return nil }
            self = answer
        }
    }

    /// A cursor, and what stands behind the one that was named.
    private static func page(_ row: Row, of query: KeptQuery, _ keys: EngineKeys) -> KeptAnswer? {
        guard let cursor = row.text(0), let items = row.list(1) else { return nil }
        let next = cursor == "0" ? nil : KeptCursor(cursor)
        switch query {
        case .users:
            let pairs = stride(from: 0, to: items.count - 1, by: 2).map { items[$0...($0 + 1)] }
            let users = pairs.compactMap { StoredUser(Row($0)) }
            return users.count == pairs.count ? .users(users, next: next) : nil
        case .owners:
            return .owners(
                items.compactMap { $0.bytes.flatMap { keys.owner(ofLog: $0) } }, next: next)
        case .keys:
            let names = stride(from: 0, to: items.count, by: 2).map { items[$0] }
            let found = names.compactMap { $0.string.flatMap { ObjectKey($0) } }
            return found.count == names.count ? .keys(found, next: next) : nil
        case .tokens, .links, .buckets, .state, .objects, .body, .changes: return nil
        }
    }

    /// What nodes ask, too.
    private static func fact(_ value: RedisValue, to query: KeptQuery) -> KeptAnswer? {
        let (asked, log): (LogQuery, SharedLogID)
        switch query {
        case .state(let id): (asked, log) = (.bucket(id.name), SharedLogID(of: id))
        case .body(let version, let key, let id):
            (asked, log) = (.version(version, of: key, in: id.name), SharedLogID(of: id))
        case .changes(let place, let id):
            asked = .changes(after: place, in: id.name, atMost: KeptQuery.portion)
            log = SharedLogID(of: id)
        default: return nil
        }
        guard case .fact(.stored(let answer), _) = EngineAnswer(value, to: .read(asked, log)) else {
            return nil
        }
        switch answer {
        case .bucket(let bucket): return .state(bucket)
        case .version(let body): return .body(body)
        case .changes(let changes?, let hasMore): return .changes(changes, hasMore: hasMore)
        default: return nil
        }
    }
}

extension KeptObject {
    /// Key, head, object, lease, the ids of earlier changes, the numbers of earlier versions, with
    /// whom it is shared.
    fileprivate init?(_ row: Row) {
        guard let key = row.key(0), let head = row.bytes(1).flatMap(HeadRecord.init),
            let ids = row.list(4), let numbers = row.list(5)
        else { return nil }
        let owner = head.lease.flatMap { id in
            row.bytes(3).flatMap { EngineLog.Lease(id: id, kept: .text($0)) }?.lease.owner
        }
        let entity = StoredEntity(
            key: key, version: head.version, isRemoved: head.isRemoved, object: row.bytes(2),
            changed: head.place, owner: owner, stamp: head.stamp,
            sharing: row.text(6).flatMap { Sharing(text: $0) })
        let versions = numbers.compactMap {
            $0.number.flatMap { Int(exactly: $0) }.flatMap(EntityVersion.init)
        }
        self.init(
            entity,
            changeIDs: ids.compactMap { $0.string.flatMap { ChangeID($0) } } + [head.changeID],
            versions: versions.sorted())
    }
}

package import RedisWire
import SimperiumClock
package import SimperiumWire

/// What is asked of an engine by whoever copies all that it keeps, or has it keep what another
/// store does. No node lives there meanwhile.
package enum CopyDeed: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        /// What is there is read.
        case original
        /// Everything is put there.
        case copy
    }

    /// Whether there is anything, and whether it is ours.
    case look
    /// Keeps nodes away, unless one lives there, and gives the copier a number. Of an original for
    /// so long; of a copy until it is whole.
    case begin(Role, seen: UInt32, hold: Duration)
    case hold(Duration)
    /// Nodes may begin. What a client owned is waited for as after the end of a node.
    case end(Role, Incarnation)
    case query(KeptQuery)
    case keep(KeptPart, Incarnation)
}

extension CopyDeed {
    /// How Redis is asked for it.
    package func question(_ keys: EngineKeys) -> RedisQuestion {
        var words = Arguments()
        switch self {
        case .look: return .script(CopyScript.look, keys: [keys.nodes], arguments: [])
        case .begin(let role, let seen, let hold):
            words.add(seen)
            words.add(role == .copy)
            words.add(hold)
            return .script(
                CopyScript.begin, keys: [keys.nodes, keys.living], arguments: words.all)
        case .hold(let hold):
            words.add(hold)
            return .script(CopyScript.hold, keys: [keys.nodes], arguments: words.all)
        case .end(let role, let incarnation):
            words.add(incarnation)
            words.add(role == .copy)
            return .script(
                CopyScript.end, keys: [keys.nodes, keys.dead, keys.logs(of: incarnation)],
                arguments: words.all)
        case .query(let query): return query.question(keys)
        case .keep(let part, let incarnation): return part.question(keys, incarnation)
        }
    }
}

extension KeptQuery {
    fileprivate func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .users(let cursor): Self.scan(keys.account("u"), behind: cursor)
        case .tokens(let owner):
            AccountDeed.query(.tokens(of: owner.user, app: owner.app)).question(keys)
        case .links(let owner):
            AccountDeed.query(.links(of: owner.user, app: owner.app)).question(keys)
        case .owners(let cursor): Self.scanLogs(keys, behind: cursor)
        case .buckets(let owner):
            .script(CopyScript.buckets, keys: [keys.log(owner.log)], arguments: [])
        case .state(let id): LogQuery.bucket(id.name).question(keys, SharedLogID(of: id))
        case .keys(let cursor, let id):
            Self.scan(
                keys.part(.heads, of: id.name, in: SharedLogID(of: id)), behind: cursor)
        case .objects(let names, let id): Self.objects(names, in: id, keys)
        case .body(let version, let key, let id):
            LogQuery.version(version, of: key, in: id.name).question(keys, SharedLogID(of: id))
        case .changes(let place, let id):
            LogQuery.changes(after: place, in: id.name, atMost: Self.portion)
                .question(keys, SharedLogID(of: id))
        }
    }

    private static func scan(_ hash: [UInt8], behind cursor: KeptCursor?) -> RedisQuestion {
        var command = RedisCommand("HSCAN")
        command.append(hash)
        command.append(cursor?.words.first ?? "0")
        for word in ["COUNT", "\(portion.entries)"] { command.append(word) }
        return .command(command, key: hash)
    }

    /// Logs are found by their names, for nobody keeps a list of them.
    private static func scanLogs(_ keys: EngineKeys, behind cursor: KeptCursor?) -> RedisQuestion {
        var command = RedisCommand("SCAN", cursor?.words.first ?? "0", "MATCH")
        command.append(keys.anyLog)
        for word in ["COUNT", "1000"] { command.append(word) }
        return .command(command, key: nil)
    }

    private static func objects(
        _ names: [ObjectKey], in id: BucketID, _ keys: EngineKeys
    ) -> RedisQuestion {
        let log = SharedLogID(of: id)
        var places = [EngineKeys.Part.heads, .objects, .sharings].map {
            keys.part($0, of: id.name, in: log)
        }
        places.append(keys.leases(log))
        var words = Arguments()
        words.add(portion.bytes)
        for name in names {
            places += [
                keys.versions(name, id.name, in: log), keys.changeIDs(name, id.name, in: log),
            ]
            words.add(name.text)
        }
        return .script(CopyScript.objects, keys: places, arguments: words.all)
    }
}

extension KeptPart {
    fileprivate func question(_ keys: EngineKeys, _ copier: Incarnation) -> RedisQuestion {
        switch self {
        case .user(let user): Self.change(UserChange(copying: user), keys)
        case .token(let token): Self.change(UserChange(copying: token), keys)
        case .link(let link): Self.change(UserChange(copying: link), keys)
        case .presence(let owner): Self.note(owner, of: copier, keys)
        case .bucket(let bucket, let id): Self.bucket(bucket, as: id, keys)
        case .object(let object, let id): Self.object(object, in: id, by: copier, keys)
        case .version(let body, let version, let key, let id):
            Self.version(body, version, in: keys.versions(key, id.name, in: SharedLogID(of: id)))
        case .changes(let changes, let id): Self.changes(changes, in: id, keys)
        }
    }

    private static func change(_ change: UserChange, _ keys: EngineKeys) -> RedisQuestion {
        AccountDeed.write(.change(change)).question(keys)
    }

    /// Whoever buries the copier finds by this what clients own.
    private static func note(
        _ owner: LogID, of copier: Incarnation, _ keys: EngineKeys
    ) -> RedisQuestion {
        var note = RedisCommand("SADD")
        note.append(keys.logs(of: copier))
        note.append("\(owner.app.text)/\(owner.user.text)")
        return .command(note, key: keys.logs(of: copier))
    }

    private static func bucket(
        _ bucket: StoredBucket, as id: BucketID, _ keys: EngineKeys
    ) -> RedisQuestion {
        let log = SharedLogID(of: id)
        var words = Arguments(id.name.text)
        words.add(bucket.head)
        words.add(bucket.floor)
        words.add(bucket.beginning.number)
        words.add(bucket.stamp.milliseconds)
        for change in bucket.emptyings { words.add(change.text) }
        return .script(
            CopyScript.keepBucket,
            keys: [keys.log(log), keys.part(.emptyings, of: id.name, in: log)],
            arguments: words.all)
    }

    private static func object(
        _ object: KeptObject, in id: BucketID, by copier: Incarnation, _ keys: EngineKeys
    ) -> RedisQuestion {
        let (log, entity) = (SharedLogID(of: id), object.entity)
        let lease = entity.owner.map { EngineLease($0, in: id.name) }
        let parts: [EngineKeys.Part] = [.heads, .objects, .index, .owned, .removals]
        let places =
            parts.map { keys.part($0, of: id.name, in: log) } + [
                keys.changeIDs(entity.key, id.name, in: log), keys.leases(log),
                keys.secrets(log), keys.log(log), keys.part(.sharings, of: id.name, in: log),
            ]
        var words = Arguments(entity.key.text)
        words.add(entity.version.number)
        words.add(entity.changed)
        words.add(entity.isRemoved)
        words.add(entity.stamp.milliseconds)
        words.add(entity.object ?? [])
        words.add(lease?.id.engineText ?? "")
        words.add(copier)
        words.add(id.name.text)
        words.add(lease?.secret ?? "")
        words.add(lease?.clientID.text ?? "")
        words.add(entity.isRemoved ? "" : entity.sharing?.text ?? "")
        for change in object.changeIDs { words.add(change.text) }
        return .script(CopyScript.keepObject, keys: places, arguments: words.all)
    }

    private static func version(
        _ body: [UInt8], _ version: EntityVersion, in hash: [UInt8]
    ) -> RedisQuestion {
        var command = RedisCommand("HSET")
        command.append(hash)
        command.append(version.number)
        command.append(body)
        return .command(command, key: hash)
    }

    private static func changes(
        _ changes: [StoredChange], in id: BucketID, _ keys: EngineKeys
    ) -> RedisQuestion {
        let log = SharedLogID(of: id)
        var words = Arguments(id.name.text)
        for change in changes {
            words.add(change.ordinal)
            words.add(change.key.text)
            words.add(change.version.number)
            words.add(change.previous?.engineText ?? "-")
            words.add(change.changeID.text)
            words.add(change.entry)
            words.add(change.author.map { "=\($0.text)" } ?? "")
        }
        return .script(
            CopyScript.keepChanges,
            keys: [
                keys.log(log), keys.part(.changes, of: id.name, in: log),
                keys.part(.heads, of: id.name, in: log),
            ], arguments: words.all)
    }
}

extension LogID {
    fileprivate var log: SharedLogID { SharedLogID(app: app, user: user) }
}

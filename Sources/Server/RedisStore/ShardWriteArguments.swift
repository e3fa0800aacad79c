internal import RedisWire
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// The arguments of the write script: the writes to one shard, and the conditions of these writes.
struct ShardWriteArguments {
    private struct HeadCondition {
        let bucket: BucketID
        /// The expected head; nil if the head must only be below `above`.
        let head: SequenceNumber?
        var above = SequenceNumber.zero
    }

    private var conditions: [HeadCondition] = []
    private var writes = RedisArguments()
    /// The heads that buckets have after the writes so far.
    private var heads: [BucketID: SequenceNumber] = [:]
    /// The number of account changes. The script returns a result for each of them.
    private(set) var resultCount = 0
    private(set) var isEmpty = true

    /// Returns the bucket of the condition with this number, counted from 1; nil if there is none.
    func bucket(ofCondition number: Int) -> BucketID? {
        conditions.indices.contains(number - 1) ? conditions[number - 1].bucket : nil
    }

    func arguments(keeping limits: MinimumStoredHistory) -> RedisArguments {
        var all = RedisArguments()
        all.append(limits.logLength)
        all.append(limits.removals)
        all.append(conditions.count)
        for condition in conditions {
            all.append(condition.bucket.path)
            all.append(condition.head.map(\.hex) ?? ">" + condition.above.hex)
        }
        all.append(writes)
        return all
    }

    /// Adds a write. Returns false if the write expects a head that its bucket doesn't have after
    /// the earlier writes.
    mutating func addIfConsistent(_ write: StoreWrite) -> Bool {
        isEmpty = false
        switch write {
        case .append(let change, let entity, let outdated, let id, let expected):
            guard addHeadConditionIfConsistent(expected, of: id) else { return false }
            append(change, entity, outdated, to: id)
        case .forgetHistory(let id, let change): addCall("forgetHistory", id.path, change.text)
        case .forgetVersions(let key, let id): addCall("forgetVersions", id.path, key.text)
        case .hold(let keys, let seat, let secret, let id):
            for key in keys {
                addCall("hold", id.path, key.text, "\(seat)", secret?.bytes.hexText ?? "-")
            }
        case .countRestart(let keys, let id):
            for key in keys { addCall("countRestart", id.path, key.text) }
        case .endSeat(let end, let forgotten, _):
            addCall(
                "endSeat", end.session, "\(end.stamp.milliseconds)", end.end.why.rawValue,
                end.end.outcome.map { String(decoding: $0.utf8, as: UTF8.self) } ?? "",
                "\(forgotten.milliseconds)")
        case .mirror(let mirroring): return addCopiesIfConsistent(mirroring)
        case .drop(let id):
            heads[id] = .zero
            addCall("drop", id.path)
        case .owe(let objects, _):
            for object in objects {
                addCall(
                    "owe", object.bucket.path, object.key.text, object.isDue ? "1" : "0",
                    String(decoding: object.object, as: UTF8.self))
            }
        case .assign(let id, let other): addCall("assign", id.path, other.path)
        case .settle(let key, let id): addCall("settle", id.path, key.text)
        case .forgive(let key, let id): addCall("forgive", id.path, key?.text ?? "")
        }
        return true
    }

    private mutating func addCopiesIfConsistent(_ mirroring: ChangeCopiesForSharers) -> Bool {
        guard addHeadConditionIfConsistent(mirroring.head, of: mirroring.bucket),
            mirroring.head != .zero
        else {
            return false
        }
        addCall("share", mirroring.bucket.path, mirroring.key.text, mirroring.sharing?.text ?? "")
        for entry in mirroring.entries {
            if heads[entry.bucket] == nil {
                conditions.append(
                    HeadCondition(bucket: entry.bucket, head: nil, above: entry.change.ordinal))
            }
            if entry.isFirst {
                addCall("forgetVersions", entry.bucket.path, entry.change.key.text)
            }
            append(entry.change, entry.entity, entry.outdated, to: entry.bucket)
        }
        return true
    }

    private mutating func addHeadConditionIfConsistent(_ head: SequenceNumber, of id: BucketID)
        -> Bool
    {
        if let known = heads[id] { return known == head }
        conditions.append(HeadCondition(bucket: id, head: head))
        heads[id] = head
        return true
    }

    private mutating func append(
        _ change: StoredChange, _ entity: StoredEntity, _ outdated: [EntityVersion],
        to id: BucketID
    ) {
        heads[id] = change.ordinal
        writes.append("append")
        writes.append(14)
        writes.append(id.path)
        writes.append(change.key.text)
        writes.append(change.ordinal.hex)
        writes.append(change.version.number)
        writes.append(change.previous?.hex ?? "")
        writes.append(change.changeID.text)
        writes.append(change.entry)
        writes.append(change.author?.text ?? "")
        writes.append(entity.isRemoved)
        writes.append(entity.object ?? [])
        writes.append(entity.owner?.row ?? "")
        writes.append(Int(entity.stamp.milliseconds))
        writes.append(entity.sharing?.text ?? "")
        writes.append(outdated.map { ",\($0.number)" }.joined())
        writes.append(0)
    }

    mutating func addCall(_ name: String, _ arguments: String...) {
        writes.append(name)
        writes.append(arguments.count)
        for argument in arguments { writes.append(argument) }
        writes.append(0)
    }
}

/// The writes to accounts.
extension ShardWriteArguments {
    mutating func add(_ write: AccountWrite) {
        isEmpty = false
        switch write {
        case .noteUse(let digest, let second):
            addCall("noteUse", digest.bytes.hexText, "\(second)")
        case .change(let change):
            resultCount += 1
            addUserChange(change)
        }
    }

    /// Adds a write with a list, and with arguments that may contain any bytes.
    mutating func addCall(_ name: String, _ arguments: [[UInt8]], list: [[UInt8]]) {
        isEmpty = false
        writes.append(name)
        writes.append(list: arguments)
        writes.append(1)
        writes.append(list: list)
    }

    private mutating func addUserChange(_ change: UserChange) {
        writes.append("change")
        writes.append(10)
        writes.append(change.app.text)
        writes.append(change.user.text)
        writes.append(change.baseGeneration.map { "\($0)" } ?? "")
        writes.append(change.second)
        writes.append(change.callerToken?.bytes.hexText ?? "")
        var row: [[UInt8]] = []
        switch change.row {
        case .unchanged: writes.append("unchanged")
        case .removed: writes.append("removed")
        case .put(let user):
            writes.append("put")
            row = user.row
        }
        writes.append(change.addressPrefixes?.words ?? "-")
        var named: [SecretDigest] = []
        switch change.tokensToEnd {
        case _ where change.endsUser: writes.append("all")
        case .none: writes.append("none")
        case .some(let digests):
            writes.append("some")
            named = digests
        case .all(let kept):
            writes.append("all")
            if let kept { named = [kept] }
        }
        writes.append(change.endsUser)
        writes.append(change.linkToRemove.map { Array($0.utf8).hexText } ?? "")
        writes.append(4)
        writes.append(list: row)
        writes.append(list: named.map { Array($0.bytes.hexText.utf8) })
        writes.append(list: change.token?.row ?? [])
        writes.append(list: change.link?.row ?? [])
    }
}

extension BucketID {
    /// The name of the bucket in keys.
    var path: String { "\(app.text)/\(user.text)/\(name.text)" }

    init?(path: some StringProtocol) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let app = AppID(String(parts[0])),
            let user = UserID(String(parts[1])), let name = BucketName(String(parts[2]))
        else { return nil }
        self.init(app: app, user: user, name: name)
    }
}

extension SequenceNumber {
    /// The ordinal as 24 hex digits. Such texts sort in the order of the ordinals.
    var hex: String { changeVersion.text }
}

extension PresenceObjectOwner {
    var row: String {
        let secret = secret?.bytes.hexText ?? "-"
        return "\(lease.hex) \(seat) \(restarts) \(secret) \(clientID.text)"
    }
}

extension StoredSessionEnd {
    /// The session's name in keys: app, user, client id, and the secret's digest.
    fileprivate var session: String {
        "\(app.text)/\(user.text)/\(Array(clientID.text.utf8).hexText)/\(secret.bytes.hexText)"
    }
}

extension StoredUser {
    /// The fields of the row, in the order that the script expects.
    fileprivate var row: [[UInt8]] {
        let (number, until) = standing.stored
        let fields = [
            Array(name.text.utf8), Array(folded.utf8),
            Array("\(password?.cost.rounds ?? 0)".utf8),
            Array("\(password?.cost.blockSize ?? 0)".utf8),
            Array("\(password?.cost.lanes ?? 0)".utf8), password?.salt ?? [],
            password?.result ?? [],
        ]
        return fields
            + ["\(number)", "\(until)", "\(since)", "\(generation)", addressPrefixes.words]
            .map { Array($0.utf8) }
    }
}

extension StoredToken {
    fileprivate var row: [[UInt8]] {
        [digest.bytes.hexText, "\(used)", "\(since)", device, address].map { Array($0.utf8) }
    }
}

extension StoredDeviceLink {
    fileprivate var row: [[UInt8]] {
        let (kind, proof) =
            switch proof {
            case .key(let key): ("k", Array(key.utf8).hexText)
            case .token(let digest): ("t", digest.bytes.hexText)
            }
        return [Array(id.utf8).hexText, kind, proof, "\(since)", device].map { Array($0.utf8) }
    }
}

extension StoreBatchEntry {
    /// True if the write needs free memory in Redis.
    var needsRoom: Bool {
        switch self {
        case .write(.append(_, let entity, _, _, _)): !entity.isRemoved
        case .write(.mirror(let mirroring)):
            mirroring.entries.contains { !$0.entity.isRemoved }
        case .write(.owe): true
        case .write: false
        case .accountWrite(.noteUse): false
        case .accountWrite(.change(let change)):
            change.token != nil || change.link != nil || change.addsRow
        case .query, .accountQuery, .lost: false
        }
    }
}

extension UserChange {
    fileprivate var addsRow: Bool {
        if case .put(let user) = row { !user.isGone } else { false }
    }
}

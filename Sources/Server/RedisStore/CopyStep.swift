package import Cluster
internal import RedisWire
internal import SimperiumClock
package import SimperiumWire

/// A call that reserves the data in Redis for a program that copies data, or that extends or ends
/// the reservation. The program either reads the data as the original, or writes the data as the
/// copy.
package enum CopyReservationCall: Hashable, Sendable {
    /// Reserves the data, if no server uses it. An original is reserved for a limited time, a copy
    /// until it is complete. The reservation gets a new sequence number, which is at least
    /// `atLeast`.
    case begin(isCopy: Bool, atLeast: ClusterSequenceNumber)
    /// Extends the reservation of an original.
    case extend(ClusterSequenceNumber)
    /// Ends the reservation. A copy is complete from then on.
    case end(ClusterSequenceNumber)

    package enum Reply: Hashable, Sendable {
        case reserved(ClusterSequenceNumber)
        /// The data is from a version up to 0.2, and can only be read. No sequence number in the
        /// data is higher than this number.
        case former(ClusterSequenceNumber)
        case empty
        /// Redis has data, which a copy would replace.
        case taken
        case foreign
        case inUse
        case unfinished
        /// Some objects have not been inserted into other logs yet.
        case pending
        case unfit(String)
        /// The last sequence number in Redis is the highest possible number.
        case exhausted
        case damaged
        /// Redis refused the reservation with this error.
        case refused(String)
        case lost
    }

    /// The duration of an original's reservation, in milliseconds.
    private static let hold = 120_000

    var arguments: RedisArguments {
        switch self {
        case .begin(let isCopy, let least):
            .init("reserve", isCopy ? "1" : "0", least.text, "\(Self.hold)")
        case .extend(let term): .init("hold", term.text, "\(Self.hold)")
        case .end(let term): .init("release", term.text)
        }
    }
}

extension CopyReservationCall.Reply {
    init(_ outcome: RedisRequestOutcome) {
        switch outcome {
        case .answered(let value):
            let row = RedisAnswerRow(value.elements ?? [])
            switch row.text(0) {
            case "RESERVED":
                self = ClusterSequenceNumber(row.text(1)).map { .reserved($0) } ?? .damaged
            case "FORMER":
                self = ClusterSequenceNumber(row.text(1)).map { .former($0) } ?? .damaged
            case "EMPTY": self = .empty
            case "TAKEN": self = .taken
            case "FOREIGN": self = .foreign
            case "INUSE": self = .inUse
            case "UNFINISHED": self = .unfinished
            case "PENDING": self = .pending
            case "UNFIT": self = .unfit(row.text(1) ?? "")
            case "EXHAUSTED": self = .exhausted
            default: self = .damaged
            }
        case .refused(let error) where error.message.hasPrefix("Error compiling script"):
            self = .unfit("redis_version")
        case .refused(let error): self = .refused("\(error.code) \(error.message)")
        case .lost, .unsent: self = .lost
        }
    }
}

/// One read or write while data is copied.
package enum CopyStep: Hashable, Sendable {
    case read(StoreCopyQuery)
    case keep(StoreCopyPart)
    /// Stores, with a shared object, the log positions of the object's copies.
    case join(ObjectKey, in: BucketID)

    /// Returns the answer to a read, nil after a successful write, or the failure.
    func result(of outcome: RedisRequestOutcome) -> Result<StoreCopyQueryAnswer?, StorageError> {
        switch outcome {
        case .answered(let value):
            let values = value.elements ?? []
            guard values.first == .text("DONE") else { return .failure(.fenced) }
            guard case .read(let query) = self else { return .success(nil) }
            return Result { () throws(StorageError) in try query.decode(Array(values.dropFirst())) }
        case .refused(let error) where error.isOutOfMemory: return .failure(.outOfMemory)
        case .refused(let error): return .failure(.redis(reason: "\(error.code) \(error.message)"))
        case .lost, .unsent: return .failure(.lost)
        }
    }
}

extension StoreCopyQuery {
    var arguments: RedisArguments {
        switch self {
        case .users(let cursor): .init("allUsers", cursor.text, "\(Self.portion.entries)")
        case .owners(let cursor): .init("owners", cursor.text, "\(Self.portion.entries)")
        case .keys(let cursor, let id): .init("keys", id.path, cursor?.words.first ?? "0")
        case .objects(let keys, let id): objectsArguments(keys, in: id)
        case .bans: .init("bans")
        case .account(let query): query.arguments
        case .data(let query): query.arguments
        }
    }

    private func objectsArguments(_ keys: [ObjectKey], in id: BucketID) -> RedisArguments {
        var all = RedisArguments("objects", id.path, "\(Self.portion.bytes)")
        for key in keys { all.append(key.text) }
        return all
    }

    func decode(_ values: [RedisValue]) throws(StorageError) -> StoreCopyQueryAnswer {
        let row = RedisAnswerRow(values)
        switch self {
        case .users:
            let users = try row.rows(0).orThrow().map(StoredUser.read)
            let last = users.last.map { StoreCopyCursor("\($0.app.text)/\($0.id.text)") }
            return .users(users, next: users.count < Self.portion.entries ? nil : last)
        case .owners:
            let paths = try row.row(0).orThrow().texts()
            let owners = try paths.map { path throws(StorageError) in
                let words = path.split(separator: "/").map(String.init)
                guard words.count == 2 else { throw .implausible }
                return UserLogID(
                    app: try AppID(words[0]).orThrow(), user: try UserID(words[1]).orThrow())
            }
            let isLast = paths.count < Self.portion.entries
            return .owners(owners, next: isLast ? nil : paths.last.map { StoreCopyCursor($0) })
        case .keys:
            let cursor = try row.text(1).orThrow()
            return .keys(
                try row.row(0).orThrow().names(),
                next: cursor == "0" ? nil : StoreCopyCursor(cursor))
        case .objects:
            return .objects(try row.rows(0).orThrow().map(StoreCopyObject.read))
        case .bans:
            let words = try row.row(0).orThrow().texts()
            return .bans(
                stride(from: 0, to: words.count - 1, by: 2).map { index in
                    StoreCopyBan(target: words[index], line: words[index + 1])
                })
        case .account(let query): return .account(try query.decode(values))
        case .data(let query):
            let answer = try query.decode(values)
            if case .changes(nil, _) = answer { throw .implausible }
            return .data(answer)
        }
    }
}

extension StoreCopyObject {
    fileprivate static func read(
        _ row: RedisAnswerRow
    ) throws(StorageError) -> StoreCopyObject {
        let (entity, last) = try StoredEntity.read(row)
        let earlier: [ChangeID] = try row.row(5).orThrow().names()
        let versions = try row.row(6).orThrow().texts().map { text throws(StorageError) in
            try Int(text).flatMap { EntityVersion($0) }.orThrow()
        }
        return StoreCopyObject(
            entity, changeIDs: earlier + [last], versions: versions.sorted())
    }
}

extension StoreCopyCursor? {
    fileprivate var text: String { self?.words.first ?? "" }
}

extension ShardWriteArguments {
    init(joining key: ObjectKey, in id: BucketID) {
        self.init()
        addCall("joinCopies", id.path, key.text)
    }

    init(keeping part: StoreCopyPart) {
        self.init()
        switch part {
        case .user(let user): add(.change(UserChange(copying: user)))
        case .token(let token): add(.change(UserChange(copying: token)))
        case .link(let link): add(.change(UserChange(copying: link)))
        case .bucket(let bucket, let id):
            let fields = [
                id.path, bucket.head.hex, bucket.floor.hex, "\(bucket.count)",
                "\(bucket.mirrors)", "\(bucket.stamp.milliseconds)",
                "\(bucket.beginning.number)",
            ]
            addCall(
                "keepBucket", fields.map { Array($0.utf8) },
                list: bucket.emptyings.map { Array($0.text.utf8) })
        case .object(let object, let id): addObject(object, in: id)
        case .version(let body, let version, let key, let id):
            let fields = [id.path, key.text, "\(version.number)"].map { Array($0.utf8) }
            addCall("keepVersion", fields + [body], list: [])
        case .changes(let changes, let id):
            for change in changes {
                let fields = [
                    id.path, change.key.text, change.ordinal.hex, "\(change.version.number)",
                    change.previous?.hex ?? "", change.changeID.text,
                ].map { Array($0.utf8) }
                let author = Array((change.author?.text ?? "").utf8)
                addCall("keepChange", fields + [change.entry, author], list: [])
            }
        case .ban(let ban): addCall("keepBan", ban.target, ban.line)
        }
    }

    private mutating func addObject(_ object: StoreCopyObject, in id: BucketID) {
        let entity = object.entity
        let fields = [
            id.path, entity.key.text, "\(entity.version.number)", entity.changed.hex,
            entity.isRemoved ? "1" : "0", "\(entity.stamp.milliseconds)",
        ].map { Array($0.utf8) }
        let owner = Array((entity.owner?.row ?? "").utf8)
        let sharing = Array((entity.sharing?.text ?? "").utf8)
        addCall(
            "keepObject", fields + [entity.object ?? [], owner, sharing],
            list: object.changeIDs.map { Array($0.text.utf8) })
    }
}

internal import RedisWire
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Conversion of a query to arguments of the read script, and of the script's result to the answer.
///
/// Decoding throws `implausible` if the answer can't be read, because another program has changed
/// the data.
extension StoreQuery {
    var arguments: RedisArguments {
        switch self {
        case .bucket(let id): .init("bucket", id.path)
        case .entity(let key, let id): .init("entity", id.path, key.text)
        case .version(let version, let key, let id):
            .init("version", id.path, "\(version.number)", key.text)
        case .changes(let ordinal, let id, let portion):
            .init("changes", id.path, ordinal.hex, "\(portion.entries)", "\(portion.bytes)")
        case .index(let slice, let id):
            .init(
                "index", id.path, slice.order == .newestFirst ? "newest" : "oldest",
                slice.above?.hex ?? "", slice.below?.hex ?? "", slice.hasObjects ? "1" : "0",
                "\(slice.portion.entries)", "\(slice.portion.bytes)")
        case .owned(let key, let id, let portion):
            .init("owned", id.path, key?.text ?? "", "\(portion.entries)", "\(portion.bytes)")
        case .presence(let id, let portion):
            .init("presence", id?.path ?? "", "\(portion.entries)")
        case .seatEnds(let stamp, let count):
            .init("seatEnds", "\(stamp.milliseconds)", "\(count)")
        case .buckets(let user, let app): .init("buckets", app.text, user.text)
        case .mirrors(let user, let app): .init("mirrors", app.text, user.text)
        case .everybodysChanges(let ordinal, let name, let app, let portion):
            .init(
                "everybody", app.text, name.text, ordinal.hex, "\(portion.entries)",
                "\(portion.bytes)")
        case .nameOwner(let folded, let app): .init("user", app.text, folded)
        case .debts(let count): .init("debts", "\(count + 1)")
        }
    }

    /// Returns the answer of a script that performs only this query. Returns nil if Redis did not
    /// perform the query, or if the answer can't be read.
    func answer(to outcome: RedisRequestOutcome) -> StoreQueryAnswer? {
        guard case .answered(let value) = outcome, let values = value.elements,
            values.first == .text("DONE")
        else { return nil }
        return try? decode(Array(values.dropFirst()))
    }

    func decode(_ values: [RedisValue]) throws(StorageError) -> StoreQueryAnswer {
        let row = RedisAnswerRow(values)
        let hasMore = row.number(1) == 1
        switch self {
        case .bucket: return .bucket(try StoredBucket(row))
        case .entity(_, _):
            guard let found = row.row(0) else {
                return .noEntity(beginning: try EntityVersion(row.number(1).orThrow()).orThrow())
            }
            let (entity, last) = try StoredEntity.read(found)
            let earlier = try row.row(1).orThrow().names() as [ChangeID]
            return .entity(entity, changeIDs: earlier + [last])
        case .version: return .version(row.bytes(0))
        case .changes:
            guard let rows = row.rows(0) else { return .changes(nil, hasMore: false) }
            return .changes(try rows.map(StoredChange.read), hasMore: hasMore)
        case .index:
            return .index(
                try row.rows(0).orThrow().map(StoredEntity.readEntityOnly), hasMore: hasMore)
        case .owned:
            return .owned(
                try row.rows(0).orThrow().map(StoredEntity.readEntityOnly), hasMore: hasMore)
        case .presence:
            let paths = try row.row(0).orThrow().texts()
            return .presence(
                try paths.map { path throws(StorageError) in
                    try BucketID(path: path).orThrow()
                }, hasMore: hasMore)
        case .seatEnds:
            return .seatEnds(try row.rows(0).orThrow().map(StoredSessionEnd.read))
        case .buckets:
            let names: [BucketName] = try row.row(0).orThrow().names()
            return .buckets(names.sorted { $0.text < $1.text })
        case .mirrors: return .mirrors(try row.number(0).orThrow())
        case .everybodysChanges:
            let changes = try row.rows(0).orThrow().map { row throws(StorageError) in
                ChangeWithBucketUser(
                    user: try row.name(0), change: try StoredChange.read(row.row(1).orThrow()))
            }
            return .everybodysChanges(changes, hasMore: hasMore)
        case .nameOwner:
            let user = try row.row(0).map(StoredUser.read)
            return .nameOwner(user?.isGone == false ? user?.id : nil)
        case .debts(let count):
            let debts = try row.rows(0).orThrow().map(PendingCrossLogInsert.read)
            return .debts(Array(debts.prefix(count)), hasMore: debts.count > count)
        }
    }
}

extension AccountQuery {
    var arguments: RedisArguments {
        switch self {
        case .user(let folded, let app): .init("user", app.text, folded)
        case .owner(let id, let app): .init("owner", app.text, id.text)
        case .holder(let digest): .init("holder", digest.bytes.hexText)
        case .keyHolder(let key, let app):
            .init("keyHolder", app.text, Array(key.utf8).hexText)
        case .tokens(let user, let app): .init("tokens", app.text, user.text)
        case .links(let user, let app): .init("links", app.text, user.text)
        case .users(let app, let folded, let count):
            .init("users", app.text, folded, "\(count + 1)")
        }
    }

    func decode(_ values: [RedisValue]) throws(StorageError) -> AccountQueryAnswer {
        let row = RedisAnswerRow(values)
        switch self {
        case .user, .owner, .keyHolder: return .user(try row.row(0).map(StoredUser.read))
        case .holder:
            guard let user = row.row(0) else { return .holder(nil) }
            let token = try StoredToken.read(row.row(1).orThrow())
            return .holder(TokenWithUser(try StoredUser.read(user), by: token))
        case .tokens: return .tokens(try row.rows(0).orThrow().map(StoredToken.read))
        case .links(let user, let app):
            return .links(try StoredDeviceLink.readAll(row.row(0).orThrow(), of: user, app))
        case .users(_, _, let count):
            let users = try row.rows(0).orThrow().map(StoredUser.read)
            return .users(Array(users.prefix(count)), hasMore: users.count > count)
        }
    }
}

extension StorageError {
    static let implausible = StorageError.damaged(reason: "an answer that is not from this program")
}

extension Optional {
    func orThrow() throws(StorageError) -> Wrapped {
        guard let self else { throw .implausible }
        return self
    }
}

/// An array in Redis' answer. The functions return nil, or throw, for an element that is missing or
/// has another type.
struct RedisAnswerRow {
    private let values: [RedisValue]

    init(_ values: [RedisValue]) {
        self.values = values
    }

    var count: Int { values.count }

    private func value(_ index: Int) -> RedisValue? {
        values.indices.contains(index) ? values[index] : nil
    }

    func bytes(_ index: Int) -> [UInt8]? { value(index)?.bytes }
    func text(_ index: Int) -> String? { value(index)?.string }
    func number(_ index: Int) -> Int? { value(index)?.number.flatMap { Int(exactly: $0) } }
    func row(_ index: Int) -> RedisAnswerRow? { value(index)?.elements.map { RedisAnswerRow($0) } }

    func rows(_ index: Int) -> [RedisAnswerRow]? {
        guard let elements = value(index)?.elements else { return nil }
        let rows = elements.compactMap(\.elements).map { RedisAnswerRow($0) }
        return rows.count == elements.count ? rows : nil
    }

    func name<Kind: Name>(_ index: Int) throws(StorageError) -> Kind {
        try text(index).flatMap { Kind($0) }.orThrow()
    }

    func texts() throws(StorageError) -> [String] {
        var texts: [String] = []
        for index in values.indices { texts.append(try text(index).orThrow()) }
        return texts
    }

    func names<Kind: Name>() throws(StorageError) -> [Kind] {
        var names: [Kind] = []
        for index in values.indices { names.append(try name(index)) }
        return names
    }

    /// Returns a row with only the value that follows a name, in a list of names and values; nil if
    /// the name is missing.
    func field(_ name: String) -> RedisAnswerRow? {
        let index = stride(from: 0, to: values.count - 1, by: 2).first {
            values[$0].string == name
        }
        return index.map { RedisAnswerRow([values[$0 + 1]]) }
    }
}

/// The words of a row that is one text. Spaces separate the words, so only the last word may
/// contain spaces.
struct SpaceSeparatedRow {
    private let words: [Substring]

    init(_ text: String?, _ count: Int) throws(StorageError) {
        words = (text ?? "").split(
            separator: " ", maxSplits: count - 1, omittingEmptySubsequences: false)
        guard words.count == count else { throw .implausible }
    }

    subscript(index: Int) -> String { String(words[index]) }

    func number(_ index: Int) throws(StorageError) -> Int { try Int(words[index]).orThrow() }

    func name<Kind: Name>(_ index: Int) throws(StorageError) -> Kind {
        try Kind(String(words[index])).orThrow()
    }

    func ordinal(_ index: Int) throws(StorageError) -> SequenceNumber {
        try ChangeVersion(self[index]).flatMap { SequenceNumber($0) }.orThrow()
    }

    func serverTime(_ index: Int) throws(StorageError) -> ServerTime {
        ServerTime(milliseconds: try Int64(words[index]).orThrow())
    }
}

extension SequenceNumber {
    /// Reads a position from the id of an entry in a Redis stream; returns nil for any other text.
    fileprivate init?(streamID text: String) {
        let parts = text.split(separator: "-")
        guard parts.count == 2, let epoch = UInt32(parts[0]), let count = UInt64(parts[1]) else {
            return nil
        }
        self.init(epoch: epoch, count: count)
    }
}

extension StoredBucket {
    init(_ row: RedisAnswerRow) throws(StorageError) {
        guard let state = row.row(0) else {
            self.init()
            others = try row.number(1).orThrow()
            return
        }
        self.init(emptyings: try row.row(1).orThrow().names())
        let words = try SpaceSeparatedRow(try state.texts().joined(separator: " "), 6)
        head = try words.ordinal(0)
        floor = try words.ordinal(1)
        count = try words.number(2)
        mirrors = try words.number(3)
        stamp = try words.serverTime(4)
        beginning = try EntityVersion(words.number(5)).orThrow()
    }
}

extension StoredEntity {
    static func readEntityOnly(_ row: RedisAnswerRow) throws(StorageError) -> StoredEntity {
        try read(row).entity
    }

    /// Reads an object with its metadata, and the id of the object's last change.
    static func read(_ row: RedisAnswerRow) throws(StorageError) -> (
        entity: StoredEntity, last: ChangeID
    ) {
        let words = try SpaceSeparatedRow(row.text(1), 5)
        var owner: PresenceObjectOwner?
        if let text = row.text(3) {
            let words = try SpaceSeparatedRow(text, 5)
            let secret = words[3] == "-" ? nil : try [UInt8](hex: words[3]).orThrow()
            owner = PresenceObjectOwner(
                lease: try words.ordinal(0), clientID: try words.name(4),
                secret: secret.map { SecretDigest(bytes: $0) }, seat: try words.number(1),
                restarts: try words.number(2))
        }
        let sharing = try row.text(4).map { text throws(StorageError) in
            try SharedOriginalOrCopy(text: text).orThrow()
        }
        let entity = StoredEntity(
            key: try row.name(0), version: try EntityVersion(words.number(0)).orThrow(),
            isRemoved: words[2] == "1", object: row.bytes(2), changed: try words.ordinal(1),
            owner: owner, stamp: try words.serverTime(3), sharing: sharing)
        return (entity, try words.name(4))
    }
}

extension StoredChange {
    /// Reads a change from an entry of a stream.
    static func read(_ row: RedisAnswerRow) throws(StorageError) -> StoredChange {
        let fields = try row.row(1).orThrow()
        let previous = try fields.text(5).orThrow()
        let author = try fields.text(11).orThrow()
        return StoredChange(
            ordinal: try row.text(0).flatMap { SequenceNumber(streamID: $0) }.orThrow(),
            key: try fields.name(1),
            version: try EntityVersion(fields.number(3).orThrow()).orThrow(),
            previous: previous.isEmpty
                ? nil : try ChangeVersion(previous).flatMap { SequenceNumber($0) }.orThrow(),
            changeID: try fields.name(7), entry: try fields.bytes(9).orThrow(),
            author: author.isEmpty ? nil : try fields.name(11))
    }
}

extension StoredSessionEnd {
    fileprivate static func read(_ row: RedisAnswerRow) throws(StorageError) -> StoredSessionEnd {
        let parts = try row.text(0).orThrow().split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, let client = [UInt8](hex: parts[2]),
            let secret = [UInt8](hex: parts[3])
        else { throw .implausible }
        let words = try SpaceSeparatedRow(row.text(1), 4)
        var outcome: JSONObject?
        if !words[3].isEmpty {
            outcome = try (try? JSON(parsing: Array(words[3].utf8)))?.object.orThrow()
        }
        return StoredSessionEnd(
            app: try AppID(String(parts[0])).orThrow(),
            user: try UserID(String(parts[1])).orThrow(),
            clientID: try ClientID(String(decoding: client, as: UTF8.self)).orThrow(),
            secret: SecretDigest(bytes: secret),
            end: SessionEnd(try SessionEndReason(rawValue: words[2]).orThrow(), outcome: outcome),
            stamp: try words.serverTime(0))
    }
}

extension PendingCrossLogInsert {
    fileprivate static func read(_ row: RedisAnswerRow) throws(StorageError)
        -> PendingCrossLogInsert
    {
        let words = try SpaceSeparatedRow(row.text(2), 3)
        return PendingCrossLogInsert(
            bucket: try row.text(0).flatMap { BucketID(path: $0) }.orThrow(),
            key: try row.name(1), object: Array(words[2].utf8), isDue: words[1] == "1")
    }
}

extension StoredUser {
    static func read(_ row: RedisAnswerRow) throws(StorageError) -> StoredUser {
        let fields = try row.row(2).orThrow()
        func number(_ name: String) throws(StorageError) -> Int {
            try (fields.field(name)?.number(0)).orThrow()
        }
        let rounds = try number("rounds")
        var password: PasswordHash?
        if rounds > 0 {
            password = PasswordHash(
                cost: ScryptParameters(
                    rounds: rounds, blockSize: try number("blockSize"),
                    lanes: try number("lanes")),
                salt: try (fields.field("salt")?.bytes(0)).orThrow(),
                result: try (fields.field("result")?.bytes(0)).orThrow())
        }
        var user = StoredUser(
            app: try row.name(0), id: try row.name(1),
            name: try fields.field("name").orThrow().name(0),
            folded: try (fields.field("folded")?.text(0)).orThrow(), password: password,
            since: try number("since"), generation: try number("generation"))
        user.standing = try AccountStatus(
            number: try number("standing"), until: try number("until")
        ).orThrow()
        let places = try (fields.field("places")?.text(0)).orThrow()
        user.addressPrefixes = try [SignInAddressPrefix](words: places).orThrow()
        return user
    }
}

extension StoredToken {
    static func read(_ row: RedisAnswerRow) throws(StorageError) -> StoredToken {
        let fields = try row.row(1).orThrow()
        func field(_ name: String) throws(StorageError) -> RedisAnswerRow {
            try fields.field(name).orThrow()
        }
        return StoredToken(
            digest: SecretDigest(bytes: try row.text(0).flatMap { [UInt8](hex: $0) }.orThrow()),
            app: try field("app").name(0), user: try field("user").name(0),
            used: try field("used").number(0).orThrow(),
            since: try field("since").number(0).orThrow(),
            device: try field("device").text(0).orThrow(),
            address: try field("address").text(0).orThrow())
    }
}

extension StoredDeviceLink {
    /// Reads alternating ids and rows, and returns the links in the order of their creation.
    static func readAll(
        _ row: RedisAnswerRow, of user: UserID, _ app: AppID
    ) throws(StorageError) -> [StoredDeviceLink] {
        var links: [(number: Int, link: StoredDeviceLink)] = []
        for index in stride(from: 0, to: row.count, by: 2) {
            let words = try SpaceSeparatedRow(row.text(index + 1), 5)
            let id = try row.text(index).flatMap { [UInt8](hex: $0) }.orThrow()
            let proof = try [UInt8](hex: words[3]).orThrow()
            let link = StoredDeviceLink(
                app: app, user: user, id: String(decoding: id, as: UTF8.self), device: words[4],
                proof: words[2] == "k"
                    ? .key(String(decoding: proof, as: UTF8.self))
                    : .token(SecretDigest(bytes: proof)),
                since: try words.number(1))
            links.append((try words.number(0), link))
        }
        return links.sorted { $0.number < $1.number }.map(\.link)
    }
}

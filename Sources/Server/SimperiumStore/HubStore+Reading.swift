package import SimperiumWire

extension HubStore {
    package mutating func answer(_ query: StoreQuery) throws(StorageError) -> StoreQueryAnswer {
        switch query {
        case .bucket(let id): .bucket(try state(of: id))
        case .entity(let key, let id): try entity(key, in: id)
        case .version(let version, let key, let id):
            .version(try self.version(version, of: key, in: id))
        case .changes(let ordinal, let id, let portion):
            try changes(after: ordinal, in: id, portion)
        case .index(let slice, let id): try index(slice, of: id)
        case .owned(let key, let id, let portion):
            try objectsWithOwners(after: key, in: id, portion)
        case .presence(let id, let portion): try bucketsWithOwners(after: id, portion)
        case .seatEnds(let stamp, let count):
            .seatEnds(try latestSessionEnds(after: stamp, atMost: count))
        case .buckets(let user, let app): .buckets(try bucketNames(of: user, in: app))
        case .mirrors(let user, let app): .mirrors(try sharedCopyCount(of: user, in: app))
        case .everybodysChanges(let ordinal, let name, let app, let portion):
            try everybodysChanges(after: ordinal, in: name, of: app, portion)
        case .debts(let count): try readDuePendingInserts(atMost: count)
        case .nameOwner(let folded, let app):
            .nameOwner(try userIDUnlessGone(ofFoldedName: folded, app: app))
        }
    }

    private borrowing func userIDUnlessGone(
        ofFoldedName folded: String, app: AppID
    ) throws(StorageError) -> UserID? {
        guard case .user(let user?) = try accounts.answer(.user(folded: folded, of: app)),
            !user.isGone
        else { return nil }
        return user.id
    }

    package borrowing func answer(
        _ query: AccountQuery
    ) throws(StorageError) -> AccountQueryAnswer {
        try accounts.answer(query)
    }

    private mutating func entity(
        _ key: ObjectKey, in id: BucketID
    ) throws(StorageError) -> StoreQueryAnswer {
        guard let row = try row(of: id) else { return .noEntity(beginning: .first) }
        defer { statements.entity.rewind() }
        try statements.entity.bind(row.number, key)
        guard try statements.entity.step() else { return .noEntity(beginning: row.state.beginning) }
        let last: ChangeID = try statements.entity.name(in: 12)
        let earlier = try changeIDsBeforeLast(of: try statements.entity.count(in: 13))
        let body = try wholeBody(statements.entity.bytes(in: 7))
        return .entity(try statements.entity.entity(body), changeIDs: earlier + [last])
    }

    /// Returns the ids of up to `rememberedChanges - 1` changes to the object before its last
    /// change, oldest first.
    private borrowing func changeIDsBeforeLast(of object: Int) throws(StorageError) -> [ChangeID] {
        try statements.changeIDs.bind(object, at: 1)
        try statements.changeIDs.bind(StoreQueryAnswer.rememberedChanges - 1, at: 2)
        let ids = try statements.changeIDs.mapRows { row throws(StorageError) -> ChangeID in
            try row.name(in: 0)
        }
        return ids.reversed()
    }

    private mutating func version(
        _ version: EntityVersion, of key: ObjectKey, in id: BucketID
    ) throws(StorageError) -> [UInt8]? {
        guard let row = try row(of: id) else { return nil }
        defer { statements.version.rewind() }
        try statements.version.bind(row.number, key)
        try statements.version.bind(version.number, at: 3)
        guard try statements.version.step() else { return nil }
        return try wholeBody(statements.version.bytes(in: 0))
    }

    /// Returns the whole body for a stored body, which may be a base's number and edits; nil if
    /// `stored` is nil. Throws if the base is missing or does not match.
    private borrowing func wholeBody(_ stored: [UInt8]?) throws(StorageError) -> [UInt8]? {
        guard let stored, let edited = try StoredBodyEdits(stored) else { return stored }
        defer { statements.base.rewind() }
        try statements.base.bind(edited.base, at: 1)
        guard try statements.base.step(), let base = statements.base.bytes(in: 0),
            statements.base.number(in: 1) == Int(edited.checksum),
            let body = edited.body(from: base)
        else { throw .damagedRow(table: CheckedTable.base.rawValue) }
        return body
    }

    private mutating func changes(
        after ordinal: SequenceNumber, in id: BucketID, _ portion: StoreAnswerLimit
    ) throws(StorageError) -> StoreQueryAnswer {
        let row = try row(of: id) ?? BucketRow(number: 0, feed: 0)
        guard ordinal >= row.state.floor else { return .changes(nil, hasMore: false) }
        defer { statements.changes.rewind() }
        try statements.changes.bind(row.number, at: 1)
        try statements.changes.bind(ordinal, at: 2)
        try statements.changes.bind(row.feed, at: 3)
        var page = LimitedPage<StoredChange>(portion)
        var isKnown = ordinal == row.state.floor
        while try statements.changes.step() {
            let change = try statements.changes.change()
            if change.ordinal == ordinal { isKnown = true }
            guard isKnown else { break }
            guard change.ordinal == ordinal || page.addIfRoom(change, change.entry.count) else {
                break
            }
        }
        return .changes(isKnown ? page.entries : nil, hasMore: page.hasMore)
    }

    private mutating func everybodysChanges(
        after ordinal: SequenceNumber, in name: BucketName, of app: AppID,
        _ portion: StoreAnswerLimit
    ) throws(StorageError) -> StoreQueryAnswer {
        defer { statements.everybodysChanges.rewind() }
        try statements.everybodysChanges.bind(app, at: 1)
        try statements.everybodysChanges.bind(name, at: 2)
        try statements.everybodysChanges.bind(ordinal, at: 3)
        var page = LimitedPage<ChangeWithBucketUser>(portion)
        while try statements.everybodysChanges.step() {
            let change = ChangeWithBucketUser(
                user: try statements.everybodysChanges.name(in: 7),
                change: try statements.everybodysChanges.change())
            guard page.addIfRoom(change, change.change.entry.count) else { break }
        }
        return .everybodysChanges(page.entries, hasMore: page.hasMore)
    }

    private mutating func index(
        _ slice: IndexSliceQuery, of id: BucketID
    ) throws(StorageError) -> StoreQueryAnswer {
        guard let row = try row(of: id) else { return .index([], hasMore: false) }
        switch slice.order {
        case .newestFirst: return try index(slice, of: row, with: statements.newestFirst)
        case .oldestFirst: return try index(slice, of: row, with: statements.oldestFirst)
        }
    }

    private borrowing func index(
        _ slice: IndexSliceQuery, of row: BucketRow, with statement: borrowing Statement
    ) throws(StorageError) -> StoreQueryAnswer {
        try statement.bind(row.number, at: 1)
        // An empty blob sorts before all ordinals.
        if let above = slice.above {
            try statement.bind(above, at: 2)
        } else {
            try statement.bind([], at: 2)
        }
        try statement.bind(slice.below ?? .last, at: 3)
        try statement.bind(slice.hasObjects ? 1 : 0, at: 4)
        let page = try entities(atMost: slice.portion, from: statement)
        return .index(page.entries, hasMore: page.hasMore)
    }

    private borrowing func entities(
        atMost portion: StoreAnswerLimit, from statement: borrowing Statement
    ) throws(StorageError) -> LimitedPage<StoredEntity> {
        defer { statement.rewind() }
        var page = LimitedPage<StoredEntity>(portion)
        while try statement.step() {
            let entity = try statement.entity(wholeBody(statement.bytes(in: 7)))
            guard page.addIfRoom(entity, entity.object?.count ?? 0) else { break }
        }
        return page
    }

    private mutating func objectsWithOwners(
        after key: ObjectKey?, in id: BucketID, _ portion: StoreAnswerLimit
    ) throws(StorageError) -> StoreQueryAnswer {
        guard let row = try row(of: id) else { return .owned([], hasMore: false) }
        try statements.owned.bind(row.number, at: 1)
        try statements.owned.bind(key?.text ?? "", at: 2)
        let page = try entities(atMost: portion, from: statements.owned)
        return .owned(page.entries, hasMore: page.hasMore)
    }

    private mutating func state(of id: BucketID) throws(StorageError) -> StoredBucket {
        if let row = try row(of: id) { return row.state }
        var state = StoredBucket()
        state.others = try bucketNames(of: id.user, in: id.app).count
        return state
    }

    private borrowing func bucketNames(
        of user: UserID, in app: AppID
    ) throws(StorageError) -> [BucketName] {
        try statements.bucketsOfUser.bind(app, user)
        return try statements.bucketsOfUser.mapRows { row throws(StorageError) in
            try row.name(in: 0)
        }
    }

    private mutating func sharedCopyCount(of user: UserID, in app: AppID) throws(StorageError)
        -> Int
    {
        try saveChangedRows()
        let statement = try database.prepare(HubSQL.countSharedCopies)
        try statement.bind(user, at: 1)
        try statement.bind(app, at: 2)
        guard try statement.step() else { throw .implausible }
        return try statement.count(in: 0)
    }

    private mutating func bucketsWithOwners(
        after id: BucketID?, _ portion: StoreAnswerLimit
    ) throws(StorageError) -> StoreQueryAnswer {
        try saveChangedRows()
        defer { statements.bucketsWithOwners.rewind() }
        try statements.bucketsWithOwners.bind(id?.user.text ?? "", at: 1)
        try statements.bucketsWithOwners.bind(id?.app.text, at: 2)
        try statements.bucketsWithOwners.bind(id?.name.text, at: 3)
        var page = LimitedPage<BucketID>(portion)
        while try statements.bucketsWithOwners.step() {
            let id = BucketID(
                app: try statements.bucketsWithOwners.name(in: 0),
                user: try statements.bucketsWithOwners.name(in: 1),
                name: try statements.bucketsWithOwners.name(in: 2))
            guard page.addIfRoom(id, 0) else { break }
        }
        return .presence(page.entries, hasMore: page.hasMore)
    }
}

/// The entries of an answer, up to the limits of a portion. The first entry always fits.
private struct LimitedPage<Entry> {
    private(set) var entries: [Entry] = []
    private(set) var hasMore = false
    private let portion: StoreAnswerLimit
    private var bytes = 0

    init(_ portion: StoreAnswerLimit) {
        self.portion = portion
    }

    /// Adds an entry and returns true. If there is no room for the entry, sets `hasMore` and
    /// returns false.
    mutating func addIfRoom(_ entry: Entry, _ size: Int) -> Bool {
        hasMore =
            !entries.isEmpty
            && (entries.count >= portion.entries || bytes + size > portion.bytes)
        guard !hasMore else { return false }
        entries.append(entry)
        bytes += size
        return true
    }
}

extension Statement {
    /// Returns an object from the first twelve columns, which all statements for objects have in
    /// common. `body` replaces the eighth column.
    fileprivate borrowing func entity(_ body: [UInt8]?) throws(StorageError) -> StoredEntity {
        StoredEntity(
            key: try name(in: 0), version: try version(in: 1), isRemoved: number(in: 2) != 0,
            object: body, changed: try ordinal(in: 3), owner: try owner(),
            stamp: try serverTime(in: 10), sharing: try sharing(in: 11))
    }

    private borrowing func owner() throws(StorageError) -> PresenceObjectOwner? {
        guard let lease = try ordinalIfAny(in: 4) else { return nil }
        return PresenceObjectOwner(
            lease: lease, clientID: try name(in: 5),
            secret: bytes(in: 6).map(SecretDigest.init(bytes:)),
            seat: try count(in: 8), restarts: try count(in: 9))
    }

    fileprivate borrowing func change() throws(StorageError) -> StoredChange {
        StoredChange(
            ordinal: try ordinal(in: 0), key: try name(in: 1), version: try version(in: 2),
            previous: try ordinalIfAny(in: 3), changeID: try name(in: 4),
            entry: try requiredBytes(in: 5),
            author: try nameIfAny(in: 6))
    }
}

package import SimperiumWire

extension HubStore {
    package mutating func answer(_ query: StoreQuery) throws(StorageError) -> StoreAnswer {
        switch query {
        case .bucket(let id): .bucket(try row(of: id)?.state ?? StoredBucket())
        case .entity(let key, let id): try entity(key, in: id)
        case .version(let version, let key, let id):
            .version(try self.version(version, of: key, in: id))
        case .changes(let place, let id, let portion):
            try changes(after: place, in: id, portion)
        case .index(let slice, let id): try index(slice, of: id)
        case .owned(let key, let id, let portion): try owned(after: key, in: id, portion)
        case .presence(let id, let portion): try bucketsWithOwners(after: id, portion)
        case .buckets(let user, let app): .buckets(try names(of: user, in: app))
        case .everybodysChanges(let place, let name, let app, let portion):
            try everybodysChanges(after: place, in: name, of: app, portion)
        }
    }

    package borrowing func answer(_ query: AccountQuery) throws(StorageError) -> AccountAnswer {
        try accounts.answer(query)
    }

    private mutating func entity(
        _ key: ObjectKey, in id: BucketID
    ) throws(StorageError) -> StoreAnswer {
        guard let row = try row(of: id) else { return .noEntity(beginning: .first) }
        defer { statements.entity.reset() }
        try statements.entity.bind(row.number, at: 1)
        try statements.entity.bind(key, at: 2)
        guard try statements.entity.step() else {
            return .noEntity(beginning: row.state.beginning)
        }
        let last: ChangeID = try statements.entity.name(in: 8)
        let earlier = try changeIDs(of: try statements.entity.count(in: 9))
        return .entity(try statements.entity.entity(), changeIDs: earlier + [last])
    }

    /// The ids of the changes before the last one, oldest first.
    private borrowing func changeIDs(of object: Int) throws(StorageError) -> [ChangeID] {
        defer { statements.changeIDs.reset() }
        try statements.changeIDs.bind(object, at: 1)
        try statements.changeIDs.bind(StoreAnswer.rememberedChanges - 1, at: 2)
        var ids: [ChangeID] = []
        while try statements.changeIDs.step() { ids.append(try statements.changeIDs.name(in: 0)) }
        return ids.reversed()
    }

    private mutating func version(
        _ version: EntityVersion, of key: ObjectKey, in id: BucketID
    ) throws(StorageError) -> [UInt8]? {
        guard let row = try row(of: id) else { return nil }
        defer { statements.version.reset() }
        try statements.version.bind(row.number, at: 1)
        try statements.version.bind(key, at: 2)
        try statements.version.bind(version.number, at: 3)
        return try statements.version.step() ? statements.version.bytes(in: 0) : nil
    }

    private mutating func changes(
        after place: Ordinal, in id: BucketID, _ portion: Portion
    ) throws(StorageError) -> StoreAnswer {
        let row = try row(of: id) ?? BucketRow(number: 0, feed: 0)
        guard place >= row.state.floor else { return .changes(nil, hasMore: false) }
        defer { statements.changes.reset() }
        try statements.changes.bind(row.number, at: 1)
        try statements.changes.bind(place, at: 2)
        var page = Page<StoredChange>(portion)
        var isKnown = place == row.state.floor
        while try statements.changes.step() {
            let change = try statements.changes.change()
            if change.place == place { isKnown = true }
            guard isKnown else { break }
            guard change.place == place || page.take(change, change.entry.count) else { break }
        }
        return .changes(isKnown ? page.entries : nil, hasMore: page.hasMore)
    }

    private mutating func everybodysChanges(
        after place: Ordinal, in name: BucketName, of app: AppID, _ portion: Portion
    ) throws(StorageError) -> StoreAnswer {
        defer { statements.everybodysChanges.reset() }
        try statements.everybodysChanges.bind(app, at: 1)
        try statements.everybodysChanges.bind(name, at: 2)
        try statements.everybodysChanges.bind(place, at: 3)
        var page = Page<UsersChange>(portion)
        while try statements.everybodysChanges.step() {
            let change = UsersChange(
                user: try statements.everybodysChanges.name(in: 6),
                change: try statements.everybodysChanges.change())
            guard page.take(change, change.change.entry.count) else { break }
        }
        return .everybodysChanges(page.entries, hasMore: page.hasMore)
    }

    private mutating func index(
        _ slice: IndexSlice, of id: BucketID
    ) throws(StorageError) -> StoreAnswer {
        guard let row = try row(of: id) else { return .index([], hasMore: false) }
        switch slice.order {
        case .newestFirst: return try index(slice, of: row, with: statements.newestFirst)
        case .oldestFirst: return try index(slice, of: row, with: statements.oldestFirst)
        }
    }

    private borrowing func index(
        _ slice: IndexSlice, of row: BucketRow, with statement: borrowing Statement
    ) throws(StorageError) -> StoreAnswer {
        defer { statement.reset() }
        try statement.bind(row.number, at: 1)
        // No bytes come before every place, and the last of all places after every other.
        if let above = slice.above {
            try statement.bind(above, at: 2)
        } else {
            try statement.bind([], at: 2)
        }
        try statement.bind(slice.below ?? .last, at: 3)
        try statement.bind(slice.hasObjects ? 1 : 0, at: 4)
        var page = Page<StoredEntity>(slice.portion)
        while try statement.step() {
            let entity = try statement.entity()
            guard page.take(entity, entity.object?.count ?? 0) else { break }
        }
        return .index(page.entries, hasMore: page.hasMore)
    }

    private mutating func owned(
        after key: ObjectKey?, in id: BucketID, _ portion: Portion
    ) throws(StorageError) -> StoreAnswer {
        guard let row = try row(of: id) else { return .owned([], hasMore: false) }
        defer { statements.owned.reset() }
        try statements.owned.bind(row.number, at: 1)
        try statements.owned.bind(key?.text ?? "", at: 2)
        var page = Page<StoredEntity>(portion)
        while try statements.owned.step() {
            let entity = try statements.owned.entity()
            guard page.take(entity, entity.object?.count ?? 0) else { break }
        }
        return .owned(page.entries, hasMore: page.hasMore)
    }

    private borrowing func names(
        of user: UserID, in app: AppID
    ) throws(StorageError) -> [BucketName] {
        defer { statements.bucketsOfUser.reset() }
        try statements.bucketsOfUser.bind(app, at: 1)
        try statements.bucketsOfUser.bind(user, at: 2)
        var names: [BucketName] = []
        while try statements.bucketsOfUser.step() {
            names.append(try statements.bucketsOfUser.name(in: 0))
        }
        return names
    }

    private mutating func bucketsWithOwners(
        after id: BucketID?, _ portion: Portion
    ) throws(StorageError) -> StoreAnswer {
        try saveAll()
        defer { statements.bucketsWithOwners.reset() }
        try statements.bucketsWithOwners.bind(id?.user.text ?? "", at: 1)
        try statements.bucketsWithOwners.bind(id?.app.text, at: 2)
        try statements.bucketsWithOwners.bind(id?.name.text, at: 3)
        var page = Page<BucketID>(portion)
        while try statements.bucketsWithOwners.step() {
            let id = BucketID(
                app: try statements.bucketsWithOwners.name(in: 0),
                user: try statements.bucketsWithOwners.name(in: 1),
                name: try statements.bucketsWithOwners.name(in: 2))
            guard page.take(id, 0) else { break }
        }
        return .presence(page.entries, hasMore: page.hasMore)
    }
}

/// As much of what there is as somebody wants.
private struct Page<Entry> {
    private(set) var entries: [Entry] = []
    private(set) var hasMore = false
    private let portion: Portion
    private var bytes = 0

    init(_ portion: Portion) {
        self.portion = portion
    }

    /// False if there is no more room.
    mutating func take(_ entry: Entry, _ size: Int) -> Bool {
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
    /// An object from columns that all who read objects begin with.
    fileprivate borrowing func entity() throws(StorageError) -> StoredEntity {
        StoredEntity(
            key: try name(in: 0), version: try version(in: 1), isRemoved: number(in: 2) != 0,
            object: bytes(in: 7), changed: try place(in: 3), owner: try owner())
    }

    private borrowing func owner() throws(StorageError) -> EntityOwner? {
        guard let lease = try placeIfAny(in: 4) else { return nil }
        return EntityOwner(
            lease: lease, clientID: try name(in: 5), secret: try nameIfAny(in: 6))
    }

    fileprivate borrowing func change() throws(StorageError) -> StoredChange {
        StoredChange(
            place: try place(in: 0), key: try name(in: 1), version: try version(in: 2),
            previous: try placeIfAny(in: 3), changeID: try name(in: 4), entry: try content(in: 5))
    }
}

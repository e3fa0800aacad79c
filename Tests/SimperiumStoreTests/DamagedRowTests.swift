import SimperiumClock
import SimperiumJSON
import SimperiumStore
import SimperiumWire
import SimulatedDisk
import StorageSamples
import SyncHub
import TestSupport
import Testing

@Suite("Damaged rows")
struct DamagedRowTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("hub") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("After damage to a column, no query has another answer than before")
    func columns() throws {
        try WholeStore.fill(.file(path))
        let sound = try Files.bytes(path)
        let answers = try WholeStore.answers(of: .file(path))
        for table in CheckedTable.allCases {
            let indexed = try indexedColumns(of: table)
            for column in table.columns + (table.hasBody ? ["body", "checksum"] : ["checksum"]) {
                try Files.write(sound, to: path)
                let count = try damage(column, of: table)
                #expect(count > 0, "\(table) has no row")
                let damages = try HubStore.inspect(.file(path)).damages
                #expect(damages.contains { $0.isOfRows(in: table) }, "\(table).\(column)")
                // A row with a damaged index entry is not found. That is a task for `inspect`.
                guard !indexed.contains(column) else { continue }
                let found = try WholeStore.answers(of: .file(path))
                for (index, answer) in found.enumerated() where answer != answers[index] {
                    #expect(
                        answer == .refused(.damagedRow(table: table.rawValue)),
                        "\(table).\(column): \(WholeStore.queries[index])")
                }
                #expect(found != answers, "\(table).\(column)")
            }
        }
    }

    @Test("A write to a damaged row is refused, and the rest of the file is written and read")
    func writing() throws {
        try WholeStore.fill(.file(path))
        _ = try damage("body", of: .object, where: "key = 'a'")
        var store = try HubStore(.file(path))
        let damaged = StorageError.damagedRow(table: "object")
        #expect(throws: damaged) { _ = try store.answer(.entity(named("a"), in: .todo)) }
        _ = consume store

        _ = try damage("changed", of: .object, where: "key = 'a'")
        store = try HubStore(.file(path))
        let refusal = #expect(throws: WriteRefusal.self) {
            try store.write(.hold([named("a")], seat: 2, secret: nil, in: .todo))
        }
        #expect(refusal == .store(damaged))
        try store.write(.hold([named("b")], seat: 2, secret: nil, in: .todo))
        try store.commitAndMoveRecent()
        #expect(try store.answer(.entity(named("b"), in: .todo)).entity != nil)
    }

    @Test("A damaged change stays when the other recent ones move to the log, and is refused")
    func moving() throws {
        try WholeStore.fill(.file(path))
        #expect(try damage("entry", of: .recent, where: "key = 'd' AND version = 1") == 1)
        do {
            let store = try StoreInFile(at: .file(path))
            for number in 1...1_000 { try store.append(number, "n", in: .notes) }
            try store.commit()
        }
        let inspection = try HubStore.inspect(.file(path))
        #expect(inspection.damages == [.rows(table: "recent", count: 1)])
        let database = try Database.openToRead(.file(path), format: .hub)
        #expect(try database.number("SELECT count(*) FROM recent") == 1)
        var store = try HubStore(.file(path))
        #expect(throws: StorageError.damagedRow(table: "recent")) {
            _ = try store.answer(
                .changes(after: ordinal(7), in: .todo, atMost: StoreAnswerLimit(entries: 9)))
        }
        guard
            case .changes(let changes?, _) = try store.answer(
                .changes(after: .zero, in: .notes, atMost: StoreAnswerLimit(entries: 2_000)))
        else { throw StorageError.locked }
        #expect(changes.count == 1_000)
    }

    @Test("Damaged changes that stay recent do not make each commit move the others")
    func movesByIntactChanges() throws {
        let limits = MinimumStoredHistory(logLength: 4, removals: 0)
        do {
            let store = try StoreInFile(at: .file(path), limits)
            for number in 1...3 { try store.append(number, "d") }
            try store.commit()
        }
        #expect(try damage("entry", of: .recent, where: "key = 'd'") == 3)
        do {
            let store = try StoreInFile(at: .file(path), limits)
            // The first commit moves its change, and leaves the damaged ones.
            for number in 4...6 {
                try store.append(number, "n")
                try store.commit()
            }
        }
        let database = try Database.openToRead(.file(path), format: .hub)
        #expect(try database.number("SELECT count(*) FROM recent WHERE key = 'n'") == 2)
    }

    @Test("A damaged change that stays recent does not keep its log from being trimmed")
    func trimming() throws {
        let limits = MinimumStoredHistory(logLength: 4, removals: 0)
        do {
            let store = try StoreInFile(at: .file(path), limits)
            try store.append(1, "d")
            for number in 2...3 { try store.append(number, "n") }
            try store.commit()
        }
        #expect(try damage("entry", of: .recent, where: "key = 'd'") == 1)
        let store = try StoreInFile(at: .file(path), limits)
        try store.append(4, "n")
        // The commit moves three changes to the log. Later, the eighth change trims the log.
        try store.commit()
        for number in 5...8 { try store.append(number, "n") }
        try store.commit()
        #expect(try store.answer(.entity(named("n"), in: .todo)).entity != nil)
    }

    @Test("A column that an index was believed for is not served from the row")
    func columnBesideIndex() throws {
        try WholeStore.fill(.file(path))
        let answers = try WholeStore.answers(of: .file(path))
        let indexes = "FROM sqlite_master WHERE type = 'index' AND tbl_name = 'object'"
        for sql in [
            "CREATE TABLE hidden AS SELECT * \(indexes); DELETE \(indexes)",
            "UPDATE object SET removed = 2 WHERE removed = 0",
            "INSERT INTO sqlite_master SELECT * FROM hidden; DROP TABLE hidden",
        ] {
            try Database.open(.file(path), format: .hub).run("PRAGMA writable_schema = 1; \(sql)")
        }
        let found = try WholeStore.answers(of: .file(path))
        for (answer, sound) in zip(found, answers) { #expect(answer.isPart(of: sound)) }
        let damages = try HubStore.inspect(.file(path)).damages
        #expect(damages.contains { $0.isOfRows(in: .object) })
    }

    @Test("Without the row that counts the runs, no run begins")
    func epoch() throws {
        do { _ = try HubStore(.file(path)) }
        try Database.open(.file(path), format: .hub).run("DELETE FROM life")
        let store = try HubStore(.file(path))
        #expect(throws: StorageError.damagedRow(table: "life")) { try store.beginEpoch() }
    }

    @Test("A table or an index that is defined in another way is found")
    func definitions() throws {
        do { _ = try HubStore(.file(path)) }
        #expect(try HubStore.inspect(.file(path)).damages == [])
        try Database.open(.file(path), format: .hub).run(
            """
            PRAGMA writable_schema = 1;
            UPDATE sqlite_master SET sql = replace(sql, 'removed = 0', 'removed = 2')
            WHERE name = 'object_by_change';
            """)
        let found = try HubStore.inspect(.file(path)).damages
        #expect(found == [.structure("object_by_change is defined in another way")])
    }

    private func indexedColumns(of table: CheckedTable) throws -> Set<String> {
        let database = try Database.open(.file(path), format: .hub)
        let statement = try database.prepare(
            """
            SELECT info.name FROM pragma_index_list('\(table.rawValue)') AS list,
                pragma_index_info(list.name) AS info
            """)
        // One index has only the rows that are not removed, and another one the removed rows.
        var columns: Set<String> = table == .object ? ["removed"] : []
        while try statement.step() { columns.insert(statement.text(in: 0) ?? "") }
        return columns
    }

    /// Changes a column of some rows, without its checksum.
    private func damage(
        _ column: String, of table: CheckedTable, where condition: String = "1"
    ) throws -> Int {
        let database = try Database.open(.file(path), format: .hub)
        let name = table.rawValue
        try database.run(
            """
            UPDATE OR REPLACE \(name) SET \(column) = CASE typeof(\(column))
                WHEN 'integer' THEN \(column) + 1
                WHEN 'null' THEN 'x'
                WHEN 'text' THEN CAST(CAST(\(column) AS BLOB) || 'z' AS TEXT)
                ELSE CAST(substr(\(column), 2) || x'07' AS BLOB) END
            WHERE \(condition)
            """)
        return database.changeCount
    }
}

extension StoreInspection.Damage {
    fileprivate func isOfRows(in table: CheckedTable) -> Bool {
        if case .rows(table.rawValue, _) = self { true } else { false }
    }
}

/// A file with rows in each table, and all queries about it.
enum WholeStore {
    enum Answer: Equatable {
        case store(StoreQueryAnswer)
        case account(AccountQueryAnswer)
        case epoch(UInt32)
        case refused(StorageError)
    }

    enum Query {
        case store(StoreQuery)
        case account(AccountQuery)
        case epoch
    }

    private static let app: AppID = named("demo")
    private static let secret = SecretDigest(bytes: [1, 2, 3])

    static let queries: [Query] =
        [
            .bucket(.todo), .bucket(.todoOfLee), .entity(named("a"), in: .todo),
            .entity(named("b"), in: .todo), .entity(named("c"), in: .todo),
            .entity(named("a"), in: .todoOfLee),
            .version(.first, of: named("a"), in: .todo),
            .version(EntityVersion.first.next, of: named("a"), in: .todo),
            .version(EntityVersion.first.next.next, of: named("a"), in: .todo),
            .version(.first, of: named("b"), in: .todo),
            .version(.first, of: named("c"), in: .todo),
            .entity(named("d"), in: .todo), .version(.first, of: named("d"), in: .todo),
            .entity(named("e"), in: .todo),
            .version(EntityVersion.first.next, of: named("e"), in: .todo),
            .changes(after: .zero, in: .todo, atMost: all),
            .changes(after: .zero, in: .todoOfLee, atMost: all),
            .index(IndexSliceQuery(.newestFirst, hasObjects: true, atMost: all), of: .todo),
            .index(IndexSliceQuery(.oldestFirst, hasObjects: false, atMost: all), of: .todo),
            .index(IndexSliceQuery(.newestFirst, hasObjects: true, atMost: all), of: .todoOfLee),
            .owned(after: nil, in: .todo, atMost: all), .presence(after: nil, atMost: all),
            .seatEnds(after: ServerTime(milliseconds: 0), atMost: 9),
            .buckets(of: named("kim"), in: app),
            .buckets(of: named("lee"), in: app), .mirrors(of: named("lee"), in: app),
            .everybodysChanges(after: .zero, in: named("todo"), of: app, atMost: all),
            .debts(atMost: 9), .nameOwner("kim@x", of: app),
        ].map(Query.store)
        + [
            .user(folded: "kim@x", of: app), .owner(StoredUser.kim.id, app: app),
            .holder(of: .number(1)), .keyHolder("SHA256:k", app: app),
            .tokens(of: StoredUser.kim.id, app: app), .links(of: StoredUser.kim.id, app: app),
            .users(of: app, after: "", atMost: 9),
        ].map(Query.account) + [.epoch]

    private static let all = StoreAnswerLimit(entries: 100)

    static func fill(_ place: Database.Location) throws {
        let store = try StoreInFile(at: place)
        _ = try store.beginEpoch(atLeast: 3)
        for number in 1...3 { try store.append(number, "a", owner: number == 3) }
        try store.append(4, "b")
        try store.append(5, "c")
        try store.append(6, "c", isRemoved: true)
        // This moves all changes so far to the log, and those below stay recent.
        try store.share(named("a"), at: 7)
        for number in 8...9 { try store.append(number, "d") }
        for number in 10...12 { try store.append(number, "e", length: 5_000) }
        let owed = PendingCrossLogInsert(bucket: .notes, key: named("o"), object: Array("{}".utf8))
        try store.write(.owe([owed], for: .todo))
        try store.write(
            .endSeat(
                StoredSessionEnd(
                    app: app, user: named("kim"), clientID: named("c"), secret: secret,
                    end: SessionEnd(.grace, outcome: ["lost": "x"]),
                    stamp: ServerTime(milliseconds: 9)),
                forgetting: ServerTime(milliseconds: 0), in: .todo))
        try store.keep(.kim)
        try store.issue(.token(1, of: .kim))
        try store.link(
            StoredDeviceLink(
                app: app, user: StoredUser.kim.id, id: "l1", device: "desk",
                proof: .key("SHA256:k"), since: 5))
        try store.commit()
    }

    static func answers(of place: Database.Location) throws(StorageError) -> [Answer] {
        var store = try HubStore(place)
        return answers(of: &store)
    }

    static func answers(of store: inout HubStore) -> [Answer] {
        queries.map { query in
            do throws(StorageError) {
                switch query {
                case .store(let query): return .store(try store.answer(query))
                case .account(let query): return .account(try store.answer(query))
                case .epoch: return .epoch(try store.lastEpoch())
                }
            } catch {
                return .refused(error)
            }
        }
    }
}

extension KeepsBuckets {
    /// Shares an object of Kim's with Lee, who then has a copy of it.
    func share(_ key: ObjectKey, at number: Int) throws {
        guard case .bucket(let state) = try answer(.bucket(.todo)) else { return }
        let change = StoredChange(
            ordinal: ordinal(number), key: key, version: .first, previous: nil,
            changeID: named("m\(number)"), entry: Array("{}".utf8), author: named("kim"))
        let entity = StoredEntity(
            key: key, version: .first, isRemoved: false, object: Array("{}".utf8),
            changed: ordinal(number), stamp: ServerTime(milliseconds: Int64(number)),
            sharing: .mirror(of: named("kim")))
        let entry = ChangeCopiesForSharers.SharedCopyChange(
            change, making: entity, in: .todoOfLee, outdated: [], isFirst: true)
        let sharing = SharedOriginalOrCopy(
            with: [SharingRecipient(named("lee"), mayWrite: true, followed: ordinal(number))])
        try write(
            .mirror(ChangeCopiesForSharers(of: key, in: .todo, at: state.head, sharing, [entry])))
    }
}

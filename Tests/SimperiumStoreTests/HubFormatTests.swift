import SimperiumClock
import SimperiumStore
import SimperiumWire
import SimulatedDisk
import TestSupport
import Testing

@Suite("Files of earlier formats")
struct HubFormatTests {
    /// From the tenth on rows have checksums, which `content` lacks.
    private static let formats = 1..<10

    @Test("A file of an earlier format is opened, and used", arguments: formats)
    func goesOn(format: Int) throws {
        let store = try Self.store(madeAs: format)
        var expected = StoredBucket(emptyings: [named("e")])
        expected.head = ordinal(4)
        expected.count = 1
        #expect(try store.answer(.bucket(.todo)) == .bucket(expected))
        let known = try store.answer(.entity(named("a"), in: .todo))
        #expect(known.entity?.version.number == 2)
        #expect(known.changeIDs == [named("1"), named("2")])
        let log = try store.answer(
            .changes(after: ordinal(3), in: .todo, atMost: StoreAnswerLimit(entries: 9)))
        guard case .changes(let changes?, false) = log else { throw Unexpected() }
        #expect(changes.map(\.key) == [named("b")])

        for number in 5...6 { try store.append(number, "a") }
        try store.commit()
        try store.restart()
        #expect(try store.answer(.entity(named("a"), in: .todo)).entity?.version.number == 4)
    }

    @Test(
        "Later removals in it are not confused with objects that are made again",
        arguments: formats)
    func forgets(format: Int) throws {
        let store = try Self.store(madeAs: format)
        for number in 5...7 { try store.append(number, "a") }
        #expect(try store.answer(.entity(named("b"), in: .todo)).entity?.isRemoved == true)
        try store.append(8, "a")
        try store.commit()
        try store.restart()
        let third = try #require(EntityVersion(3))
        #expect(
            try store.answer(.entity(named("b"), in: .todo)) == .noEntity(beginning: third))
        try store.append(9, "b")
        #expect(try store.answer(.entity(named("b"), in: .todo)).entity?.version == third)
    }

    @Test("The secret of an owner is replaced by its digest", arguments: 1..<7)
    func digests(format: Int) throws {
        let store = try Self.store(madeAs: format) { database throws(StorageError) in
            try database.run(
                "UPDATE object SET lease = \(Self.at(2)), client = 'c', secret = 'hush'")
        }
        let known = try store.answer(.entity(named("a"), in: .todo)).entity?.owner
        #expect(known?.secret == SecretDigest(ofText: "hush"))
        #expect(known?.clientID == named("c"))
    }

    @Test("A step never changes: it upgrades the tables that were there when it was written")
    func steps() {
        let digests = Database.Format.hub.steps.map { step in
            SecretDigest(ofText: step).bytes.prefix(4).hexText
        }
        let written = [
            "c73f55f4", "687f78cb", "089495bf", "b28909b8", "dade699a",
            "cf5d1c3e", "b95d13cc", "12ca0311", "d1a10d4b", "14bc62b2",
            "7cc956a1",
        ]
        #expect(digests == written)
    }

    @Test("The file of 0.2.0 has all its rows, each with its checksum")
    func fixture() throws {
        let vfs = SimulatedVFS(seed: 1)
        let place = try Self.placeFixture(on: vfs)
        #expect(try HubStore.inspect(place).format == 9)
        let before = try Self.rows(of: place)
        do { _ = try HubStore(place) }
        let inspection = try HubStore.inspect(place)
        #expect(inspection.format == Self.present && inspection.damages == [])
        #expect(inspection.objects > 20 && inspection.changes > 20 && inspection.accounts > 3)
        #expect(try Self.rows(of: place) == before)
        // A session of that version counts as used today, and has no date.
        let database = try Database.openToRead(place, format: .hub)
        let dated = "used < strftime('%s', 'now') - 3600 OR since <> 0 OR device <> ''"
        #expect(try database.number("SELECT count(*) FROM token") > 0)
        #expect(try database.number("SELECT count(*) FROM token WHERE \(dated)") == 0)
        #expect(try database.number("SELECT count(*) FROM user WHERE generation <> 1") == 0)
        // That version refuses the file, with its sentence for a newer one.
        #expect(throws: StorageError.newer(found: Self.present, known: 9)) {
            _ = try Database.open(place, format: Self.ofFixture, beside: .readers)
        }
    }

    @Test("A server that is killed between any two statements of the steps since starts again")
    func killedBetweenStatements() throws {
        var statements = [""]
        let steps = Database.Format.hub.steps[9...]
        for line in steps.flatMap({ $0.split(separator: "\n") }) {
            statements[statements.count - 1] += line + "\n"
            if line.hasSuffix(";") { statements.append("") }
        }
        #expect(statements.count > 20)
        for count in 0...statements.count {
            let vfs = SimulatedVFS(seed: UInt64(count))
            let place = try Self.placeFixture(on: vfs)
            do {
                let database = try Database.open(place, format: Self.ofFixture, beside: .readers)
                try database.run("BEGIN IMMEDIATE")
                for statement in statements.prefix(count) { try database.run(statement) }
                vfs.kill()
            }
            do { _ = try HubStore(place) }
            let inspection = try HubStore.inspect(place)
            #expect(
                inspection.format == Self.present && inspection.damages == [],
                "\(count) statements")
        }
    }

    @Test("A power cut at any write of these steps leaves the file unchanged, or migrated")
    func powerCut() throws {
        var (skipped, isWhole, isOld) = (0, false, 0)
        let sound = SimulatedVFS(seed: 0)
        let before = try Self.rows(of: Self.placeFixture(on: sound))
        while !isWhole {
            let vfs = SimulatedVFS(seed: UInt64(skipped))
            let place = try Self.placeFixture(on: vfs)
            vfs.withDisk { $0.faults.add(.powerCut, of: DiskOperation.changing, after: skipped) }
            do throws(StorageError) {
                _ = try HubStore(place, surviving: .powerCut)
                isWhole = vfs.withDisk { $0.hasPower }
            } catch {
                // There is no power.
            }
            vfs.cutPower()
            let format = try HubStore.inspect(place).format
            #expect(format == 9 || format == Self.present)
            if format == 9 { isOld += 1 }
            do { _ = try HubStore(place) }
            #expect(try HubStore.inspect(place).damages == [], "after \(skipped) writes")
            #expect(try Self.rows(of: place) == before)
            skipped += Tier.current < .soak ? 29 : 1
        }
        #expect(isOld > 3)
    }

    private static let present = Database.Format.hub.steps.count
    private static let ofFixture = Database.Format(
        applicationID: Database.Format.hub.applicationID,
        steps: Array(Database.Format.hub.steps.prefix(9)))

    private static func placeFixture(on vfs: SimulatedVFS) throws -> Database.Location {
        let bytes = try Files.bytes(ThisBuild.repository + "/Tests/Fixtures/0.2.0/server.db")
        vfs.withDisk { $0.place(bytes, as: "hub") }
        return .file("hub", vfs: vfs.name)
    }

    /// The columns that the steps since the fixture added or changed.
    private static let added: [CheckedTable: Set<String>] = [
        .user: ["generation", "places"], .token: ["used", "since", "device", "address"],
    ]

    /// All values of all rows, without the columns that these steps added or changed.
    private static func rows(of place: Database.Location) throws -> [String] {
        let database = try Database.openToRead(place, format: .hub)
        var rows: [String] = []
        // These steps create two tables, which are empty then.
        for table in CheckedTable.allCases where table != .recent && table != .base {
            let columns =
                table.columns.filter {
                    $0 != "body_checksum" && added[table]?.contains($0) != true
                }
                + (table.hasBody ? ["body"] : [])
            let values = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
            let statement = try database.prepare("SELECT \(values) FROM \(table.rawValue)")
            while try statement.step() { rows.append(statement.text(in: 0) ?? "") }
        }
        return rows.sorted()
    }

    /// Returns a store on a file of the first `format` steps, with `a` in it, and `b` removed.
    private static func store(
        madeAs format: Int,
        _ change: (borrowing Database) throws(StorageError) -> Void = { _ in }
    ) throws -> StoreInFile {
        let folder = try TemporaryFolder()
        do {
            let hub = Database.Format.hub
            let earlier = Database.Format(
                applicationID: hub.applicationID, steps: Array(hub.steps.prefix(format)))
            let database = try Database.open(.file(folder.path("hub")), format: earlier)
            try database.run(content)
            try change(database)
        }
        return try StoreInFile(folder, MinimumStoredHistory(logLength: 4, removals: 0))
    }

    private static let content = """
        INSERT INTO feed VALUES (1, 'demo', 'todo');
        INSERT INTO bucket (
            number, user, feed, head, floor, count, logged, emptied, has_owners)
        VALUES (1, 'kim', 1, \(at(4)), \(nowhere), 1, 4, 'e', 0);
        INSERT INTO object (
            number, bucket, key, version, removed, changed, change, outdated, body)
        VALUES
            (1, 1, 'a', 2, 0, \(at(2)), '2', '', \(json(2))),
            (2, 1, 'b', 2, 1, \(at(4)), '4', '', NULL);
        INSERT INTO history VALUES (1, 1, '1', \(json(1))), (2, 1, '3', \(json(3)));
        INSERT INTO log (feed, place, bucket, key, version, previous, change, entry) VALUES
            (1, \(at(1)), 1, 'a', 1, NULL, '1', \(json(1))),
            (1, \(at(2)), 1, 'a', 2, \(at(1)), '2', \(json(2))),
            (1, \(at(3)), 1, 'b', 1, NULL, '3', \(json(3))),
            (1, \(at(4)), 1, 'b', 2, \(at(3)), '4', \(json(4)));
        """

    private static let nowhere = "zeroblob(12)"
    private static func at(_ number: Int) -> String { "x'00000001000000000000000\(number)'" }
    private static func json(_ number: Int) -> String { "CAST('{\"n\":\(number)}' AS BLOB)" }
}

private struct Unexpected: Error {}

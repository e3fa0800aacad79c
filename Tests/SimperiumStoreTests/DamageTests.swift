import SimperiumStore
import SimperiumWire
import StorageSamples
import TestSupport
import Testing

@Suite("Stores that can't be used")
struct DamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A file in use, of the other kind, or of a newer version is refused and unchanged")
    func foreign() throws {
        do { _ = try HubStore(.file(folder.path("hub"))) }
        do { _ = try ClientStore(.file(folder.path("client"))) }
        #expect(throws: StorageError.foreign) { _ = try ClientStore(.file(folder.path("hub"))) }
        #expect(throws: StorageError.foreign) { _ = try HubStore(.file(folder.path("client"))) }

        let hub = try HubStore(.file(folder.path("hub")))
        let client = try ClientStore(.file(folder.path("client")))
        #expect(throws: StorageError.locked) { _ = try HubStore(.file(folder.path("hub"))) }
        #expect(throws: StorageError.locked) { _ = try ClientStore(.file(folder.path("client"))) }
        _ = consume hub
        _ = consume client

        for (format, name) in [(Database.Format.hub, "hub"), (.client, "client")] {
            let later = Database.Format(
                applicationID: format.applicationID,
                steps: format.steps + ["CREATE TABLE later (x)"])
            do { _ = try Database.open(.file(folder.path(name)), format: later) }
        }
        let before = try bytes(of: "hub")
        #expect(throws: StorageError.newer(found: 12, known: 11)) {
            _ = try HubStore(.file(folder.path("hub")))
        }
        #expect(throws: StorageError.newer(found: 2, known: 1)) {
            _ = try ClientStore(.file(folder.path("client")))
        }
        #expect(try bytes(of: "hub") == before)

        // A flipped bit made the version negative.
        try Database.open(.file(folder.path("spoilt")), format: .hub).run(
            "PRAGMA user_version = -10")
        #expect(throws: StorageError.damaged(reason: "the file's version is -10")) {
            _ = try HubStore(.file(folder.path("spoilt")))
        }
    }

    @Test("A damaged header is refused at once, and unchanged", arguments: [0, 16, 20, 30, 100])
    func head(offset: Int) throws {
        try makeHub(turns: 20)
        var broken = try bytes(of: "hub")
        for position in offset..<(offset + 4) { broken[position] ^= 0x55 }
        try Files.write(broken, to: folder.path("hub"))

        let error = #expect(throws: StorageError.self) {
            var store = try HubStore(.file(folder.path("hub")))
            _ = try store.answer(.entity(StorageScene.key, in: StorageScene.buckets[0]))
        }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try bytes(of: "hub") == broken)
    }

    @Test("With any page damaged, no answer has data that was never written")
    func pages() throws {
        var refused = 0
        try damagePages {
            do {
                try readAll()
            } catch StorageError.damaged {
                refused += 1
            }
        }
        #expect(refused > 10)
    }

    @Test("A file is searched for damage, if it is not too large for that")
    func search() throws {
        try makeHub(turns: 300)
        let path = folder.path("hub")
        #expect(try HubStore.damage(in: path) == nil)
        #expect(try HubStore.damage(in: folder.path("nowhere")) == nil)
        var broken = try bytes(of: "hub")
        for page in stride(from: 3, to: broken.count / 4_096, by: 2) {
            for position in 0..<4_096 { broken[page * 4_096 + position] = 0xA5 }
        }
        try Files.write(broken, to: path)
        for (most, isFound) in [(.max, true), (broken.count, true), (broken.count - 1, false)] {
            var damage: String?
            do throws(StorageError) {
                damage = try HubStore.damage(in: path, atMost: most)
            } catch {
                guard case .damaged(let reason) = error else { throw error }
                damage = reason
            }
            #expect((damage != nil) == isFound)
        }
    }

    @Test("Each damaged page is a finding of one line, and unreadable rows are not counted")
    func findings() throws {
        try makeHub(turns: 300)
        var pages: [Int] = []
        do {
            let database = try Database.open(.file(folder.path("hub")), format: .hub)
            let statement = try database.prepare(
                """
                SELECT rootpage FROM sqlite_master
                WHERE rootpage > 1 AND tbl_name IN ('log', 'user', 'history')
                """)
            while try statement.step() { pages.append(statement.number(in: 0) ?? 1) }
        }
        var broken = try bytes(of: "hub")
        for page in pages {
            for position in 0..<4_096 { broken[(page - 1) * 4_096 + position] = 0xA5 }
        }
        try Files.write(broken, to: folder.path("hub"))
        let found = try HubStore.inspect(.file(folder.path("hub")))
        #expect(!found.isCounted)
        let findings = found.damages.compactMap { damage -> String? in
            if case .structure(let finding) = damage { finding } else { nil }
        }
        #expect(findings.count > 1)
        #expect(!findings.contains { $0.contains("***") || $0.contains("\n") }, "\(findings)")
    }

    @Test("After damage was found nothing more is written")
    func noMore() throws {
        var refused = 0
        try damagePages {
            do {
                try writeAll()
            } catch let refusal as WriteRefusal {
                guard case .store(.damaged) = refusal else { throw refusal }
                refused += 1
            } catch StorageError.damaged {}
        }
        #expect(refused > 0)
    }

    /// Throws the failure of the first write. Reports a fault if a later write succeeds.
    private func writeAll() throws {
        var store = try HubStore(.file(folder.path("hub")))
        do {
            for (number, bucket) in StorageScene.buckets.enumerated() {
                try store.write(
                    try StorageScene.write(301, ordinal(903 + number), to: bucket, &store))
            }
        } catch let refusal as WriteRefusal {
            let other = BucketID(app: named("other"), user: named("x"), name: named("y"))
            #expect(throws: refusal) { try store.write(.drop(other)) }
            throw refusal
        }
    }

    /// Makes a file, and calls `use` for every third page, with only this page damaged.
    private func damagePages(_ use: () throws -> Void) throws {
        try makeHub(turns: 300)
        let sound = try bytes(of: "hub")
        for page in stride(from: 1, to: sound.count / 4_096, by: 3) {
            var broken = sound
            for position in 0..<4_096 { broken[page * 4_096 + position] = 0xA5 }
            try Files.write(broken, to: folder.path("hub"))
            try use()
        }
    }

    private func makeHub(turns: Int) throws {
        var store = try HubStore(.file(folder.path("hub")))
        for turn in 1...turns {
            for (number, bucket) in StorageScene.buckets.enumerated() {
                let ordinal = ordinal(turn * 3 + number)
                try store.write(try StorageScene.write(turn, ordinal, to: bucket, &store))
            }
            try store.commitAndMoveRecent()
        }
    }

    private func readAll() throws {
        var store = try HubStore(.file(folder.path("hub")))
        let all = StoreAnswerLimit(entries: 10_000)
        let slice = IndexSliceQuery(.newestFirst, hasObjects: true, atMost: all)
        for (number, bucket) in StorageScene.buckets.enumerated() {
            let entity = try store.answer(.entity(StorageScene.key, in: bucket)).entity
            guard case .bucket(let state) = try store.answer(.bucket(bucket)),
                case .index(let entities, _) = try store.answer(.index(slice, of: bucket)),
                case .changes(let log, _) = try store.answer(
                    .changes(after: .zero, in: bucket, atMost: all))
            else { continue }
            #expect(state.head == ordinal(900 + number))
            #expect(entity?.object == StorageScene.object(300))
            #expect(entities == [entity].compactMap(\.self))
            #expect(log?.count == 300)
        }
    }

    private func bytes(of name: String) throws -> [UInt8] {
        try Files.bytes(folder.path(name))
    }
}

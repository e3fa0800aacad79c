import SimperiumClock
import SimperiumLoop
import SimperiumStore
import SimperiumWire
import SimulatedDisk
import TestKit
import TestSupport
import Testing

@Suite("Batches of writes", .waits)
struct StoreBatchTests {
    private static let users = ["kim", "lee", "max"]

    private static func bucket(_ user: String) -> BucketID {
        BucketID(app: named("demo"), user: named(user), name: named("todo"))
    }

    private static func write(
        _ number: Int, _ key: String, by user: String, on head: SequenceNumber = .zero
    ) -> StoreWrite {
        let change = StoredChange(
            ordinal: ordinal(number), key: named(key), version: .first, previous: nil,
            changeID: named("c\(number)"), entry: Array("{}".utf8))
        let entity = StoredEntity(
            key: named(key), version: .first, isRemoved: false, object: Array("{}".utf8),
            changed: ordinal(number), stamp: ServerTime(milliseconds: 1))
        return .append(change, entity: entity, outdated: [], to: bucket(user), expected: head)
    }

    /// Returns a file that refuses to log a change of the object `refused`. A real one may refuse
    /// any.
    private static func picky(_ path: String) throws -> HubStore {
        do {
            let database = try Database.open(.file(path), format: .hub)
            try database.run(
                """
                CREATE TRIGGER refuse BEFORE INSERT ON recent WHEN NEW.key = 'refused'
                BEGIN SELECT RAISE(ABORT, 'refused'); END
                """)
        }
        return try HubStore(.file(path), surviving: .powerCut)
    }

    private static func count(of user: String, in store: inout HubStore) throws -> Int {
        guard case .bucket(let state) = try store.answer(.bucket(bucket(user))) else { return -1 }
        return state.count
    }

    @Test("S251: A refused write leaves out its log, for each write in turn, and no other log")
    func refusal() throws {
        let folder = try TemporaryFolder()
        for refused in 0..<9 {
            var store = try Self.picky(folder.path("\(refused)"))
            var batch = StoreBatch()
            var heads: [String: SequenceNumber] = [:]
            for number in 0..<9 {
                let user = Self.users[number % 3]
                let key = number == refused ? "refused" : "k\(number)"
                batch.append(
                    .write(
                        Self.write(number + 1, key, by: user, on: heads[user] ?? .zero)))
                heads[user] = ordinal(number + 1)
                batch.append(.query(.bucket(Self.bucket(user))))
            }
            let outcome = store.perform(batch)
            let log = Self.bucket(Self.users[refused % 3]).log
            #expect(Set(outcome.refused.keys) == [.log(log)])
            #expect(outcome.failure == nil && outcome.answers.count == 9)
            for (index, user) in Self.users.enumerated() {
                let count = try Self.count(of: user, in: &store)
                #expect(count == (index == refused % 3 ? 0 : 3))
            }
        }
    }

    @Test("A reader beside the writer sees the kept data, and delays no checkpoint")
    func reader() throws {
        let folder = try TemporaryFolder()
        var store = try HubStore(.file(folder.path("hub")), surviving: .powerCut)
        var reader = try HubStore(reading: folder.path("hub"))
        let query = StoreQuery.bucket(Self.bucket("kim"))
        for number in 1...3 {
            try store.write(
                Self.write(
                    number, "k\(number)", by: "kim", on: number == 1 ? .zero : ordinal(number - 1)))
            guard case .bucket(let before) = try reader.answerWithoutCache(query) else { return }
            #expect(before.count == number - 1)
            try store.commitAndMoveRecent()
            guard case .bucket(let after) = try reader.answerWithoutCache(query) else { return }
            #expect(after.count == number)
        }
        #expect(throws: WriteRefusal.self) { try reader.write(Self.write(9, "x", by: "kim")) }
        try store.checkpoint()
        #expect(try Files.bytes(folder.path("hub")).count > 4_096)
    }

    @Test("After an error of the disk the log stays unchanged for the next connection")
    func leftLog() throws {
        let vfs = SimulatedVFS(seed: 1)
        let place = Database.Location.file("hub", vfs: vfs.name)
        func failNextSync() { vfs.withDisk { $0.faults.add(.error, of: [.sync], after: 0) } }
        func log() -> [UInt8] { vfs.withDisk { $0.content(of: "hub-wal") ?? [] } }
        do {
            var store = try HubStore(place, surviving: .powerCut)
            try store.write(Self.write(1, "a", by: "kim"))
            try store.commitAndMoveRecent()
            failNextSync()
            try store.write(Self.write(2, "b", by: "kim", on: ordinal(1)))
            #expect(throws: WriteRefusal.self) { try store.commitAndMoveRecent() }
        }
        let left = log()
        #expect(!left.isEmpty)
        // The next connection cannot write the log again either.
        failNextSync()
        #expect(throws: StorageError.self) { _ = try HubStore(place, surviving: .powerCut) }
        #expect(log() == left)
        do {
            var store = try HubStore(place, surviving: .powerCut)
            #expect(log().isEmpty)
            // The second change was written, though its sync failed.
            #expect([1, 2].contains(try Self.count(of: "kim", in: &store)))
        }
        #expect(log().isEmpty)
    }

    @Test("A file that is reopened after the disk failed has all kept data, and no log")
    func reopening() throws {
        let folder = try TemporaryFolder()
        do {
            var store = try HubStore(.file(folder.path("hub")), surviving: .powerCut)
            try store.write(Self.write(1, "a", by: "kim"))
            try store.commitAndMoveRecent()
            store.keepLogOnClose()
        }
        #expect(try !Files.bytes(folder.path("hub-wal")).isEmpty)
        var store = try HubStore.reopenIfUndamaged(folder.path("hub"), surviving: .powerCut)
        #expect(try Files.bytes(folder.path("hub-wal")).isEmpty)
        #expect(try Self.count(of: "kim", in: &store) == 1)
        try store.write(Self.write(2, "b", by: "kim", on: ordinal(1)))
        try store.commitAndMoveRecent()
        #expect(try Self.count(of: "kim", in: &store) == 2)
    }
}

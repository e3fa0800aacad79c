import Cluster
import GameHost
import RedisSamples
import RedisStore
import RedisWire
import SimperiumClock
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import SimperiumWire
import StorageSamples
import SyncHub
import TestKit
import TestSupport
import Testing

extension StoreQuery {
    fileprivate var isState: Bool { if case .bucket = self { true } else { false } }
}

/// Another connection to a file, which stays open.
private final class OtherReader {
    private let path: String
    private var store: HubStore?
    private(set) var hasOpened = false

    init(_ path: String) {
        self.path = path
    }

    func openOnceCreated() {
        guard !hasOpened, Files.exists(path) else { return }
        hasOpened = true
        do throws(StorageError) {
            let store = try HubStore(reading: path)
            self.store = consume store
        } catch {
            Issue.record("\(error)")
        }
    }
}

@Suite("Copies between files and Redis", .waits)
struct RedisCopyTests {
    @Test("Random data is the same in Redis, and in a file that is made of that")
    func same() throws {
        for seed in Seeds.batches(1, share: 1).joined().prefix(4) {
            let folder = try TemporaryFolder()
            let original = try StoreInFile(folder, MinimumStoredHistory())
            var random = SeededRandom(seed: seed)
            let isSharing = random.chance(1, in: 2)
            var story = AccountStory(SeededRandom(seed: random.next()))
            var writes = RandomWrites(random: random)
            for _ in 0..<400 {
                switch try writes.next(on: original) {
                // A file with pending inserts is not copied.
                case .owe, .assign, nil: break
                case .mirror where !isSharing: break
                case let write?: try original.write(write)
                }
                _ = try original.write(
                    story.write { query in
                        (try? original.answer(query)) ?? .tokens([])
                    })
            }
            try original.commit()
            let server = try RedisServer()
            let engine = StoreCopyRunner.StoreLocation.redis(
                RedisDeployment([RedisAddress(host: "127.0.0.1", port: server.port)]), "Redis")
            let copyPath = folder.path("copy")
            var counts: StoreCopy.CopiedCounts?
            try original.whileClosed { path in
                try copy(.file(path), engine)
                counts = try copy(engine, .file(copyPath))
            }
            // Neither counts removed objects.
            #expect(try counts?.objects == HubStore.inspect(.file(copyPath)).objects)
            let node = try RedisNode(at: [server.port])
            #expect(node.awaitReady())
            try node.lead()
            let copied = try StoreInFile(at: .file(copyPath))
            for query in Self.queries {
                // The positions of copies are recorded again, and these have none.
                if isSharing, query.queriedBucket == .todo, !query.isState { continue }
                let expected = try original.answer(query)
                #expect(try node.answer(query) == expected, "seed \(seed): \(query)")
                #expect(try copied.answer(query) == expected, "seed \(seed): \(query)")
            }
            let presence = StoreQuery.presence(after: nil, atMost: Self.portion)
            #expect(
                try Self.present(node.answer(presence)) == Self.present(original.answer(presence)))
            for query in Self.accountQueries {
                let expected = try original.answer(query)
                #expect(try node.answer(query) == expected, "seed \(seed): \(query)")
                #expect(try copied.answer(query) == expected, "seed \(seed): \(query)")
            }
            #expect(try node.epoch > original.beginEpoch(atLeast: 1))
        }
    }

    @Test("An incomplete copy, one in use and one of nothing are refused, and nothing is changed")
    func refused() throws {
        let folder = try TemporaryFolder()
        let server = try RedisServer()
        let engine = StoreCopyRunner.StoreLocation.redis(
            RedisDeployment([RedisAddress(host: "127.0.0.1", port: server.port)]), "Redis")
        let file = StoreCopyRunner.StoreLocation.file(folder.path("copy"))
        expect("no data in Redis", engine, file)
        let node = try RedisNode(at: [server.port])
        #expect(node.awaitReady())
        try node.lead()
        expect("a server is using Redis", engine, file)
        _ = try StoreInFile(folder, MinimumStoredHistory())
        expect("Redis is not empty", .file(folder.path("hub")), engine)
        _ = node.leave()
        try server.command("hset", "s2{s00}", "unfinished", "1")
        expect("incomplete copy", engine, file)
        try server.command("flushall")
        try server.command("set", "x", "1")
        expect("not from this program", engine, file)
        expect("Redis is not empty", .file(folder.path("hub")), engine)
        #expect(try server.command("dbsize") == "1")
    }

    @Test("Data of 0.2.0 in Redis is read whole, into Redis and into a file")
    func former() throws {
        let files = ThisBuild.repository + "/Tests/Fixtures/0.2.0/redis"
        let server = try RedisServer(loading: files, clock: ShiftedClock())
        let (folder, other) = (try TemporaryFolder(), try RedisServer())
        let places = [server, other].map { server in
            StoreCopyRunner.StoreLocation.redis(
                RedisDeployment([RedisAddress(host: "127.0.0.1", port: server.port)]), "Redis")
        }
        let before = try server.command("dbsize")
        try copy(places[0], .file(folder.path("one")))
        try copy(places[0], places[1])
        try copy(places[1], .file(folder.path("two")))
        #expect(try server.command("dbsize") == before)
        let (one, two) = (
            try HubStore.inspect(.file(folder.path("one"))),
            try HubStore.inspect(.file(folder.path("two")))
        )
        #expect(one.damages.isEmpty && two.damages.isEmpty)
        #expect(one.objects == two.objects && one.changes == two.changes)
        #expect(one.accounts == two.accounts)
        #expect(one.objects > 10 && one.accounts > 1 && one.changes > 10)
    }

    @Test("S200 A file of an older format is copied without being upgraded")
    func older() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old")
        let hub = Database.Format.hub
        let older = Database.Format(
            applicationID: hub.applicationID, steps: Array(hub.steps.prefix(9)))
        do { _ = try Database.open(.file(path), format: older, beside: .readers) }
        let before = try Files.bytes(path)
        try copy(.file(path), .file(folder.path("copy")))
        #expect(try Files.bytes(path) == before)
        #expect(try Files.names(in: folder.place) == ["copy", "old"])
        #expect(try HubStore.inspect(.file(folder.path("copy"))).format == hub.version)
    }

    @Test("No server joins while its data is copied; a claim ends the copy")
    func reserved() throws {
        let server = try RedisServer()
        let node = try RedisNode(at: [server.port])
        #expect(node.awaitReady())
        try node.lead()
        _ = node.leave()
        let copier = try RedisNode(at: [server.port])
        #expect(copier.awaitReady())
        let term = try #require(copier.reserve(isCopy: false))
        #expect(try node.join() == .refused(.copying(isWhole: true)))
        #expect(copier.read(.owners(after: nil)) == .success(.owners([], next: nil)))
        try server.command("hset", "s2{s00}", "owner", "1")
        #expect(copier.read(.owners(after: nil)) == .failure(.fenced))
        #expect(copier.release(term) == .inUse)
    }

    @Test("A copy with a part of its data in the log, because it is being read, is no whole file")
    func readMeanwhile() throws {
        let folder = try TemporaryFolder()
        let server = try RedisServer()
        let node = try RedisNode(at: [server.port])
        #expect(node.awaitReady())
        try node.lead()
        _ = node.leave()
        let loop = try Loop()
        let path = folder.path("copy")
        let copying = try StoreCopyRunner(
            from: .redis(
                RedisDeployment([RedisAddress(host: "127.0.0.1", port: server.port)]), "Redis"),
            to: .file(path), in: ShardMap(GamePlugin()), on: loop)
        // The copy waits for Redis after it has made the file, so a turn ends before it completes.
        let reader = OtherReader(path + ".unfinished")
        let hook = EndOfTurnAction(on: loop, .commit) { reader.openOnceCreated() }
        do throws(StoreCopyFailure) {
            _ = try copying.run()
            Issue.record("copied")
        } catch {
            #expect(error.sentence.contains("another program is reading \(path).unfinished"))
        }
        _ = consume hook
        #expect(reader.hasOpened)
        #expect(!Files.exists(path))
        #expect(Files.exists(path + ".unfinished"))
    }

    private func expect(
        _ words: String, _ original: StoreCopyRunner.StoreLocation,
        _ copy: StoreCopyRunner.StoreLocation
    ) {
        do throws(StoreCopyFailure) {
            try self.copy(original, copy)
            Issue.record("copied")
        } catch {
            #expect(error.sentence.contains(words))
        }
    }

    @discardableResult
    private func copy(
        _ original: StoreCopyRunner.StoreLocation, _ copy: StoreCopyRunner.StoreLocation
    ) throws(StoreCopyFailure) -> StoreCopy.CopiedCounts? {
        guard let loop = try? Loop(),
            let copying = try? StoreCopyRunner(
                from: original, to: copy, in: ShardMap(GamePlugin()), on: loop)
        else {
            Issue.record("no copy")
            return nil
        }
        return try copying.run()
    }

    private static func present(_ answer: StoreQueryAnswer) -> Set<BucketID> {
        if case .presence(let buckets, _) = answer { Set(buckets) } else { [] }
    }

    private static let portion = StoreAnswerLimit(entries: 1_000)

    private static var queries: [StoreQuery] {
        var queries: [StoreQuery] = []
        for bucket in RandomWrites.buckets {
            queries += [
                .bucket(bucket), .changes(after: .zero, in: bucket, atMost: portion),
                .index(
                    IndexSliceQuery(.oldestFirst, hasObjects: true, atMost: portion), of: bucket),
                .owned(after: nil, in: bucket, atMost: portion),
                .buckets(of: bucket.user, in: bucket.app),
                .mirrors(of: bucket.user, in: bucket.app),
            ]
            for key in Set(RandomWrites.keys) {
                queries.append(.entity(key, in: bucket))
                queries += (1...150).compactMap(EntityVersion.init)
                    .map { .version($0, of: key, in: bucket) }
            }
        }
        return queries
    }

    private static var accountQueries: [AccountQuery] {
        var queries: [AccountQuery] = []
        for number in 0..<4 {
            let (user, app): (UserID, AppID) = (named("u@\(number)"), named("app\(number % 2)"))
            queries += [
                .owner(user, app: app), .tokens(of: user, app: app), .links(of: user, app: app),
                .users(of: app, after: "", atMost: 9), .keyHolder("key \(number)\n", app: app),
                .user(folded: "u\(number) é", of: app),
            ]
        }
        return queries
    }
}

import Glibc
import SimperiumClock
import SimperiumKit
import SimperiumTesting
import TestKit
import TestSupport
import Testing

/// Clients that many tasks use at once, that are released in the middle, or whose files are
/// damaged.
@Suite("SimperiumKit: upheavals", .waits)
struct UpheavalTests {
    fileprivate static let errors: [SimperiumError] = [
        .closed, .noSuchObject(.milk), .noSuchObject(.bread), .timedOut, .cancelled,
    ]

    /// A random action of a task.
    private static func act(
        _ random: inout SeededRandom, _ client: SimperiumClient, _ todo: SimperiumBucket
    ) async throws {
        let key = random.chance(1, in: 2) ? ObjectKey.milk : .bread
        switch random.numberBelow(12) {
        case 0: try await todo.set(key, to: ["n": JSON(random.numberBelow(100))])
        case 1: try await todo.update(key, setting: ["m": JSON(random.numberBelow(100))])
        case 2: try await todo.delete(key)
        case 3: try await todo.revert(key)
        case 4: _ = await (todo[key], todo.keys, todo.unsynced, todo.absent)
        case 5:
            try await todo.perform { todo in try todo.set(key, to: ["n": todo[key]?["n"] ?? 1]) }
        case 6: _ = try await todo.versions(of: key, last: 2)
        case 7: try await client.waitUntilSettled(within: .milliseconds(5))
        case 8: await (client.disconnect(), client.connect()).1
        case 9: _ = await (client.status, client.statistics, client.clientID)
        case 10: for await _ in await todo.changes() { break }
        default: for await _ in client.statuses { break }
        }
    }

    fileprivate static func perform(
        _ count: Int, seed: UInt64, _ client: SimperiumClient, _ todo: SimperiumBucket
    ) async {
        var random = SeededRandom(seed: seed)
        for _ in 0..<count {
            do {
                try await act(&random, client, todo)
            } catch let error as SimperiumError {
                #expect(errors.contains(error), "seed \(seed): \(error)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test("Many tasks at once, with a close among them, receive typed errors at worst")
    func crowd() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        for seed in Seeds.first(3, most: 100, share: 8) {
            let (client, todo) = try await server.visitor(token)
            // Child tasks stay on the threads of this test. A `Task` or a `Task.sleep` waits on
            // the pool, which other tests may keep busy for minutes.
            await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { for await _ in await todo.changes() {} }
                }
                for number in 0..<24 {
                    group.addTask {
                        await Self.perform(30, seed: seed &* 1_000 &+ UInt64(number), client, todo)
                    }
                }
                group.addTask {
                    usleep(UInt32(seed % 5) * 40_000)
                    await client.close()
                }
            }
        }
    }

    @Test("A file with random damage is used or refused with a typed error, and never traps")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("todo.db")
        var configuration = SimperiumClient.Configuration(server: "ws://127.0.0.1:1", app: "demo")
        configuration.storage = .file(path)
        try await SimperiumClient.with(configuration) { client in
            let todo = try await client.bucket(.todo)
            try await todo.perform { todo in
                for number in 0..<200 { try todo.insert(["number": JSON(number)]) }
            }
        }
        let whole = try Files.bytes(path)
        for seed in Seeds.first(60, most: 2_000) {
            var random = SeededRandom(seed: seed)
            var bytes = whole
            if random.chance(1, in: 4) { bytes.removeLast(random.numberBelow(bytes.count) + 1) }
            for _ in 0..<random.numberBelow(40) where !bytes.isEmpty {
                bytes[random.numberBelow(bytes.count)] = UInt8(random.numberBelow(256))
            }
            try Files.write(bytes, to: path)
            do {
                let client = try SimperiumClient(configuration)
                let todo = try await client.bucket(.todo)
                for key in await todo.keys.prefix(3) { _ = await todo[key] }
                try await todo.set(.milk, to: ["seed": "\(seed)"])
                await client.close()
            } catch SimperiumError.storage {
                // The file is reported as damaged, and left for repair.
            }
            for end in ["-wal", "-shm"] { try? Files.remove(path + end) }
        }
        try Files.write("no database", to: path)
        #expect(throws: SimperiumError.self) { try SimperiumClient(configuration) }
    }
}

/// Tests that run alone, because they count the whole process's descriptors.
@Suite("SimperiumKit: released clients", .waits)
struct UpheavalExitTests {
    @Test("Clients that are released in the middle of everything end their threads and sockets")
    func letGo() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        func drop(_ seed: UInt64) async throws {
            let folder = try TemporaryFolder()
            let (client, todo) = try await server.visitor(token) {
                $0.storage = .file(folder.path("todo.db"))
            }
            let tasks = (0..<6).map { number in
                Task { [client, todo] in
                    await UpheavalTests.perform(5, seed: seed + UInt64(number), client, todo)
                }
            }
            let reader = Task { [changes = await todo.changes()] in for await _ in changes {} }
            for task in tasks.prefix(Int(seed % 6)) { await task.value }
            for task in tasks { task.cancel() }
            reader.cancel()
        }
        func descriptors() -> Int {
            (try? Files.names(in: "/proc/self/fd").count) ?? 0
        }
        try await drop(0)
        let before = descriptors()
        for seed in Seeds.first(40, most: 400) { try await drop(seed) }
        eventually { descriptors() < before + 60 }
    }
}

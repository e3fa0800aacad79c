import SimperiumKit
import SimperiumTesting
import Synchronization
import TestKit
import TestSupport
import Testing

/// The beginning and the end of a client, and its errors.
@Suite("SimperiumKit: life of a client", .waits)
struct LifeTests {
    private func client(
        _ change: (inout SimperiumClient.Configuration) -> Void = { _ in }
    ) throws(SimperiumError) -> SimperiumClient {
        var configuration = SimperiumClient.Configuration(server: "ws://127.0.0.1:1", app: "demo")
        change(&configuration)
        return try SimperiumClient(configuration)
    }

    @Test("A bad configuration is refused with a typed error")
    func refuses() throws {
        #expect(throws: SimperiumError.invalidName("no app")) { try client { $0.app = "no app" } }
        #expect(throws: SimperiumError.invalidAddress("ftp://example.org")) {
            try client { $0.server = "ftp://example.org" }
        }
        #expect(throws: SimperiumError.invalidCertificates(file: "/nowhere")) {
            try client {
                $0.server = "wss://example.org"
                $0.trust = .certificates(file: "/nowhere")
            }
        }
        #expect(throws: SimperiumError.storage(.readOnly, file: "/nowhere/todo.db")) {
            try client { $0.storage = .file("/nowhere/todo.db") }
        }
    }

    @Test("A file is refused to a second client until the first one has closed it")
    func oneFile() async throws {
        let folder = try TemporaryFolder()
        let storage = SimperiumClient.Configuration.Storage.file(folder.path("todo.db"))
        let first = try client { $0.storage = storage }
        #expect(throws: SimperiumError.storage(.inUse, file: folder.path("todo.db"))) {
            try client { $0.storage = storage }
        }
        await first.close()
        let second = try client { $0.storage = storage }
        await second.close()
    }

    @Test("An edit in the turn that closes the client is in its file")
    func closedWithinTurn() async throws {
        let folder = try TemporaryFolder()
        let storage = SimperiumClient.Configuration.Storage.file(folder.path("todo.db"))
        let first = try client { $0.storage = storage }
        let todo = try await first.bucket(.todo)
        let task = Task(executorPreference: first.executor) {
            try await todo.set(.milk, to: ["litres": 1])
            await first.close()
        }
        try await task.value
        let second = try client { $0.storage = storage }
        #expect(try await second.bucket(.todo)[.milk] == ["litres": 1])
        await second.close()
    }

    @Test(
        "A closed client throws or finds nothing, its sequences end, and closing again does nothing"
    )
    func closed() async throws {
        let client = try client()
        let todo = try await client.bucket(.todo)
        try await todo.set(.milk, to: [:])
        let (changes, refusals, statuses) = (
            await todo.changes(), await todo.refusals(), client.statuses
        )
        await client.close()
        await client.close()
        await #expect(throws: SimperiumError.closed) { try await todo.set(.milk, to: [:]) }
        await #expect(throws: SimperiumError.closed) { try await client.waitUntilSettled() }
        await #expect(throws: SimperiumError.closed) { try await client.waitUntilStored() }
        await #expect(throws: SimperiumError.closed) { _ = try await client.bucket(.todo) }
        await #expect(throws: SimperiumError.closed) {
            _ = try await client.signIn(email: "lin@example.org", password: "correct horse")
        }
        #expect(await todo[.milk] == nil)
        #expect(await client.status == .offline(retryAt: nil, because: nil))
        for await change in changes { #expect(change == .everything) }
        for await _ in refusals {}
        for await status in statuses { #expect(status == .offline(retryAt: nil, because: nil)) }
        for await _ in await todo.changes() {}
        await client.run()
    }

    /// The number of dials in a client's log.
    private final class DialCount: Sendable {
        private let dials = Mutex(0)

        var number: Int { dials.withLock { $0 } }

        func record(_ entry: LogEntry) {
            if entry == .status(.connecting) { dials.withLock { $0 += 1 } }
        }
    }

    @Test("A client that is closing stays offline, also if another task connects it meanwhile")
    func connectWhileClosing() async throws {
        let server = try TestServer()
        let dials = DialCount()
        let (client, _) = try await server.visitor(server.addLin()) {
            $0.onLog = { dials.record($0) }
        }
        try await client.waitUntilSynced(within: .seconds(30))
        let before = dials.number
        // A job on the client's thread begins both, so both begin in the same turn, the close
        // first. The answer to the close's goodbye can arrive only in a later turn.
        let both = Task(executorPreference: client.executor) {
            let closing = Task(executorPreference: client.executor) { await client.close() }
            let connecting = Task(executorPreference: client.executor) { await client.connect() }
            await closing.value
            await connecting.value
        }
        await both.value
        #expect(before > 0 && dials.number == before)
    }

    @Test(
        "Close answers all waiting tasks; run returns, and closes the client when it is cancelled")
    func waiting() async throws {
        let client = try client()
        let todo = try await client.bucket(.todo)
        try await todo.set(.milk, to: [:])
        let settling = Task(executorPreference: TestThreads.executor) {
            try await client.waitUntilSettled()
        }
        let running = Task(executorPreference: TestThreads.executor) { await client.run() }
        let reading = Task(executorPreference: TestThreads.executor) {
            var count = 0
            for await _ in await todo.changes() { count += 1 }
            return count
        }
        await eventually { await client.statistics.unsent == 1 }
        running.cancel()
        await running.value
        await #expect(throws: SimperiumError.closed) { try await settling.value }
        #expect(await reading.value <= 1)
        await #expect(throws: SimperiumError.closed) { try await todo.set(.milk, to: [:]) }
    }

    @Test("A task that waits in vain is answered at its limit, or when it is cancelled")
    func impatience() async throws {
        let client = try client()
        let todo = try await client.bucket(.todo)
        try await client.waitUntilSettled()
        try await todo.set(.milk, to: [:])
        await #expect(throws: SimperiumError.timedOut) {
            try await client.waitUntilSettled(within: .milliseconds(10))
        }
        let settling = Task(executorPreference: TestThreads.executor) {
            try await client.waitUntilSettled()
        }
        let reading = Task(executorPreference: TestThreads.executor) {
            for await _ in await todo.changes() {}
        }
        settling.cancel()
        reading.cancel()
        await #expect(throws: SimperiumError.cancelled) { try await settling.value }
        await reading.value
    }

    @Test("A wait may have any limit")
    func limits() async throws {
        let client = try client()
        let syncing = Task(executorPreference: TestThreads.executor) {
            try await client.waitUntilSynced(within: .seconds(Int64.max))
        }
        syncing.cancel()
        await #expect(throws: SimperiumError.cancelled) { try await syncing.value }
        await #expect(throws: SimperiumError.timedOut) {
            try await client.waitUntilSynced(within: .seconds(Int64.min))
        }
    }

    @Test("Two tasks on one sequence do not spin: the later one continues to read")
    func twoReaders() async throws {
        let client = try client()
        let changes = await (try client.bucket(.todo)).changes()
        var first = changes.makeAsyncIterator()
        #expect(await first.next() == .everything)
        let waiting = Task(executorPreference: TestThreads.executor) {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next()
        }
        let other = Task(executorPreference: TestThreads.executor) {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next()
        }
        await client.close()
        #expect(await waiting.value == nil)
        #expect(await other.value == nil)
    }

    @Test("A client has its own id, which is stored in its file")
    func clientID() async throws {
        let folder = try TemporaryFolder()
        let storage = SimperiumClient.Configuration.Storage.file(folder.path("todo.db"))
        let first = try client { $0.storage = storage }
        let id = await first.clientID
        #expect(id.hasPrefix("swift-"))
        await first.close()
        let (again, other) = (try client { $0.storage = storage }, try client())
        #expect(await again.clientID == id)
        #expect(await other.clientID != id)
    }

    @Test("The status has the reason for a failed connection and the time of the next try")
    func unreachable() async throws {
        let client = try client { $0.apiKey = "key" }
        await client.signIn(token: valid(Token("0123456789abcdef0123456789abcdef")))
        await client.connect()
        for await status in client.statuses {
            guard case .offline(let retryAt?, .refused) = status else { continue }
            #expect(retryAt > .now - .seconds(60))
            break
        }
        await #expect(throws: SimperiumError.notReachable(.refused)) {
            _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
        }
        await client.close()
    }

    @Test("Objects beyond the limits are refused, and the present ones stay")
    func invalid() async throws {
        let client = try client()
        let todo = try await client.bucket(named: "todo", kind: .memory)
        let long = JSON(String(repeating: "a", count: 600_000))
        await #expect(throws: SimperiumError.tooLarge(.milk)) {
            try await todo.set(.milk, to: ["text": long])
        }
        var deep: JSON = []
        for _ in 0..<100 { deep = [deep] }
        await #expect(throws: SimperiumError.tooDeep(.milk)) {
            try await todo.set(.milk, to: ["lists": deep])
        }
        try await todo.set(.milk, to: ["litres": 1])
        await #expect(throws: SimperiumError.tooLarge(.milk)) {
            try await todo.update(.milk, setting: ["text": long])
        }
        #expect(await todo[.milk] == ["litres": 1])
        await #expect(throws: SimperiumError.noSuchObject(.bread)) {
            try await todo.update(.bread, setting: ["litres": 2])
        }
        await #expect(throws: SimperiumError.invalidName("a b")) {
            _ = try await client.bucket(named: "a b")
        }
    }

    @Test("A turn is atomic, from any task")
    func turns() async throws {
        let client = try client()
        let todo = try await client.bucket(.todo)
        try await todo.set(.milk, to: ["count": 0])
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    for _ in 0..<20 {
                        try await todo.perform { todo in
                            let count = todo[.milk]?["count"]?.int ?? 0
                            try todo.update(.milk, setting: ["count": JSON(count + 1)])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await todo[.milk] == ["count": 400])
        let keys = try await withTaskExecutorPreference(client.executor) {
            try await todo.perform { $0.keys }
        }
        #expect(keys == [.milk])
    }

    @Test("Clients that are released on their own threads leave no threads or memory behind")
    func dropped() async throws {
        func drop(_ count: Int) async throws {
            for _ in 0..<count {
                let task = try own()
                await task.value
            }
        }
        /// A task on the client's thread with the last reference to the client.
        func own() throws -> Task<Void, Never> {
            let client = try client()
            return Task(executorPreference: client.executor) { _ = await client.status }
        }
        try await drop(20)
        eventually { threadCount() < 60 }
        let (threads, size) = (threadCount(), addressSpace())
        try await drop(200)
        eventually { threadCount() <= threads + 4 }
        #expect(addressSpace() < size + (400 << 20))
    }

    private func threadCount() -> Int {
        (try? Files.names(in: "/proc/self/task").count) ?? 0
    }

    /// The address space of this process in bytes. It includes the stacks of threads that were not
    /// joined.
    private func addressSpace() -> Int {
        let text = (try? Files.text("/proc/self/statm")) ?? ""
        return (text.split(separator: " ").first.flatMap { Int($0) } ?? 0) * 4_096
    }
}

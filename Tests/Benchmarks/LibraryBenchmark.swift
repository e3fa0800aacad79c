import Glibc
import SimperiumKit
import SimperiumLoop

/// Measures the library's public API with a real server and real sockets, beside its core alone.
func library() -> Report {
    var report = Report("Library")
    let core = costsOfCore(objects: 100)
    report.add("the core alone: local edit to frame", core.edit, limit: nil)
    report.add("the core alone: remote change to event", core.change, limit: nil)
    do {
        let face = try figures()
        report.add("local edit to the socket, many in a turn", face.edit, limit: nil)
        report.add("  above the core", face.edit - core.edit, limit: 8)
        report.add("the same, a call for each, on its thread", face.call, limit: nil)
        report.add("  above the core", face.call - core.edit, limit: 8)
        report.add("remote change from the socket to its element", face.change, limit: nil)
        report.add("  above the core", face.change - core.change, limit: 15)
        report.add("an edit more with a live list of 10,000 objects", face.live, limit: 20)
        for (count, seconds) in face.settling {
            report.add(
                "\(count) inserts until all are acknowledged", seconds, .seconds,
                target: count == 20_000 ? .atMost(4) : nil)
        }
        report.count("threads left by 200 clients dropped on theirs", face.threads, target: 0)
        report.count("memory left by them", face.kilobytes, .kilobytes, target: 1_024)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

extension Report {
    fileprivate mutating func add(_ name: String, _ microseconds: Double, limit: Double?) {
        add(
            name, microseconds, .microseconds,
            target: limit.map { .atMost($0) })
    }
}

private struct Figures {
    var edit = 0.0
    var call = 0.0
    var change = 0.0
    var live = 0.0
    var settling: [(count: Int, seconds: Double)] = []
    var threads = 0
    var kilobytes = 0
}

/// Blocks this thread until the measurements on the clients' threads are done.
private func figures() throws -> Figures {
    let home = try ServerHome()
    let server = try home.server()
    let (place, process) = ("\(server.address)", server.process)
    let loop = try Loop()
    nonisolated(unsafe) var outcome: Result<Figures, any Error>?
    Task.detached {
        let found: Result<Figures, any Error>
        do { found = .success(try await measure(at: place, process)) } catch {
            found = .failure(error)
        }
        loop.perform {
            unsafe outcome = found
            loop.stop()
        }
    }
    loop.run()
    return try unsafe outcome?.get() ?? Figures()
}

private let keys = (0..<100).map { ObjectKey.trappingIfInvalid("8a94b5b9\($0)") }

@concurrent
private func measure(at place: String, _ process: pid_t) async throws -> Figures {
    var figures = Figures()
    try await dropClients()
    let (threads, bytes) = (threadCount(), residentBytes())
    try await dropClients()
    figures.threads = max(0, threadCount() - threads)
    figures.kilobytes = max(0, residentBytes() - bytes) >> 10

    var configuration = SimperiumClient.Configuration(server: place, app: "demo")
    configuration.apiKey = "key"
    let (writer, reader) = (
        try SimperiumClient(configuration), try SimperiumClient(configuration)
    )
    let mine = try await writer.bucket(named: "match")
    let theirs = try await reader.bucket(named: "match")
    let account = try await writer.signUp(email: "kim@example.org", password: "correct horse")
    await reader.signIn(token: account.token)
    for client in [writer, reader] { await client.connect() }
    try await mine.perform { bucket in
        for key in keys { try bucket.set(key, to: match) }
    }
    try await writer.waitUntilSettled()
    while await theirs.keys.count < keys.count { try await Task.sleep(for: .milliseconds(5)) }
    figures.edit = try await costOfEdits(writer, process) { round in
        try await mine.perform { bucket in
            for key in keys { try bucket.update(key, setting: move(round)) }
        }
    }
    figures.call = try await costOfEdits(writer, process) { round in
        for key in keys { try await mine.update(key, setting: move(round + 100)) }
    }
    figures.change = try await costOfChanges(reader, theirs, by: mine)
    for client in [writer, reader] { await client.close() }
    figures.live = try await costOfLiveList()
    for count in [2_000, 4_000, 8_000, 20_000] {
        figures.settling.append((count, try await secondsToSettle(count, configuration, account)))
    }
    return figures
}

/// Returns the seconds until a server has acknowledged this many inserts of a new client.
private func secondsToSettle(
    _ count: Int, _ configuration: SimperiumClient.Configuration, _ account: Account
) async throws -> Double {
    try await SimperiumClient.with(configuration) { client in
        let bucket = try await client.bucket(named: "bulk\(count)")
        await client.signIn(token: account.token)
        await client.connect()
        try await client.waitUntilSynced(within: .seconds(30))
        let start = ContinuousClock.now
        try await bucket.perform { bucket in
            for number in 0..<count { try bucket.insert(["number": JSON(number)]) }
        }
        try await client.waitUntilSettled(within: .seconds(600))
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Returns the microseconds that an edit costs more if a task reads a live list of 10,000 objects.
private func costOfLiveList() async throws -> Double {
    let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
    let bucket = try await client.bucket(named: "list")
    let keys = (0..<10_000).map { ObjectKey.trappingIfInvalid("k\($0)") }
    try await bucket.perform { bucket in
        for (rank, key) in keys.enumerated() { try bucket.set(key, to: ["rank": JSON(rank * 4)]) }
    }
    // Each edit must be a change, because the reader waits for one.
    func cost(
        _ remainder: Int, _ afterEach: @escaping @Sendable () async -> Void
    ) async throws -> Double {
        try await Task(executorPreference: client.executor) {
            let before = threadTime()
            for round in 0..<2_000 {
                let key = keys[(round * 7_919) % keys.count]
                try await bucket.update(
                    key, setting: ["rank": JSON(round * 31 % 10_007 * 4 + remainder)])
                await afterEach()
            }
            return Double(threadTime() - before) / 2_000 / 1_000
        }.value
    }
    let alone = try await cost(1) {}
    let live = await bucket.live(sortedBy: { left, right in
        (left["rank"]?.int ?? 0) < (right["rank"]?.int ?? 0)
    })
    let lists = LiveReading(live.makeAsyncIterator())
    let together = try await cost(2) { await lists.next() }
    await client.close()
    return together - alone
}

/// The one task that reads a live list.
private actor LiveReading {
    private var lists: Updates<LiveList<JSONObject>>.AsyncIterator
    private(set) var count = 0

    init(_ lists: Updates<LiveList<JSONObject>>.AsyncIterator) {
        self.lists = lists
    }

    func next() async {
        var lists = lists
        count += await lists.next()?.count ?? 0
    }
}

private let match: JSONObject = [
    "circlePlayerID": "p1", "crossPlayerID": "q1", "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0],
    "nextPieceKind": 2,
]

private func move(_ round: Int) -> JSONObject {
    ["matrix": [0, 1, 2, 0, 0, 1, 2, 0, JSON(round)], "nextPieceKind": JSON(round % 2 + 1)]
}

/// Returns the microseconds of the client's thread for each edit, until its frame is passed to the
/// socket. The server is stopped meanwhile, so that its answers don't count.
private func costOfEdits(
    _ client: SimperiumClient, _ process: pid_t,
    _ edit: @escaping @Sendable (Int) async throws -> Void
) async throws -> Double {
    try await Task(executorPreference: client.executor) {
        var rounds: [Double] = []
        for round in 1...41 {
            kill(process, SIGSTOP)
            let before = threadTime()
            try await edit(round)
            // The turn ends, and all edits are sent.
            try await Task.sleep(for: .milliseconds(2))
            rounds.append(Double(threadTime() - before) / Double(keys.count) / 1_000)
            kill(process, SIGCONT)
            try await client.waitUntilSettled()
        }
        return rounds.dropFirst().sorted()[20]
    }.value
}

/// Returns the microseconds of the reader's thread for each change, until a task has received it.
private func costOfChanges(
    _ client: SimperiumClient, _ bucket: SimperiumBucket, by other: SimperiumBucket
) async throws -> Double {
    try await Task(executorPreference: client.executor) {
        var changes = await bucket.changes().makeAsyncIterator()
        _ = await changes.next()
        var rounds: [Double] = []
        for round in 1...41 {
            let before = threadTime()
            try await other.perform { bucket in
                for key in keys { try bucket.update(key, setting: move(round + 200)) }
            }
            for _ in keys { _ = await changes.next() }
            rounds.append(Double(threadTime() - before) / Double(keys.count) / 1_000)
        }
        return rounds.dropFirst().sorted()[20]
    }.value
}

/// Releases 200 clients, each on its own thread.
private func dropClients() async throws {
    for _ in 0..<200 {
        let task = try begun()
        await task.value
    }
    for _ in 0..<1_000 where threadCount() > 20 { try await Task.sleep(for: .milliseconds(5)) }
}

/// A task on a client's thread with the last reference to the client.
private func begun() throws -> Task<Void, Never> {
    let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
    return Task(executorPreference: client.executor) { _ = await client.status }
}

private func threadCount() -> Int {
    guard let folder = unsafe opendir("/proc/self/task") else { return 0 }
    defer { unsafe closedir(folder) }
    var count = -2
    while unsafe readdir(folder) != nil { count += 1 }
    return count
}

/// The nanoseconds of CPU time that this thread has used.
private func threadTime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

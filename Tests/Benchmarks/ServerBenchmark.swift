import Glibc
import SimperiumLoop
import SimperiumNetwork
import SimperiumStore
import SimperiumWebWire
import SimperiumWire
import TestSupport

/// Measures a whole server, beside the least cost of sending the same bytes.
func server() -> Report {
    var report = Report("Server")
    do {
        for window in [1, 16] {
            try deliveries(to: 100, window: window, &report)
            try deliveries(to: 1_000, window: window, &report)
            try redisDeliveries(window: window, &report)
        }
        try roundTrips(&report)
        try arrivals(&report)
        try restart(objects: 1_000_000, &report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// The cost of a server's promise that an acknowledged change is kept.
func durability() -> Report {
    var report = Report("Durability")
    do {
        for keeping in Keeping.allCases { try changes(keeping, &report) }
        for keeping in Keeping.allCases { try acknowledgements(keeping, &report) }
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// The store of a server, and its durability.
enum Keeping: CaseIterable {
    case memory
    case process
    case disk

    var words: String {
        switch self {
        case .memory: "memory"
        case .process: "SQLite, process"
        case .disk: "SQLite, disk"
        }
    }

    func words(isEncrypted: Bool) -> String { words + (isEncrypted ? ", TLS" : "") }
}

/// A folder with the keys that the clients use, removed with this value.
final class ServerHome {
    private let folder: TemporaryFolder
    /// The certificate of an encrypted server; nil without encryption.
    let certificate: TemporaryCertificate?
    var path: String { folder.place }
    var store: String { folder.path("store.db") }

    init(isEncrypted: Bool = false) throws {
        certificate = isEncrypted ? try TemporaryCertificate() : nil
        folder = try TemporaryFolder()
        let keys = (["tictactoe"] + SyncCrowd.apps.map(\.text)).map {
            "\($0) key \(SyncCrowd.token)\n"
        }
        .joined()
        try WholeFile.replace(path + "/keys", with: Array(keys.utf8))
    }

    /// Opens a client with a bucket of notes.
    func client(of server: ServerProcess) throws -> SyncCrowd {
        try SyncCrowd(of: 1, at: server.address, trusting: certificate?.paths.chain) { _ in
            [.init(bucket: "note")]
        }
    }

    /// Starts a server; at port 0, at any free one.
    func server(_ keeping: Keeping = .memory, at port: UInt16 = 0) throws -> ServerProcess {
        let data: SimperiumJob.DataPlace =
            keeping == .memory ? .memory : .file(store, survivesPowerCuts: keeping == .disk)
        return try ServerProcess(
            .simperiumServer(
                SimperiumJob(
                    folder: path, port: port, data: data, certificate: certificate?.paths)))
    }
}

/// A move of a game. Its number makes it unique.
func gameMove(_ number: Int, by name: String = "a") -> String {
    let cells = (0..<9).map { "\((number >> ($0 * 2)) & 3)" }.joined(separator: ",")
    let next = number % 2 + 1
    let operation = number == 1 ? "+" : "r"
    let version = number == 1 ? "" : "\"sv\":\(number - 1),"
    return """
        0:c:{"id":"m","o":"M",\(version)"v":{"matrix":{"o":"\(operation)","v":[\(cells)]},\
        "nextPieceKind":{"o":"\(operation)","v":\(next)},\
        "n":{"o":"\(operation)","v":\(number)}},"ccid":"\(name)-\(number)"}
        """
}

/// Clients of one bucket: the first one makes changes, all receive them.
private final class Audience {
    private let crowd: SyncCrowd
    private let size: Int
    private var last = 0
    /// The bytes of a change in the form that clients receive.
    private(set) var length = 0

    init(of size: Int, at server: ServerProcess) throws {
        self.size = size
        crowd = try SyncCrowd(of: size, at: server.address) { _ in [.init(bucket: "todo")] }
    }

    /// Makes changes, with several in flight, until all clients have received all.
    func flood(_ count: Int, window: Int) {
        var missing = count * size
        var unsent = count - window
        crowd.onMessage = { [unowned self] number, message in
            length = message.count
            missing -= 1
            if number == 0, unsent > 0 {
                unsent -= 1
                makeChange()
            }
            if missing == 0 { crowd.stop() }
        }
        for _ in 0..<window { makeChange() }
        crowd.run()
    }

    private func makeChange() {
        last += 1
        crowd.say(gameMove(last), by: 0)
    }
}

private func deliveries(to subscribers: Int, window: Int, _ report: inout Report) throws {
    let count = max(600, 60_000 * (window > 1 ? 8 : 1) / subscribers)
    var length = 0
    func ours() throws -> Double {
        let home = try ServerHome()
        let server = try home.server()
        let audience = try Audience(of: subscribers, at: server)
        audience.flood(count / 10, window: window)
        let before = server.cpu
        audience.flood(count, window: window)
        length = audience.length
        return Double(server.cpu - before) / Double(count * subscribers)
    }
    func bare() throws -> Double {
        let server = try ServerProcess(
            .bareServer(frameLength: length, receivers: subscribers, requestLength: nil))
        let crowd = try Crowd(of: subscribers, at: server.address, saying: length)
        try crowd.flood(messages: count / 10, window: window)
        let before = server.cpu
        try crowd.flood(messages: count, window: window)
        return Double(server.cpu - before) / Double(count * subscribers)
    }
    let costs = try (0..<3).map { _ in (try ours(), try bare()) }
    let (us, them) = (costs.map(\.0).sorted()[1], costs.map(\.1).sorted()[1])
    let most = window == 1 ? 1.3 : 2
    report.add(
        "a change to \(subscribers), \(window) in flight: CPU a delivery",
        us / 1_000, .microseconds, target: .atMostReferences(most),
        reference: them / 1_000)
}

/// Measures 16 writers with 32 changes in flight each. No other client subscribes to them.
private func changes(_ keeping: Keeping, _ report: inout Report) throws {
    let isKept = keeping != .memory
    let (rate, cost) = try measureWrites(
        isKept ? 100_000 : 200_000, by: 16, inFlight: 32, keeping)
    report.add(
        "changes by 16 writers, \(keeping.words)", rate, .perSecond,
        target: .atLeast(isKept ? 20_000 : 60_000))
    report.add("  CPU of the server for one", cost, .microseconds)
}

/// Measures a hundred clients, each with a bucket and one change in flight.
private func acknowledgements(_ keeping: Keeping, _ report: inout Report) throws {
    let (rate, cost) = try measureWrites(60_000, by: 100, inFlight: 1, keeping)
    report.add(
        "changes acknowledged to 100 clients, \(keeping.words)", rate, .perSecond,
        target: keeping == .disk ? .atLeast(15_000) : nil)
    report.add("  CPU of the server for one", cost, .microseconds)
    try alone(keeping, &report)
}

/// Has clients write changes, each to a bucket of its own, with a number of changes in flight.
/// Returns the acknowledged changes per second, and the server's CPU time for one in µs.
private func measureWrites(
    _ count: Int, by writers: Int, inFlight window: Int, _ keeping: Keeping
) throws -> (rate: Double, cost: Double) {
    let home = try ServerHome()
    let server = try home.server(keeping)
    let crowd = try SyncCrowd(of: writers, at: server.address) { [.init(bucket: "b\($0)")] }
    let (start, before) = (ContinuousClock.now, server.cpu)
    crowd.converse(count, inFlight: window) { gameMove($0, by: "w\($1)") }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let cost = Double(server.cpu - before) / Double(count) / 1_000
    return (Double(count) / seconds, cost)
}

/// Measures a client with one change in flight. The reference for `disk` is a bare append of 4 KiB
/// and fdatasync.
private func alone(_ keeping: Keeping, _ report: inout Report) throws {
    let home = try ServerHome()
    let reference = bareSyncs(in: home.path, count: 500)[250] / .milliseconds(1)
    let server = try home.server(keeping)
    let crowd = try SyncCrowd(of: 1, at: server.address) { _ in [.init(bucket: "todo")] }
    let waits = crowd.converse(2_000) { number, _ in gameMove(number) }
    report.add(
        "a change until acknowledged, \(keeping.words)", times: waits,
        p50: keeping == .disk ? 0.3 + 2 * reference : nil,
        reference: keeping == .disk ? reference : nil)
    guard keeping == .disk, reference < 0.02 else { return }
    report.omit("what a power cut costs", "this disk syncs 4 KiB in \(rounded(reference)) ms")
}

/// Returns the times to append 4 KiB to a file and sync it, the shortest first.
func bareSyncs(in folder: String, count: Int) -> [Duration] {
    let path = folder + "/bare"
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer {
        close(file)
        _ = unsafe unlink(path)
    }
    let page = [UInt8](repeating: 1, count: 4_096)
    var times: [Duration] = []
    for _ in 0..<count {
        let start = ContinuousClock.now
        _ = unsafe write(file, page, page.count)
        _ = fdatasync(file)
        times.append(ContinuousClock.now - start)
    }
    return times.sorted()
}

/// Measures a writer with a thousand changes a second, and a second client that receives them.
private func roundTrips(_ report: inout Report) throws {
    for keeping in Keeping.allCases {
        let home = try ServerHome()
        let server = try home.server(keeping)
        let crowd = try SyncCrowd(of: 2, at: server.address) { _ in [.init(bucket: "todo")] }
        let waits = crowd.deliveryTimes(3_000, every: .milliseconds(1)) { gameMove($0) }
        let (p50, p99): (Double?, Double?) = keeping == .disk ? (nil, nil) : (0.3, 5)
        report.add(
            "a change until another client has it, \(keeping.words)", times: waits, p50: p50,
            p99: p99)
    }
}

private func arrivals(_ report: inout Report) throws {
    let home = try ServerHome()
    let server = try home.server()
    let (start, before) = (ContinuousClock.now, server.cpu)
    for _ in 0..<10 {
        _ = try SyncCrowd(of: 400, at: server.address) { _ in
            [.init(bucket: "todo", command: "i:1:::100")]
        }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    report.add(
        "connections opened, authorised and indexed", 4_000 / seconds, .perSecond,
        target: .atLeast(4000))
    report.add(
        "  CPU of the server for one", Double(server.cpu - before) / 4_000_000, .microseconds)
}

/// Measures the time from the start of the process until a client is signed in and has received a
/// page.
private func restart(objects: Int, _ report: inout Report) throws {
    let home = try ServerHome()
    try fill(home.store, objects: objects)
    let start = ContinuousClock.now
    let server = try home.server(.disk)
    let crowd = try SyncCrowd(of: 1, at: server.address) { _ in
        [.init(bucket: "todo", command: "i:1:::100")]
    }
    let passed = (ContinuousClock.now - start) / .milliseconds(1)
    report.add(
        "restart with \(objects) objects until the first answer", passed, .milliseconds,
        target: .atMost(3000))
    withExtendedLifetime(crowd) {}
}

private func fill(_ path: String, objects: Int) throws {
    var store = try HubStore(.file(path))
    let epoch = try store.beginEpoch()
    let id = BucketID(app: SyncCrowd.app, user: .app, name: .trappingIfInvalid("todo"))
    var head = SequenceNumber.zero
    for number in 1...objects {
        let key = ObjectKey.trappingIfInvalid("k\(number)")
        let ordinal = SequenceNumber(epoch: epoch, count: UInt64(number))
        let object = Array(#"{"title":"Milk","n":\#(number)}"#.utf8)
        try store.write(
            .append(
                StoredChange(
                    ordinal: ordinal, key: key, version: .first, previous: nil,
                    changeID: .trappingIfInvalid("c\(number)"), entry: Array("{}".utf8)),
                entity: StoredEntity(
                    key: key, version: .first, isRemoved: false, object: object, changed: ordinal),
                outdated: [], to: id, expected: head))
        head = ordinal
        if number % 10_000 == 0 { try store.commitAndMoveRecent() }
    }
    try store.commitAndMoveRecent()
}

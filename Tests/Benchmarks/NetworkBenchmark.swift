import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestSupport
import Visitors

/// Measures a server's network I/O, beside the least possible work.
func network() -> Report {
    var report = Report("Network")
    do {
        for (subscribers, window) in [(100, 1), (100, 16), (1_000, 1), (1_000, 16)] {
            try broadcast(to: subscribers, window: window, &report)
        }
        try broadcastEncrypted(&report)
        try roundTrips(&report)
        try requests(&report)
        try connects(&report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

private let messageLength = 100

private func broadcast(to subscribers: Int, window: Int, _ report: inout Report) throws {
    let messages = max(600, 60_000 * (window > 1 ? 8 : 1) / subscribers)
    func cost(_ job: ChildJob) throws -> Double {
        let server = try ServerProcess(job)
        let crowd = try Crowd(of: subscribers, at: server.address)
        try crowd.flood(messages: messages / 10, window: window)
        let before = server.cpu
        try crowd.flood(messages: messages, window: window)
        return Double(server.cpu - before) / Double(messages * subscribers)
    }
    let costs = try (0..<3).map { _ in
        (
            try cost(
                .bareServer(
                    frameLength: messageLength, receivers: subscribers, requestLength: nil)),
            try cost(.broadcastServer(nil))
        )
    }
    let bare = costs.map(\.0).sorted()[1]
    let ours = costs.map(\.1).sorted()[1]
    report.add(
        "a message to \(subscribers), \(window) in flight: CPU a delivery",
        ours / 1_000, .microseconds, target: .atMostReferences(1.15),
        reference: bare / 1_000)
}

private func roundTrips(_ report: inout Report) throws {
    let (bare, _) = try echo(
        by: ServerProcess(
            .bareServer(frameLength: messageLength, receivers: 1, requestLength: nil)))
    let (ours, perSecond) = try echo(by: ServerProcess(.broadcastServer(nil)))
    report.add(
        "a message there and back: CPU", ours / 1_000, .microseconds,
        reference: bare / 1_000)
    report.add("round trips", perSecond, .perSecond)
    let (theirs, theirsPerSecond) = try echo(by: pythonEcho())
    report.add("  by Debian's python3-websockets: CPU", theirs / 1_000, .microseconds)
    report.add("  by Debian's python3-websockets", theirsPerSecond, .perSecond)
}

/// Starts a server of another author that sends each message back.
private func pythonEcho() throws -> ServerProcess {
    let port = try freePort()
    return try ServerProcess(
        "/usr/bin/python3",
        [
            "-c",
            """
            import asyncio, sys, websockets
            async def echo(client, *path):
                async for message in client: await client.send(message)
            async def main():
                async with websockets.serve(echo, "127.0.0.1", int(sys.argv[1]), compression=None):
                    await asyncio.Future()
            asyncio.run(main())
            """, "\(port)",
        ], port: port)
}

private func echo(by server: ServerProcess) throws -> (cost: Double, perSecond: Double) {
    let crowd = try Crowd(of: 1, at: server.address)
    try crowd.flood(messages: 1_000, window: 1)
    let count = 20_000
    let (before, start) = (server.cpu, ContinuousClock.now)
    try crowd.flood(messages: count, window: 1)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return (Double(server.cpu - before) / Double(count), Double(count) / seconds)
}

private func connects(_ report: inout Report) throws {
    let server = try ServerProcess(.broadcastServer(nil))
    let (before, start) = (server.cpu, ContinuousClock.now)
    for _ in 0..<10 { _ = try Crowd(of: 200, at: server.address) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    report.add("WebSockets opened and dropped", 2_000 / seconds, .perSecond)
    report.add(
        "  CPU for one", Double(server.cpu - before) / 2_000_000, .microseconds,
        target: .atMost(40))
}

private func broadcastEncrypted(_ report: inout Report) throws {
    let certificate = try TemporaryCertificate()
    for window in [1, 16] {
        let server = try ServerProcess(.broadcastServer(certificate.paths))
        let crowd = try Crowd(of: 100, at: server.address, trusting: certificate.paths.chain)
        let messages = window == 1 ? 600 : 4_800
        try crowd.flood(messages: messages / 10, window: window)
        let before = server.cpu
        try crowd.flood(messages: messages, window: window)
        let cost = Double(server.cpu - before) / Double(messages * 100)
        report.add(
            "encrypted to 100, \(window) in flight: CPU a delivery",
            cost / 1_000, .microseconds, target: .atMost(window == 1 ? 7 : 0.6))
    }
}

private func requests(_ report: inout Report) throws {
    for (name, perConnection, target) in [
        ("one HTTP request: CPU", 20_000, Target.atMostReferences(2)),
        ("one for each connection: CPU", 1, nil),
    ] {
        let (bare, _) = try ask(.bareAnswerServer, perConnection: perConnection)
        let (ours, perSecond) = try ask(.broadcastServer(nil), perConnection: perConnection)
        report.add(
            name, ours / 1_000, .microseconds,
            target: target, reference: bare / 1_000)
        report.add("  these, one after the other", perSecond, .perSecond)
    }
}

/// Sends a server the same request again and again. Returns the nanoseconds of its CPU time for
/// each answer, and the answers per second.
private func ask(
    _ job: ChildJob, perConnection: Int
) throws -> (cost: Double, perSecond: Double) {
    let server = try ServerProcess(job)
    let request = Array(
        """
        GET /healthz HTTP/1.1\r\nHost: localhost\r\nUser-Agent: benchmark\r\n\
        Accept: */*\r\nAccept-Encoding: identity\r\nX-Simperium-Token: 0123456789abcdef\r\n\r\n
        """.utf8)
    var room = [UInt8](repeating: 0, count: 4_096)
    let count = max(5_000, perConnection)
    let (before, start) = (server.cpu, ContinuousClock.now)
    for _ in 0..<count / perConnection {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        guard connectLocally(descriptor, server.address.port) else { return (.nan, .nan) }
        for _ in 0..<perConnection {
            _ = unsafe write(descriptor, request, request.count)
            _ = unsafe read(descriptor, &room, room.count)
        }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return (Double(server.cpu - before) / Double(count), Double(count) / seconds)
}

/// A server in its own process: this program again, or another one.
final class ServerProcess {
    /// The addresses of a server at a given port. More than about 14,000 connections between two
    /// addresses cost the kernel milliseconds each, in its search for a free port.
    static let hosts = (1...4).map { "127.0.0.\($0)" }

    let process: pid_t
    let address: WebSocketAddress
    var addresses: [WebSocketAddress] {
        get throws {
            let scheme = address.isEncrypted ? "wss" : "ws"
            return try Self.hosts.map { try WebSocketAddress("\(scheme)://\($0):\(address.port)/") }
        }
    }

    /// Starts another program, and waits until it listens at the port.
    init(
        _ path: String, _ arguments: [String], port: UInt16, scheme: String = "ws"
    ) throws {
        let child = try ChildProcess(ProgramLaunch(path, arguments), on: try Loop()) { _ in }
        process = child.id
        address = try WebSocketAddress("\(scheme)://127.0.0.1:\(port)/")
        _ = waitUntil(within: .seconds(10), every: .milliseconds(10)) { isListening(at: port) }
    }

    /// Starts a process with a job, and waits until it prints its port.
    init(_ job: ChildJob) throws {
        var ends: [CInt] = [0, 0]
        _ = unsafe pipe(&ends)
        let loop = try Loop()
        let child = try ChildProcess(job.launch(output: ends[1]), on: loop) { _ in }
        process = child.id
        close(ends[1])
        var line = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(ends[0], &line, line.count)
        close(ends[0])
        let port = String(decoding: line.prefix(max(0, count)).filter { $0 >= 0x30 }, as: UTF8.self)
        let scheme = job.isEncrypted ? "wss" : "ws"
        address = try WebSocketAddress("\(scheme)://127.0.0.1:\(port)/")
    }

    deinit {
        kill(process, SIGKILL)
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
    }

    var cpu: Int { cpuNanoseconds(of: process) }
}

/// Clients of one server: the first one sends, all receive.
final class Crowd {
    private let loop: Loop
    private let connectionSet: ConnectionSet
    private let encryption: TLSContext?
    private var clients: [WebSocketClient] = []
    private var openCount = 0
    private var heard = 0
    private var expected = 0
    private var unsent = 0
    private let message: [UInt8]

    init(
        of count: Int, at address: WebSocketAddress, trusting authority: String? = nil,
        saying length: Int = messageLength
    ) throws {
        message = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        encryption = try authority.map { try TLSContext.client(authorities: $0) }
        open(count, at: address)
        loop.run()
    }

    /// Connects a hundred clients at a time, because more would overflow the server's backlog.
    private func open(_ count: Int, at address: WebSocketAddress) {
        for _ in 0..<min(100, count - clients.count) {
            let isFirst = clients.isEmpty
            clients.append(
                WebSocketClient(
                    to: address, on: connectionSet, encryption: encryption,
                    .init(
                        opened: { [unowned self] in
                            openCount += 1
                            if openCount == count { return loop.stop() }
                            if openCount == clients.count { open(count, at: address) }
                        },
                        message: { [unowned self] _ in listen(isFirst) },
                        ended: { print($0) })))
        }
    }

    private func listen(_ isFirst: Bool) {
        heard += 1
        if isFirst, unsent > 0 {
            unsent -= 1
            clients[0].send(message)
        }
        if heard == expected { loop.stop() }
    }

    /// Sends messages, with several in flight, until all clients have received all.
    func flood(messages: Int, window: Int) throws {
        heard = 0
        expected = messages * clients.count
        unsent = messages - window
        for _ in 0..<window { clients[0].send(message) }
        loop.run()
    }
}

import Clockwork
import EventLoop
import Glibc
import Network
import WebWire

/// What the wire costs a server, beside the least that it could cost.
func network() {
    var report = Report("Network")
    do {
        for (subscribers, window) in [(100, 1), (100, 16), (1_000, 1), (1_000, 16)] {
            try broadcast(to: subscribers, window: window, &report)
        }
        try roundTrips(&report)
        try connects(&report)
        try idle(&report)
    } catch {
        print(error)
    }
    report.show()
}

private let messageLength = 100

private func broadcast(to subscribers: Int, window: Int, _ report: inout Report) throws {
    let messages = max(600, 60_000 * (window > 1 ? 8 : 1) / subscribers)
    func cost(_ words: [String]) throws -> Double {
        let server = try ServerProcess(words)
        let crowd = try Crowd(of: subscribers, at: server.address)
        try crowd.flood(messages: messages / 10, window: window)
        let before = server.cpu
        try crowd.flood(messages: messages, window: window)
        return Double(server.cpu - before) / Double(messages * subscribers)
    }
    let costs = try (0..<3).map { _ in
        (
            try cost(["serve-bare", "\(messageLength)", "\(subscribers)"]),
            try cost(["serve-broadcast"])
        )
    }
    let bare = costs.map(\.0).sorted()[1]
    let ours = costs.map(\.1).sorted()[1]
    report.add(
        "a message to \(subscribers), \(window) in flight: CPU a delivery",
        "\(rounded(ours / 1_000)) µs", target: "≤ × 1.15 of bare \(rounded(bare / 1_000)) µs",
        ratio: ours / bare)
}

private func roundTrips(_ report: inout Report) throws {
    let server = try ServerProcess(["serve-broadcast"])
    let crowd = try Crowd(of: 1, at: server.address)
    try crowd.flood(messages: 1_000, window: 1)
    let (before, start) = (server.cpu, ContinuousClock.now)
    try crowd.flood(messages: 20_000, window: 1)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    report.add(
        "a message there and back", "\(rounded(Double(server.cpu - before) / 20_000_000)) µs CPU",
        target: "", ratio: nil)
    report.add("round trips", "\(rounded(20_000 / seconds)) /s", target: "")
}

private func connects(_ report: inout Report) throws {
    let server = try ServerProcess(["serve-broadcast"])
    let (before, start) = (server.cpu, ContinuousClock.now)
    for _ in 0..<10 { _ = try Crowd(of: 200, at: server.address) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    report.add("WebSockets opened and dropped", "\(rounded(2_000 / seconds)) /s", target: "")
    report.add(
        "opening and dropping one", "\(rounded(Double(server.cpu - before) / 2_000_000)) µs CPU",
        target: "≤ 35 µs CPU")
}

private func idle(_ report: inout Report) throws {
    let server = try ServerProcess(["serve-broadcast"])
    do { _ = try Crowd(of: 100, at: server.address) }
    let before = server.residentBytes
    let crowd = try Crowd(of: 5_000, at: server.address)
    report.add(
        "an idle WebSocket, of 5,000", "\((server.residentBytes - before) / 5_000) B resident",
        target: "≤ 2048 B")
    _ = crowd
}

/// This program once more, as a server.
private final class ServerProcess {
    private let process: pid_t
    let address: WebAddress

    init(_ words: [String]) throws {
        var ends: [CInt] = [0, 0]
        _ = unsafe pipe(&ends)
        let loop = try Loop()
        let child = try Child(
            Program(
                "/proc/self/exe", words,
                streams: [.null, .sharing(Descriptor(rawValue: ends[1])), .null]),
            on: loop
        ) { _ in }
        process = child.id
        close(ends[1])
        var line = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(ends[0], &line, line.count)
        close(ends[0])
        let port = String(decoding: line.prefix(max(0, count)).filter { $0 >= 0x30 }, as: UTF8.self)
        address = try WebAddress("ws://127.0.0.1:\(port)/")
    }

    deinit {
        kill(process, SIGKILL)
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
    }

    /// Nanoseconds of CPU so far.
    var cpu: Int { number(in: "schedstat", at: 0) }
    var residentBytes: Int { number(in: "statm", at: 1) * 4_096 }

    private func number(in file: String, at place: Int) -> Int {
        let descriptor = unsafe open("/proc/\(process)/\(file)", O_RDONLY)
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor, &text, text.count)
        let words = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        return place < words.count ? Int(String(decoding: words[place], as: UTF8.self)) ?? 0 : 0
    }
}

/// Clients of one server: the first one talks, all listen.
private final class Crowd {
    private let loop: Loop
    private let switchboard: Switchboard
    private var clients: [WebSocketClient] = []
    private var openCount = 0
    private var heard = 0
    private var expected = 0
    private var unsent = 0
    private let message = [UInt8](repeating: UInt8(ascii: "x"), count: messageLength)

    init(of count: Int, at address: WebAddress) throws {
        loop = try Loop()
        switchboard = Switchboard(on: loop)
        open(count, at: address)
        loop.run()
    }

    /// A hundred at a time, or the server's queue of those who knock would run over.
    private func open(_ count: Int, at address: WebAddress) {
        for _ in 0..<min(100, count - clients.count) {
            let isFirst = clients.isEmpty
            clients.append(
                WebSocketClient(
                    to: address, on: switchboard,
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

    /// Sends messages, some of them in flight at any time, until all have heard all.
    func flood(messages: Int, window: Int) throws {
        heard = 0
        expected = messages * clients.count
        unsent = messages - window
        for _ in 0..<window { clients[0].send(message) }
        loop.run()
    }
}

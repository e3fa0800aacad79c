import Lobby
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// Measures two thousand players who think in their matches. Each client sends a heartbeat every
/// four seconds.
func rest() -> Report {
    var report = Report("A server, at rest")
    let count = 2_000
    let server = GameServer(["--max-per-address", "5000", "--max-connections", "9000"])
    do {
        let thinkers = try Thinkers(count, port: server.port)
        thinkers.sitDown()
        thinkers.beat(for: .seconds(10))
        let cpu = server.cpu
        thinkers.beat(for: .seconds(20))
        let used = Double(server.cpu - cpu) / 1e9 / 20
        report.count("matches that one of \(count) hears of, in their hall", thinkers.matches)
        report.add(
            "CPU for \(count) who are seated", used * 100, .percent, target: .atMost(3))
        report.count("memory for \(count) who are seated", server.resident, .kilobytes)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// Clients that do nothing in their matches.
private final class Thinkers {
    private let count: Int
    private let loop: Loop
    private let connectionSet: ConnectionSet
    private let address: WebSocketAddress
    private var clients: [WebSocketClient] = []
    private var isReady: [Bool] = []
    private var readyCount = 0
    /// The number of matches that the first client has been sent.
    private(set) var matches = 0
    /// The client that sends the next heartbeat when the timer fires.
    private var next = 0
    private var timer: Timer?
    private var beatsUntil = ContinuousClock.now

    init(_ count: Int, port: UInt16) throws {
        self.count = count
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        address = try WebSocketAddress(
            "ws://127.0.0.1:\(port)/sock/1/\(LobbyCredentials.app)/websocket")
        timer = Timer(on: loop) { [unowned self] in beat() }
    }

    /// Runs until all clients are connected and most are in a match. A client can only challenge a
    /// player that it has been sent, so others are left over. Connected clients send heartbeats
    /// meanwhile, or the server would drop them.
    func sitDown() {
        open()
        beatsUntil = ContinuousClock.now + .seconds(600)
        timer?.arm(after: .milliseconds(20))
        loop.run()
    }

    /// Connects a hundred clients at a time, each hundred after the one before is ready.
    private func open() {
        for number in clients.count..<min(count, clients.count + 100) {
            isReady.append(false)
            clients.append(
                WebSocketClient(
                    to: address, on: connectionSet,
                    .init(
                        opened: { [unowned self] in enter(number) },
                        message: { [unowned self] in receive($0, number) }, ended: { print($0) })))
        }
    }

    private func enter(_ number: Int) {
        for (channel, bucket) in ["Player", "Match"].enumerated() {
            say(
                """
                \(channel):init:{"clientid":"\(name(number))","api":"1.1","token":\
                "\(LobbyCredentials.token)","app_id":"\(LobbyCredentials.app)","name":"\(bucket)",\
                "extensions":["away","resume","rules","halls"],"cmd":"cv:"}
                """, number)
        }
        say(#"0:o:{"beat":4}"#, number)
        say(
            """
            0:c:{"id":"\(name(number))","o":"M","ccid":"a","v":{"playerID":{"o":"+","v":\
            "\(name(number))"},"mode":{"o":"+","v":"auto"},"name":{"o":"+","v":"n\(number)"},\
            "rules":{"o":"+","v":2}}}
            """, number)
    }

    private func receive(_ message: Span<UInt8>, _ number: Int) {
        guard message.count > 3, message[2] == UInt8(ascii: "c") else { return }
        if number == 0, message[0] == UInt8(ascii: "1"), message[3] == UInt8(ascii: ":") {
            matches += 1
        }
        // The first change that a client receives is its own Player, or comes after it.
        guard !isReady[number], message[0] == UInt8(ascii: "0") else { return }
        isReady[number] = true
        readyCount += 1
        if readyCount == count { loop.stop() }
        if number % 2 == 1 { play(number - 1, number) }
        if number == clients.count - 1 { open() }
    }

    private func play(_ circle: Int, _ cross: Int) {
        let board = (0..<9).map { _ in "0" }.joined(separator: ",")
        say(
            """
            1:c:{"id":"m\(name(circle))","o":"M","ccid":"b","v":{"circlePlayerID":{"o":"+","v":\
            "\(name(circle))"},"crossPlayerID":{"o":"+","v":"\(name(cross))"},"matrix":\
            {"o":"+","v":[\(board)]},"nextPieceKind":{"o":"+","v":2},"round":{"o":"+","v":1},\
            "circleWins":{"o":"+","v":0},"crossWins":{"o":"+","v":0},"draws":{"o":"+","v":0}}}
            """, circle)
    }

    private func name(_ number: Int) -> String { "thinker-\(number)" }

    private func say(_ message: String, _ number: Int) {
        clients[number].send(Array(message.utf8))
    }

    /// Sends heartbeats for all clients, each every four seconds, one after the other.
    func beat(for span: Duration) {
        beatsUntil = ContinuousClock.now + span
        timer?.arm(after: .milliseconds(20))
        loop.run()
    }

    private func beat() {
        for _ in 0..<(count / 200) {
            if next < isReady.count, isReady[next] { say("h:1", next) }
            next = (next + 1) % count
        }
        guard ContinuousClock.now < beatsUntil else { return loop.stop() }
        timer?.arm(after: .milliseconds(20))
    }
}

import Cluster
import SimperiumClock
import TestSupport
import Testing

@Suite("The handshake of a relayed connection")
struct RelayHandshakeTests {
    private static func proof(_ key: UInt8) -> RelayProver { RelayProver(key: [key]) }

    private static let header = RelayedConnectionHeader(
        .client, of: .home, by: ClusterSequenceNumber(rawValue: 0x0102_0304),
        to: ClusterSequenceNumber(rawValue: 7),
        isProxy: true, host: Array(1...16), port: 0xABCD)
    private static let one = [UInt8](repeating: 1, count: RelayProver.nonceLength)
    private static let two = [UInt8](repeating: 2, count: RelayProver.nonceLength)

    @Test(
        "S304 Both ends prove that they have the key, and the client's bytes follow",
        arguments: [1, 7, 999])
    func complete(piece: Int) {
        var writer = RelayHandshakeAcceptor(Self.proof(1), nonce: Self.one)
        var node = RelayHandshakeDialer(Self.proof(1), nonce: Self.two, header: Self.header)
        var fromWriter: [UInt8] = []
        var found: RelayHandshakeResult?
        func send(_ bytes: [UInt8]) {
            for start in stride(from: 0, to: bytes.count, by: piece) {
                switch writer.read(Array(bytes[start..<min(start + piece, bytes.count)])) {
                case .send(let bytes): fromWriter += bytes
                case .incomplete: break
                case let step: found = step
                }
            }
        }
        send(node.greeting)
        for byte in fromWriter {
            if case .send(let bytes) = node.read([byte]) { send(bytes) }
        }
        #expect(found == .accepted(Self.header, rest: []))
    }

    @Test("S304 An end with another key is refused, and a proof is good for one writer only")
    func keys() {
        var writer = RelayHandshakeAcceptor(Self.proof(1), nonce: Self.one)
        var other = RelayHandshakeAcceptor(Self.proof(2), nonce: Self.one)
        var node = RelayHandshakeDialer(Self.proof(2), nonce: Self.two, header: Self.header)
        var deceived = node
        guard case .send(let answer) = writer.read(node.greeting),
            case .send(let right) = other.read(node.greeting),
            case .send(let header) = node.read(right)
        else {
            Issue.record("no answer")
            return
        }
        #expect(deceived.read(answer) == .refused)
        #expect(writer.read(header) == .refused)
    }

    @Test("Any changed byte of the header or its proof is refused")
    func changed() {
        for place in 0..<64 {
            var writer = RelayHandshakeAcceptor(Self.proof(1), nonce: Self.one)
            var node = RelayHandshakeDialer(Self.proof(1), nonce: Self.two, header: Self.header)
            guard case .send(let answer) = writer.read(node.greeting),
                case .send(var header) = node.read(answer)
            else {
                Issue.record("no answer")
                return
            }
            header[place] ^= 0x40
            #expect(writer.read(header) == .refused, "\(place)")
        }
    }

    @Test("A stranger is refused at the first byte that a node would not send")
    func stranger() {
        for bytes in [
            Array("GET / HTTP/1.1\r\n".utf8), [0x16, 3, 1], Array("tictactoe relay 1".utf8),
        ] {
            var writer = RelayHandshakeAcceptor(Self.proof(1), nonce: Self.one)
            #expect(writer.read(bytes) == .refused)
        }
    }
}

@Suite("A relayed connection")
struct RelayFlowTests {
    @Test(
        "S305 The first line of a request shows whether it is for the node, a hall or the home",
        arguments: [
            ("G", FirstRequestRoute.undecided), ("GET /", .undecided),
            ("GET /healthz ", .undecided),
            ("GET /healthz HTTP/1.1\r", .ownPage), ("GET /metrics?a H\r", .ownPage),
            ("HEAD /healthz H\n", .ownPage), ("GET /healthzy H\r", .home),
            ("GET /1 H\r", .home), ("P", .home), ("POST /healthz H\r", .home),
            ("\u{16}", .home), ("\r", .home), ("GET\r", .home),
            ("GET /sock/1/a/websocket?hall=18 H\r", .hall("18")),
            ("GET /x?a=1&hall=2 H\r", .hall("2")), ("GET /x?hall= H\r", .hall("")),
            ("GET /x?all=1 H\r", .home), ("GET /" + String(repeating: "a", count: 300), .home),
        ])
    func first(text: String, expected: FirstRequestRoute) {
        #expect(FirstRequestRoute(Array(text.utf8)) == expected)
    }

    @Test("S306 One end is read only while the other takes its bytes, in both directions")
    func pressure() {
        for end in [RelayFlowControl.RelayEndpoint.client, .writer] {
            var flow = RelayFlowControl()
            #expect(flow.recordPassedBytes(to: end, waiting: RelayFlowControl.waitingLimit) == nil)
            #expect(
                flow.recordPassedBytes(to: end, waiting: RelayFlowControl.waitingLimit + 1)
                    == .stopReading(end.other))
            #expect(
                flow.recordPassedBytes(to: end, waiting: RelayFlowControl.waitingLimit + 2) == nil)
            #expect(flow.recordDrain(end.other) == nil)
            #expect(flow.recordDrain(end) == .read(end.other))
            #expect(flow.recordDrain(end) == nil)
        }
    }

    @Test("The end of one direction is passed on, and the other direction continues")
    func halves() {
        var flow = RelayFlowControl()
        #expect(flow.recordFinish(.client) == .finish(.writer))
        #expect(
            flow.recordPassedBytes(to: .client, waiting: RelayFlowControl.waitingLimit + 1)
                == .stopReading(.writer))
        #expect(flow.recordFinish(.writer) == .complete)
        #expect(flow.recordClose(.client) == .drop(.writer))
        #expect(flow.recordClose(.writer) == nil)
    }

    @Test(
        "An inner address is a host and a port",
        arguments: [
            ("10.0.0.1:70", "10.0.0.1", 70), ("[::1]:70", "::1", 70),
            ("a.example:1", "a.example", 1),
        ])
    func address(text: String, host: String, port: UInt16) {
        #expect(InnerPortAddress(text) == InnerPortAddress(host: host, port: port))
        #expect(InnerPortAddress(text)?.text == text)
        #expect(
            InnerPortAddress(host) == nil && InnerPortAddress("::1:70") == nil
                && InnerPortAddress(":7") == nil)
    }
}

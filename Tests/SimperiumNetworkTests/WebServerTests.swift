import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("Server", .waits)
struct WebServerTests {
    /// Without and with TLS.
    static let ways = [false, true]

    private func station(
        _ isEncrypted: Bool, limits: IncomingWebClient.Limits = IncomingWebClient.Limits()
    ) throws -> Station {
        try Station(encryption: isEncrypted ? .good : nil, limits: limits)
    }

    @Test("Requests that come at once are answered once each, in their order", arguments: ways)
    func pipeline(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/later/1") + Wire.get("/2") + Wire.get("/later/3") + Wire.get("/4"))
        station.run { station.waiting.count == 2 }
        for (peer, ticket) in station.waiting.reversed() {
            peer.answer(ticket, HTTPResponse(.ok, body: Array("late".utf8)))
            peer.answer(ticket, HTTPResponse(.ok, body: Array("second".utf8)))
        }
        station.run { client.text.hasSuffix("GET /4 ") }
        let bodies = client.text.split(separator: "HTTP/1.1 200").map {
            String($0.split(separator: "\r\n\r\n", omittingEmptySubsequences: false)[1])
        }
        #expect(bodies == ["late", "GET /2 ", "late", "GET /4 "])
        #expect(!client.hasEnded)
    }

    @Test("Requests beyond those that may wait are held up, and answered later", arguments: ways)
    func longPipeline(isEncrypted: Bool) throws {
        var limits = IncomingWebClient.Limits()
        limits.pipeline = 3
        let station = try station(isEncrypted, limits: limits)
        let client = try RawSocket(to: station)
        let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        client.send((0..<1_000).map { _ in Wire.get("/later") }.joined() + last)
        var answered = 0
        while !client.hasEnded {
            station.run { !station.waiting.isEmpty || client.hasEnded }
            #expect(station.waiting.count <= 3)
            answered += station.waiting.count
            for (peer, ticket) in exchange(&station.waiting, with: []) {
                peer.answer(ticket, HTTPResponse(.noContent))
            }
        }
        #expect(answered == 1_000)
        #expect(client.text.hasSuffix("GET / "))
    }

    @Test("Behind an answer that is the last one nothing more is read", arguments: ways)
    func lastAnswer(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/later") + (0..<1_000).map { _ in Wire.get("/more") }.joined())
        station.run { station.waiting.count == 1 }
        var response = HTTPResponse(.tooManyRequests)
        response.closesConnection = true
        for (peer, ticket) in station.waiting { peer.answer(ticket, response) }
        station.run { client.hasEnded }
        #expect(client.text.hasPrefix("HTTP/1.1 429 "))
        #expect(client.text.contains("Connection: close"))
        #expect(!client.text.contains("/more"))
    }

    @Test(
        "A client that sends requests without reading answers is paused, and then resumed",
        arguments: ways)
    func untakenAnswers(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        client.send((0..<40).map { _ in Wire.get("/large") }.joined() + Wire.get("/last"))
        station.run { client.received.ends(with: Array("GET /last ".utf8)) }
        #expect(client.received.count > 40 * 300_000)
        #expect(station.mostUntaken <= IncomingWebClient.Limits().unreadOutput)
        client.forget()
        client.send(Wire.get("/more"))
        station.run { client.text.hasSuffix("GET /more ") }
    }

    @Test("A client that sends messages without reading answers is paused, too", arguments: ways)
    func untakenMessages(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        let text = String(repeating: "x", count: 60_000)
        let message = Wire.text(text)
        client.send(Array(Wire.upgrade.utf8) + (0..<200).flatMap { _ in message })
        client.send(Wire.text("last"))
        station.run { client.received.ends(with: Wire.serverText("last")) }
        #expect(client.received.count > 200 * 60_000)
        #expect(station.mostUntaken <= IncomingWebClient.Limits().unreadOutput)
        client.forget()
        client.send(Wire.text("more"))
        station.run { client.received == Wire.serverText("more") }
    }

    @Test("A request with a fault is answered, and what still comes is read away", arguments: ways)
    func badRequest(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/good") + "NOT HTTP\r\n\r\n")
        client.send([UInt8](repeating: 65, count: 1_000_000))
        station.run { client.hasEnded || client.wasReset }
        #expect(client.hasEnded)
        #expect(client.text.contains("GET /good "))
        #expect(client.text.contains("HTTP/1.1 400 "))
        client.close()
        station.run { station.ends == [.connection(.finished)] }
    }

    @Test("A WebSocket echoes, also after frames in the packet of the handshake", arguments: ways)
    func echo(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        client.send(Array(Wire.upgrade.utf8) + Wire.text("one") + Wire.text("two"))
        let answers = Wire.serverText("one") + Wire.serverText("two")
        station.run { client.received.ends(with: answers) }
        #expect(client.text.hasPrefix("HTTP/1.1 101 "))
        client.forget()
        client.send(Wire.frame(0x89, [1, 2, 3]))
        station.run { client.received == [0x8A, 3, 1, 2, 3] }
        client.forget()
        client.send(Wire.close(1000))
        station.run { client.hasEnded }
        #expect(client.received == Wire.serverClose(1000))
        #expect(station.ends == [.goodbye(CloseReason(.normal))])
    }

    @Test(
        "Breaking the protocol is answered with its code, and what still comes is read away",
        arguments: [
            ("reserved bit", Wire.frame(0xC1), 1002, WebSocketFault.reservedBit),
            ("not UTF-8", Wire.frame(0x81, [0xFF]), 1007, .notUTF8),
            ("too long", [0x81, 0xFF, 0, 0, 0, 0, 1, 0, 0, 1, 1, 2, 3, 4], 1009, .messageTooBig),
        ] as [(String, [UInt8], UInt16, WebSocketFault)])
    func protocolErrors(
        name: String, bytes: [UInt8], code: UInt16, fault: WebSocketFault
    ) throws {
        for isEncrypted in Self.ways {
            let station = try station(isEncrypted)
            let client = try RawSocket.webSocket(at: station)
            client.send(bytes + [UInt8](repeating: 1, count: 1_000_000))
            station.run { client.hasEnded || client.wasReset }
            #expect(!client.wasReset)
            #expect(client.received == Wire.serverClose(code))
            #expect(station.ends == [.fault(fault)])
            client.close()
            station.run { station.connectionSet.connectionCount == 0 }
        }
    }

    @Test("A message that is not text is refused")
    func binary() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station)
        client.send(Wire.frame(0x82, [1, 2]) + Wire.text("dropped"))
        let refusal = Wire.serverClose(1003, "text only")
        station.run { client.received.count >= refusal.count }
        client.send(Wire.close(1003))
        station.run { client.hasEnded }
        #expect(client.received == refusal)
        #expect(station.ends == [.goodbye(CloseReason(.unsupportedPayload))])
    }

    @Test(
        "When the server stops, all clients get a close, and no others are accepted",
        arguments: ways)
    func shutdown(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let clients = try (0..<20).map { _ in try RawSocket.webSocket(at: station) }
        station.stopListening()
        for peer in station.peers { peer.close(CloseReason(.goingAway)) }
        let goodbye = Wire.serverClose(1001)
        station.run { clients.allSatisfy { $0.received == goodbye } }
        for client in clients { client.send(Wire.close(1001)) }
        station.run { clients.allSatisfy(\.hasEnded) }
        #expect(station.ends.count == 20)
        // A listener of another test of this process may have the port by now.
        let late = try? RawSocket(to: station)
        #expect(late == nil || station.peers.isEmpty && station.ends.count == 20)
    }

    @Test("A WebSocket behind a request that is not answered yet is refused")
    func upgradeInPipeline() throws {
        let station = try Station()
        let client = try RawSocket(to: station)
        client.send(Wire.get("/later") + Wire.upgrade + Wire.get("/next"))
        station.run { !station.waiting.isEmpty }
        let (peer, ticket) = try #require(station.waiting.first)
        peer.answer(ticket, HTTPResponse(.noContent))
        peer.answer(ticket, HTTPResponse(.ok))
        station.run { client.text.hasSuffix("GET /next ") }
        let statuses = client.text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(statuses == ["204", "400", "200"])
        #expect(!peer.isWebSocket)
    }

    @Test(
        "The bytes after the request that a connection is released for reach the next owner",
        arguments: ways)
    func releaseInPipeline(isEncrypted: Bool) throws {
        let station = try station(isEncrypted)
        let client = try RawSocket(to: station)
        var passed: [UInt8] = []
        station.onRelease = { connection in
            connection.onBytes = { passed += [UInt8](copying: $0.span) }
        }
        let next = Wire.get("/next")
        client.send(Wire.get("/first") + Wire.get("/release") + next)
        station.run { passed.count >= next.utf8.count && client.text.hasSuffix("GET /first ") }
        #expect(String(decoding: passed, as: UTF8.self) == next)
    }

    @Test("An invalid upgrade is refused, and the connection continues")
    func badUpgrade() throws {
        let station = try Station()
        let client = try RawSocket(to: station)
        client.send(Wire.get("/ws") + Wire.get("/next"))
        station.run { client.text.hasSuffix("GET /next ") }
        #expect(client.text.hasPrefix("HTTP/1.1 426 "))
    }
}

extension [UInt8] {
    func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}

import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("Limits", .waits)
struct ConnectionLimitTests {
    private static let brief = Duration.milliseconds(60)

    @Test(
        "A client that does not complete the first request in time is disconnected",
        arguments: [0, 1])
    func handshake(sent: Int) throws {
        var limits = IncomingWebClient.Limits()
        limits.handshake = Self.brief
        let station = try Station(limits: limits)
        let client = try RawSocket(to: station)
        client.send(String(Wire.get("/").prefix(sent)))
        station.run { client.hasEnded || client.wasReset }
        #expect(station.ends == [.connection(.late)])
        #expect(station.connectionSet.connectionCount == 0)
    }

    @Test("A trickle of bytes does not buy more time")
    func trickle() throws {
        var limits = IncomingWebClient.Limits()
        limits.request = Self.brief
        let station = try Station(limits: limits)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/first"))
        station.run { client.text.hasSuffix("/first ") }
        let trickle = Metronome(on: station.loop, every: .milliseconds(5)) { client.send("A") }
        station.run { client.hasEnded || client.wasReset }
        #expect(station.ends == [.connection(.late)])
        withExtendedLifetime(trickle) {}
    }

    @Test("A client that does not complete the TLS handshake in time is disconnected")
    func encryption() throws {
        var limits = IncomingWebClient.Limits()
        limits.handshake = Self.brief
        let station = try Station(encryption: .good, limits: limits)
        let client = try RawSocket(to: station.port, on: station.loop)
        client.send([22, 3, 1, 0, 200])
        station.run { client.hasEnded || client.wasReset }
        #expect(station.ends == [.connection(.late)])
    }

    @Test("A client that sends no further request is disconnected")
    func idle() throws {
        var limits = IncomingWebClient.Limits()
        // A reset drops what the client has not read yet, so it has time to read its answer.
        limits.idle = .seconds(1)
        let station = try Station(limits: limits)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/only"))
        station.run { client.hasEnded || client.wasReset }
        #expect(client.text.hasSuffix("/only "))
        #expect(station.ends == [.connection(.late)])
    }

    @Test("A request that takes us long costs the client nothing")
    func ourOwnTime() throws {
        var limits = IncomingWebClient.Limits()
        (limits.handshake, limits.request, limits.idle) = (Self.brief, Self.brief, Self.brief)
        let station = try Station(limits: limits)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/later"))
        station.run { !station.waiting.isEmpty }
        let idler = try RawSocket(to: station)
        let second = try RawSocket(to: station)
        station.run { idler.hasEnded && second.hasEnded }
        let (peer, ticket) = try #require(station.waiting.first)
        peer.answer(ticket, HTTPResponse(.ok, body: Array("done".utf8)))
        station.run { client.text.hasSuffix("done") }
    }

    @Test("A WebSocket without an answer to a ping is closed, one with an answer is not")
    func halfOpen() throws {
        var limits = IncomingWebClient.Limits()
        // All ends share a thread, which may stand still for longer than the brief time.
        (limits.silence, limits.answer) = (Self.brief, .seconds(2))
        let station = try Station(limits: limits)
        let (dead, alive) = (
            try RawSocket.webSocket(at: station), try RawSocket.webSocket(at: station)
        )
        var pings = 0
        alive.onBytes = { [unowned alive] in
            pings += 1
            #expect(alive.received == [0x89, 0])
            alive.forget()
            alive.send(Wire.frame(0x8A))
        }
        // The first ping may have come with the answer to the handshake.
        if !alive.received.isEmpty { alive.onBytes?() }
        station.run { (dead.hasEnded || dead.wasReset) && pings >= 3 }
        #expect(dead.received == [0x89, 0])
        #expect(station.ends == [.connection(.late)])
        #expect(station.peers.count == 1)
    }

    @Test("A client that only receives is pinged all the same, and stays if it answers")
    func onlyReceives() throws {
        var limits = IncomingWebClient.Limits()
        (limits.silence, limits.answer) = (Self.brief, .seconds(2))
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        let peer = try #require(station.peers.first)
        let frame = OutgoingWebSocketFrame.text(Array("x".utf8)).encoded()
        let output = Metronome(on: station.loop, every: Self.brief / 3) { peer.send(frame: frame) }
        var pings = 0
        // A frame may be cut by the end of a read, but its first byte stands for it: none of the
        // other bytes is 0x89.
        client.onBytes = { [unowned client] in
            let count = client.received.count { $0 == 0x89 }
            client.forget()
            pings += count
            if count > 0 { client.send(Wire.frame(0x8A)) }
        }
        // The first ping may have come with the answer to the handshake.
        if !client.received.isEmpty { client.onBytes?() }
        station.run { pings >= 3 }
        #expect(station.ends.isEmpty)
        #expect(station.peers.count == 1)
        withExtendedLifetime(output) {}
    }

    @Test("P14: A ping, a pong and a part of a frame are signs of life")
    func signsOfLife() throws {
        var limits = IncomingWebClient.Limits()
        limits.pause = .zero
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        for sign in [Wire.frame(0x89), Wire.frame(0x8A), Array(Wire.text("part").prefix(4))] {
            let before = station.signs
            client.send(sign)
            station.run { station.signs > before }
        }
    }

    @Test("P14: Signs of life are told once in a while, and none beside a message")
    func fewSigns() throws {
        var limits = IncomingWebClient.Limits()
        limits.pause = .seconds(3_600)
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        client.send(Wire.frame(0x89) + Wire.text("message"))
        // The message comes back, and a pong.
        station.run { client.received.count == 11 }
        #expect(station.signs == 0)
    }

    @Test("A client that does not answer the close in time is disconnected")
    func close() throws {
        var limits = IncomingWebClient.Limits()
        limits.close = Self.brief
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        try #require(station.peers.first).close(CloseReason(.goingAway))
        station.run { client.hasEnded || client.wasReset }
        #expect(client.received == Wire.serverClose(1001))
        #expect(station.ends == [.connection(.late)])
    }

    @Test("A client whose output is taken back twice in one turn reads the first reason")
    func retractedTwice() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station)
        let peer = try #require(station.peers.first)
        peer.dropHeldBlocksAndClose(CloseReason(.tryAgainLater))
        peer.dropHeldBlocksAndClose(CloseReason(.goingAway))
        station.run { !client.received.isEmpty || client.hasEnded }
        #expect(client.received == Wire.serverClose(1013))
    }

    @Test("A slow reader is dropped, and delays no other client", arguments: [false, true])
    func slowReader(isEncrypted: Bool) throws {
        let station = try Station(encryption: isEncrypted ? .good : nil, outboxLimit: 300_000)
        let slow = try RawSocket.webSocket(at: station, receiveBuffer: 16_384)
        let fast = try RawSocket.webSocket(at: station, receiveBuffer: 16_384)
        slow.setReading(false)
        let frame = OutgoingWebSocketFrame.text([UInt8](repeating: 65, count: 50_000)).encoded()
        var sent = 0
        while station.peers.count == 2, sent < 1_000 {
            for peer in station.peers { peer.send(frame: frame) }
            sent += 1
            station.run { fast.received.count == frame.count || fast.hasEnded || fast.wasReset }
            #expect(fast.received == frame)
            fast.forget()
        }
        #expect(station.ends == [.connection(.tooSlow)])
        #expect(sent < 100)
        try #require(station.peers.first).send(frame: frame)
        station.run { fast.received == frame }
    }

    @Test("A client that reads a last answer slowly gets all of it; one that reads nothing is late")
    func slowlyReadAnswer() throws {
        var limits = IncomingWebClient.Limits()
        limits.close = .seconds(1)
        let station = try Station(limits: limits)
        // More than the kernel keeps for a connection.
        let size = 16 << 20
        func request() throws -> RawSocket {
            let client = try RawSocket(to: station, receiveBuffer: 262_144)
            client.send(Wire.get("/later", "Connection: close\r\n"))
            station.run { !station.waiting.isEmpty }
            let (peer, ticket) = station.waiting.removeFirst()
            peer.answer(ticket, HTTPResponse(.ok, body: [UInt8](repeating: 120, count: size)))
            return client
        }
        let slow = try request()
        slow.onBytes = { [unowned slow] in slow.setReading(false) }
        // At this pace, the answer takes more than twice the time that a close may take.
        let pace = Metronome(on: station.loop, every: .milliseconds(10)) { slow.setReading(true) }
        station.run { slow.received.count > size || slow.hasEnded || slow.wasReset }
        #expect(slow.received.count > size)
        withExtendedLifetime(pace) {}
        slow.close()
        station.run { station.ends.count == 1 }

        let deaf = try request()
        deaf.setReading(false)
        station.run { station.ends.count == 2 }
        #expect(station.ends.last == .connection(.late))
        withExtendedLifetime(deaf) {}
    }

    @Test("A block larger than the limit leaves if nothing else waits")
    func largeBlock() throws {
        let station = try Station(outboxLimit: 1_000)
        let client = try RawSocket(to: station)
        client.send(Wire.get("/large"))
        station.run { client.received.count > 300_000 }
        #expect(station.ends.isEmpty)
    }

    @Test("There are no more connections than may be, in all and from one place")
    func admission() throws {
        for admission in [
            AdmissionControl(limit: 5, limitPerAddress: 100),
            AdmissionControl(limit: 100, limitPerAddress: 5),
        ] {
            let station = try Station(admission: admission)
            let guests = try (0..<5).map { _ in try RawSocket.webSocket(at: station) }
            let refused = try RawSocket(to: station)
            station.run { refused.hasEnded || refused.wasReset }
            #expect(admission.count == 5)

            guests[2].close()
            station.run { admission.count == 4 }
            let next = try RawSocket.webSocket(at: station)
            #expect(!next.hasEnded)
            #expect(admission.count == 5)
            #expect(station.peers.count == 5)
            withExtendedLifetime(guests) {}
        }
    }
}

/// A timer that rings again and again.
private final class Metronome {
    private var timer: Timer?

    init(on loop: Loop, every pause: Duration, _ ring: @escaping () -> Void) {
        timer = Timer(on: loop) { [unowned self] in
            ring()
            timer?.arm(after: pause)
        }
        timer?.arm(after: pause)
    }
}

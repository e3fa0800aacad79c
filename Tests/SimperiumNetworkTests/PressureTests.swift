import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("Peers who leave in a rush, break rules, or do not read", .waits)
struct PressureTests {
    @Test("After much data and a reset, the end is noticed, and all data has been read")
    func reset() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station)
        // More than is read at once.
        client.send((0..<150).flatMap { _ in Wire.frame(0x81, .init(repeating: 65, count: 1_000)) })
        client.reset()
        station.run { station.ends.count == 1 }
        #expect(station.connectionSet.connectionCount == 0)
        #expect(station.connectionSet.heldBytes == 0)
    }

    @Test("A client that breaks a rule makes room at once for others of its address")
    func place() throws {
        let admission = AdmissionControl(limit: 10, limitPerAddress: 1)
        let station = try Station(admission: admission)
        let rude = try RawSocket.webSocket(at: station)
        rude.send(Wire.frame(0xC1))
        station.run { station.ends == [.fault(.reservedBit)] }
        #expect(station.connectionSet.connectionCount == 1)
        #expect(admission.count == 0)
        let next = try RawSocket.webSocket(at: station)
        next.send(Wire.text("hello"))
        station.run { next.received == Wire.serverText("hello") }
        rude.close()
        station.run { station.connectionSet.connectionCount == 1 }
        #expect(admission.count == 1)
    }

    @Test("Only so many are read away who broke a rule, and only so much of each")
    func discarding() throws {
        var limits = IncomingWebClient.Limits()
        // Longer than 70 handshakes take on any machine.
        limits.close = .seconds(60)
        let station = try Station(limits: limits)
        var rude: [RawSocket] = []
        for _ in 0..<70 {
            let client = try RawSocket.webSocket(at: station)
            client.send(Wire.frame(0xC1))
            rude.append(client)
        }
        station.run { station.ends.count == 70 }
        #expect(station.connectionSet.connectionCount == 64)

        let last = try #require(rude.last)
        last.send([UInt8](repeating: 1, count: 8 << 20))
        station.run {
            last.send("")
            return station.connectionSet.connectionCount == 63
        }
    }

    @Test("The memory of a crowd is released soon after it has left")
    func spared() throws {
        let station = try Station(budget: MemoryBudget(64 << 20))
        var spared = 0
        station.connectionSet.onMemorySpared = { spared += 1 }
        let crowd = try (0..<100).map { _ in try RawSocket.webSocket(at: station) }
        #expect(spared == 0)
        for client in crowd { client.reset() }
        station.run { spared == 1 }
        #expect(station.connectionSet.connectionCount == 0)
    }

    @Test("That most connections come from one address is told once")
    func crowd() throws {
        let admission = AdmissionControl(limit: 100, limitPerAddress: 100)
        let station = try Station(admission: admission)
        var crowds: [SocketAddress] = []
        admission.onMajorityAddress = { crowds.append($0) }
        var clients: [RawSocket] = []
        for count in 1...53 {
            clients.append(try RawSocket(to: station))
            station.run { admission.count == count }
            #expect(crowds.count == (count > 50 ? 1 : 0))
        }
        #expect(crowds.map(\.hostText) == ["127.0.0.1"])
        withExtendedLifetime(clients) {}
    }

    @Test("Each connection too many is heard of")
    func turnedAway() throws {
        let station = try Station(admission: AdmissionControl(limit: 10, limitPerAddress: 1))
        var refused: [SocketAddress] = []
        station.listener?.onConnectionRefused = { refused.append($0) }
        let first = try RawSocket.webSocket(at: station)
        let second = try RawSocket(to: station)
        station.run { second.hasEnded || second.wasReset }
        #expect(refused.map(\.hostText) == ["127.0.0.1"])
        withExtendedLifetime(first) {}
    }

    @Test("A long message is read on and not kept, and the connection stays")
    func tooLong() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station)
        let length = 3 << 20
        let head = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        client.send(Wire.long(head))
        client.send(Wire.text("after"))
        station.run { client.received == Wire.serverText("after") }
        #expect(station.discarded.map(\.count) == [length])
        #expect(station.discarded.first?.head == Array(head.prefix(1_024)))
        #expect(station.connectionSet.mostHeldBytes < 100_000)
    }

    @Test("A message that is not wanted is not kept either", arguments: [20_000, 300_000])
    func unwelcome(length: Int) throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station)
        client.send(Wire.long([UInt8](repeating: UInt8(ascii: "-"), count: length)))
        client.send(Wire.text("after"))
        station.run { client.received == Wire.serverText("after") }
        #expect(station.discarded.map(\.count) == [length])
        #expect(station.connectionSet.mostHeldBytes < 100_000)
    }

    @Test("A congested client is not read from until its output has been sent")
    func congestion() throws {
        var limits = IncomingWebClient.Limits()
        limits.unreadOutput = 100_000
        let station = try Station(limits: limits, outboxLimit: 16 << 20)
        let client = try RawSocket.webSocket(at: station, receiveBuffer: 16_384)
        client.setReading(false)
        let peer = try #require(station.peers.first)
        let frame = OutgoingWebSocketFrame.text([UInt8](repeating: 65, count: 1_000_000)).encoded()
        peer.send(frame: frame)
        client.send(Wire.text("hello"))
        #expect(station.congestions == 1)
        station.run { peer.connection.queuedBytes < 1_000_000 }
        #expect(peer.connection.queuedBytes > 100_000)
        client.setReading(true)
        station.run { client.received.ends(with: Wire.serverText("hello")) }
        #expect(station.congestions == 0)
        #expect(station.connectionSet.heldBytes == 0)
        #expect(station.connectionSet.mostHeldBytes >= 1_000_000)
    }

    @Test(
        "Clients that read nothing and hold too much are disconnected, and a reading client stays")
    func budget() throws {
        let station = try Station(
            admission: AdmissionControl(
                limit: 100, limitPerAddress: 100,
                pace: RateLimiter(atOnce: 1 << 20, perSecond: 1 << 20)),
            outboxLimit: 64 << 20, budget: MemoryBudget(256 << 20))
        let reader = try RawSocket.webSocket(at: station)
        var silent: [RawSocket] = []
        for _ in 0..<12 {
            let client = try RawSocket.webSocket(at: station, receiveBuffer: 16_384)
            client.setReading(false)
            silent.append(client)
        }
        let frame = OutgoingWebSocketFrame.text([UInt8](repeating: 65, count: 1 << 20)).encoded()
        for _ in 0..<4 {
            for peer in station.peers { peer.send(frame: frame) }
            station.run { reader.received.count == frame.count }
            reader.forget()
        }
        #expect(station.connectionSet.mostHeldBytes < 24 << 20)
        #expect(station.ends.count == station.connectionSet.endedForMemory)
        #expect(!station.ends.isEmpty)
        #expect(station.ends.allSatisfy { $0 == .connection(.tooSlow) })
        reader.send(Wire.text("hello"))
        station.run { reader.received == Wire.serverText("hello") }
        withExtendedLifetime(silent) {}
    }

    @Test("A client beyond its address's share waits, and the next address does not")
    func pace() throws {
        let pace = RateLimiter(atOnce: 256, perSecond: 1_024)
        let station = try Station(
            admission: AdmissionControl(limit: 10, limitPerAddress: 10, pace: pace))
        let client = try RawSocket.webSocket(at: station)
        let start = station.loop.now
        let text = [UInt8](repeating: 65, count: 60_000)
        for _ in 0..<10 { client.send(Wire.frame(0x81, text)) }
        station.run { client.received.count >= 10 * 60_000 }
        // 600 KB arrive, and 256 are free.
        #expect(station.loop.now - start > .milliseconds(200))
        #expect(station.ends.isEmpty)
    }

    @Test("A message that arrives without compression is charged once, also if both ends offer it")
    func chargedOnce() throws {
        // Nothing is regained during the test.
        let pace = RateLimiter(atOnce: 1_000, perSecond: 1)
        let station = try Station(
            admission: AdmissionControl(limit: 10, limitPerAddress: 10, pace: pace))
        let client = try RawSocket.webSocket(at: station, Wire.deflatedUpgrade)
        let text = [UInt8](repeating: 65, count: 60_000)
        for _ in 0..<10 { client.send(Wire.frame(0x81, text)) }
        station.run { client.received.count >= 10 * 60_000 }
        #expect(station.ends.isEmpty)
    }

    @Test("I-1: TLS handshakes beyond the share of an address wait, and none is refused")
    func handshakes() throws {
        // A handshake costs 128: two at once, then sixteen a second.
        let pace = RateLimiter(atOnce: 256, perSecond: 2_048)
        let admission = AdmissionControl(limit: 100, limitPerAddress: 100, pace: pace)
        let station = try Station(encryption: .good, admission: admission)
        var turnedAway = 0
        station.listener?.onConnectionRefused = { _ in turnedAway += 1 }
        let start = station.loop.now
        let clients = try (0..<20).map { _ in
            let client = try RawSocket(to: station)
            client.send(Wire.get("/"))
            return client
        }
        station.run { clients.allSatisfy { $0.text.hasSuffix("GET / ") || $0.wasReset } }
        #expect(turnedAway == 0 && clients.allSatisfy { !$0.wasReset })
        #expect(station.loop.now - start > .milliseconds(800))

        let leaving = try (0..<5).map { _ in try RawSocket(to: station.port, on: station.loop) }
        station.run { admission.count == 25 }
        for client in clients + leaving { client.close() }
        station.run { admission.count == 0 }
    }

    @Test("Messages are paid for however short they are (S103)")
    func shortMessages() throws {
        let pace = RateLimiter(atOnce: 256, perSecond: 1_024)
        let station = try Station(
            admission: AdmissionControl(limit: 10, limitPerAddress: 10, pace: pace))
        let client = try RawSocket.webSocket(at: station)
        let start = station.loop.now
        client.send((0..<2_048).flatMap { _ in Wire.text("a") })
        station.run { client.received.count == 2_048 * 3 }
        // They cost 512 KiB, though they are 14. 256 are free.
        #expect(station.loop.now - start > .milliseconds(200))
    }

    @Test("A client with many messages leaves the others their turns (S103)")
    func turns() throws {
        var limits = IncomingWebClient.Limits()
        limits.messages = 4
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        let other = try RawSocket.webSocket(at: station)
        client.send((0..<100).flatMap { _ in Wire.text("a") })
        other.send(Wire.text("other"))
        station.run { client.received.count == 100 * 3 }
        let place = try #require(station.lengths.firstIndex(of: 5))
        #expect(place <= 8 && station.lengths.count == 101)
    }

    @Test("Repeated connections count as if they had sent much")
    func comings() throws {
        let pace = RateLimiter(atOnce: 40, perSecond: 400)
        let station = try Station(
            admission: AdmissionControl(limit: 10, limitPerAddress: 10, pace: pace))
        let start = station.loop.now
        for _ in 0..<50 { try RawSocket.webSocket(at: station).close() }
        // Each costs 4. The first ten are free.
        #expect(station.loop.now - start > .milliseconds(300))
    }
}

extension Wire {
    /// A client's long text, with a mask of zeros.
    static func long(_ payload: [UInt8]) -> [UInt8] {
        let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        return payload.count < 65_536
            ? frame(0x81, payload) : [0x81, 0xFF] + length + [0, 0, 0, 0] + payload
    }
}

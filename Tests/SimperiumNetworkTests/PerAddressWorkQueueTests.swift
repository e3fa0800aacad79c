import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("Works that take long", .waits)
struct PerAddressWorkQueueTests {
    @Test("S100: Other threads do them, those of one address one after the other")
    func order() throws {
        let station = try Station()
        let works = station.connectionSet.computationQueue
        var done: [Int] = []
        for number in 0..<20 {
            works.perform(for: [UInt8(number % 2)]) {
                number
            } then: {
                done.append($0)
            }
        }
        #expect(done == [])
        station.run { done.count == 20 }
        #expect(done.filter { $0 % 2 == 0 } == (0..<10).map { $0 * 2 })
        #expect(done.filter { $0 % 2 == 1 } == (0..<10).map { $0 * 2 + 1 })
    }

    /// A client's deflated frame of a hundred thousand letters.
    private static let deflated: [UInt8] = {
        let frame = OutgoingWebSocketFrame.encodedText(deflating: Array(text[..<50_000]))
        let half = Array(frame.dropFirst(frame[1] < 126 ? 2 : 4))
        return Wire.frame(0xC1, half + [0, 0, 0xFF, 0xFF] + half)
    }()
    private static let text = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)

    @Test("S101: A message inflated on another thread keeps its place, and later ones wait")
    func inflating() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station, Wire.deflatedUpgrade)
        client.send(Wire.text("first") + Self.deflated + Wire.text("last"))
        let expected =
            Wire.serverText("first") + OutgoingWebSocketFrame.text(Self.text).encoded()
            + Wire.serverText("last")
        station.run { client.received.count >= expected.count }
        #expect(client.received == expected)
        client.close()
        station.run { station.connectionSet.connectionCount == 0 }
        #expect(station.connectionSet.heldBytes == 0)
    }

    @Test(
        "A client that leaves during inflation is removed; one that sent nonsense gets the reason")
    func leaving() throws {
        let station = try Station()
        let gone = try RawSocket.webSocket(at: station, Wire.deflatedUpgrade)
        gone.send(Self.deflated)
        gone.reset()
        let rude = try RawSocket.webSocket(at: station, Wire.deflatedUpgrade)
        // Longer than the largest message that is inflated at once.
        rude.send(Wire.frame(0xC1, [UInt8](repeating: 0xFF, count: 20_000)))
        station.run { station.ends.count == 2 }
        #expect(station.ends.contains(.fault(.notDeflated)))
        #expect(rude.received == Wire.serverClose(1007))
    }

    @Test("A client's answer to a close during inflation is read, and the message is dropped")
    func closing() throws {
        let station = try Station()
        let client = try RawSocket.webSocket(at: station, Wire.deflatedUpgrade)
        let peer = try #require(station.peers.first)
        // At the end of the turn that reads both messages, the second one is being inflated.
        let close = EndOfTurnAction(on: station.loop, .flush) {
            if station.lengths == [5] { peer.close(CloseReason(.goingAway)) }
        }
        client.send(Wire.text("first") + Self.deflated)
        let expected = Wire.serverText("first") + Wire.serverClose(1001)
        station.run { client.received.count >= expected.count }
        client.send(Wire.close(1001))
        station.run { !station.ends.isEmpty }
        #expect(station.ends == [.goodbye(CloseReason(.goingAway))])
        #expect(client.received == expected && station.lengths == [5])
        _ = close
    }

    @Test("S102: A client is not read from while many of its messages wait")
    func behind() throws {
        var limits = IncomingWebClient.Limits()
        limits.unprocessedInput = 1_000
        let station = try Station(limits: limits)
        let client = try RawSocket.webSocket(at: station)
        let peer = try #require(station.peers.first)
        client.send(Wire.text("before"))
        station.run { client.received == Wire.serverText("before") }
        peer.setBacklog(1_001)
        client.forget()
        client.send(Wire.text("after"))
        let other = try RawSocket.webSocket(at: station)
        other.send(Wire.text("other"))
        station.run { other.received == Wire.serverText("other") }
        #expect(client.received.isEmpty)
        #expect(station.connectionSet.heldBytes >= 1_001)
        peer.setBacklog(1_000)
        station.run { client.received == Wire.serverText("after") }
        peer.setBacklog(0)
    }
}

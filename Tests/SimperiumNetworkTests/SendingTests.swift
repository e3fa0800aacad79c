import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("A client that has said all", .waits)
struct HalfCloseTests {
    @Test(
        "It gets each answer that takes a while, in TLS after its goodbye, too",
        arguments: [false, true])
    func lateAnswers(isEncrypted: Bool) throws {
        let station = try Station(encryption: isEncrypted ? .good : nil)
        let tls = isEncrypted ? try TLSSession(clientOf: .trusting, host: "127.0.0.1") : nil
        let client = try RawSocket(to: station.port, on: station.loop, tls: tls)
        client.send(Wire.get("/"))
        station.run { client.text.hasSuffix("GET / ") }
        client.send(Wire.get("/later/1") + Wire.get("/later/2"))
        tls?.sendCloseNotify()
        client.send("")
        client.finishWriting()
        station.run { station.waiting.count == 2 }

        for (number, (peer, ticket)) in station.waiting.enumerated() {
            peer.answer(ticket, HTTPResponse(.ok, body: Array("late \(number)".utf8)))
            station.run { client.text.hasSuffix("late \(number)") || client.hasEnded }
            #expect(client.text.hasSuffix("late \(number)"))
        }
        station.run { client.hasEnded && station.connectionSet.connectionCount == 0 }
    }
}

@Suite("A burst of answers", .waits)
struct BurstTests {
    @Test("Answers that together pass the limit in one turn reach a reader who takes them")
    func burst() throws {
        let station = try Station(outboxLimit: 400_000)
        let client = try RawSocket(to: station)
        client.send((0..<8).map { _ in Wire.get("/large") }.joined())
        station.run { client.received.count > 8 * 300_000 }

        #expect(station.ends.isEmpty)
    }
}

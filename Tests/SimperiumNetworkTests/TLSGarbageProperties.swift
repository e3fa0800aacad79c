import SimperiumClock
import SimperiumNetwork
import TestKit
import TestSupport
import Testing

@Suite("TLS garbage properties", .waits)
struct TLSGarbageProperties {
    @Test("Any bytes from a peer end in a fault or in waiting", arguments: Seeds.batches(100))
    func garbage(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            for session in try [
                TLSSession(serverOf: .good), TLSSession(clientOf: .trusting, host: "localhost"),
            ] {
                // Half of them begin as TLS does.
                let head: [UInt8] =
                    Bool.random(using: &random) ? [22, 3, 3, 1, 0, 1, 0, 0, 252] : []
                let bytes = head + (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
                expectFaultOrWaiting(bytes, in: session)
            }
        }
    }

    @Test("A bit turned anywhere ends in a fault or in waiting", arguments: Seeds.batches(100))
    func damage(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let (server, client) = try (TLSContext.good, TLSContext.trusting)
            var line = try TLSPair(at: server, trusting: client)
            if Bool.random(using: &random) {
                try line.exchange()
                try line.client.session.write([UInt8](repeating: 1, count: 300).span)
            }
            var bytes = line.client.session.takeOutput()
            let place = Int.random(in: bytes.indices, using: &random)
            bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            if Bool.random(using: &random) { bytes.removeLast(bytes.count - place) }
            expectFaultOrWaiting(bytes, in: line.server.session)
        }
    }

    /// A fault is final: it stays the same on every further call.
    private func expectFaultOrWaiting(_ bytes: [UInt8], in session: TLSSession) {
        do throws(TLSFault) {
            try session.bufferReceived(bytes.span)
            try session.readAll()
        } catch {
            #expect(throws: error) { try session.readAll() }
            #expect(throws: error) { try session.bufferReceived([1].span) }
        }
        session.sendCloseNotify()
        _ = session.takeOutput()
    }
}

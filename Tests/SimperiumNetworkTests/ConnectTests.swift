import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import TestSupport
import Testing

@Suite("Many connections", .waits)
struct ConnectTests {
    enum Leaving: CaseIterable {
        case goodbye
        case drop
        case reset
    }

    private static let count = Seeds.count(1_000, most: 2_000)
    private static let atOnce = 50

    @Test(
        "Hundreds come and go, and leave nothing open", arguments: Leaving.allCases,
        [false, true])
    func comeAndGo(leaving: Leaving, isEncrypted: Bool) throws {
        let station = try Station(encryption: isEncrypted ? .good : nil)
        let trusting = try TLSContext.trusting
        for _ in 0..<Self.count / Self.atOnce {
            let clients = try (0..<Self.atOnce).map { _ in
                let tls =
                    isEncrypted ? try TLSSession(clientOf: trusting, host: "127.0.0.1") : nil
                let client = try RawSocket(to: station.port, on: station.loop, tls: tls)
                client.send(Wire.upgrade)
                return client
            }
            station.run { clients.allSatisfy { !$0.received.isEmpty } }
            #expect(station.loop.socketCount(at: station.port) == 1 + 2 * Self.atOnce)
            for client in clients {
                switch leaving {
                case .goodbye: client.send(Wire.close(1000))
                case .drop: client.close()
                case .reset: client.reset()
                }
            }
            if leaving == .goodbye { station.run { clients.allSatisfy(\.hasEnded) } }
            for client in clients { client.close() }
            station.run { station.connectionSet.connectionCount == 0 }
        }
        #expect(station.ends.count == Self.count)
        #expect(station.admission.count == 0)
        #expect(station.peers.isEmpty)
        #expect(station.loop.socketCount(at: station.port) == 1)
        station.stopListening()
        #expect(station.loop.socketCount(at: station.port) == 0)
    }

    @Test(
        "A connectionSet can drop all connections, and nothing holds them",
        arguments: [false, true])
    func dropAll(isEncrypted: Bool) throws {
        weak var connection: TCPConnection?
        let station = try Station(encryption: isEncrypted ? .good : nil)
        let clients = try (0..<10).map { _ in try RawSocket.webSocket(at: station) }
        connection = station.peers[3].connection
        station.connectionSet.dropAll()
        #expect(station.ends == [IncomingWebClient.End](repeating: .connection(.closed), count: 10))
        station.run { clients.allSatisfy { $0.hasEnded || $0.wasReset } }
        #expect(connection == nil)
        #expect(station.admission.count == 0)
    }
}

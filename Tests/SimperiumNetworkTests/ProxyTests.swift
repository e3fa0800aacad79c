import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import Testing

@Suite("A proxy in front of a listener", .waits)
struct ProxyTests {
    private func station(trusting prefix: String, perAddress: Int = 9) throws -> Station {
        let station = try Station(
            admission: AdmissionControl(limit: 99, limitPerAddress: perAddress))
        station.listener?.proxies = TrustedProxies([AddressRange(prefix[...])].compactMap(\.self))
        return station
    }

    @Test("The client's address is taken from the proxy's header, in any number of pieces")
    func header() throws {
        let station = try station(trusting: "127.0.0.1")
        let whole = try RawSocket(to: station)
        whole.send("PROXY TCP4 203.0.113.9 127.0.0.1 4711 80\r\n" + Wire.upgrade)
        let cut = try RawSocket(to: station)
        for piece in ["PROX", "Y TCP6 2001:db8::7 ::1 80 4", "43\r", "\n"] {
            cut.send(piece)
            // Time enough for the piece to be looked at alone.
            let other = try RawSocket(to: station)
            other.send("PROXY UNKNOWN\r\n" + Wire.get("/"))
            station.run { other.text.hasSuffix("GET / ") }
        }
        cut.send(Wire.upgrade)
        station.run { station.peers.count == 2 }
        #expect(
            Set(station.peers.map { "\($0.connection.peer)" })
                == ["203.0.113.9:4711", "[2001:db8::7]:80"])
    }

    @Test("Connections count by the address in the header")
    func counting() throws {
        let station = try station(trusting: "127.0.0.1", perAddress: 1)
        let clients = try (0..<3).map { number in
            let client = try RawSocket(to: station)
            client.send("PROXY TCP4 203.0.113.\(min(number, 1)) 127.0.0.1 4711 80\r\n")
            client.send(Wire.upgrade)
            return client
        }
        station.run { station.peers.count == 2 && clients.contains { $0.hasEnded || $0.wasReset } }
        #expect(station.admission.count == 2)
    }

    @Test("A malformed or endless header ends the connection")
    func malformed() throws {
        let station = try station(trusting: "127.0.0.1")
        let client = try RawSocket(to: station)
        client.send("PROXY TCP4 here there 1 2\r\n" + Wire.get("/"))
        station.run { client.hasEnded || client.wasReset }
        #expect(client.received.isEmpty && station.admission.count == 0)
    }

    @Test("A header from an untrusted address is an invalid request")
    func stranger() throws {
        let station = try station(trusting: "192.0.2.0/24")
        let client = try RawSocket(to: station)
        client.send("PROXY TCP4 203.0.113.9 127.0.0.1 4711 80\r\n" + Wire.get("/"))
        station.run { client.text.hasPrefix("HTTP/1.1 4") }
    }

    @Test("A banned client gets no answer, and does not count")
    func ban() throws {
        let station = try Station()
        station.listener?.isBanned = { $0.isLoopback }
        let client = try RawSocket(to: station)
        client.send(Wire.get("/"))
        station.run { client.hasEnded || client.wasReset }
        #expect(client.received.isEmpty && station.admission.count == 0)
    }
}

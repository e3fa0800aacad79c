import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import TestKit
import Testing

@Suite("Listening", .waits)
struct ListenerTests {
    @Test(
        "IPv6 and IPv4 are listened at beside each other, on one port and with one limit",
        .enabled(if: RawSocket.hasIPv6, "because this machine has no IPv6"))
    func bothFamilies() throws {
        let station = try Station(admission: AdmissionControl(limit: 2, limitPerAddress: 2))
        let loopback = try #require(SocketAddress(host: "::1", port: station.port))
        let other = try TCPConnectionListener(
            at: loopback, on: station.connectionSet, admission: station.admission
        ) { connection in station.admit(connection) }
        #expect(other.address == loopback)
        #expect("\(other.address)" == "[::1]:\(station.port)")

        let four = try station.dial("ws://127.0.0.1:\(station.port)/ws")
        let six = try station.dial("ws://[::1]:\(station.port)/ws")
        for client in [four, six] { client.send("hello") }
        station.run { four.texts == ["hello"] && six.texts == ["hello"] }
        #expect(station.peers.map(\.connection.peer.isIPv6) == [false, true])

        let tooMany = try station.dial("ws://[::1]:\(station.port)/ws")
        #expect(tooMany.openings == 0 && tooMany.ends.count == 1)
        withExtendedLifetime(other) {}
    }

    @Test("A port in use is refused with the reason")
    func taken() throws {
        let station = try Station()
        let address = try #require(SocketAddress(host: "127.0.0.1", port: station.port))
        let error = #expect(throws: LibraryError.self) {
            try TCPConnectionListener(
                at: address, on: station.connectionSet, admission: station.admission
            ) { _ in }
        }
        #expect(error?.reason == "address already in use")
    }
}

/// Tests in processes of their own, which need a run without other children.
@Suite("Listening, in a process of its own", .waits)
struct ListenerExitTests {
    @Test("Without a free descriptor, clients wait at little cost, and are accepted later")
    func noRoom() async {
        await #expect(processExitsWith: .success) {
            let station = try Station()
            let clients = try (0..<3).map { _ in
                let client = try RawSocket(to: station)
                client.send(Wire.get("/"))
                return client
            }
            var complaints = 0
            station.listener?.onNoRoom = { _ in complaints += 1 }
            let usual = try DescriptorLimit.leavingNone()
            let start = station.loop.now
            station.run { complaints == 3 }
            // There is one complaint for each pause, and no attempt to accept meanwhile.
            #expect(station.loop.now - start > .milliseconds(150))
            // Something else in this process may have let go of a descriptor, but not of three.
            #expect(clients.contains { $0.received.isEmpty })

            usual.restore()
            station.run { clients.allSatisfy { $0.text.hasSuffix("GET / ") } }
            #expect(complaints == 3)
        }
    }

    @Test("A socket that does not listen is not adopted, and stays open for the caller")
    func adoptsOnlyListening() async {
        await #expect(processExitsWith: .success) {
            let loop = try Loop()
            defer { loop.close() }
            let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #expect(throws: LibraryError.self) {
                try SocketListener(adopting: Descriptor(rawValue: number), on: loop)
            }
            #expect(fcntl(number, F_GETFD) >= 0)
        }
    }
}

/// The limit on open descriptors of this process.
private struct DescriptorLimit {
    private let usual: rlimit

    /// Lowers the limit to the number of open descriptors.
    static func leavingNone() throws -> DescriptorLimit {
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let next = dup(0)
        try #require(next >= 0)
        close(next)
        let usual = DescriptorLimit(usual: limit)
        limit.rlim_cur = rlim_t(next)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return usual
    }

    func restore() {
        var limit = usual
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

extension RawSocket {
    /// True if this machine can connect to itself over IPv6.
    fileprivate static var hasIPv6: Bool {
        guard let loop = try? Loop(), let address = SocketAddress(host: "::1", port: 0) else {
            return false
        }
        defer { loop.close() }
        let listener = try? TCPConnectionListener(
            at: address, on: ConnectionSet(on: loop),
            admission: AdmissionControl(limit: 1, limitPerAddress: 1)
        ) { _ in }
        return listener != nil
    }
}

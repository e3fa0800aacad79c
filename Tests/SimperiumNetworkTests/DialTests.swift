import Glibc
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import Synchronization
import TestKit
import TestSupport
import Testing

@Suite("Dialling", .waits)
struct DialTests {
    @Test(
        "Both roles talk, with and without TLS, by name and by address",
        arguments: [
            "ws://127.0.0.1", "ws://localhost", "wss://127.0.0.1", "wss://localhost",
        ])
    func echo(place: String) throws {
        let station = try Station(encryption: place.hasPrefix("wss") ? .good : nil)
        let dialler = try station.dial("\(place):\(station.port)/ws")
        #expect(dialler.openings == 1)
        let texts = ["", "hello", "ünï ✕○", String(repeating: "long ", count: 30_000)]
        for text in texts { dialler.send(text) }
        station.run { dialler.texts.count == texts.count }
        #expect(dialler.texts == texts)

        dialler.client?.close(CloseReason(.normal))
        dialler.send("too late")
        station.run { !dialler.ends.isEmpty && station.connectionSet.connectionCount == 0 }
        #expect(dialler.ends == [.goodbye(CloseReason(.normal))])
        #expect(station.ends == [.goodbye(CloseReason(.normal))])
    }

    @Test("Releasing a client closes its connection, even during a callback")
    func drop() throws {
        let station = try Station()
        let dialler = try station.dial("ws://127.0.0.1:\(station.port)/ws")
        dialler.onText = { [unowned dialler] _ in dialler.drop() }
        dialler.send("one")
        dialler.send("two")
        station.run { station.connectionSet.connectionCount == 0 }
        #expect(dialler.texts == ["one"])
        #expect(dialler.ends.isEmpty)

        for round in 0..<4 {
            let early = try Dialler("ws://localhost:\(station.port)/ws", on: station.connectionSet)
            if round % 2 == 0 { early.drop() }
        }
        station.run { station.connectionSet.connectionCount == 0 }
    }

    @Test("There is no way to the address")
    func unreachable() throws {
        let station = try Station()
        let dialler = try station.dial("ws://255.255.255.255/ws")
        let address = try #require(SocketAddress(host: "255.255.255.255", port: 80))
        guard case .unreachable(address, reason: _) = dialler.ends.first else {
            Issue.record("\(dialler.ends)")
            return
        }
    }

    @Test("The host name is unknown")
    func unknownName() throws {
        let station = try Station()
        let dialler = try station.dial("ws://no.such.invalid/ws")
        guard case .nameUnknown(host: "no.such.invalid", reason: _) = dialler.ends.first else {
            Issue.record("\(dialler.ends)")
            return
        }
        #expect(dialler.ends.count == 1)
    }

    @Test("A look-up does not wait for the threads of the pool")
    func lookupBesideWork() throws {
        let station = try Station()
        let gate = Gate()
        let busy = (0..<4).map { _ in
            PieceOfWork(
                station.loop.offload {
                    gate.wait()
                } then: {
                })
        }
        // Closing the station's loop waits for the work.
        defer { withExtendedLifetime((station, busy)) { gate.open() } }
        let dialler = try station.dial("ws://localhost:\(station.port)/ws")
        #expect(dialler.openings == 1)
    }

    @Test("A silent address does not hold up the next ones")
    func severalAddresses() throws {
        let station = try Station()
        let (deaf, closed) = (try DeafSocket(), try Station())
        closed.stopListening()
        let places = try [deaf.port, closed.port, station.port].map { port in
            try #require(SocketAddress(host: "127.0.0.1", port: port))
        }
        func connect(
            to places: [SocketAddress], within timeout: Duration = .seconds(1)
        ) -> Result<SocketAddress, ClientConnectionError>? {
            var result: Result<SocketAddress, ClientConnectionError>?
            let connector = TCPConnector(
                to: "example.test", port: 80, at: places, on: station.connectionSet, within: timeout
            ) { result = $0.map(\.peer) }
            station.run { result != nil }
            _ = consume connector
            return result
        }
        let hour = Duration.seconds(3_600)
        #expect(connect(to: places, within: hour) == .success(places[2]))
        #expect(connect(to: Array(places[..<2]), within: hour) == .failure(.refused(places[1])))
        #expect(connect(to: Array(places[..<2])) == .failure(.refused(places[1])))
        #expect(connect(to: [places[0]]) == .failure(.timedOut))
        #expect(connect(to: [places[1]]) == .failure(.refused(places[1])))
    }

    @Test("A call over HTTP ends with the response, or with the stage that took too long")
    func calls() throws {
        let (station, deaf) = (try Station(), try DeafSocket())
        let mute = try Parrot(nil, at: station)
        func call(
            _ port: UInt16, connectingWithin connectTimeout: Duration? = nil
        ) throws -> Result<HTTPResponse, ClientConnectionError>? {
            var result: Result<HTTPResponse, ClientConnectionError>?
            let call = HTTPClientCall(
                HTTPRequest(.get, RequestTarget(["line"])),
                to: try WebSocketAddress("ws://127.0.0.1:\(port)"), on: station.connectionSet,
                within: connectTimeout == nil ? .milliseconds(60) : .seconds(60),
                connectingWithin: connectTimeout
            ) { result = $0 }
            station.run { result != nil }
            _ = consume call
            return result
        }
        let response = try #require(try call(station.port, connectingWithin: .seconds(60))).get()
        #expect(String(decoding: response.body, as: UTF8.self) == "GET /line ")
        #expect(try call(deaf.port, connectingWithin: .milliseconds(60)) == .failure(.timedOut))
        #expect(try call(deaf.port) == .failure(.timedOut))
        #expect(try call(mute.port) == .failure(.broken(.late)))
        #expect(station.connectionSet.connectionCount <= 2)
    }

    @Test(
        "Each unexpected answer has its own failure",
        arguments: [
            ("HTTP/1.1 404 Not Found\r\n\r\n", .notWebSocket(.refused(.notFound))),
            ("HTTP/1.1 101 Fine\r\n\r\n", .notWebSocket(.notUpgraded)),
            (
                "HTTP/1.1 101 Fine\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
                .notWebSocket(.wrongAcceptance)
            ),
            ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP(.badStartLine)),
            ("HTTP/1.1 200", .notHTTP(.truncated)),
            ("", .notHTTP(.truncated)),
        ] as [(String, ClientConnectionError)])
    func otherAnswers(answer: String, failure: ClientConnectionError) throws {
        let station = try Station()
        let parrot = try Parrot(answer, hangsUp: true, at: station)
        let dialler = try station.dial("ws://127.0.0.1:\(parrot.port)/ws")
        #expect(dialler.ends == [failure])
    }

    @Test("TLS to a plain port, and plain to a TLS port, are told")
    func mixedUp() throws {
        let plain = try Station()
        let first = try plain.dial("wss://127.0.0.1:\(plain.port)/ws")
        #expect(first.ends == [.tls(.notTLS)])

        let encrypted = try Station(encryption: .good)
        let second = try encrypted.dial("ws://127.0.0.1:\(encrypted.port)/ws")
        #expect(second.ends.count == 1)
        #expect(encrypted.ends == [.connection(.tls(.notTLS))])
    }

    @Test("A server that breaks the protocol is told so, and hung up on")
    func fault() throws {
        let station = try Station()
        let dialler = try station.dial("ws://127.0.0.1:\(station.port)/ws")
        try #require(station.peers.first).connection.send(Wire.text("masked"))
        station.run { !dialler.ends.isEmpty && !station.ends.isEmpty }
        #expect(dialler.ends == [.fault(.wronglyMasked)])
        #expect(station.ends == [.goodbye(CloseReason(.protocolError))])
    }

    @Test("A listener's new certificate is used for new connections")
    func reload() throws {
        let station = try Station(encryption: .good)
        let old = try station.dial("wss://localhost:\(station.port)/ws")
        station.listener?.encryption = try .server("expired")
        let new = try station.dial("wss://localhost:\(station.port)/ws")
        #expect(new.ends == [.tls(.certificateExpired)])
        old.send("still here")
        station.run { old.texts == ["still here"] }
    }
}

/// A gate that other threads wait for.
private final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() {
        isOpen.store(true, ordering: .releasing)
    }

    func wait() {
        while !isOpen.load(ordering: .acquiring) { usleep(1_000) }
    }
}

/// An `OffloadedWork` that can be an element of an array.
private final class PieceOfWork {
    private let work: OffloadedWork

    init(_ work: consuming OffloadedWork) {
        self.work = work
    }
}

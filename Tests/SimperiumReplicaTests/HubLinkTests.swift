import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Connection to a hub", .waits)
struct HubLinkTests {
    @Test(
        "Frames travel both ways, with and without TLS",
        arguments: ["ws://127.0.0.1", "ws://localhost", "wss://localhost"])
    func frames(place: String) throws {
        let harbour = try Harbour(tls: place.hasPrefix("wss") ? .server("good") : nil)
        let listening = try Listening("\(place):\(harbour.port)", at: harbour)
        #expect(listening.events.isEmpty)
        harbour.run { !listening.events.isEmpty }
        #expect(listening.events == [.opened(listening.id)])
        let frame = Array("0:c:ünï".utf8)
        listening.send(frame)
        harbour.run { listening.events.count == 2 }
        #expect(listening.events == [.opened(listening.id), .received(frame, on: listening.id)])
        #expect(harbour.texts == ["0:c:ünï"])
    }

    @Test(
        "An address leads to the app's hub, below any path that it has",
        arguments: [
            ("ws://localhost:8383", "ws://localhost:8383/sock/1/demo/websocket"),
            ("wss://example.org", "wss://example.org/sock/1/demo/websocket"),
            ("https://example.org/sync/", "wss://example.org/sync/sock/1/demo/websocket"),
        ])
    func address(text: String, whole: String) throws {
        #expect(try HubAddress(text, app: .demo).description == whole)
        #expect(throws: WebSocketAddressFlaw.unknownScheme) {
            try HubAddress("ftp://a", app: .demo)
        }
    }

    @Test("P30: A hang-up sends a goodbye or a pause's cause; otherwise the connection just breaks")
    func partings() throws {
        let harbour = try Harbour()
        let partings: [ClientHangUpManner] = [
            .goodbye, .keepingSeat(.paused), .keepingSeat(.gone), .keepingSeat(.line), .abandoning,
        ]
        for parting in partings {
            let listening = try Listening("ws://127.0.0.1:\(harbour.port)", at: harbour)
            harbour.run { listening.events == [.opened(listening.id)] }
            listening.hangUp(parting)
            listening.send([65])
            #expect(listening.events == [.opened(listening.id)], "nothing is told during the call")
            harbour.run { listening.end != nil && harbour.connectionSet.connectionCount == 0 }
            #expect(listening.events.count == 2)
        }
        let heard = [CloseCode.normal, .paused, .goneForNow].map { code in
            IncomingWebClient.End.goodbye(CloseReason(code))
        }
        #expect(harbour.partings == heard + [.connection(.finished), .connection(.finished)])
        #expect(harbour.texts.isEmpty)
    }

    @Test(
        "A hang-up before the connection opens is followed by one `closed`",
        arguments: [ClientHangUpManner.goodbye, .abandoning],
        ["127.0.0.1", "localhost", "no.such.invalid"])
    func early(parting: ClientHangUpManner, host: String) throws {
        let harbour = try Harbour(.silence)
        let listening = try Listening("ws://\(host):\(harbour.port)", at: harbour)
        listening.hangUp(parting)
        listening.hangUp(.abandoning)
        #expect(listening.events.isEmpty)
        harbour.run { listening.end != nil && harbour.connectionSet.connectionCount == 0 }
        #expect(listening.events.count == 1)
    }

    @Test(
        "C74: If an address can't be reached, the next is tried, and only its events are delivered")
    func nextAddress() throws {
        let harbour = try Harbour()
        let closed = try Harbour()
        closed.stopListening()
        let listening = try Listening(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(harbour.port)", at: harbour)
        harbour.run { !listening.events.isEmpty }
        #expect(listening.events == [.opened(listening.id)])
        listening.hangUp(.goodbye)
        harbour.run { listening.end != nil }
        let nobody = try Listening(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(closed.port)", at: harbour)
        harbour.run { nobody.end != nil }
        #expect(nobody.events.count == 1)
    }

    @Test(
        "C74: A hub that opens the connection and sends nothing is left, and next time tried last"
    )
    func silentAddress() throws {
        let harbour = try Harbour()
        let listening = try Listening(
            "ws://127.0.0.1:\(harbour.port)", "ws://localhost:\(harbour.port)", at: harbour)
        harbour.run { listening.end == .timedOut }
        #expect(listening.events.first == .opened(listening.id))
        #expect(listening.events.count == 2)
        let second = LinkID(rawValue: 2)
        listening.line?.perform(.dial(second))
        harbour.run { listening.events.last == .opened(second) }
        listening.line?.perform(.send([65], on: second))
        harbour.run { listening.events.last == .received([65], on: second) }
    }

    @Test(
        "C74: A server that opens no WebSocket has two seconds, if there is another address"
    )
    func slowAddress() throws {
        let harbour = try Harbour()
        // This listener accepts connections and serves none.
        let busy = try Harbour()
        let listening = try Listening(
            "ws://127.0.0.1:\(busy.port)", "ws://127.0.0.1:\(harbour.port)", at: harbour)
        harbour.run { listening.events == [.opened(listening.id)] }
        #expect(busy.peers.isEmpty)
    }

    @Test("A hang-up while the next address is tried is followed by one `closed`")
    func earlyAtNext() throws {
        let harbour = try Harbour()
        let closed = try Harbour()
        closed.stopListening()
        for parting in [ClientHangUpManner.goodbye, .abandoning] {
            let listening = try Listening(
                "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(harbour.port)", at: harbour)
            listening.hangUp(parting)
            harbour.run { listening.end != nil && harbour.connectionSet.connectionCount == 0 }
            #expect(listening.events.count == 1)
        }
        #expect(harbour.peers.isEmpty)
    }

    @Test("C74: A hang-up during a dial is no failure of the address, which is the next one tried")
    func hangUpKeepsOrder() throws {
        let harbour = try Harbour()
        let place = "ws://127.0.0.1:\(harbour.port)"
        for parting in [ClientHangUpManner.goodbye, .keepingSeat(.paused), .lost] {
            let listening = try Listening(place, place + "/other/", at: harbour)
            listening.hangUp(parting)
            harbour.run { listening.end != nil && harbour.connectionSet.connectionCount == 0 }
            let second = LinkID(rawValue: 2)
            listening.line?.perform(.dial(second))
            harbour.run { listening.events.last == .opened(second) }
            listening.letGo()
        }
        #expect(Set(harbour.targets) == ["/sock/1/demo/websocket"])
    }

    @Test("A hub is dialled again after a connection's end, and frames for the old one are dropped")
    func again() throws {
        let harbour = try Harbour()
        let listening = try Listening("ws://127.0.0.1:\(harbour.port)", at: harbour)
        harbour.run { listening.events == [.opened(listening.id)] }
        listening.hangUp(.abandoning)
        harbour.run { listening.end != nil }
        #expect(listening.line?.isIdle == true)
        let second = LinkID(rawValue: 2)
        listening.line?.perform(.dial(second))
        harbour.run { listening.events.last == .opened(second) }
        listening.send([65])
        listening.hangUp(.goodbye)
        listening.line?.perform(.send([66], on: second))
        harbour.run { listening.events.last == .received([66], on: second) }
        #expect(harbour.texts == ["B"])
    }

    @Test("The request of a dial names the hall, at each of the hub's addresses")
    func hall() throws {
        let harbour = try Harbour()
        let closed = try Harbour()
        closed.stopListening()
        let listening = try Listening(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(harbour.port)", at: harbour,
            hall: "18")
        harbour.run { !listening.events.isEmpty }
        var id = listening.id
        for hall in [nil, "a&b é"] {
            listening.line?.perform(.hangUp(id, .abandoning))
            harbour.run { listening.line?.isIdle == true }
            id = LinkID(rawValue: id.rawValue + 1)
            listening.line?.perform(.dial(id, hall: hall))
            harbour.run { listening.events.last == .opened(id) }
        }
        let path = "/sock/1/demo/websocket"
        #expect(
            harbour.targets == [path + "?hall=18", path, path + "?hall=a%26b%20%C3%A9"])
    }

    @Test("A client that is sent to a hall's server is there with its second request")
    func redirect() throws {
        let harbour = try Harbour()
        harbour.reply = { [unowned harbour] _ in
            harbour.targets.count == 1
                ? #"0:auth:{"msg":"18","code":4002}"# : "0:auth:kim@example.org"
        }
        var settings = ReplicaSettings(
            app: .demo, clientID: .random(), run: RunID(rawValue: 1), seed: 1)
        settings.extensions = [.resume, .halls, .redial]
        var replica = Replica(settings)
        var link: HubLink?
        func handle(_ event: Replica.Event) {
            for case .link(let effect) in replica.handle(event, at: harbour.loop.now) {
                link?.perform(effect)
            }
        }
        link = HubLink(
            to: [try HubAddress("ws://127.0.0.1:\(harbour.port)", app: .demo)],
            on: harbour.connectionSet
        ) { handle(.link($0)) }
        handle(.open(.todo, .presence, StoredReplicaBucket()))
        handle(.signIn(.kim))
        handle(.goOnline)
        harbour.run { replica.status == .indexing }
        let path = "/sock/1/demo/websocket"
        #expect(harbour.targets == [path, path + "?hall=18"])
        #expect(harbour.texts.count == 2)
        #expect(harbour.texts.last?.contains(#""hall":"18""#) == true)
        link = nil
    }

    @Test("Releasing a link stops its callbacks, even from within one")
    func letGo() throws {
        let harbour = try Harbour()
        let listening = try Listening("ws://127.0.0.1:\(harbour.port)", at: harbour)
        listening.onEvent = { [unowned listening] event in
            if case .opened = event { (0..<2).forEach { _ in listening.send([65]) } }
            if case .received = event { listening.letGo() }
        }
        harbour.run { listening.line == nil && harbour.connectionSet.connectionCount == 0 }
        #expect(listening.events == [.opened(listening.id), .received([65], on: listening.id)])
        #expect(harbour.partings == [.connection(.finished)])
    }

    @Test("A large burst is sent whole, in as many parts as the hub accepts")
    func burst() throws {
        let harbour = try Harbour()
        let listening = try Listening("ws://127.0.0.1:\(harbour.port)", at: harbour)
        harbour.run { listening.events == [.opened(listening.id)] }
        let frame = [UInt8](repeating: 65, count: 200_000)
        for _ in 0..<30 { listening.send(frame) }
        // Frames are appended while a part of the burst is unsent.
        var turns = 0
        harbour.run {
            turns += 1
            return turns == 2
        }
        for _ in 0..<5 { listening.send(frame) }
        harbour.run { harbour.texts.count == 35 || listening.end != nil }
        #expect(listening.end == nil)
    }
}

extension TLSContext {
    /// A server's context with one of the tests' certificates.
    static func server(_ certificate: String) throws(TLSFault) -> TLSContext {
        try server(
            certificate: Certificates.shared.path(certificate), key: Certificates.shared.key)
    }
}

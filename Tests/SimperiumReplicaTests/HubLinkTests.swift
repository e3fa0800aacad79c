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
        let local = try LocalServer(tls: place.hasPrefix("wss") ? .server("good") : nil)
        let recorder = try LinkRecorder("\(place):\(local.port)", at: local)
        #expect(recorder.events.isEmpty)
        local.run { !recorder.events.isEmpty }
        #expect(recorder.events == [.opened(recorder.id)])
        let frame = Array("0:c:ünï".utf8)
        recorder.send(frame)
        local.run { recorder.events.count == 2 }
        #expect(recorder.events == [.opened(recorder.id), .received(frame, on: recorder.id)])
        #expect(local.texts == ["0:c:ünï"])
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
    func hangUps() throws {
        let local = try LocalServer()
        let manners: [ClientHangUpManner] = [
            .goodbye, .keepingSeat(.paused), .keepingSeat(.gone), .keepingSeat(.line), .abandoning,
        ]
        for manner in manners {
            let recorder = try LinkRecorder("ws://127.0.0.1:\(local.port)", at: local)
            local.run { recorder.events == [.opened(recorder.id)] }
            recorder.hangUp(manner)
            recorder.send([65])
            #expect(recorder.events == [.opened(recorder.id)], "nothing is told during the call")
            local.run { recorder.end != nil && local.connectionSet.connectionCount == 0 }
            #expect(recorder.events.count == 2)
        }
        let goodbyes = [CloseCode.normal, .paused, .goneForNow].map { code in
            IncomingWebClient.End.goodbye(CloseReason(code))
        }
        #expect(local.ends == goodbyes + [.connection(.finished), .connection(.finished)])
        #expect(local.texts.isEmpty)
    }

    @Test(
        "A hang-up before the connection opens is followed by one `closed`",
        arguments: [ClientHangUpManner.goodbye, .abandoning],
        ["127.0.0.1", "localhost", "no.such.invalid"])
    func early(manner: ClientHangUpManner, host: String) throws {
        let local = try LocalServer(.silence)
        let recorder = try LinkRecorder("ws://\(host):\(local.port)", at: local)
        recorder.hangUp(manner)
        recorder.hangUp(.abandoning)
        #expect(recorder.events.isEmpty)
        local.run { recorder.end != nil && local.connectionSet.connectionCount == 0 }
        #expect(recorder.events.count == 1)
    }

    @Test(
        "C74: If an address can't be reached, the next is tried, and only its events are delivered")
    func nextAddress() throws {
        let local = try LocalServer()
        let closed = try LocalServer()
        closed.stopListening()
        let recorder = try LinkRecorder(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(local.port)", at: local)
        local.run { !recorder.events.isEmpty }
        #expect(recorder.events == [.opened(recorder.id)])
        recorder.hangUp(.goodbye)
        local.run { recorder.end != nil }
        let unreachable = try LinkRecorder(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(closed.port)", at: local)
        local.run { unreachable.end != nil }
        #expect(unreachable.events.count == 1)
    }

    @Test(
        "C74: A hub that opens the connection and sends nothing is left, and next time tried last"
    )
    func silentAddress() throws {
        let local = try LocalServer()
        let recorder = try LinkRecorder(
            "ws://127.0.0.1:\(local.port)", "ws://localhost:\(local.port)", at: local)
        local.run { recorder.end == .timedOut }
        #expect(recorder.events.first == .opened(recorder.id))
        #expect(recorder.events.count == 2)
        let second = LinkID(rawValue: 2)
        recorder.link?.perform(.dial(second))
        local.run { recorder.events.last == .opened(second) }
        recorder.link?.perform(.send([65], on: second))
        local.run { recorder.events.last == .received([65], on: second) }
    }

    @Test(
        "C74: A server that opens no WebSocket has two seconds, if there is another address"
    )
    func slowAddress() throws {
        let local = try LocalServer()
        // This listener accepts connections and serves none.
        let busy = try LocalServer()
        let recorder = try LinkRecorder(
            "ws://127.0.0.1:\(busy.port)", "ws://127.0.0.1:\(local.port)", at: local)
        local.run { recorder.events == [.opened(recorder.id)] }
        #expect(busy.peers.isEmpty)
    }

    @Test("A hang-up while the next address is tried is followed by one `closed`")
    func earlyAtNext() throws {
        let local = try LocalServer()
        let closed = try LocalServer()
        closed.stopListening()
        for manner in [ClientHangUpManner.goodbye, .abandoning] {
            let recorder = try LinkRecorder(
                "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(local.port)", at: local)
            recorder.hangUp(manner)
            local.run { recorder.end != nil && local.connectionSet.connectionCount == 0 }
            #expect(recorder.events.count == 1)
        }
        #expect(local.peers.isEmpty)
    }

    @Test("C74: A hang-up during a dial is no failure of the address, which is the next one tried")
    func hangUpKeepsOrder() throws {
        let local = try LocalServer()
        let place = "ws://127.0.0.1:\(local.port)"
        for manner in [ClientHangUpManner.goodbye, .keepingSeat(.paused), .lost] {
            let recorder = try LinkRecorder(place, place + "/other/", at: local)
            recorder.hangUp(manner)
            local.run { recorder.end != nil && local.connectionSet.connectionCount == 0 }
            let second = LinkID(rawValue: 2)
            recorder.link?.perform(.dial(second))
            local.run { recorder.events.last == .opened(second) }
            recorder.release()
        }
        #expect(Set(local.targets) == ["/sock/1/demo/websocket"])
    }

    @Test("A hub is dialled again after a connection's end, and frames for the old one are dropped")
    func again() throws {
        let local = try LocalServer()
        let recorder = try LinkRecorder("ws://127.0.0.1:\(local.port)", at: local)
        local.run { recorder.events == [.opened(recorder.id)] }
        recorder.hangUp(.abandoning)
        local.run { recorder.end != nil }
        #expect(recorder.link?.isIdle == true)
        let second = LinkID(rawValue: 2)
        recorder.link?.perform(.dial(second))
        local.run { recorder.events.last == .opened(second) }
        recorder.send([65])
        recorder.hangUp(.goodbye)
        recorder.link?.perform(.send([66], on: second))
        local.run { recorder.events.last == .received([66], on: second) }
        #expect(local.texts == ["B"])
    }

    @Test("The request of a dial names the hall, at each of the hub's addresses")
    func hall() throws {
        let local = try LocalServer()
        let closed = try LocalServer()
        closed.stopListening()
        let recorder = try LinkRecorder(
            "ws://127.0.0.1:\(closed.port)", "ws://127.0.0.1:\(local.port)", at: local,
            hall: "18")
        local.run { !recorder.events.isEmpty }
        var id = recorder.id
        for hall in [nil, "a&b é"] {
            recorder.link?.perform(.hangUp(id, .abandoning))
            local.run { recorder.link?.isIdle == true }
            id = LinkID(rawValue: id.rawValue + 1)
            recorder.link?.perform(.dial(id, hall: hall))
            local.run { recorder.events.last == .opened(id) }
        }
        let path = "/sock/1/demo/websocket"
        #expect(
            local.targets == [path + "?hall=18", path, path + "?hall=a%26b%20%C3%A9"])
    }

    @Test("A client that is sent to a hall's server is there with its second request")
    func redirect() throws {
        let local = try LocalServer()
        local.reply = { [unowned local] _ in
            local.targets.count == 1
                ? #"0:auth:{"msg":"18","code":4002}"# : "0:auth:kim@example.org"
        }
        var settings = ReplicaSettings(
            app: .demo, clientID: .random(), run: RunID(rawValue: 1), seed: 1)
        settings.extensions = [.resume, .halls, .redial]
        var replica = Replica(settings)
        var link: HubLink?
        func handle(_ event: Replica.Event) {
            for case .link(let effect) in replica.handle(event, at: local.loop.now) {
                link?.perform(effect)
            }
        }
        link = HubLink(
            to: [try HubAddress("ws://127.0.0.1:\(local.port)", app: .demo)],
            on: local.connectionSet
        ) { handle(.link($0)) }
        handle(.open(.todo, .presence, StoredReplicaBucket()))
        handle(.signIn(.kim))
        handle(.goOnline)
        local.run { replica.status == .indexing }
        let path = "/sock/1/demo/websocket"
        #expect(local.targets == [path, path + "?hall=18"])
        #expect(local.texts.count == 2)
        #expect(local.texts.last?.contains(#""hall":"18""#) == true)
        link = nil
    }

    @Test("Releasing a link stops its callbacks, even from within one")
    func release() throws {
        let local = try LocalServer()
        let recorder = try LinkRecorder("ws://127.0.0.1:\(local.port)", at: local)
        recorder.onEvent = { [unowned recorder] event in
            if case .opened = event { (0..<2).forEach { _ in recorder.send([65]) } }
            if case .received = event { recorder.release() }
        }
        local.run { recorder.link == nil && local.connectionSet.connectionCount == 0 }
        #expect(recorder.events == [.opened(recorder.id), .received([65], on: recorder.id)])
        #expect(local.ends == [.connection(.finished)])
    }

    @Test("A large burst is sent whole, in as many parts as the hub accepts")
    func burst() throws {
        let local = try LocalServer()
        let recorder = try LinkRecorder("ws://127.0.0.1:\(local.port)", at: local)
        local.run { recorder.events == [.opened(recorder.id)] }
        let frame = [UInt8](repeating: 65, count: 200_000)
        for _ in 0..<30 { recorder.send(frame) }
        // Frames are appended while a part of the burst is unsent.
        var turns = 0
        local.run {
            turns += 1
            return turns == 2
        }
        for _ in 0..<5 { recorder.send(frame) }
        local.run { local.texts.count == 35 || recorder.end != nil }
        #expect(recorder.end == nil)
    }
}

extension TLSContext {
    /// A server's context with one of the tests' certificates.
    static func server(_ certificate: String) throws(TLSFault) -> TLSContext {
        try server(
            certificate: Certificates.shared.path(certificate), key: Certificates.shared.key)
    }
}

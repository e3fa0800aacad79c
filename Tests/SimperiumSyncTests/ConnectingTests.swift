import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Connecting")
struct ConnectingTests {
    @Test("C1: The client id persists, and two installations differ")
    func clientID() {
        for client in ["install-1", "install-2"] {
            var device = Device(client: client)
            device.handle(.signIn(Device.token))
            device.handle(.goOnline)
            for _ in 0..<2 {
                let effects = device.handle(.link(.opened(device.connection)))
                #expect(effects.first == device.sends(initialize(client, "i:1:::500")))
                device.loseConnection()
                device.handle(.goOnline)
            }
        }
    }

    private func initialize(_ client: String, _ command: String, resume: String = "") -> String {
        #"init:{"clientid":"\#(client)","api":"1.1","token":"0123456789abcdef0123456789abcdef","#
            + #""app_id":"demo","name":"notes","library":"simperium-swift","version":"0.3.0","#
            + #""cmd":"\#(command)","extensions":["away","resume","restored"]\#(resume)}"#
    }

    @Test(
        "C2: The first connection reads all pages of the index with data, then sets cv to `current`"
    )
    func firstConnect() {
        var device = Device(.durable)
        let welcome = device.authorize()
        #expect(welcome.suffix(2) == [tells(.willIndex), .status(.indexing)])
        let first = device.receive(
            #"i:{"current":"\#(Device.cv1)","index":[{"id":"a","v":2,"d":{"t":"x"}}],"mark":"m1"}"#)
        #expect(
            first == [
                stores(.put(key("a"), StoredReplicaObject(ghost: Ghost(2, json: #"{"t":"x"}"#)))),
                tells(.inserted(key("a"), .index)), device.sends("i:1:m1::500"),
            ])
        #expect(device.disk.changeVersion == nil, "not all is here")
        let second = device.receive(
            #"i:{"current":"\#(Device.cv1)","index":[{"id":"b","v":1,"d":{"t":"y"}}]}"#)
        #expect(
            second == [
                stores(
                    movesTo(Device.cv1),
                    .put(key("b"), StoredReplicaObject(ghost: Ghost(1, json: #"{"t":"y"}"#)))),
                tells(.inserted(key("b"), .index)),
                tells(.didIndex(ChangeVersion(Device.cv1))), .status(.synced),
            ])
        #expect(device.object("a") == ["t": "x"])
        #expect(device.replica.keys(in: Device.bucket) == [key("a"), key("b")])
    }

    @Test("C3: A missing `current` or an empty index causes no loop; the next connection works")
    func emptyIndex() {
        var device = Device()
        device.authorize()
        device.receive(#"i:{"index":[]}"#, causes: [tells(.didIndex(nil)), .status(.synced)])
        #expect(device.wait(.seconds(10)) == [])

        device.loseConnection()
        device.authorize()
        device.receive(
            #"i:{"current":"\#(Device.cv1)","index":[]}"#,
            causes: [tells(.didIndex(ChangeVersion(Device.cv1))), .status(.synced)])
        device.loseConnection()
        device.handle(.goOnline)
        let effects = device.handle(.link(.opened(device.connection)))
        #expect(effects.first == device.sends(initialize("device-1", "cv:" + Device.cv1)))

        // After an index without `current` the first change sets the cursor.
        device = Device()
        device.authorize()
        device.receive(#"i:{"index":[]}"#)
        device.receive(
            HubFrames.change("a", to: 1, "{}", ccids: "1")
        )
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == Device.cv2)
    }

    @Test(
        "C4: `cv:?` and `c:?` cause one new index, and local edits survive it",
        arguments: ["cv:?", "c:?"])
    func unknownCursor(answer: String) {
        var device = Device(.durable)
        device.start(with: #"{"id":"a","v":1,"d":{"n":1,"t":"x"}},{"id":"b","v":1,"d":{}}"#)
        device.loseConnection()
        device.edit(.update(key("a"), setting: ["t": "mine"]))
        device.edit(.put(key("new"), ["t": "new"]))
        device.authorize()
        device.receive(
            answer,
            causes: [
                .store([.move(to: nil)], in: Device.bucket), tells(.willIndex),
                device.sends("i:1:::500"),
            ])
        #expect(device.receive(answer) == [], "once")
        let effects = device.receive(
            #"i:{"current":"\#(Device.cv2)","index":[{"id":"a","v":5,"d":{"n":2,"t":"x"}}]}"#)
        #expect(device.object("a") == ["n": 2, "t": "mine"])
        #expect(device.object("b") == nil)
        #expect(
            effects.dropFirst() == [
                tells(.updated(key("a"), members: ["n"], .index)),
                tells(.deleted(key("b"), .index)), tells(.didIndex(ChangeVersion(Device.cv2))),
                device.sendsChange("a", from: 5, #"{"t":{"o":"d","v":"-1\t+mine"}}"#, ccid(1)),
                device.sendsChange("new", #"{"t":{"o":"+","v":"new"}}"#, ccid(2)),
                .status(.synced),
            ])
    }

    @Test("C20: Unknown messages, `o:`, `options`, operations and channels are ignored")
    func unknown() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        for frame in [
            #"0:o:{"namespace":"x"}"#, #"0:options:{}"#, "0:whatever:1", "whatever", "what:ever",
            #"7:c:[{"clientid":"x","id":"a","o":"-","ev":2,"cv":"9","ccids":[]}]"#, "7:index",
        ] {
            let effects = device.receiveFrame(frame)
            #expect(effects.allSatisfy { $0.isIgnored }, "\(frame)")
        }
        #expect(device.object("a") == [:])
        let effects = device.receive(
            #"c:[{"clientid":"x","id":"a","o":"X","ev":2,"cv":"\#(Device.cv2)","ccids":["1"]}]"#)
        #expect(effects == [])
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == Device.cv2)
    }

    @Test(
        "A client leaves a hub when it can't read a message that matters",
        arguments: ["c:[", "i:{}x", "auth:{"])
    func garbled(command: String) {
        var device = Device()
        device.start()
        let effects = device.receive(command)
        #expect(effects.dropFirst().first == .link(.hangUp(device.connection, .abandoning)))
        #expect(device.receive("c:[]") == [], "whatever else it says")
    }

    @Test(
        "C24: `auth:expired` is a failure; a failed connection has a reason and a next try's time"
    )
    func expired() {
        var device = Device()
        device.handle(.signIn(Device.token))
        device.handle(.goOnline)
        device.handle(.link(.opened(device.connection)))
        #expect(
            device.receive("auth:expired") == [
                .link(.hangUp(device.connection, .goodbye)),
                .status(.unauthorized(reason: "Token invalid")),
            ])

        device = Device()
        device.handle(.signIn(Device.token))
        #expect(
            device.handle(.goOnline) == [.link(.dial(device.connection)), .status(.connecting)])
        let effects = device.handle(
            .link(.closed(device.connection, .certificateRejected(.expired))))
        let retry = device.replica.nextDeadline
        #expect(
            effects == [.status(.offline(retryAt: retry, because: .certificateRejected(.expired)))])
        #expect(
            device.handle(.networkChanged) == [
                .link(.dial(device.connection)), .status(.connecting),
            ])
    }

    @Test("C25: The request `index` is answered as documented, and `log:n` is obeyed")
    func diagnosis() {
        var device = Device()
        device.start(with: #"{"id":"a","v":3,"d":{"t":"x"}},{"id":"b","v":1,"d":{}}"#)
        device.edit(.update(key("a"), setting: ["t": "y"]))
        let state = device.sends(
            #"index:{"current":"\#(Device.cv1)","index":[{"id":"a","v":3},{"id":"b","v":1}],"#
                + #""pending":[{"id":"a","sv":3,"ccid":"\#(ccid(1))"}],"extra":{}}"#)
        device.receive("index", causes: [state])
        device.receive("index:", causes: [state])

        func removal(of id: String) -> String {
            HubFrames.removal(id, at: 9, ccids: "1")
        }
        device.receiveFrame("log:2", causes: [])
        device.receive(
            removal(of: "b"),
            causes: [
                tells(.willChange([key("b")])), tells(.deleted(key("b"), .remote)),
                device.sendsFrame(#"log:{"log":"deleted b","bucket":"notes"}"#),
            ])
        device.receiveFrame("log:0")
        device.receive(
            #"c:[{"clientid":"x","id":"c","o":"M","v":{},"ev":1,"cv":"3","ccids":["1"]}]"#)
        device.receive(
            removal(of: "c"),
            causes: [tells(.willChange([key("c")])), tells(.deleted(key("c"), .remote))])
    }

    @Test("A client leaves a hub that has not answered a request for three minutes")
    func unanswered() {
        var device = Device()
        device.start()
        device.edit(.put(key("a"), [:]))
        let first = device.connection
        for _ in 0..<17 {
            #expect(!device.wait(.seconds(10)).contains(.link(.hangUp(first, .abandoning))))
            device.receiveFrame("h:1")
        }
        #expect(device.wait(.seconds(10)).contains(.link(.hangUp(first, .abandoning))))
    }

    @Test(
        """
        P12: The last connection's secret gives a client its presence objects back, \
        and absences are reported
        """
    )
    func extensions() {
        var device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.receive(#"o:{"resume":"secret"}"#, causes: [])
        device.receive(
            #"o:{"away":["a"],"until":8}"#,
            causes: [tells(.away([key("a")], absence(from: device.now, for: .seconds(8))))])
        device.receive(#"o:{"back":["a"]}"#, causes: [tells(.back([key("a")]))])
        device.loseConnection()
        device.handle(.goOnline)
        #expect(
            device.handle(.link(.opened(device.connection))).first
                == device.sends(
                    initialize("device-1", "cv:" + Device.cv1, resume: #","resume":"secret""#)))
    }

    @Test("P58: The age of an object is reported if the program knows the object")
    func ages() {
        var device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.wait(.seconds(10))
        let ages = #"o:{"age":{"a":2500,"b":7,"":1,"c":"x","d":-1}}"#
        let since = device.now + .milliseconds(-2_500)
        device.receive(ages, causes: [tells(.aged(key("a"), since: since))])
        let dayAgo = device.now + .seconds(-86_400)
        device.receive(
            #"o:{"age":{"a":999999999999}}"#, causes: [tells(.aged(key("a"), since: dayAgo))])
        device.receive(#"o:{"age":[1]}"#, causes: [])
    }

    @Test("P11: An owner who returned between two connections is reported back; the others are not")
    func backBetween() {
        var device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}},{"id":"b","v":1,"d":{}}"#)
        device.receive(#"o:{"away":["a","b"],"until":8}"#)
        device.loseConnection()
        device.authorize()
        device.receive(#"o:{"away":["b"],"until":8}"#, causes: [])
        device.receive("c:[]", causes: [tells(.back([key("a")])), .status(.synced)])
        device.wait(.seconds(1))
        device.receive(
            #"o:{"away":["b"],"until":9}"#,
            causes: [tells(.away([key("b")], absence(from: device.now, for: .seconds(9))))])

        // The program isn't notified of the return of an object that it did not know.
        device = Device(.presence)
        device.start()
        device.receive(#"o:{"away":["a"],"until":8}"#, causes: [])
        #expect(
            device.receive(HubFrames.change("a", to: 1, "{}")).last
                == tells(.away([key("a")], absence(from: device.now, for: .seconds(8)))))
        device.receive(HubFrames.removal("a", at: 2, cv: Device.cv3))
        device.receive(#"o:{"back":["a"]}"#, causes: [])

        // After a refusal the program is notified of the absences again.
        device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.receive(#"o:{"away":["a"],"until":8}"#)
        device.edit(.put(key("b"), [:]))
        device.receive(HubFrames.refusal("b", 401, ccid(1)))
        device.receive("auth:kim@example.org")
        #expect(device.receive("c:[]").contains(tells(.back([key("a")]))))
    }

    @Test("An absence ends when the object is removed or made again")
    func awayBeforeReturn() {
        var device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.reconnect(receiving: #"o:{"away":["a"],"until":8}"#)
        device.receive("cv:?")
        device.receive(HubFrames.removal("a", at: 2))
        device.receive(#"o:{"back":["a"]}"#)
        device.receive(HubFrames.change("a", to: 3, "{}", cv: Device.cv3))
        let effects = device.receive(
            #"i:{"current":"\#(Device.cv3)","index":[{"id":"a","v":3,"d":{}}]}"#)
        #expect(effects == [tells(.didIndex(ChangeVersion(Device.cv3))), .status(.synced)])

        device = Device(.presence)
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        device.loseConnection()
        device.authorize()
        device.receive(#"o:{"away":["a"],"until":8}"#, causes: [])
        device.receive(
            HubFrames.removal("a", at: 2),
            causes: [
                tells(.willChange([key("a")])), tells(.deleted(key("a"), .remote)),
                .status(.synced),
            ])
    }
}

extension Replica.Effect {
    var isIgnored: Bool {
        if case .ignored = self { true } else { false }
    }
}

private func absence(from now: Instant, for duration: Duration) -> Absence {
    Absence(since: now, until: now + duration, cause: .line)
}

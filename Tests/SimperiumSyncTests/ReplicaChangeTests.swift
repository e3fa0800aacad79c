import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Changes")
struct ReplicaChangeTests {
    private static let hello = #"{"id":"a","v":1,"d":{"t":"Hello"}}"#

    private static func online(with index: String = hello, _ kind: BucketLifetime = .memory)
        -> Device
    {
        var device = Device(kind)
        device.start(with: index)
        return device
    }

    @Test("An edit is stored, then sent, then acknowledged; the program is notified of each step")
    func journey() {
        var device = Self.online(.durable)
        let edited = device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        let change = Change(
            .modify(Diff(from: ["t": "Hello"], to: ["t": "Hello!"])), key: key("a"),
            version: .first, id: name(ChangeID(ccid(1))))
        let object = JSONObject(json: #"{"t":"Hello!"}"#)
        let ghost = Ghost(1, json: #"{"t":"Hello"}"#)
        let flight = ChangeInFlight(change, base: .first, outcome: object, turn: 2)
        #expect(
            edited == [
                stores(
                    .put(
                        key("a"),
                        StoredReplicaObject(ghost: ghost, draft: .object(object), inFlight: flight))
                ),
                device.sendsChange("a", from: 1, #"{"t":{"o":"d","v":"=5\t+!"}}"#, ccid(1)),
                tells(.pending(1)),
            ])
        let answer = HubFrames.change(
            "a", from: 1, to: 2, #"{"t":{"o":"d","v":"=5\t+!"}}"#, ccids: ccid(1))
        device.receive(
            answer,
            causes: [
                stores(
                    movesTo(Device.cv2),
                    .put(key("a"), StoredReplicaObject(ghost: Ghost(2, json: #"{"t":"Hello!"}"#)))),
                tells(.acknowledged(key("a"), version(2))), tells(.pending(0)),
            ])
        #expect(device.replica.statistics.unacknowledged == 0)
    }

    @Test("C5: After a message of 500 missed changes, the client waits for the rest of them")
    func manyMissedChanges() {
        var device = Self.online()
        device.loseConnection()
        device.edit(.put(key("b"), ["n": 1]))
        device.authorize()
        let changes = (1...501).map {
            String(HubFrames.change("k\($0)", to: 1, "{}").dropFirst(3).dropLast())
        }
        let first = device.receive("c:[" + changes[..<500].joined(separator: ",") + "]")
        #expect(first.compactMap(\.text) == ["0:i::::1"])
        #expect(!first.contains(.status(.synced)))
        let second = device.receive("c:[" + changes[500] + "]")
        #expect(second.compactMap(\.text) == [])
        #expect(!second.contains(.status(.synced)))
        #expect(device.object("k501") == [:])
        let page = device.receive(
            #"i:{"current":"\#(Device.cv2)","mark":"m","index":[{"id":"k501","v":1}]}"#)
        #expect(page.compactMap(\.text).count == 1, "the edit is sent")
        #expect(page.contains(.status(.synced)))
    }

    @Test(
        "C5: A change without ack is resent with its ccid, and settled by 409 or changes since cv"
    )
    func lostAcknowledgement() {
        var device = Self.online()
        let sent = device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        // The hub applies the change, but its answer is lost with the connection.
        let resent = device.reconnect(receiving: "c:[]")
        #expect(resent.first == .link(.send(sent.frames[0], on: device.connection)))
        device.receive(
            HubFrames.refusal("a", 409, ccid(1)), causes: [device.sends("cv:" + Device.cv1)])
        #expect(
            device.receive("c:[]") == [device.sends("e:a.2"), .status(.indexing)],
            "the change must be somewhere")
        device.receive(
            HubFrames.entity("a.2", #"{"t":"Hello!"}"#),
            causes: [
                tells(.acknowledged(key("a"), version(2))), tells(.pending(0)), .status(.synced),
            ])
        #expect(device.object("a") == ["t": "Hello!"])

        // The acknowledgement may be among the changes since the cursor.
        device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        let answer = HubFrames.change(
            "a", from: 1, to: 2, #"{"t":{"o":"d","v":"=5\t+!"}}"#, ccids: ccid(1))
        #expect(
            device.reconnect(receiving: answer) == [
                tells(.acknowledged(key("a"), version(2))), tells(.pending(0)), .status(.synced),
            ])
    }

    @Test(
        "C6: One change per key is in flight; a second edit waits, diffed against the new ghost"
    )
    func oneInFlight() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.edit(.update(key("a"), setting: ["t": "Hello!?"]), causes: [])
        let effects = device.receive(
            HubFrames.change("a", from: 1, to: 2, #"{"t":{"o":"d","v":"=5\t+!"}}"#, ccids: ccid(1)))
        #expect(
            effects == [
                tells(.acknowledged(key("a"), version(2))),
                device.sendsChange("a", from: 2, #"{"t":{"o":"d","v":"=6\t+?"}}"#, ccid(2)),
            ])
    }

    @Test("C7: After a remote change during the flight both edits are kept, here and at the hub")
    func remoteDuringFlight() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.edit(.update(key("a"), setting: ["t": "(Hello!"]))
        device.receive(
            HubFrames.change("a", from: 1, to: 2, #"{"t":{"o":"d","v":"=5\t+ world"}}"#),
            causes: [
                tells(.willChange([key("a")])),
                tells(.updated(key("a"), members: ["t"], .remote)),
            ])
        #expect(device.object("a") == ["t": "(Hello world!"])
        let effects = device.receive(
            HubFrames.change(
                "a", from: 2, to: 3, #"{"t":{"o":"d","v":"=11\t+!"}}"#, cv: Device.cv3,
                ccids: ccid(1)))
        #expect(
            effects == [
                tells(.acknowledged(key("a"), version(3))),
                device.sendsChange("a", from: 3, #"{"t":{"o":"d","v":"+(\t=12"}}"#, ccid(2)),
            ])
        #expect(device.object("a") == ["t": "(Hello world!"])
    }

    @Test("C8: An ack whose `v` differs from the sent one is handled, and accepted after two tries")
    func rebasedAcknowledgement() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.receive(HubFrames.change("a", from: 1, to: 2, #"{"t":{"o":"d","v":"=5\t+?"}}"#))
        // This hub puts the insertion in another place. The program's own place wins.
        let effects = device.receive(
            HubFrames.change(
                "a", from: 2, to: 3, #"{"t":{"o":"d","v":"=5\t+!\t=1"}}"#, cv: Device.cv3,
                ccids: ccid(1)))
        #expect(device.object("a") == ["t": "Hello?!"])
        #expect(effects.first == tells(.acknowledged(key("a"), version(3))))
        #expect(effects.count == 2, "and the difference is sent")
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [key("a")])

        // A hub that alters every change wins in the end.
        device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        for version in 2...3 {
            let sent = device.receive(
                HubFrames.change(
                    "a", from: version - 1, to: version, #"{"t":{"o":"r","v":"HELLO"}}"#,
                    cv: "\(version)", ccids: ccid(version - 1)))
            #expect(sent.frames.count == 1, "the difference is sent")
        }
        let last = device.receive(
            HubFrames.change("a", from: 3, to: 4, #"{"t":{"o":"r","v":"HELLO"}}"#, ccids: ccid(3)))
        #expect(last.frames == [])
        #expect(last.contains(tells(.updated(key("a"), members: ["t"], .remote))))
        #expect(device.object("a") == ["t": "HELLO"])
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [])
    }

    @Test(
        "C9: A remote removal removes an object without local edits, and re-creates one with edits")
    func remoteDelete() {
        var device = Self.online(with: Self.hello + #","# + #"{"id":"b","v":1,"d":{"n":1}}"#)
        device.edit(.update(key("b"), setting: ["n": 2]))
        device.receive(
            HubFrames.removal("a", at: 2),
            causes: [
                tells(.willChange([key("a")])), tells(.deleted(key("a"), .remote)),
            ])
        device.receive(HubFrames.removal("b", at: 2, cv: Device.cv3), causes: [])
        #expect(device.object("b") == ["n": 2])
        device.receive(
            HubFrames.refusal("b", 404, ccid(1)),
            causes: [
                device.sendsChange("b", #"{"n":{"o":"+","v":2}}"#, ccid(2))
            ])

        // The same with an edit made offline.
        device = Self.online()
        device.loseConnection()
        device.edit(.update(key("a"), setting: ["t": "mine"]))
        device.authorize()
        device.receive(
            HubFrames.removal("a", at: 2),
            causes: [
                device.sendsChange("a", #"{"t":{"o":"+","v":"mine"}}"#, ccid(1)),
                .status(.synced),
            ])
    }

    @Test("C10: A removal during a creation is sent as `-` after the creation's ack")
    func localDelete() {
        var device = Self.online(with: "")
        device.loseConnection()
        device.edit(.put(key("a"), [:]))
        device.edit(.delete(key("a")), causes: [tells(.pending(0))])
        device.authorize()
        device.receive("c:[]", causes: [.status(.synced)])

        device.edit(.put(key("a"), [:]))
        device.edit(.delete(key("a")), causes: [])
        #expect(device.object("a") == nil)
        device.receive(
            HubFrames.change("a", to: 1, "{}", ccids: ccid(1)),
            causes: [
                tells(.acknowledged(key("a"), version(1))),
                device.sends(#"c:{"id":"a","o":"-","ccid":"\#(ccid(2))"}"#),
            ])
        device.receive(
            HubFrames.removal("a", at: 2, cv: Device.cv3, ccids: ccid(2)),
            causes: [tells(.deleteAcknowledged(key("a"))), tells(.pending(0))])

        // An object that is made again while its removal is in flight is created after the removal.
        device = Self.online()
        device.edit(.delete(key("a")))
        device.edit(.put(key("a"), ["t": "new"]))
        device.receive(
            HubFrames.removal("a", at: 2, ccids: ccid(1)),
            causes: [
                tells(.deleteAcknowledged(key("a"))),
                device.sendsChange("a", #"{"t":{"o":"+","v":"new"}}"#, ccid(2)),
            ])
    }

    @Test(
        "C11: A repeated entry (`ev <= ghost`) is ignored and moves cv; as is a removal of nothing"
    )
    func duplicate() {
        var device = Self.online(with: #"{"id":"a","v":4,"d":{"t":"Hello"}}"#, .durable)
        for frame in [
            HubFrames.change("a", from: 3, to: 4, #"{"t":{"o":"r","v":"x"}}"#, cv: Device.cv2),
            HubFrames.removal("a", at: 3, cv: Device.cv3),
        ] {
            let effects = device.receive(frame)
            #expect(effects.count == 1, "the cursor, and nothing else")
        }
        #expect(device.object("a") == ["t": "Hello"])
        #expect(device.disk.changeVersion?.text == Device.cv3)

        device = Self.online(with: "", .durable)
        device.receive(HubFrames.removal("x", at: 7), causes: [stores(movesTo(Device.cv2))])
        #expect(
            device.disk
                == StoredReplicaBucket(
                    changeVersion: ChangeVersion(Device.cv2), owner: UserName("kim@example.org")))
    }

    @Test("C19: A combined change (ev - sv = 4, 3 ccids) acknowledges all of them")
    func aggregated() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.loseConnection()
        device.edit(.update(key("a"), setting: ["t": "Hello!?"]))
        device.authorize()
        let effects = device.receive(
            HubFrames.change(
                "a", from: 1, to: 5, #"{"t":{"o":"d","v":"+>> \t=5\t+! <<"}}"#, ccids: "7",
                ccid(1), "8"))
        #expect(device.object("a") == ["t": ">> Hello! <<?"])
        #expect(
            effects.dropLast() == [
                tells(.willChange([key("a")])), tells(.acknowledged(key("a"), version(5))),
                tells(.updated(key("a"), members: ["t"], .remote)),
                device.sendsChange("a", from: 5, #"{"t":{"o":"d","v":"=12\t+?"}}"#, ccid(2)),
            ])
    }

    @Test("C39: The creation of an empty object (`v:{}`) is acknowledged")
    func emptyObject() {
        var device = Self.online(with: "")
        device.edit(
            .put(key("a"), [:]),
            causes: [
                device.sendsChange("a", "{}", ccid(1)),
                tells(.pending(1)),
            ])
        device.receive(
            HubFrames.change("a", to: 1, "{}", ccids: ccid(1)),
            causes: [tells(.acknowledged(key("a"), version(1))), tells(.pending(0))])
    }

    @Test("C40: At most 200 changes are in flight, and the queue is sent in order")
    func limit() {
        var device = Self.online(with: "")
        let keys = (0..<250).map { "k\(1_000 - $0)" }
        var frames: [[UInt8]] = []
        for id in keys { frames += device.edit(.put(key(id), [:])).frames }
        #expect(frames.count == 200)
        #expect(device.replica.statistics.unacknowledged == 200)
        #expect(device.replica.statistics.unsent == 50)
        for (number, id) in keys.enumerated() {
            frames +=
                device.receive(
                    HubFrames.change(id, to: 1, "{}", cv: "\(number + 1)", ccids: ccid(number + 1))
                ).frames
        }
        let expected = keys.enumerated().map { number, id in
            #"0:c:{"id":"\#(id)","o":"M","v":{},"ccid":"\#(ccid(number + 1))"}"#
        }
        #expect(frames.map { String(decoding: $0, as: UTF8.self) } == expected)
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [])

        // The queue keeps its order across a restart.
        device = Self.online(with: "", .durable)
        device.loseConnection()
        let stored = ["z", "m", "a", "q"]
        for id in stored { device.edit(.put(key(id), [:])) }
        device.restart()
        device.authorize()
        #expect(
            device.receive("c:[]").frames
                == stored.enumerated().flatMap { number, id in
                    [device.sendsChange(id, "{}", ccid(number + 1, run: 0xB))].frames
                })
    }

    @Test("Edits that change nothing send nothing")
    func idleEdits() {
        let edits: [BucketEdit] = [
            .put(key("a"), ["t": "Hello"]), .update(key("a"), setting: ["t": "Hello"]),
            .update(key("a"), setting: [:], removing: ["x"]),
            .update(key("x"), setting: ["t": "1"]),
            .merge(key("a"), from: ["t": "1"], to: ["t": "1"]), .delete(key("x")),
            .revert(key("a")), .revert(key("x")),
        ]
        for edit in edits {
            var device = Self.online()
            #expect(device.edit(edit) == [], "\(edit)")
        }
    }

    @Test("A revert drops edits that were not sent")
    func revert() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "sent"]))
        device.edit(.update(key("a"), setting: ["t": "not sent"]))
        device.edit(.revert(key("a")))
        #expect(device.object("a") == ["t": "sent"])
        device.loseConnection()
        device.edit(.put(key("b"), [:]))
        device.edit(.revert(key("b")))
        #expect(device.object("b") == nil)
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [key("a")])
    }
}

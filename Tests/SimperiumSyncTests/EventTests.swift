import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Notifications of the program")
struct EventTests {
    @Test(
        """
        C34: Events come in order: willIndex and didIndex once, changes after they are stored, \
        acknowledged after the ghost is stored
        """
    )
    func order() {
        var device = Device(.durable)
        var effects = device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        effects += device.edit(.update(key("a"), setting: ["n": 2]))
        let changes = [
            #"{"clientid":"x","id":"b","o":"M","v":{},"ev":1,"cv":"2","ccids":["1"]}"#,
            #"{"id":"a","o":"M","v":{"n":{"o":"r","v":2}},"sv":1,"ev":2,"cv":"3","#
                + #""ccids":["\#(ccid(1))"]}"#,
            #"{"id":"b","o":"M","v":{"m":{"o":"+","v":1}},"sv":1,"ev":2,"cv":"4","ccids":["2"]}"#,
            #"{"clientid":"x","id":"b","o":"-","ev":3,"cv":"5","ccids":["3"]}"#,
        ]
        let batch = device.receive("c:[\(changes.joined(separator: ","))]")
        #expect(
            batch == [
                .store(
                    [
                        .move(to: ChangeVersion("5")), .forget(key("b")),
                        .put(key("a"), StoredReplicaObject(ghost: Ghost(2, json: #"{"n":2}"#))),
                    ], in: Device.bucket),
                tells(.willChange([key("b")])), tells(.inserted(key("b"), .remote)),
                tells(.acknowledged(key("a"), version(2))),
                tells(.updated(key("b"), members: ["m"], .remote)),
                tells(.deleted(key("b"), .remote)), tells(.pending(0)),
            ])
    }

    @Test("C35: An editor can save its text in the hook before an update")
    func editor() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":"Hello"}}"#)
        let read = JSONObject(json: #"{"t":"Hello"}"#)
        let typed = JSONObject(json: #"{"t":"Hello world"}"#)
        let effects = device.receive(
            HubFrames.change("a", from: 1, to: 2, #"{"t":{"o":"d","v":"+Oh, \t=5"}}"#))
        #expect(effects.first == tells(.willChange([key("a")])))
        device.edit(
            .merge(key("a"), from: read, to: typed),
            causes: [
                device.sendsChange("a", from: 2, #"{"t":{"o":"d","v":"=9\t+ world"}}"#, ccid(1)),
                tells(.pending(1)),
            ])
        #expect(device.object("a") == ["t": "Oh, Hello world"])
    }

    @Test("C38: A presence object that the hub removed is deleted, and no edit brings it back")
    func presence() {
        var device = Device(.presence)
        device.start()
        device.edit(.put(key("me"), ["mode": "auto"]))
        device.receive(
            HubFrames.change("me", to: 1, #"{"mode":{"o":"+","v":"auto"}}"#, ccids: ccid(1)))
        device.loseConnection()
        device.edit(.update(key("me"), setting: ["mode": "busy"]))
        device.authorize()
        device.receive(
            HubFrames.removal("me", at: 2),
            causes: [
                tells(.willChange([key("me")])), tells(.deleted(key("me"), .remote)),
                tells(.pending(0)), .status(.synced),
            ])
        #expect(device.object("me") == nil)
        let again = device.edit(.put(key("me"), ["mode": "auto"]))
        #expect(again.frames.count == 1, "the program may")

        // Nor does the answer to a change in flight.
        device = Device(.presence)
        device.start(with: #"{"id":"me","v":1,"d":{"mode":"auto"}}"#)
        device.edit(.update(key("me"), setting: ["mode": "busy"]))
        device.receive(
            HubFrames.refusal("me", 404, ccid(1)),
            causes: [
                tells(.willChange([key("me")])), tells(.deleted(key("me"), .remote)),
                tells(.pending(0)),
            ])
        device.receive(HubFrames.removal("me", at: 2), causes: [])

        // Nor does an index without it.
        device = Device(.presence)
        device.start(with: #"{"id":"me","v":1,"d":{}}"#)
        device.loseConnection()
        device.edit(.update(key("me"), setting: ["n": 1]))
        device.authorize()
        device.receive("cv:?")
        let effects = device.receive(#"i:{"current":"\#(Device.cv2)","index":[]}"#)
        #expect(effects.first == tells(.deleted(key("me"), .index)))
        #expect(effects.frames == [])
    }
}

import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("A hub that was restored from an older copy")
struct RecoveryTests {
    /// A device with three objects: `a` in version 3, `b` and `c` in version 1.
    private static func device(_ kind: BucketLifetime = .durable) -> Device {
        var device = Device(kind)
        device.start(
            with: #"{"id":"a","v":3,"d":{"t":"a3"}},{"id":"b","v":1,"d":{"t":"b1"}},"#
                + #"{"id":"c","v":1,"d":{"t":"c1"}}"#)
        device.loseConnection()
        return device
    }

    private static func page(_ entries: String, mark: String? = nil) -> String {
        let mark = mark.map { #","mark":"\#($0)""# } ?? ""
        return #"i:{"current":"\#(Device.cv2)","index":[\#(entries)]\#(mark)}"#
    }

    private static func id(_ id: String, _ number: Int, _ object: JSONObject) -> String {
        guard let version = EntityVersion(number) else { return "" }
        return Change(restoring: Ghost(version: version, object: object), as: key(id)).id.text
    }

    /// Expects the frame of a change that restores an object.
    private static func restores(
        _ id: String, _ version: Int, _ text: String, by device: Device
    ) -> Replica.Effect {
        let ccid = Self.id(id, version, ["t": JSON(text)])
        return device.sends(
            #"c:{"id":"\#(id)","o":"R","sv":\#(version),"d":{"t":"\#(text)"},"ccid":"\#(ccid)"}"#)
    }

    private static func restored(
        _ id: String, from source: Int? = nil, to version: Int, _ text: String
    ) -> String {
        HubFrames.change(
            id, from: source, to: version, #"{"t":{"o":"r","v":"\#(text)"}}"#, cv: Device.cv3,
            ccids: Self.id(id, version, ["t": JSON(text)]), by: "device-1")
    }

    @Test("C98: Objects that the hub lacks, and has in earlier versions, are sent to it")
    func restores() {
        var device = Self.device()
        device.authorize()
        #expect(device.receive(#"o:{"restored":true}"#) == [])
        // The cursor stays until the hub has everything.
        device.receive("cv:?", causes: [tells(.willIndex), device.sends("i:1:::500")])
        let effects = device.receive(
            Self.page(
                #"{"id":"a","v":2,"d":{"t":"a2"}},{"id":"b","v":1,"d":{"t":"b1"}},"#
                    + #"{"id":"x","v":1,"d":{"t":"x1"}}"#))
        #expect(
            effects.frames
                == [
                    Self.restores("a", 3, "a3", by: device),
                    Self.restores("c", 1, "c1", by: device),
                ].frames)
        #expect(device.disk.changeVersion?.text == Device.cv1)
        #expect(!device.replica.unsyncedKeys(in: Device.bucket).contains(key("a")))
        device.receive(Self.restored("a", from: 2, to: 3, "a3"))
        #expect(device.disk.changeVersion?.text == Device.cv1)
        device.receive(
            Self.restored("c", to: 1, "c1"),
            causes: [
                stores(movesTo(Device.cv3)),
                tells(.didIndex(ChangeVersion(Device.cv3))), .status(.synced),
            ])
        #expect(device.object("a") == ["t": "a3"])
        #expect(device.object("c") == ["t": "c1"])
        #expect(device.object("x") == ["t": "x1"])
        // From here on all is as ever.
        let edits = device.edit(.update(key("c"), setting: ["n": 1]))
        #expect(
            edits.frames
                == [device.sendsChange("c", from: 1, #"{"n":{"o":"+","v":1}}"#, ccid(1))].frames)
    }

    /// Reconnects to a hub that has lost changes, and receives its index. Returns the frames that
    /// the device sends after it.
    private static func recover(_ device: inout Device, _ entries: String) -> [[UInt8]] {
        device.reconnect(receiving: #"o:{"restored":true}"#)
        device.receive("cv:?")
        return device.receive(page(entries)).frames
    }

    private static let theRest = #"{"id":"b","v":1,"d":{"t":"b1"}},{"id":"c","v":1,"d":{"t":"c1"}}"#

    @Test("C98: An object that was edited since is sent too, and the hub's answer counts")
    func edited() {
        // The number of the version that is listed; the hub's answer to the lost one.
        for listed in [3, 5] {
            for answer in [
                HubFrames.refusal("a", 412, Self.id("a", 3, ["t": "a3"])),
                HubFrames.refusal("a", 409, Self.id("a", 3, ["t": "a3"])),
                Self.restored("a", from: listed, to: listed + 1, "merged")
                    .replacing(
                        Self.id("a", listed + 1, ["t": "merged"]), Self.id("a", 3, ["t": "a3"])),
            ] {
                var device = Self.device()
                let frames = Self.recover(
                    &device, #"{"id":"a","v":\#(listed),"d":{"t":"new"}},"# + Self.theRest)
                #expect(frames == [Self.restores("a", 3, "a3", by: device)].frames)
                let result = answer.contains("error") ? listed : listed + 1
                #expect(device.receive(answer).frames == [device.sends("e:a.\(result)")].frames)
                device.receive(HubFrames.entity("a.\(result)", #"{"t":"result"}"#))
                #expect(device.object("a") == ["t": "result"])
                #expect(device.replica.status == .synced)
            }
        }
        // The hub has the same object, under another number.
        var device = Self.device()
        let rest = Self.recover(&device, #"{"id":"a","v":2,"d":{"t":"a3"}},"# + Self.theRest)
        #expect(rest == [])
        #expect(device.disk.objects[key("a")]?.ghost?.version == version(2))
        #expect(device.replica.status == .synced)
    }

    @Test("C98: Edits of lost objects are sent after these; a lost object that is deleted is not")
    func ownEdits() {
        var device = Self.device()
        device.edit(.update(key("a"), setting: ["n": 1]))
        device.edit(.delete(key("c")))
        device.edit(.put(key("new"), ["n": 2]))
        let frames = Self.recover(&device, #"{"id":"b","v":1,"d":{"t":"b1"}}"#)
        #expect(frames == [Self.restores("a", 3, "a3", by: device)].frames)
        device.edit(.update(key("a"), setting: ["n": 3]))
        let edits = device.receive(Self.restored("a", to: 3, "a3")).frames
        #expect(
            edits
                == [
                    device.sendsChange("a", from: 3, #"{"n":{"o":"+","v":3}}"#, ccid(1)),
                    device.sendsChange("new", #"{"n":{"o":"+","v":2}}"#, ccid(2)),
                ].frames)
        #expect(device.object("c") == nil)
    }

    @Test("C98: A change in flight that the hub had applied and has lost is sent again")
    func changeInFlight() {
        var device = Self.device()
        device.authorize()
        device.receive("c:[]")
        device.edit(.update(key("a"), setting: ["n": 1]))
        // The hub has applied it, but the client does not learn the version.
        device.receive(HubFrames.refusal("a", 409, ccid(1)))
        device.receive(HubFrames.change("b", from: 5, to: 6, "{}"))
        let frames = Self.recover(&device, #"{"id":"a","v":2,"d":{"t":"a2"}},"# + Self.theRest)
        #expect(frames == [Self.restores("a", 3, "a3", by: device)].frames)
        #expect(
            device.receive(Self.restored("a", from: 2, to: 3, "a3")).frames
                == [device.sendsChange("a", from: 3, #"{"n":{"o":"+","v":1}}"#, ccid(2))].frames)
    }

    @Test("C98: An object that the hub refuses is removed or becomes an edit, by the reason")
    func refused() {
        for (code, isKept) in [(404, false), (401, false), (400, true), (405, true), (413, true)] {
            var device = Self.device()
            _ = Self.recover(&device, #"{"id":"a","v":3,"d":{"t":"a3"}},{"id":"b","v":1,"d":{}}"#)
            device.receive(HubFrames.refusal("b", 412, Self.id("b", 1, ["t": "b1"])))
            let effects = device.receive(HubFrames.refusal("c", code, Self.id("c", 1, ["t": "c1"])))
            #expect(effects.contains(tells(.deleted(key("c"), .index))) == !isKept, "\(code)")
            let edit = device.sendsChange("c", #"{"t":{"o":"+","v":"c1"}}"#, ccid(1))
            #expect(effects.contains(edit) == isKept, "\(code)")
        }
    }

    @Test("C98: Presence objects are removed as ever, and without the notice all objects are")
    func noRecovery() {
        var device = Self.device(.presence)
        #expect(Self.recover(&device, "") == [])
        #expect(device.object("a") == nil)
        device = Self.device()
        device.authorize()
        device.receive("cv:?")
        #expect(device.receive(Self.page("")).frames == [])
        #expect(device.object("a") == nil)
    }

    @Test("C99: A break at any point leaves nothing out, and what the hub has again is not sent")
    func broken() {
        for restarts in [false, true] {
            var device = Self.device()
            func connect() -> [Replica.Effect] {
                restarts ? device.restart() : device.loseConnection()
                let effects = device.authorize()
                device.receive(#"o:{"restored":true}"#)
                device.receive("cv:?")
                return effects
            }
            let first = connect().frames.map { String(decoding: $0, as: UTF8.self) }
            #expect(first.contains { $0.contains("cv:\(Device.cv1)") })
            device.receive(Self.page(#"{"id":"a","v":2,"d":{"t":"a2"}}"#, mark: "m"))
            _ = connect()
            #expect(device.object("c") == ["t": "c1"])
            #expect(
                device.receive(Self.page(#"{"id":"a","v":2,"d":{"t":"a2"}}"#)).frames.count == 3)
            device.receive(Self.restored("b", to: 1, "b1"))
            _ = connect()
            let frames = device.receive(
                Self.page(
                    #"{"id":"b","v":1,"d":{"t":"b1"}},{"id":"a","v":2,"d":{"t":"a2"}}"#)
            ).frames
            #expect(
                frames
                    == [
                        Self.restores("a", 3, "a3", by: device),
                        Self.restores("c", 1, "c1", by: device),
                    ].frames)
            device.receive(Self.restored("a", from: 2, to: 3, "a3"))
            device.receive(Self.restored("c", to: 1, "c1"))
            #expect(device.disk.changeVersion?.text == Device.cv3)
            #expect(device.object("a") == ["t": "a3"])
        }
    }

    @Test("C98: Changes by others meanwhile are applied after that")
    func changesMeanwhile() {
        var device = Self.device()
        _ = Self.recover(&device, #"{"id":"b","v":1,"d":{"t":"b1"}}"#)
        device.receive(HubFrames.change("b", from: 1, to: 2, #"{"n":{"o":"+","v":1}}"#, cv: "3"))
        // Another device was faster with `a`, and has edited it.
        device.receive(HubFrames.change("a", to: 3, #"{"t":{"o":"+","v":"a3"}}"#, cv: "4"))
        device.receive(HubFrames.change("a", from: 3, to: 4, #"{"n":{"o":"+","v":2}}"#, cv: "5"))
        device.receive(HubFrames.refusal("a", 409, Self.id("a", 3, ["t": "a3"])))
        #expect(device.object("b") == ["t": "b1"])
        let frames = device.receive(Self.restored("c", to: 1, "c1")).frames
        #expect(device.object("b") == ["t": "b1", "n": 1])
        #expect(frames == [device.sends("e:a.4")].frames)
        device.receive(HubFrames.entity("a.4", #"{"t":"a3","n":2}"#))
        #expect(device.object("a") == ["t": "a3", "n": 2])
        #expect(device.disk.changeVersion?.text == Device.cv3)
    }

    @Test("C98: Clients with an object give its lost version one id, in any order of its members")
    func ids() {
        let one = Self.id("a", 3, ["x": 1, "y": ["p": [["m": 1, "n": 2]], "q": "é"]])
        #expect(one == Self.id("a", 3, ["y": ["q": "é", "p": [["n": 2, "m": 1]]], "x": 1]))
        let others = [
            Self.id("b", 3, ["x": 1]), Self.id("a", 3, ["x": 1]), Self.id("a", 4, ["x": 1]),
            Self.id("a", 3, ["x": 2]), one,
        ]
        #expect(Set(others).count == others.count)
        #expect(one.utf8.count == 64)
    }
}

extension String {
    fileprivate func replacing(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}

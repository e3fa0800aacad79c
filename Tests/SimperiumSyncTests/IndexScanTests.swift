import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Indexing")
struct IndexScanTests {
    private func page(_ entries: String, mark: String? = nil, cv: String = Device.cv1) -> String {
        let mark = mark.map { #","mark":"\#($0)""# } ?? ""
        return #"i:{"current":"\#(cv)","index":[\#(entries)]\#(mark)}"#
    }

    @Test("Endless marks cause no loop, and an empty last page ends the index")
    func endlessMarks() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{}},{"id":"b","v":1,"d":{}}"#)
        device.reconnect(receiving: "cv:?")
        #expect(device.receive(page(#"{"id":"a","v":1}"#, mark: "m")).count == 1)
        for _ in 0..<2 {
            device.receive(page("", mark: "m"), causes: [device.sends("i:1:m::500")])
        }
        device.receive(
            page(#"{"id":"a","v":1}"#, mark: "m"),
            causes: [
                tells(.error(.endlessIndex)), tells(.didIndex(ChangeVersion(Device.cv1))),
                .status(.synced),
            ])
        #expect(device.object("b") == [:])

        device = Device()
        device.authorize()
        device.receive(page(#"{"id":"a","v":1,"d":{}}"#, mark: "m"))
        device.receive(#"i:{"index":[]}"#)
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == Device.cv1)
    }

    @Test("C32: An index of 100,000 objects is stored page by page and resumes after a break")
    func interrupted() {
        // A benchmark measures the memory. Here: each page is stored when it comes, loaded objects
        // are kept, and the program is notified of one index, not of two.
        var device = Device(.durable)
        #expect(device.authorize().contains(tells(.willIndex)))
        device.receive(page(#"{"id":"a","v":1,"d":{"n":1}}"#, mark: "m"))
        #expect(device.disk.objects.count == 1)
        device.loseConnection()
        #expect(!device.authorize().contains(tells(.willIndex)))
        #expect(
            device.receive(page(#"{"id":"a","v":1,"d":{"n":1}}"#, mark: "m"))
                == [device.sends("i:1:m::250")], "it is here already")
        let last = device.receive(page(#"{"id":"b","v":1,"d":{"n":2}}"#))
        #expect(last.contains(tells(.didIndex(ChangeVersion(Device.cv1)))))

        // Pages get shorter until they come through, and then long again.
        device = Device()
        device.authorize()
        var limits: [String] = []
        for _ in 0..<10 {
            device.loseConnection()
            device.handle(.goOnline)
            let opening = device.handle(.link(.opened(device.connection))).first?.text ?? ""
            limits.append(opening.split(separator: ":::").last.map { String($0.prefix(4)) } ?? "")
            device.receive("auth:kim@example.org")
        }
        #expect(
            limits.map { $0.prefix { $0.isNumber } }.joined(separator: " ")
                == "250 125 62 31 15 7 3 1 1 1")
        device.receive(page(#"{"id":"a","v":1,"d":{}}"#))
        #expect(device.reconnect(receiving: "cv:?").contains(device.sends("i:1:::500")))
    }

    @Test("An object that was removed and inserted again replaces the one with its version")
    func sameVersion() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}},{"id":"b","v":1,"d":{"n":1}}"#)
        device.reconnect(receiving: "cv:?")
        device.receive(page(#"{"id":"a","v":1,"d":{"n":2}},{"id":"b","v":1}"#))
        #expect(device.object("a") == ["n": 2])
        #expect(device.object("b") == ["n": 1])
    }

    @Test("C36: Edits made during an index are sent after it")
    func editsMeanwhile() {
        var device = Device()
        device.authorize()
        device.receive(page(#"{"id":"a","v":1,"d":{"n":1}}"#, mark: "m"))
        device.edit(.update(key("a"), setting: ["n": 2]), causes: [tells(.pending(1))])
        device.edit(.put(key("b"), ["n": 3]), causes: [tells(.pending(2))])
        let effects = device.receive(page(#"{"id":"b","v":4,"d":{"m":0}}"#))
        #expect(
            effects.frames
                == [
                    device.sendsChange("a", from: 1, #"{"n":{"o":"r","v":2}}"#, ccid(1)),
                    device.sendsChange("b", from: 4, #"{"n":{"o":"+","v":3}}"#, ccid(2)),
                ].frames)
    }

    @Test(
        "C37: Local objects that were never sent survive an index without them, and are sent",
        arguments: [BucketLifetime.durable, .memory, .presence])
    func neverSynced(kind: BucketLifetime) {
        var device = Device(kind)
        device.edit(.put(key("mine"), ["n": 1]))
        if kind == .durable { device.restart() }
        #expect(device.start(with: #"{"id":"a","v":1,"d":{}}"#).frames.count == 1)
        #expect(device.object("mine") == ["n": 1])
    }

    @Test("Changes during an index are applied after it, unless the index contains them")
    func changesMeanwhile() {
        var device = Device()
        device.authorize()
        device.receive(HubFrames.change("a", from: 1, to: 2, #"{"n":{"o":"r","v":2}}"#, cv: "1"))
        device.receive(page(#"{"id":"a","v":2,"d":{"n":2}}"#, mark: "m", cv: "1"))
        device.receive(HubFrames.change("a", from: 2, to: 3, #"{"n":{"o":"r","v":3}}"#, cv: "2"))
        device.receive(HubFrames.removal("b", at: 2, cv: "3"))
        let effects = device.receive(page(#"{"id":"b","v":1,"d":{}}"#, cv: "1"))
        #expect(
            effects == [
                tells(.willChange([key("a"), key("b")])), tells(.inserted(key("b"), .index)),
                tells(.didIndex(ChangeVersion("1"))),
                tells(.updated(key("a"), members: ["n"], .remote)),
                tells(.deleted(key("b"), .remote)), .status(.synced),
            ])
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == "3")

        // A bucket that changes faster than its index is read catches up later.
        device = Device()
        device.authorize()
        let change = HubFrames.change("a", from: 1, to: 2, "{}")
        for _ in 0...10_000 { device.receive(change) }
        let last = device.receive(page(#"{"id":"a","v":1,"d":{}}"#))
        #expect(last.contains(.link(.hangUp(device.connection, .abandoning))))
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == Device.cv1)
    }

    @Test("An object that the index lists without data is loaded")
    func withoutData() {
        var device = Device()
        device.authorize()
        device.receive(
            page(#"{"id":"a","v":3}"#),
            causes: [
                tells(.didIndex(ChangeVersion(Device.cv1))), device.sends("e:a.3"),
            ])
        #expect(device.object("a") == nil)
        device.receive(HubFrames.entity("a.3", #"{"n":1}"#))
        #expect(device.object("a") == ["n": 1])
    }

    @Test("An index acknowledges a change in flight, or the change is sent again under its own id")
    func indexHasFlight() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":"x"}}"#)
        device.edit(.update(key("a"), setting: ["t": "xy"]))
        device.reconnect(receiving: "cv:?")
        let effects = device.receive(page(#"{"id":"a","v":2,"d":{"t":"xy"}}"#))
        #expect(
            effects == [
                tells(.acknowledged(key("a"), version(2))),
                tells(.didIndex(ChangeVersion(Device.cv1))), tells(.pending(0)), .status(.synced),
            ])

        device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":"x"}}"#)
        let sent = device.edit(.update(key("a"), setting: ["t": "xy"])).frames
        device.reconnect(receiving: "cv:?")
        // It contains this client's "y" and another client's "z".
        let asked = device.receive(page(#"{"id":"a","v":3,"d":{"t":"xyz"}}"#))
        #expect(asked.frames == sent)
        #expect(
            device.receive(HubFrames.refusal("a", 409, ccid(1))).frames
                == [
                    device.sends("cv:" + Device.cv1), device.sends("e:a.3"),
                ].frames)
        device.receive("c:[]")
        device.receive(HubFrames.entity("a.3", #"{"t":"xyz"}"#))
        #expect(device.object("a") == ["t": "xyz"], "and not twice")
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [])
    }

    @Test(
        "Text erased from a change in flight stays erased after an index that may contain it",
        arguments: [BucketLifetime.durable, .memory], [true, false])
    func erasedInFlight(kind: BucketLifetime, isIndexed: Bool) {
        var device = Device(kind)
        device.start(with: #"{"id":"a","v":1,"d":{"t":"x"}}"#)
        let sent = device.edit(.update(key("a"), setting: ["t": "xy"])).frames
        if kind == .durable { device.restart() } else { device.loseConnection() }
        device.edit(.update(key("a"), setting: ["t": "x"]))
        device.authorize()
        device.receive("cv:?")
        // It contains another client's "z", with or without this client's "y".
        let listed =
            isIndexed ? #"{"id":"a","v":3,"d":{"t":"xyz"}}"# : #"{"id":"a","v":2,"d":{"t":"xz"}}"#
        #expect(device.receive(page(listed)).frames == sent)
        if isIndexed {
            device.receive(HubFrames.refusal("a", 409, ccid(1)))
            device.receive("c:[]")
        } else {
            let diff = #"{"t":{"o":"d","v":"=1\t+y\t=1"}}"#
            device.receive(HubFrames.change("a", from: 2, to: 3, diff, ccids: ccid(1)))
        }
        let loaded = device.receive(HubFrames.entity("a.3", #"{"t":"xyz"}"#))
        #expect(device.object("a") == ["t": "xz"])
        #expect(loaded.frames.count == 1, "the hub is told to erase it")
    }

    @Test(
        "After a refusal the edit is merged with the object that the index lists",
        arguments: [400, 405, 412, 440])
    func refusedAfterIndex(error: Int) {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":"x"}}"#)
        device.edit(.update(key("a"), setting: ["t": "xy"]))
        device.reconnect(receiving: "cv:?")
        device.receive(page(#"{"id":"a","v":2,"d":{"t":"zx"}}"#))
        let answer = device.receive(HubFrames.refusal("a", error, ccid(1)))
        #expect(answer.contains(device.sends("e:a.2")))
        device.receive(HubFrames.entity("a.2", #"{"t":"zx"}"#))
        #expect(device.object("a") == ["t": "zxy"])
    }
}

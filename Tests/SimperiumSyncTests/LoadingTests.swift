import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Loading single objects")
struct LoadingTests {
    private static func online(_ kind: BucketKind = .memory) -> Device {
        var device = Device(kind)
        device.start(with: #"{"id":"a","v":1,"d":{"t":"Hello"}}"#)
        return device
    }

    /// The hub has a change of ours, and told so in a way that made us load the object.
    private static func loadingOwnChange(of id: String, at version: Int) -> Device {
        var device = online()
        device.edit(.put(key(id), ["t": "mine"]))
        let source = version > 1 ? version - 1 : nil
        device.hear(Frames.change(id, from: source, to: version, "7", ccids: ccid(1)))
        return device
    }

    @Test("C12: Gap → `e:key.ev`; local edits re-based")
    func gap() {
        var device = Self.online(.durable)
        device.breakLine()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.authorize()
        let gap = device.hear(Frames.change("a", from: 4, to: 5, #"{"n":{"o":"+","v":1}}"#))
        #expect(gap.dropFirst() == [device.sends("e:a.5")])
        #expect(device.disk.objects[key("a")]?.suspect == version(5), "even a restart must know")

        let loaded = device.hear(Frames.entity("a.5", #"{"t":"Oh, Hello","n":1}"#))
        #expect(
            loaded.dropFirst() == [
                tells(.willChange([key("a")])),
                tells(.updated(key("a"), members: ["t", "n"], .remote)),
                device.sendsChange("a", from: 5, #"{"t":{"o":"d","v":"=9\t+!"}}"#, ccid(1)),
                .status(.synced),
            ])
        #expect(device.disk.objects[key("a")]?.suspect == nil)
        #expect(device.object("a") == ["t": "Oh, Hello!", "n": 1])
    }

    @Test("A restart in the middle of a load loads again")
    func restart() {
        var device = Self.online(.durable)
        device.hear(Frames.change("a", from: 4, to: 5, "{}"))
        device.restart()
        device.authorize()
        #expect(device.hear("c:[]") == [device.sends("e:a.5")])
    }

    @Test(
        "C13: Unappliable diff → reload, no crash; cv advances",
        arguments: [
            #"{"t":{"o":"d","v":"=99"}}"#, #"{"n":{"o":"I","v":1}}"#, #"{"t":{"o":"?","v":1}}"#,
            "7",
            #"{"t":{"o":"d","v":"+%"}}"#, #"{"t":"x"}"#,
        ])
    func inapplicable(diff: String) {
        var device = Self.online(.durable)
        let effects = device.hear(Frames.change("a", from: 1, to: 2, diff))
        #expect(effects.dropFirst() == [device.sends("e:a.2"), .status(.indexing)])
        #expect(device.disk.changeVersion?.text == Device.cv2)
    }

    @Test("Changes that follow while an object is loaded come on top of it")
    func laterChanges() {
        var device = Self.online()
        device.hear(Frames.change("a", from: 4, to: 5, "{}"))
        let later = [#"{"t":{"o":"d","v":"=1\t+2"}}"#, #"{"t":{"o":"d","v":"=2\t+3"}}"#]
        for (number, diff) in later.enumerated() {
            #expect(device.hear(Frames.change("a", from: 5 + number, to: 6 + number, diff)) == [])
        }
        device.hear(Frames.entity("a.5", #"{"t":"1"}"#))
        #expect(device.object("a") == ["t": "123"])
        #expect(
            device.hear(Frames.change("a", from: 7, to: 8, #"{"t":{"o":"r","v":"4"}}"#)).count == 2)
    }

    @Test("A change that is told twice is not put on top of an object that has it")
    func repeatedMeanwhile() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.hear(Frames.change("a", from: 1, to: 2, "7", ccids: ccid(1)))
        device.edit(.update(key("a"), setting: ["t": "Hello"]))
        let diff = #"{"t":{"o":"d","v":"=5\t+!"}}"#
        #expect(device.hear(Frames.change("a", from: 1, to: 2, diff, ccids: ccid(1))) == [])
        #expect(device.hear(Frames.entity("a.2", #"{"t":"Hello!"}"#)).frames.count == 1)
        #expect(device.object("a") == ["t": "Hello"])
    }

    @Test("A removal ends a load, and its late answer means nothing")
    func removedMeanwhile() {
        var device = Self.online()
        device.hear(Frames.change("a", from: 4, to: 5, "{}"))
        #expect(
            device.hear(Frames.removal("a", at: 6, cv: Device.cv3)) == [
                tells(.willChange([key("a")])), tells(.deleted(key("a"), .remote)),
                .status(.synced),
            ])
        #expect(device.hear(Frames.entity("a.5", #"{"t":"1"}"#)) == [])
        #expect(device.object("a") == nil)
    }

    @Test(
        "A removal settles a change of ours that was being loaded",
        arguments: [("a", 2), ("b", 1)])
    func changeRemovedMeanwhile(id: String, version: Int) {
        var device = Self.loadingOwnChange(of: id, at: version)
        #expect(
            device.hear(Frames.removal(id, at: version + 1, cv: Device.cv3)) == [
                tells(.willChange([key(id)])), tells(.deleted(key(id), .remote)),
                tells(.pending(0)), .status(.synced),
            ])
    }

    @Test(
        "What was edited since that change outlives the removal", arguments: [("a", 2), ("b", 1)])
    func editOutlivesChange(id: String, version: Int) {
        var device = Self.loadingOwnChange(of: id, at: version)
        device.edit(.put(key(id), ["t": "more"]))
        #expect(
            device.hear(Frames.removal(id, at: version + 1, cv: Device.cv3)) == [
                device.sendsChange(id, #"{"t":{"o":"+","v":"more"}}"#, ccid(2)),
                .status(.synced),
            ])
    }

    @Test("An edit that waited for a load is sent when a removal ends it")
    func editOutlivesLoad() {
        var device = Self.online()
        device.breakLine()
        device.edit(.update(key("a"), setting: ["t": "mine"]))
        device.authorize()
        #expect(device.hear(Frames.change("a", from: 4, to: 5, "{}")).frames.count == 1)
        #expect(
            device.hear(Frames.removal("a", at: 6, cv: Device.cv3)) == [
                device.sendsChange("a", #"{"t":{"o":"+","v":"mine"}}"#, ccid(1)),
                .status(.synced),
            ])
    }

    @Test("An acknowledgement with a gap before it is one all the same")
    func acknowledgedOverGap() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        let answer = Frames.change(
            "a", from: 4, to: 5, #"{"t":{"o":"d","v":"=9\t+!"}}"#, ccids: ccid(1))
        #expect(device.hear(answer) == [device.sends("e:a.5"), .status(.indexing)])
        #expect(
            device.hear(Frames.entity("a.5", #"{"t":"Oh, Hello!"}"#)) == [
                tells(.willChange([key("a")])), tells(.acknowledged(key("a"), version(5))),
                tells(.updated(key("a"), members: ["t"], .remote)), tells(.pending(0)),
                .status(.synced),
            ])
        #expect(device.object("a") == ["t": "Oh, Hello!"])
    }

    @Test("An object is repaired twice on one connection, and no more")
    func repairLimit() {
        var device = Self.online()
        for version in [5, 10] {
            #expect(
                device.hear(Frames.change("a", from: version - 1, to: version, "{}")).first
                    == device.sends("e:a.\(version)"))
            device.hear(Frames.entity("a.\(version)", "{}"))
        }
        #expect(
            device.hear(Frames.change("a", from: 14, to: 15, "{}"))
                == [tells(.error(.stuck(key("a"))))])
        #expect(device.reconnect(hearing: "c:[]").first == device.sends("e:a.15"))
    }

    @Test(
        "C17: Keys with dots, `%`, `@` work in `e`",
        arguments: ["a.b.2024", "a%41b", "kim@example.org", ".", "-"])
    func oddKeys(id: String) {
        var device = Device()
        device.start()
        #expect(
            device.hear(Frames.change(id, from: 2, to: 3, "{}")).first == device.sends("e:\(id).3"))
        #expect(
            device.hear(Frames.entity("\(id).3", #"{"n":1}"#)) == [
                tells(.willChange([key(id)])), tells(.inserted(key(id), .remote)),
                .status(.synced),
            ])
    }

    @Test("C18: `e` reply `?` handled for history and reload")
    func missing() {
        var device = Device()
        device.start(with: #"{"id":"a","v":3,"d":{"n":3}}"#)
        #expect(
            device.handle(.requestVersions(of: key("a"), count: 5, in: Device.bucket)) == [
                device.sends("e:a.3"), device.sends("e:a.2"), device.sends("e:a.1"),
            ])
        let second = EntityReference(key: key("a"), version: version(2))
        #expect(
            device.hear(Frames.entity("a.2", #"{"n":2}"#))
                == [tells(.version(second, ["n": 2]))])
        let first = EntityReference(key: key("a"), version: .first)
        #expect(device.hear(Frames.entity("a.1", nil)) == [tells(.version(first, nil))])
        #expect(device.hear(Frames.entity("a.1", nil)) == [], "nobody asked")

        device.hear(Frames.change("a", from: 8, to: 9, "{}"))
        #expect(
            device.hear(Frames.entity("a.9", nil))
                == [tells(.willIndex), device.sends("i:1:::500")])
    }

    @Test("A hub that never has what it speaks of is not asked for ever")
    func missingForEver() {
        var device = Self.online()
        device.hear(Frames.change("a", from: 8, to: 9, "{}"))
        var questions = 0
        while let frame = device.hear(Frames.entity("a.9", nil)).frames.first, questions < 50 {
            questions += 1
            #expect(frame == device.sends("i:1:::500").frame)
            device.hear(#"i:{"current":"\#(Device.cv2)","index":[{"id":"a","v":9}]}"#)
        }
        #expect(questions <= 2)
    }

    @Test("A history that was asked for without a connection is asked for with the next one")
    func historyLater() {
        var device = Self.online()
        device.breakLine()
        #expect(device.handle(.requestVersions(of: key("a"), count: 1, in: Device.bucket)) == [])
        device.authorize()
        #expect(device.hear("c:[]") == [device.sends("e:a.1"), .status(.synced)])
    }
}

extension Replica.Effect {
    fileprivate var frame: [UInt8]? {
        if case .link(.send(let frame, _)) = self { frame } else { nil }
    }
}

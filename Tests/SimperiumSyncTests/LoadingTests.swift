import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Loading single objects")
struct LoadingTests {
    private static func online(_ kind: BucketLifetime = .memory) -> Device {
        var device = Device(kind)
        device.start(with: #"{"id":"a","v":1,"d":{"t":"Hello"}}"#)
        return device
    }

    /// The hub has applied a change of this client, and reported it in a way that causes a load.
    private static func loadingOwnChange(of id: String, at version: Int) -> Device {
        var device = online()
        device.edit(.put(key(id), ["t": "mine"]))
        let source = version > 1 ? version - 1 : nil
        device.receive(HubFrames.change(id, from: source, to: version, "7", ccids: ccid(1)))
        return device
    }

    @Test(
        "C12: A gap loads the object (`e:key.ev`) and rebases local edits; a restart loads it again"
    )
    func gap() {
        var device = Self.online(.durable)
        device.loseConnection()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.authorize()
        let gap = device.receive(HubFrames.change("a", from: 4, to: 5, #"{"n":{"o":"+","v":1}}"#))
        #expect(gap.dropFirst() == [device.sends("e:a.5")])
        #expect(device.disk.objects[key("a")]?.suspect == version(5), "even a restart must know")

        let loaded = device.receive(HubFrames.entity("a.5", #"{"t":"Oh, Hello","n":1}"#))
        #expect(
            loaded.dropFirst() == [
                tells(.willChange([key("a")])),
                tells(.updated(key("a"), members: ["t", "n"], .remote)),
                device.sendsChange("a", from: 5, #"{"t":{"o":"d","v":"=9\t+!"}}"#, ccid(1)),
                .status(.synced),
            ])
        #expect(device.disk.objects[key("a")]?.suspect == nil)
        #expect(device.object("a") == ["t": "Oh, Hello!", "n": 1])

        device = Self.online(.durable)
        device.receive(HubFrames.change("a", from: 4, to: 5, "{}"))
        device.restart()
        device.authorize()
        device.receive("c:[]", causes: [device.sends("e:a.5")])
    }

    @Test(
        "C13: A diff that can't be applied loads the object and moves cv",
        arguments: [
            #"{"t":{"o":"d","v":"=99"}}"#, #"{"n":{"o":"I","v":1}}"#, #"{"t":{"o":"?","v":1}}"#,
            "7",
            #"{"t":{"o":"d","v":"+%"}}"#, #"{"t":"x"}"#,
        ])
    func inapplicable(diff: String) {
        var device = Self.online(.durable)
        let effects = device.receive(HubFrames.change("a", from: 1, to: 2, diff))
        #expect(effects.dropFirst() == [device.sends("e:a.2"), .status(.indexing)])
        #expect(device.disk.changeVersion?.text == Device.cv2)
    }

    @Test("Changes that arrive while an object is loaded are applied to it, each once")
    func laterChanges() {
        var device = Self.online()
        device.receive(HubFrames.change("a", from: 4, to: 5, "{}"))
        let later = [#"{"t":{"o":"d","v":"=1\t+2"}}"#, #"{"t":{"o":"d","v":"=2\t+3"}}"#]
        for (number, diff) in later.enumerated() {
            device.receive(
                HubFrames.change("a", from: 5 + number, to: 6 + number, diff), causes: [])
        }
        device.receive(HubFrames.entity("a.5", #"{"t":"1"}"#))
        #expect(device.object("a") == ["t": "123"])
        #expect(
            device.receive(HubFrames.change("a", from: 7, to: 8, #"{"t":{"o":"r","v":"4"}}"#)).count
                == 2)

        device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        device.receive(HubFrames.change("a", from: 1, to: 2, "7", ccids: ccid(1)))
        device.edit(.update(key("a"), setting: ["t": "Hello"]))
        let diff = #"{"t":{"o":"d","v":"=5\t+!"}}"#
        device.receive(HubFrames.change("a", from: 1, to: 2, diff, ccids: ccid(1)), causes: [])
        #expect(device.receive(HubFrames.entity("a.2", #"{"t":"Hello!"}"#)).frames.count == 1)
        #expect(device.object("a") == ["t": "Hello"])
    }

    @Test("A removal ends a load; the late reply is ignored, and a waiting edit is sent")
    func removedMeanwhile() {
        var device = Self.online()
        device.receive(HubFrames.change("a", from: 4, to: 5, "{}"))
        device.receive(
            HubFrames.removal("a", at: 6, cv: Device.cv3),
            causes: [
                tells(.willChange([key("a")])), tells(.deleted(key("a"), .remote)),
                .status(.synced),
            ])
        device.receive(HubFrames.entity("a.5", #"{"t":"1"}"#), causes: [])
        #expect(device.object("a") == nil)

        device = Self.online()
        device.loseConnection()
        device.edit(.update(key("a"), setting: ["t": "mine"]))
        device.authorize()
        #expect(device.receive(HubFrames.change("a", from: 4, to: 5, "{}")).frames.count == 1)
        device.receive(
            HubFrames.removal("a", at: 6, cv: Device.cv3),
            causes: [
                device.sendsChange("a", #"{"t":{"o":"+","v":"mine"}}"#, ccid(1)),
                .status(.synced),
            ])
    }

    @Test(
        "A removal settles a change in flight that was being loaded, but no later edit",
        arguments: [("a", 2), ("b", 1)])
    func changeRemovedMeanwhile(id: String, version: Int) {
        var device = Self.loadingOwnChange(of: id, at: version)
        device.receive(
            HubFrames.removal(id, at: version + 1, cv: Device.cv3),
            causes: [
                tells(.willChange([key(id)])), tells(.deleted(key(id), .remote)),
                tells(.pending(0)), .status(.synced),
            ])

        device = Self.loadingOwnChange(of: id, at: version)
        device.edit(.put(key(id), ["t": "more"]))
        device.receive(
            HubFrames.removal(id, at: version + 1, cv: Device.cv3),
            causes: [
                device.sendsChange(id, #"{"t":{"o":"+","v":"more"}}"#, ccid(2)),
                .status(.synced),
            ])
    }

    @Test("An acknowledgement behind a gap still counts")
    func acknowledgedOverGap() {
        var device = Self.online()
        device.edit(.update(key("a"), setting: ["t": "Hello!"]))
        let answer = HubFrames.change(
            "a", from: 4, to: 5, #"{"t":{"o":"d","v":"=9\t+!"}}"#, ccids: ccid(1))
        device.receive(answer, causes: [device.sends("e:a.5"), .status(.indexing)])
        device.receive(
            HubFrames.entity("a.5", #"{"t":"Oh, Hello!"}"#),
            causes: [
                tells(.willChange([key("a")])), tells(.acknowledged(key("a"), version(5))),
                tells(.updated(key("a"), members: ["t"], .remote)), tells(.pending(0)),
                .status(.synced),
            ])
        #expect(device.object("a") == ["t": "Oh, Hello!"])
    }

    @Test("An object is repaired at most twice on one connection")
    func repairLimit() {
        var device = Self.online()
        for version in [5, 10] {
            #expect(
                device.receive(HubFrames.change("a", from: version - 1, to: version, "{}")).first
                    == device.sends("e:a.\(version)"))
            device.receive(HubFrames.entity("a.\(version)", "{}"))
        }
        device.receive(
            HubFrames.change("a", from: 14, to: 15, "{}"), causes: [tells(.error(.stuck(key("a"))))]
        )
        #expect(device.reconnect(receiving: "c:[]").first == device.sends("e:a.15"))

        // A version that the hub never has is requested twice.
        device = Self.online()
        device.receive(HubFrames.change("a", from: 8, to: 9, "{}"))
        var questions = 0
        while let frame = device.receive(HubFrames.entity("a.9", nil)).frames.first, questions < 50
        {
            questions += 1
            #expect([frame] == [device.sends("i:1:::500")].frames)
            device.receive(#"i:{"current":"\#(Device.cv2)","index":[{"id":"a","v":9}]}"#)
        }
        #expect(questions <= 2)
    }

    @Test(
        "C17: Keys with dots, `%` and `@` work in `e`",
        arguments: ["a.b.2024", "a%41b", "kim@example.org", ".a", "-"])
    func oddKeys(id: String) {
        var device = Device()
        device.start()
        #expect(
            device.receive(HubFrames.change(id, from: 2, to: 3, "{}")).first
                == device.sends("e:\(id).3"))
        device.receive(
            HubFrames.entity("\(id).3", #"{"n":1}"#),
            causes: [
                tells(.willChange([key(id)])), tells(.inserted(key(id), .remote)),
                .status(.synced),
            ])
    }

    @Test("C18: The reply `?` to `e` is handled for history and for loading")
    func missing() {
        var device = Device()
        device.start(with: #"{"id":"a","v":3,"d":{"n":3}}"#)
        #expect(
            device.handle(.requestVersions(of: key("a"), count: 5, in: Device.bucket)) == [
                device.sends("e:a.3"), device.sends("e:a.2"), device.sends("e:a.1"),
            ])
        let second = EntityVersionReference(key: key("a"), version: version(2))
        device.receive(
            HubFrames.entity("a.2", #"{"n":2}"#), causes: [tells(.version(second, ["n": 2]))])
        let first = EntityVersionReference(key: key("a"), version: .first)
        device.receive(HubFrames.entity("a.1", nil), causes: [tells(.version(first, nil))])
        #expect(device.receive(HubFrames.entity("a.1", nil)) == [], "it was not requested")

        device.receive(HubFrames.change("a", from: 8, to: 9, "{}"))
        device.receive(
            HubFrames.entity("a.9", nil), causes: [tells(.willIndex), device.sends("i:1:::500")])

        // Without a connection the history is requested on the next one.
        device = Self.online()
        device.loseConnection()
        #expect(device.handle(.requestVersions(of: key("a"), count: 1, in: Device.bucket)) == [])
        device.authorize()
        device.receive("c:[]", causes: [device.sends("e:a.1"), .status(.synced)])
    }
}

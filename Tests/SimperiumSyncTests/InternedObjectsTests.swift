import SimperiumJSON
import SimperiumSync
import Testing

@Suite("Objects shared by replicas")
struct InternedObjectsTests {
    private static let hello = #"{"id":"a","v":1,"d":{"t":"Hello"}}"#
    private static let change = HubFrames.change(
        "a", from: 1, to: 2, #"{"t":{"o":"r","v":"Bye"}}"#)

    private static func devices() -> [Device] {
        (0..<3).map { _ in
            var device = Device()
            device.start(with: hello)
            return device
        }
    }

    @Test("Equal objects are stored once, and no replica gets an object that differs from its own")
    func sharing() {
        var devices = Self.devices()
        var shared = InternedObjects()
        for place in devices.indices { devices[place].intern("a", with: &shared) }
        #expect(shared.count == 1)
        devices[0].receive(Self.change)
        for place in [0, 1, 2, 0] { devices[place].intern("a", with: &shared) }

        #expect(devices.map { $0.object("a") } == [["t": "Bye"], ["t": "Hello"], ["t": "Hello"]])
        devices[1].receive(Self.change)
        devices[1].intern("a", with: &shared)
        #expect(devices[1].object("a") == ["t": "Bye"])
        #expect(shared.count == 1)
    }

    @Test("Drafts are not shared, and removed objects leave the cache")
    func removal() {
        var devices = Self.devices()
        var shared = InternedObjects()
        devices[0].edit(.update(key("a"), setting: ["t": "Draft"]))
        for place in devices.indices { devices[place].intern("a", with: &shared) }
        #expect(devices.map { $0.object("a") } == [["t": "Draft"], ["t": "Hello"], ["t": "Hello"]])
        for place in 1...2 {
            devices[place].receive(HubFrames.removal("a", at: 2))
            devices[place].intern("a", with: &shared)
        }
        #expect(shared.count == 0)
        #expect(devices[0].object("a") == ["t": "Draft"])
    }
}

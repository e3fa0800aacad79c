import SimperiumJSON
import SimperiumSync
import Testing

@Suite("Objects that several replicas have alike")
struct SharedObjectsTests {
    private static let hello = #"{"id":"a","v":1,"d":{"t":"Hello"}}"#
    private static let change = Frames.change(
        "a", from: 1, to: 2, #"{"t":{"o":"r","v":"Bye"}}"#)

    private static func devices() -> [Device] {
        (0..<3).map { _ in
            var device = Device()
            device.start(with: hello)
            return device
        }
    }

    @Test("Are kept once, and nobody gets what is not equal to their own")
    func sharing() {
        var devices = Self.devices()
        var shared = SharedObjects()
        for place in devices.indices { devices[place].share("a", with: &shared) }
        #expect(shared.count == 1)
        devices[0].hear(Self.change)
        for place in [0, 1, 2, 0] { devices[place].share("a", with: &shared) }

        #expect(devices.map { $0.object("a") } == [["t": "Bye"], ["t": "Hello"], ["t": "Hello"]])
        devices[1].hear(Self.change)
        devices[1].share("a", with: &shared)
        #expect(devices[1].object("a") == ["t": "Bye"])
        #expect(shared.count == 1)
    }

    @Test("Take in no draft, and go when they are removed")
    func removal() {
        var devices = Self.devices()
        var shared = SharedObjects()
        devices[0].edit(.update(key("a"), setting: ["t": "Draft"]))
        for place in devices.indices { devices[place].share("a", with: &shared) }
        #expect(devices.map { $0.object("a") } == [["t": "Draft"], ["t": "Hello"], ["t": "Hello"]])
        for place in 1...2 {
            devices[place].hear(Frames.removal("a", at: 2))
            devices[place].share("a", with: &shared)
        }
        #expect(shared.count == 0)
        #expect(devices[0].object("a") == ["t": "Draft"])
    }
}

import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Several buckets")
struct BucketsTests {
    private static let other = name(BucketName("other"))

    @Test("Each bucket has its own channel on the connection, also one that is opened late")
    func channels() {
        var device = Device()
        device.start()
        let opened = device.handle(.open(Self.other, .memory, StoredReplicaBucket()))
        #expect(opened.first?.text?.hasPrefix("1:init:") == true)
        #expect(opened.dropFirst() == [.status(.authorizing)])
        device.receiveFrame("1:auth:kim@example.org")
        device.receiveFrame(
            #"1:i:{"current":"7","index":[{"id":"a","v":1,"d":{"n":1}}]}"#,
            causes: [
                .tell(.inserted(key("a"), .index), in: Self.other),
                .tell(.didIndex(ChangeVersion("7")), in: Self.other), .status(.synced),
            ])
        #expect(device.object("a") == nil)
        #expect(device.replica.object(key("a"), in: Self.other) == ["n": 1])

        let edited = device.handle(.edit(.put(key("b"), [:]), in: Self.other))
        #expect(edited.first?.text?.hasPrefix("1:c:") == true)
        #expect(edited.first?.text?.contains("000000000000000a0001000000000001") == true)
        #expect(device.replica.statistics.unacknowledged == 1)
    }

    @Test("A denied bucket is reported, and the others continue")
    func denied() {
        var device = Device()
        _ = device.handle(.open(Self.other, .memory, StoredReplicaBucket()))
        device.start()
        device.receiveFrame(#"1:auth:{"msg":"No","code":500}"#)
        #expect(device.edit(.put(key("a"), [:])).frames.count == 1)
        #expect(device.replica.status == .authorizing, "not all is well")
    }

    @Test("An unreadable entry moves the cursor, and an object with an unreadable diff is loaded")
    func unreadable() {
        var device = Device()
        device.start()
        device.receive(#"c:[{"cv":"8"},{"x":1}]"#, causes: [])
        #expect(device.replica.changeVersion(of: Device.bucket)?.text == "8")

        device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{}}"#)
        let frame = #"c:[{"id":"a","o":"M","ev":2,"cv":"8","ccids":["1"]}]"#
        #expect(device.receive(frame).first == device.sends("e:a.2"))
    }

    @Test("A hub that asked for the log is sent the failures")
    func log() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        device.receiveFrame("log:1")
        device.edit(.update(key("a"), setting: ["n": 2]))
        let effects = device.receive(HubFrames.refusal("a", 400, ccid(1)))
        let line = #"log:{"log":"error: a refused with 400","bucket":"notes"}"#
        #expect(effects.last == device.sendsFrame(line))
        device.reconnect(receiving: "cv:?")
        let index = device.receive(#"i:{"current":"9","index":[]}"#)
        #expect(!index.frames.contains { $0.starts(with: Array("log:".utf8)) }, "a new connection")
    }
}

import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Refusals")
struct RefusalTests {
    /// A device with the change `ccid(1)` of `a`, from version 1 to 2, in flight.
    private static func sending(_ kind: BucketLifetime = .memory) -> Device {
        var device = Device(kind)
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        device.edit(.update(key("a"), setting: ["n": 2]))
        return device
    }

    private static let object = JSONObject(json: #"{"n":2}"#)

    @Test(
        "C14: After 413/400 the edit is reported once and kept, and not sent again",
        arguments: [400, 413])
    func refused(code: Int) {
        var device = Self.sending(.durable)
        let error = ChangeRefusalReason(code: code)
        let ghost = Ghost(1, json: #"{"n":1}"#)
        device.receive(
            HubFrames.refusal("a", code, ccid(1)),
            causes: [
                stores(
                    .put(
                        key("a"),
                        StoredReplicaObject(
                            ghost: ghost, draft: .object(Self.object), refusal: code))),
                tells(.error(.refused(key("a"), error, Self.object))),
            ])
        device.restart()
        device.authorize()
        device.receive("c:[]", causes: [.status(.synced)])
        #expect(device.object("a") == ["n": 2])
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [key("a")])
        let again = device.edit(.update(key("a"), setting: ["n": 3]))
        #expect(again.frames.count == 1, "what the program changed is sent")
    }

    @Test("A refused edit can be reverted, sent again as it is, or sent as edited since")
    func afterRefusal() {
        var device = Self.sending()
        device.receive(HubFrames.refusal("a", 400, ccid(1)))
        #expect(device.edit(.put(key("a"), Self.object)).frames.count == 1)
        device.receive(HubFrames.refusal("a", 400, ccid(2)))
        device.edit(.revert(key("a")), causes: [tells(.pending(0))])
        #expect(device.object("a") == ["n": 1])

        device = Self.sending()
        device.edit(.update(key("a"), setting: ["n": 3]))
        device.receive(
            HubFrames.refusal("a", 413, ccid(1)),
            causes: [
                tells(.error(.refused(key("a"), .tooLarge, ["n": 3]))),
                device.sendsChange("a", from: 1, #"{"n":{"o":"r","v":3}}"#, ccid(2)),
            ])
    }

    @Test("A stored object that is too large for a frame is refused without the hub")
    func tooLargeToSend() {
        let giant = JSONObject(json: #"{"t":"\#(String(repeating: "x", count: 1 << 20))"}"#)
        var disk = StoredReplicaBucket()
        disk.apply([.put(key("b"), StoredReplicaObject(draft: .object(giant), turn: 1))])
        var device = Device(.durable, disk: disk)
        #expect(
            device.start().contains(tells(.error(.refused(key("b"), .tooLarge, giant)))))
        #expect(device.edit(.put(key("b"), [:])).frames.count == 1)
    }

    @Test("An object is sent whole if its diff is too large for a frame and the object is not")
    func tooLongDiff() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":""}}"#)
        let text = String(repeating: "\u{8A9E}", count: 120_000)
        let effects = device.edit(.update(key("a"), setting: ["t": JSON(text)]))
        let texts = effects.compactMap(\.text)
        let start = #"0:c:{"id":"a","o":"M","sv":1,"d":{"#
        #expect(texts.count == 1 && texts[0].hasPrefix(start), "not sent whole")
        #expect(effects.dropFirst() == [tells(.pending(1))], "and not refused")
        #expect(device.object("a") == ["t": JSON(text)])
    }

    @Test("C14: 401 authorises again, then is reported; 404 sends the full object without sv")
    func forbidden() {
        var device = Self.sending()
        let answer = device.receive(HubFrames.refusal("a", 401, ccid(1)))
        #expect(answer.first?.text?.hasPrefix("0:init:") == true)
        #expect(answer.dropFirst() == [.status(.authorizing)])
        device.receive("auth:kim@example.org")
        let resent = device.receive("c:[]")
        #expect(resent.first?.text?.contains(ccid(1)) == true)
        device.receive(
            HubFrames.refusal("a", 401, ccid(1)),
            causes: [tells(.error(.refused(key("a"), .forbidden, Self.object)))])

        device = Self.sending()
        device.receive(
            HubFrames.refusal("a", 404, ccid(1)),
            causes: [
                device.sendsChange("a", #"{"n":{"o":"+","v":2}}"#, ccid(2))
            ])
    }

    @Test("After the second sign-in of a 401, all unanswered changes and loads are sent again")
    func authorizedAgain() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}},{"id":"c","v":1,"d":{"n":1}}"#)
        device.edit(.update(key("a"), setting: ["n": 2]))
        device.edit(.put(key("b"), ["n": 2]))
        let gap = device.receive(HubFrames.change("c", from: 4, to: 5, "{}"))
        #expect(gap.compactMap(\.text) == ["0:e:c.5"])
        device.receive(HubFrames.refusal("a", 401, ccid(1)))
        device.receive("auth:kim@example.org")
        let texts = device.receive("c:[]").compactMap(\.text)
        #expect(texts.count == 3, "\(texts)")
        #expect(texts.first?.contains(ccid(1)) == true)
        #expect(texts.dropFirst().first?.contains(ccid(2)) == true)
        #expect(texts.last == "0:e:c.5")
        device.receive(
            HubFrames.refusal("b", 401, ccid(2)),
            causes: [tells(.error(.refused(key("b"), .forbidden, ["n": 2])))])
    }

    @Test("The removal of an object that is already gone succeeds", arguments: [404, 409, 412])
    func removalOfGone(code: Int) {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        device.edit(.delete(key("a")))
        var effects = device.receive(HubFrames.refusal("a", code, ccid(1)))
        if code == 409 { effects = device.receive("c:[]") }
        #expect(effects == [tells(.deleteAcknowledged(key("a"))), tells(.pending(0))])
    }

    @Test(
        "C14: 405 merges with the changes that came meanwhile, or with the index if there were none"
    )
    func noSuchVersion() {
        var device = Self.sending()
        device.receive(HubFrames.change("a", from: 1, to: 2, #"{"m":{"o":"+","v":1}}"#))
        device.receive(
            HubFrames.refusal("a", 405, ccid(1)),
            causes: [
                device.sendsChange("a", from: 2, #"{"n":{"o":"r","v":2}}"#, ccid(2))
            ])
        device.receive(
            HubFrames.refusal("a", 405, ccid(2)),
            causes: [
                tells(.willIndex), device.sends("i:1:::500"), .status(.indexing),
            ])
        let effects = device.receive(
            #"i:{"current":"\#(Device.cv3)","index":[{"id":"a","v":1,"d":{"n":1,"old":true}}]}"#)
        #expect(
            effects.contains(
                device.sendsChange("a", from: 1, #"{"n":{"o":"r","v":2}}"#, ccid(3)))
        )
        #expect(device.object("a") == ["n": 2, "old": true])
    }

    @Test("C14: 440 sends `d` once, then loads the object", arguments: [440, 417])
    func inapplicable(code: Int) {
        var device = Self.sending()
        device.receive(
            HubFrames.refusal("a", code, ccid(1)),
            causes: [
                device.sends(#"c:{"id":"a","o":"M","sv":1,"d":{"n":2},"ccid":"\#(ccid(2))"}"#)
            ])
        device.receive(
            HubFrames.refusal("a", code, ccid(2)),
            causes: [device.sends("e:a.1"), .status(.indexing)])
        device.receive(
            HubFrames.entity("a.1", #"{"n":7}"#),
            causes: [
                device.sendsChange("a", from: 1, #"{"n":{"o":"r","v":2}}"#, ccid(3)),
                .status(.synced),
            ])
        device.receive(
            HubFrames.refusal("a", code, ccid(3)), causes: [tells(.error(.stuck(key("a"))))])
        #expect(device.wait(.seconds(15)) == [], "no loop")
        let next = device.reconnect(receiving: "c:[]")
        #expect(next.frames.count == 1, "but another connection, another try")
    }

    @Test("C14: After 412 the edit is done; if the ghost lacks it, the object is loaded once")
    func noEffect() {
        var device = Self.sending()
        device.receive(HubFrames.change("a", from: 1, to: 2, #"{"n":{"o":"r","v":2}}"#))
        device.receive(
            HubFrames.refusal("a", 412, ccid(1)),
            causes: [tells(.acknowledged(key("a"), version(2))), tells(.pending(0))])

        device = Self.sending()
        device.receive(
            HubFrames.refusal("a", 412, ccid(1)),
            causes: [device.sends("e:a.1"), .status(.indexing)])
        device.receive(
            HubFrames.entity("a.1", #"{"n":2}"#),
            causes: [
                tells(.pending(0)), .status(.synced),
            ])
    }

    @Test("C14: 5xx sends the same change again after a pause")
    func overloaded() {
        var device = Self.sending()
        let sent = device.sendsChange("a", from: 1, #"{"n":{"o":"r","v":2}}"#, ccid(1))
        var waits: [Duration] = []
        for _ in 0..<8 {
            device.receive(
                HubFrames.refusal("a", 503, ccid(1)),
                causes: [tells(.error(.postponed(key("a"), .overloaded(503))))])
            #expect(device.edit(.put(key("b"), [:])).frames == [], "all sending rests")
            let start = device.now
            while device.now - start < .seconds(70) {
                if device.wait(.milliseconds(250)).contains(sent) { break }
                device.receiveFrame("h:1")
            }
            waits.append(device.now - start)
            device.edit(.delete(key("b")))
        }
        #expect(waits.allSatisfy { $0 <= .seconds(61) })
        #expect(waits.contains { $0 > .seconds(2) })
    }

    @Test("C15: Unknown error codes, codes as strings (\"412\") and a missing key are handled")
    func oddCodes() {
        let keyless = #"c:[{"error":400,"ccids":["\#(ccid(1))"]}]"#
        for (frame, expected) in [
            (HubFrames.refusal("a", 499, ccid(1)), .refused(key("a"), .unknown(499), Self.object)),
            (
                HubFrames.refusal("a", "\"nonsense\"", ccid(1)),
                .refused(key("a"), .unknown(0), Self.object)
            ), (keyless, .refused(key("a"), .invalid, Self.object)),
        ] as [(String, BucketError)] {
            var device = Self.sending()
            #expect(device.receive(frame) == [tells(.error(expected))], "\(frame)")
        }
        var device = Self.sending()
        device.receive(
            HubFrames.refusal("a", "\"412\"", ccid(1)),
            causes: [device.sends("e:a.1"), .status(.indexing)])
    }

    @Test("C16: An error for an unknown ccid is ignored")
    func strangers() {
        for code in [400, 401, 404, 405, 409, 412, 413, 440, 503] {
            var device = Self.sending()
            #expect(device.receive(HubFrames.refusal("a", code, "5717a4ce")) == [], "\(code)")
            #expect(device.receive(HubFrames.refusal("other", code, "5717a4ce")) == [], "\(code)")
            #expect(device.replica.statistics.unacknowledged == 1, "\(code)")
        }
    }
}

import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Values in transit")
struct ValueTests {
    @Test(
        "C29: Diffs encode exactly like encodeURI for all ASCII and emoji; lower-case hex decodes"
    )
    func encoding() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":""}}"#)
        let ascii = String(String.UnicodeScalarView((1..<128).compactMap(Unicode.Scalar.init)))
        let effects = device.edit(.update(key("a"), setting: ["t": JSON(ascii + "😀")]))
        let bare =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'();/?:@&=+$,# "
        let expected = ascii.unicodeScalars.map { scalar in
            let hex = String(scalar.value, radix: 16, uppercase: true)
            return bare.unicodeScalars.contains(scalar)
                ? String(scalar) : (hex.count < 2 ? "%0" : "%") + hex
        }
        #expect(effects.first?.text?.contains(#""v":"+\#(expected.joined())%F0%9F%98%80""#) == true)

        device.receive(
            HubFrames.change("a", from: 1, to: 2, #"{"t":{"o":"d","v":"+%c3%a9"}}"#, ccids: ccid(1))
        )
        device.receive(
            HubFrames.change("a", from: 2, to: 3, #"{"n":{"o":"+","v":1}}"#, cv: Device.cv3))
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [key("a")])
    }

    @Test("C30: Store and diff keep booleans, numbers and null apart")
    func types() {
        let values = [
            ("true", "1"), ("1", "true"), ("false", "0"), ("0", "null"), ("null", "false"),
            ("1", "\"1\""), ("[1]", "[true]"), ("[]", "{}"), ("1", "12345678901234567890"),
        ]
        for (before, after) in values {
            var device = Device(.durable)
            device.start(with: #"{"id":"a","v":1,"d":{"m":\#(before)}}"#)
            let object = JSONObject(json: #"{"m":\#(after)}"#)
            let effects = device.edit(.put(key("a"), object))
            let sent = #"{"m":{"o":"r","v":\#(after)}}"#
            #expect(
                effects.frames == [device.sendsChange("a", from: 1, sent, ccid(1))].frames,
                "\(before) to \(after)")
            device.restart()
            let stored = device.replica.object(key("a"), in: Device.bucket)?.utf8
            #expect(stored == object.utf8, "\(before) to \(after)")
        }
    }

    @Test("C31: NFC and NFD differ, so a diff is made")
    func normalForms() {
        var device = Device()
        device.start(with: #"{"id":"a","v":1,"d":{"t":"\u00e9"}}"#)
        let effects = device.edit(.update(key("a"), setting: ["t": "e\u{301}"]))
        #expect(effects.first?.text?.contains(#"{"o":"d","v":"-1\t+e%CC%81"}"#) == true)
    }
}

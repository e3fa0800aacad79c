import Load
import Lobby
import SimperiumWire
import Testing

@Suite("The quick look at a frame for modified objects")
struct FrameGlanceTests {
    private static let modified =
        #"{"clientid":"a","cv":"1","ev":4,"sv":3,"id":"m1","o":"M","v":{},"ccids":["c"]}"#
    private static let inserted =
        #"{"clientid":"a","cv":"2","ev":1,"id":"m2","o":"M","v":{"round":{"o":"+","v":1}}}"#
    private static let removed =
        #"{"clientid":"a","cv":"3","sv":4,"id":"m3","o":"-","ccids":["c"]}"#

    /// Returns a modification that replaces a member with `text`.
    private static func renamed(_ text: String) -> String {
        modified.replacing("{}", with: #"{"name":{"o":"r","v":"\#(text)"}}"#)
    }

    @Test(
        "A frame that only modifies existing objects gives their keys",
        arguments: [
            (#"1:c:[\#(modified)]"#, ["m1"]),
            (#"12:c:[\#(modified),\#(modified.replacing("m1", with: "m4"))]"#, ["m1", "m4"]),
            // A user's text that looks like a member's name isn't taken for one.
            (#"1:c:[\#(renamed(#"\"sv\":1"#))]"#, ["m1"]),
            (#"1:c:[\#(renamed(#"\"id\":\"m9\",\"o\":\"M\""#))]"#, ["m1"]),
        ])
    func sees(frame: String, keys: [String]) {
        #expect(FrameGlance(Array(frame.utf8))?.keys.map(\.text) == keys)
    }

    @Test(
        "Any other frame, or one with other kinds of change, has to be parsed",
        arguments: [
            #"1:c:[\#(inserted)]"#, #"1:c:[\#(removed)]"#, #"1:c:[\#(modified),\#(inserted)]"#,
            #"1:c:[\#(modified),\#(removed)]"#, #"1:c:[\#(inserted),\#(removed)]"#, "1:c:[]",
            #"1:i:{"index":[\#(modified)],"current":"1"}"#, #"1:o:{"away":["m1"]}"#, "h:1", "",
            "1:c:", ":", #"1:c:[{"id":"m1"#, #"1:c:{"id":"m1","o":"M","sv":1}"#,
            #"1:c:[{"id":"m1","o":"M"}]"#, #"1:c:[{"id":"m1","sv":1}]"#,
            #"12345:c:[\#(modified)]"#,
        ])
    func readsTheRest(frame: String) {
        #expect(FrameGlance(Array(frame.utf8)) == nil)
    }
}

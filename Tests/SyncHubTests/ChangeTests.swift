import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Changes")
struct ChangeTests {
    @Test("S28, S30: A creation is echoed without sv, as version 1, with all required members")
    func creation() {
        var server = TestHub()
        let client = server.join(client: "swift-3f0c")
        let frame = #"0:c:{"id":"k1","o":"M","v":{"title":{"o":"+","v":"Milk"}},"ccid":"0c3d"}"#
        server.expect(
            [
                #"0:c:[{"clientid":"swift-3f0c","id":"k1","o":"M","#
                    + #""v":{"title":{"o":"+","v":"Milk"}},"ev":1,"#
                    + #""cv":"000000010000000000000001","ccids":["0c3d"]}]"#
            ], to: frame, by: client)
    }

    @Test("S32: A version may be a text, and is echoed as a number; a creation may start from 0")
    func versions() {
        for (version, echo) in [
            ("1", "1→2 {}"), (#""1""#, "1→2 {}"), ("0", "→1 {}"), (#""0""#, "→1 {}"),
            ("null", "→1 {}"),
        ] {
            var server = TestHub()
            let client = server.join()
            let isCreation = echo.hasPrefix("→")
            let diff = isCreation ? "{}" : #"{"n":{"o":"+","v":1}}"#
            if !isCreation { _ = server.change(.modify("a", "{}", id: "1"), by: client) }
            let change = #"{"id":"a","sv":\#(version),"o":"M","v":\#(diff),"ccid":"2"}"#
            let heard = server.say("0:c:\(change)", by: client)
            #expect(heard.outcomes == [echo.replacing("{}", with: diff)], "\(version)")
            #expect(heard[0].contains(#""sv":1,"ev":2,"#) == !isCreation, "\(version)")
        }
    }

    @Test("S31, S52: The changes of an array are applied and answered one by one")
    func array() {
        var server = TestHub()
        let client = server.join()
        let heard = server.say(
            """
            0:c:[{"id":"a","o":"M","v":{},"ccid":"1"},{"id":"b","o":"M","v":{}},
            {"id":"c","o":"M","v":{},"ccid":"3"}]
            """, by: client)
        #expect(heard.map { [$0].outcomes } == [["→1 {}"], ["400"], ["→1 {}"]])
    }

    @Test("S52, I-7: Delayed acknowledgements are sent one by one, other changes together")
    func quiet() {
        var server = TestHub()
        let other = server.join()
        let client = server.connect()
        server.enter(client: "c-2", on: client)
        _ = server.heard(by: client)
        for key in ["a", "b"] { _ = server.change(.modify(key, "{}", id: "1"), by: other) }
        for key in ["c", "d"] {
            server.send(Written.modify(key, "{}", id: "2").frame(), from: client)
        }
        server.wait(.seconds(2))
        let heard = server.heard(by: client)
        #expect(heard.map { [$0].accepted.map(\.key.text) } == [["a", "b"], ["c"], ["d"]])
    }

    private static func text(_ delta: String) -> String { #"{"t":{"o":"d","v":"\#(delta)"}}"# }

    @Test("S43: node's wrapper around an old ghost never becomes the object")
    func nodeWrapper() {
        var (server, _) = TestHub.withFox()
        let node = server.join(client: "node-1", more: #","library":"node-simperium""#)
        let wrapper = #"{"version":2,"data":{"n":1}}"#
        let fits = Written.modify("k", sv: 3, Self.text(#"=19\t+!"#), whole: wrapper, id: "1")
        server.expect("3→4 " + Self.text(#"=19\t+!"#), of: fits, by: node)
        let unfit = Written.modify("k", sv: 4, Self.text(#"=3\t+!"#), whole: wrapper, id: "2")
        server.expect("412", of: unfit, by: node)
        server.expect("412", of: .modify("k", sv: 4, whole: wrapper, id: "3"), by: node)
        // Another client may have an object that looks like this.
        let other = server.join(client: "c-2")
        let honest = Written.modify("w", whole: wrapper, id: "4")
        #expect(server.change(honest, by: other).first?.hasPrefix("→1") == true)
    }

    @Test(
        "S46, S47: An invalid change is error 400, with the members that could be read",
        arguments: [
            (#"{"id":"a b","o":"M","v":{},"ccid":"1"}"#, #""id":"a b","error":400,"ccids":["1"]"#),
            (#"{"id":"a/b","o":"M","v":{},"ccid":"1"}"#, #""id":"a/b","error":400,"ccids":["1"]"#),
            (#"{"id":".","o":"M","v":{},"ccid":"1"}"#, #""id":".","error":400,"ccids":["1"]"#),
            (#"{"id":"..","o":"M","v":{},"ccid":"1"}"#, #""id":"..","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","v":{}}"#, #""id":"a","error":400,"ccids":[]"#),
            (#"{"o":"M","v":{},"ccid":"1"}"#, #""error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"?","ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","v":[],"ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","d":[],"ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            ("nonsense", #""error":400,"ccids":[]"#), ("{", #""error":400,"ccids":[]"#),
        ])
    func malformed(change: String, answer: String) {
        var server = TestHub()
        let client = server.join(client: "me")
        let other = server.join()
        server.expect([#"0:c:[{"clientid":"me",\#(answer)}]"#], to: "0:c:\(change)", by: client)
        server.expect([], heardBy: other)
    }
}

extension StoreQueryAnswer {
    var head: ChangeVersion? {
        if case .bucket(let bucket) = self { bucket.head.changeVersion } else { nil }
    }
}

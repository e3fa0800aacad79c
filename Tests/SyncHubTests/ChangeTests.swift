import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("A change")
struct ChangeTests {
    @Test("S28, S30: A creation is echoed without sv, as version 1, with all that clients need")
    func creation() {
        var server = TestServer()
        let client = server.join(client: "swift-3f0c")
        let frame = #"0:c:{"id":"k1","o":"M","v":{"title":{"o":"+","v":"Milk"}},"ccid":"0c3d"}"#
        #expect(
            server.say(frame, by: client) == [
                #"0:c:[{"clientid":"swift-3f0c","id":"k1","o":"M","#
                    + #""v":{"title":{"o":"+","v":"Milk"}},"ev":1,"#
                    + #""cv":"000000010000000000000001","ccids":["0c3d"]}]"#
            ])
    }

    @Test("An object may be created empty")
    func emptyCreation() {
        var server = TestServer()
        let client = server.join()
        #expect(server.change(.modify("a", "{}", id: "1"), by: client) == ["→1 {}"])
        #expect(server.change(.modify("b", whole: "{}", id: "2"), by: client) == ["→1 {}"])
    }

    @Test("S32: A version may be a text, and is echoed as a number", arguments: ["1", #""1""#])
    func versionAsText(version: String) {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        let change = #"{"id":"a","sv":\#(version),"o":"M","v":{"n":{"o":"+","v":1}},"ccid":"2"}"#
        #expect(server.say("0:c:\(change)", by: client)[0].contains(#""sv":1,"ev":2,"#))
    }

    @Test("A creation may say that it starts from 0", arguments: ["0", #""0""#, "null"])
    func versionZero(version: String) {
        var server = TestServer()
        let client = server.join()
        let change = #"{"id":"a","sv":\#(version),"o":"M","v":{},"ccid":"2"}"#
        #expect(server.say("0:c:\(change)", by: client).outcomes == ["→1 {}"])
    }

    @Test("S31, S52: An array is taken one by one, and answered one by one")
    func array() {
        var server = TestServer()
        let client = server.join()
        let heard = server.say(
            """
            0:c:[{"id":"a","o":"M","v":{},"ccid":"1"},{"id":"b","o":"M","v":{}},
            {"id":"c","o":"M","v":{},"ccid":"3"}]
            """, by: client)
        #expect(heard.map { [$0].outcomes } == [["→1 {}"], ["400"], ["→1 {}"]])
    }

    private static func text(_ delta: String) -> String { #"{"t":{"o":"d","v":"\#(delta)"}}"# }

    /// "The quick brown fox" as version 3 of `k`.
    private static func fox() -> (TestServer, ConnectionID) {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("k", #"{"n":{"o":"+","v":0}}"#, id: "v1"), by: client)
        _ = server.change(.modify("k", sv: 1, #"{"n":{"o":"r","v":1}}"#, id: "v2"), by: client)
        let fox = #"{"n":{"o":"-"},"t":{"o":"+","v":"The quick brown fox"}}"#
        _ = server.change(.modify("k", sv: 2, fox, id: "v3"), by: client)
        return (server, client)
    }

    @Test("S33, S34, S36, S38, S39, S40: The fox fares as in the protocol's examples")
    func foxFares() {
        var (server, client) = Self.fox()
        let slow = Written.modify("k", sv: 3, Self.text(#"=4\t-5\t+slow\t=10"#), id: "A")
        let red = Written.modify("k", sv: 3, Self.text(#"=10\t-5\t+red\t=4"#), id: "B")
        let steps: [(Written, String)] = [
            (slow, "3→4 " + Self.text(#"=4\t-5\t+slow\t=10"#)),
            (red, "4→5 " + Self.text(#"=9\t-5\t+red\t=4"#)),
            (red, "409"),
            (.modify("k", sv: 3, Self.text(#"=19\t+!"#), id: "C"), "5→6 " + Self.text(#"=16\t+!"#)),
            (.modify("k", sv: 6, Self.text(#"=3\t+!"#), id: "D"), "440"),
            (.modify("k", sv: 9, Self.text(#"=17\t+!"#), id: "E"), "405"),
            (.modify("k", sv: 6, #"{"t":{"o":"r","v":"The slow red fox!"}}"#, id: "F"), "412"),
        ]
        for (change, outcome) in steps { #expect(server.change(change, by: client) == [outcome]) }
        #expect(
            server.say("0:e:k.6", by: client) == [
                "0:e:k.6\n{\"data\":{\"t\":\"The slow red fox!\"}}"
            ])
        #expect(server.store.answer(.bucket(.todo)).head == .first(6))
    }

    @Test(
        "S39: A diff that doesn't fit is error 440, and nothing happens",
        arguments: [
            #"{"t":{"o":"d","v":"=3\t+!"}}"#, #"{"n":{"o":"d","v":"+x"}}"#,
            #"{"x":{"o":"d","v":"+x"}}"#, #"{"t":{"o":"d","v":"=19\t+%zz"}}"#,
            #"{"t":{"o":"d","v":"=-1\t=20"}}"#, #"{"t":{"o":"d","v":"=19\t*"}}"#,
            #"{"t":{"o":"O","v":{}}}"#, #"{"x":{"o":"I","v":1}}"#, #"{"t":{"o":"q","v":1}}"#,
        ])
    func inapplicable(diff: String) {
        var (server, client) = Self.fox()
        #expect(server.change(.modify("k", sv: 3, diff, id: "x"), by: client) == ["440"])
        #expect(server.store.answer(.bucket(.todo)).head == .first(3))
    }

    @Test("S37: The id of a change that failed may be used again")
    func failedID() {
        var (server, client) = Self.fox()
        let bad = Written.modify("k", sv: 3, Self.text(#"=3\t+!"#), id: "x")
        let good = Written.modify("k", sv: 3, Self.text(#"=19\t+!"#), id: "x")
        #expect(server.change(bad, by: client) == ["440"])
        #expect(server.change(good, by: client) == ["3→4 " + Self.text(#"=19\t+!"#)])
        #expect(server.change(good, by: client) == ["409"])
    }

    @Test("The same id for another object is another change")
    func sameIDElsewhere() {
        var (server, client) = Self.fox()
        #expect(server.change(.modify("l", "{}", id: "v1"), by: client) == ["→1 {}"])
    }

    @Test(
        "S38, S50: What has no effect is error 412, whatever it is called",
        arguments: [
            "{}", #"{"t":{"o":"r","v":"The quick brown fox"}}"#, #"{"t":{"o":"d","v":"=19"}}"#,
            #"{"t":{"o":"+","v":"The quick brown fox"}}"#, #"{"gone":{"o":"-"}}"#,
        ])
    func noEffect(diff: String) {
        var (server, client) = Self.fox()
        #expect(server.change(.modify("k", sv: 3, diff, id: "x"), by: client) == ["412"])
        #expect(server.store.answer(.bucket(.todo)).head == .first(3))
    }

    @Test("S40: A change to what is not there is error 404, whatever it once was")
    func unknownObject() {
        var (server, client) = Self.fox()
        let change = Written.modify("x", sv: 1, #"{"n":{"o":"+","v":1}}"#, id: "1")
        #expect(server.change(change, by: client) == ["404"])
        _ = server.change(.remove("k", id: "2"), by: client)
        #expect(
            server.change(.modify("k", sv: 3, Self.text("=19\\t+!"), id: "3"), by: client) == [
                "404"
            ])
    }

    @Test("Who creates what is there already adds to it, and its values win")
    func concurrentCreation() {
        var server = TestServer()
        let client = server.join()
        let mine = #"{"a":{"o":"+","v":1},"b":{"o":"+","v":"x"}}"#
        _ = server.change(.modify("k", mine, id: "1"), by: client)
        let theirs = #"{"b":{"o":"+","v":"y"},"c":{"o":"+","v":3},"a":{"o":"+","v":1}}"#
        #expect(
            server.change(.modify("k", theirs, id: "2"), by: client)
                == [#"1→2 {"b":{"o":"d","v":"-1\t+y"},"c":{"o":"+","v":3}}"#])
        #expect(
            server.change(.modify("k", whole: #"{"d":4}"#, id: "3"), by: client)
                == [#"2→3 {"d":{"o":"+","v":4}}"#])
    }

    @Test("S41: A whole object with the present version replaces it, and travels as a diff")
    func whole() {
        var (server, client) = Self.fox()
        let change = Written.modify("k", sv: 3, whole: #"{"t":"The fox","n":1}"#, id: "1")
        #expect(
            server.change(change, by: client)
                == [#"3→4 {"t":{"o":"d","v":"=4\t-12\t=3"},"n":{"o":"+","v":1}}"#])
    }

    @Test("S42: A whole object is accepted with any version, for its author comes from an error")
    func wholeAnywhere() {
        var (server, client) = Self.fox()
        let first = Written.modify("k", sv: 99, "{}", whole: #"{"a":1}"#, id: "1")
        #expect(server.change(first, by: client) == [#"3→4 {"t":{"o":"-"},"a":{"o":"+","v":1}}"#])
        let second = Written.modify("new", sv: 7, whole: #"{"a":1}"#, id: "2")
        #expect(server.change(second, by: client) == [#"→1 {"a":{"o":"+","v":1}}"#])
    }

    @Test("S42: A whole object with an earlier version is merged with what has happened since")
    func wholeMerged() {
        var (server, client) = Self.fox()
        let slow = Written.modify("k", sv: 3, Self.text(#"=4\t-5\t+slow\t=10"#), id: "1")
        _ = server.change(slow, by: client)
        let whole = Written.modify("k", sv: 3, whole: #"{"t":"The quick red fox"}"#, id: "2")
        #expect(server.change(whole, by: client) == ["4→5 " + Self.text(#"=9\t-5\t+red\t=4"#)])
    }

    @Test("S43: node's wrapper around an old ghost never becomes the object")
    func nodeWrapper() {
        var (server, _) = Self.fox()
        let node = server.join(client: "node-1", more: #","library":"node-simperium""#)
        let wrapper = #"{"version":2,"data":{"n":1}}"#
        let fits = Written.modify("k", sv: 3, Self.text(#"=19\t+!"#), whole: wrapper, id: "1")
        #expect(server.change(fits, by: node) == ["3→4 " + Self.text(#"=19\t+!"#)])
        let unfit = Written.modify("k", sv: 4, Self.text(#"=3\t+!"#), whole: wrapper, id: "2")
        #expect(server.change(unfit, by: node) == ["412"])
        #expect(server.change(.modify("k", sv: 4, whole: wrapper, id: "3"), by: node) == ["412"])
        // Anybody else may have an object that looks like this.
        let other = server.join(client: "c-2")
        let honest = Written.modify("w", whole: wrapper, id: "4")
        #expect(server.change(honest, by: other).first?.hasPrefix("→1") == true)
    }

    @Test(
        "S46, S47: A change that is none is error 400, with whatever can be said of it",
        arguments: [
            (#"{"id":"a b","o":"M","v":{},"ccid":"1"}"#, #""id":"a b","error":400,"ccids":["1"]"#),
            (#"{"id":"a/b","o":"M","v":{},"ccid":"1"}"#, #""id":"a/b","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","v":{}}"#, #""id":"a","error":400,"ccids":[]"#),
            (#"{"o":"M","v":{},"ccid":"1"}"#, #""error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"?","ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","v":[],"ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            (#"{"id":"a","o":"M","d":[],"ccid":"1"}"#, #""id":"a","error":400,"ccids":["1"]"#),
            ("nonsense", #""error":400,"ccids":[]"#), ("{", #""error":400,"ccids":[]"#),
        ])
    func malformed(change: String, answer: String) {
        var server = TestServer()
        let client = server.join(client: "me")
        let other = server.join()
        #expect(
            server.say("0:c:\(change)", by: client) == [#"0:c:[{"clientid":"me",\#(answer)}]"#])
        #expect(server.heard(by: other) == [])
    }

    @Test("S47: A key of 256 with all its characters is fine, and one of 257 is not")
    func keys() {
        var server = TestServer()
        let client = server.join()
        let key = String(repeating: "aZ09._%@-x", count: 25) + "123456"
        #expect(server.change(.modify(key, "{}", id: "1"), by: client) == ["→1 {}"])
        #expect(server.change(.modify(key + "7", "{}", id: "2"), by: client) == ["400"])
    }

    @Test("S48: An object that grows too large is error 413, and stays as it was")
    func tooLarge() {
        var server = TestServer()
        let client = server.join()
        let text = String(repeating: "x", count: Limits.object - 8)
        let fits = #"{"t":{"o":"+","v":"\#(text)"}}"#
        #expect(
            server.change(.modify("k", fits, id: "1"), by: client).first?.hasPrefix("→1") == true)
        #expect(
            server.change(.modify("k", sv: 1, #"{"n":{"o":"+","v":1}}"#, id: "2"), by: client) == [
                "413"
            ])
        let big = #"{"t":{"o":"+","v":"\#(text)x"}}"#
        #expect(server.change(.modify("l", big, id: "3"), by: client) == ["413"])
        #expect(server.store.answer(.bucket(.todo)).head == .first(1))
    }

    @Test("S51: I, L and dL are applied, and travel as what every client understands")
    func normalises() {
        var server = TestServer()
        let client = server.join()
        let object = #"{"n":5,"l":[1,2,3,4,5,6,7,8,9,10,11],"d":["a","b"]}"#
        _ = server.change(.modify("k", whole: object, id: "1"), by: client)
        let diff = #"""
            {"n":{"o":"I","v":3},"l":{"o":"L","v":{"10":{"o":"-"},"2":{"o":"r","v":0}}},
            "d":{"o":"dL","v":"=8\t+%22c%22%0A"}}
            """#
        #expect(
            server.change(.modify("k", sv: 1, diff, id: "2"), by: client) == [
                #"1→2 {"n":{"o":"r","v":8},"l":{"o":"r","v":[1,2,0,4,5,6,7,8,9,10]},"#
                    + #""d":{"o":"r","v":["a","b","c"]}}"#
            ])
    }

    @Test("S50: What goes out is written as all clients read it, however it came in")
    func canonical() {
        var server = TestServer()
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"t":"a😀b"}"#, id: "1"), by: client)
        let sloppy = Self.text(#"=0\t=1\t=2\t-0\t+%23%2f%20é\t=1\t"#)
        #expect(server.change(.modify("k", sv: 1, sloppy, id: "2"), by: client) == ["440"])
        let odd = Self.text(#"=0\t=1\t=2\t-0\t+%23%2f%20%c3%a9\t=1\t"#)
        #expect(
            server.change(.modify("k", sv: 1, odd, id: "3"), by: client)
                == ["1→2 " + Self.text(#"=3\t+#/ %C3%A9\t=1"#)])
        let split = Self.text(#"=1\t-2\t+%F0%9F%98%81\t=5"#)
        #expect(
            server.change(.modify("k", sv: 2, split, id: "4"), by: client) == ["2→3 " + split])
    }

    @Test("Too much nesting is no change")
    func nesting() {
        var server = TestServer()
        let client = server.join()
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let change = Written.modify("k", #"{"a":{"o":"+","v":\#(deep)}}"#, id: "1")
        #expect(server.change(change, by: client) == ["400"])
    }
}

extension StoreAnswer {
    var head: ChangeVersion? {
        if case .bucket(let bucket) = self { bucket.head.changeVersion } else { nil }
    }
}

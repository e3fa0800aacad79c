import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Changes from a client")
struct WireChangeTests {
    @Test("Each client's form of a change is read")
    func reads() throws {
        for sample in changes {
            #expect(
                try ClientMessage(sample.frame)
                    == .command(.singleChange(sample.meaning), on: .zero),
                "\(sample)")
        }
        // The change of a new object has no start version, in several forms.
        for version in ["", #","sv":null"#, #","sv":0"#, #","sv":"0""#] {
            let frame = #"0:c:{"id":"k","o":"M","v":{}\#(version),"ccid":"c1"}"#
            let change = Change(.modify(Diff()), key: named("k"), id: named("c1"))
            #expect(
                try ClientMessage(frame) == .command(.singleChange(change), on: .zero), "\(version)"
            )
        }
    }

    @Test("A change is written in one compact form", arguments: written)
    func writes(sample: Sample<Change>) throws {
        let message = ClientMessage.command(.singleChange(sample.meaning), on: .zero)

        #expect(text(message.frame) == sample.frame)
        #expect(try ClientMessage(sample.frame) == message)
    }

    @Test("A malformed change is answered with the right code", arguments: malformed)
    func refuses(sample: Sample<Malformation>) throws {
        let message = try ClientMessage(sample.frame)
        let expected = sample.meaning.change

        #expect(message == .command(.changes([.failure(expected)]), on: .zero))
        #expect(expected.error == sample.meaning.error)
    }

    @Test("A bad change in an array does not affect the others; too many changes fail all")
    func arrays() throws {
        let removal = #"{"id":"k","o":"-","ccid":"c1"}"#
        let message = try ClientMessage(
            #"0:c: [ \#(removal) , {"id":"l","o":"M","ccid":"c2"} , 7 ]"#)

        #expect(
            message
                == .command(
                    .changes([
                        .success(Change(.remove, key: named("k"), id: named("c1"))),
                        .failure(
                            MalformedChange(
                                key: "l", id: named("c2"), reason: .badMember("v", of: .change))),
                        .failure(MalformedChange(reason: .badMember("ccid", of: .change))),
                    ]), on: .zero))
        #expect(try ClientMessage("0:c:[]") == .command(.changes([]), on: .zero))

        let most = String(repeating: "{},", count: Limits.changesPerFrame - 1)

        #expect(Change.parseList(Array("[\(most){}]".utf8).span).count == Limits.changesPerFrame)
        #expect(
            Change.parseList(Array("[\(most){},{}]".utf8).span)
                == [.failure(MalformedChange(reason: .tooManyChanges))])
    }

    @Test("A refusal does not repeat an overlong key, and a change may be as deep as an object")
    func longKeys() throws {
        func key(of length: Int) throws -> String? {
            let id = String(repeating: "k", count: length)
            let frame = Array(#"{"id":"\#(id)","o":"-","ccid":"c1"}"#.utf8)
            guard case .failure(let malformed) = Change.parseList(frame.span).first else {
                return nil
            }
            return malformed.key
        }

        #expect(try key(of: 257)?.utf8.count == 257)
        #expect(try key(of: Limits.remark)?.utf8.count == Limits.remark)
        #expect(try key(of: Limits.remark + 1) == nil)

        func frame(_ depth: Int) -> String {
            let (open, close) = (
                String(repeating: "[", count: depth), String(repeating: "]", count: depth)
            )
            return #"0:c:{"id":"k","o":"M","v":{"a":{"o":"+","v":\#(open)\#(close)}},"ccid":"c1"}"#
        }
        func isUnderstood(_ frame: String) throws -> Bool {
            guard case .command(.changes(let changes), _) = try ClientMessage(frame) else {
                return false
            }
            return changes.allSatisfy { (try? $0.get()) != nil }
        }

        #expect(try isUnderstood(frame(Limits.depth - 2)))
        #expect(try !isUnderstood(frame(Limits.depth - 1)))
        #expect(try !isUnderstood(frame(100_000)))
    }
}

struct Malformation: Sendable {
    let change: MalformedChange
    let error: ChangeRefusalReason

    init(_ error: ChangeRefusalReason, _ reason: WireError, key: String? = "k", id: String? = "c1")
    {
        self.error = error
        change = MalformedChange(key: key, id: id.map { named($0) }, reason: reason)
    }

    init(_ member: String, key: String? = "k", id: String? = "c1") {
        self.init(.invalid, .badMember(member, of: .change), key: key, id: id)
    }
}

private let hex = "0123456789abcdef0123456789abcdef"
private let inserted = diff(#"{"t":{"o":"d","v":"=2\t+x"}}"#)

private let changes: [Sample<Change>] = [
    Sample(
        "iOS",
        #"0:c:{"id":"k","sv":"3","o":"M","v":{"t":{"o":"d","v":"=2\t+x"}},"ccid":"\#(hex)"}"#,
        Change(.modify(inserted), key: named("k"), version: version(3), id: named(hex))),
    Sample(
        "iOS, as it prints JSON when it is debugged",
        """
        0:c:{
          "id" : "k",
          "sv" : "3",
          "o" : "M",
          "v" : { "t" : { "o" : "d", "v" : "=2\\t+x" } },
          "ccid" : "\(hex)"
        }
        """,
        Change(.modify(inserted), key: named("k"), version: version(3), id: named(hex))),
    Sample(
        "iOS and Android, a removal", #"0:c:{"id":"k","o":"-","ccid":"\#(hex)"}"#,
        Change(.remove, key: named("k"), id: named(hex))),
    Sample(
        "the browser's client, a removal", #"0:c:{"id":"k","o":"-","sv":3,"ccid":"\#(hex)"}"#,
        Change(.remove, key: named("k"), version: version(3), id: named(hex))),
    Sample(
        "iOS, after an error",
        #"0:c:{"id":"k","sv":"3","o":"M","d":{"t":"abx"},"ccid":"\#(hex)"}"#,
        Change(.replace(with: ["t": "abx"]), key: named("k"), version: version(3), id: named(hex))),
    Sample(
        "Android, after an error",
        #"0:c:{"id":"k","sv":3,"o":"M","v":{"t":{"o":"d","v":"=2\t+x"}},"d":{"t":"abx"},"#
            + #""ccid":"\#(hex)"}"#,
        Change(
            .replace(with: ["t": "abx"], diff: inserted), key: named("k"), version: version(3),
            id: named(hex))),
    Sample(
        "node, after an error",
        #"0:c:{"id":"k","sv":3,"o":"M","v":{},"d":{"version":3,"data":{"t":"ab"}},"ccid":"c1"}"#,
        Change(
            .replace(with: ["version": 3, "data": ["t": "ab"]], diff: Diff()), key: named("k"),
            version: version(3), id: named("c1"))),
    Sample(
        "the protocol's array, with node's kind of id",
        #"0:c:[{"id":"k","o":"M","v":{},"ccid":"6c84fb90-12c4-11e1-840d-7b25c5ee775a"}]"#,
        Change(
            .modify(Diff()), key: named("k"), id: named("6c84fb90-12c4-11e1-840d-7b25c5ee775a"))),
    Sample(
        "ours, of a version that is lost",
        #"0:c:{"id":"k","o":"R","sv":3,"d":{"t":"ab"},"ccid":"c1"}"#,
        Change(.restore(["t": "ab"]), key: named("k"), version: version(3), id: named("c1"))),
    Sample(
        "go", #"0:c:{"clientid":"go-1","id":"k","o":"-","ccid":"c1"}"#,
        Change(.remove, key: named("k"), id: named("c1"), clientID: named("go-1"))),
    Sample(
        "iOS's tests", #"0:c:{"id":"todo","ccid":"c1","o":"EMPTY"}"#,
        Change(.empty, key: named("todo"), id: named("c1"))),
    Sample(
        "an administrator", #"0:c:{"id":"todo","ccid":"c1","o":"DROP"}"#,
        Change(.drop, key: named("todo"), id: named("c1"))),
    Sample(
        "an unusual key", #"0:c:{"id":"a.b%@_-","o":"-","ccid":"c1"}"#,
        Change(.remove, key: named("a.b%@_-"), id: named("c1"))),
    Sample(
        "escapes that nobody needs", #"0:c:{"id":"\u006b","o":"\u002d","ccid":"c\u0031"}"#,
        Change(.remove, key: named("k"), id: named("c1"))),
    Sample(
        "a member twice", #"0:c:{"id":"j","o":"-","ccid":"c1","id":"k"}"#,
        Change(.remove, key: named("k"), id: named("c1"))),
    Sample(
        "a whole object whose diff is broken",
        #"0:c:{"id":"k","sv":3,"o":"M","v":{"t":{"o":"d","v":"%"}},"d":{},"ccid":"c1"}"#,
        Change(.replace(with: [:]), key: named("k"), version: version(3), id: named("c1"))),
    Sample(
        "no whole object", #"0:c:{"id":"k","o":"M","v":{},"d":null,"ccid":"c1"}"#,
        Change(.modify(Diff()), key: named("k"), id: named("c1"))),
]

private let milk = diff(#"{"title":{"o":"+","v":"Milk"}}"#)

private let written: [Sample<Change>] = [
    Sample(
        "creation", #"0:c:{"id":"k1","o":"M","v":{"title":{"o":"+","v":"Milk"}},"ccid":"0c3d"}"#,
        Change(.modify(milk), key: named("k1"), id: named("0c3d"))),
    Sample(
        "change", #"0:c:{"id":"a","o":"M","sv":2,"v":{"t":{"o":"d","v":"=2\t+x"}},"ccid":"11aa"}"#,
        Change(.modify(inserted), key: named("a"), version: version(2), id: named("11aa"))),
    Sample(
        "recovery",
        #"0:c:{"id":"a","o":"M","sv":2,"d":{"t":"é\n"},"ccid":"11aa","clientid":"q\""}"#,
        Change(
            .replace(with: ["t": "é\n"]), key: named("a"), version: version(2), id: named("11aa"),
            clientID: named("q\""))),
    Sample(
        "removal", #"0:c:{"id":"a","o":"-","ccid":"11aa"}"#,
        Change(.remove, key: named("a"), id: named("11aa"))),
]

private let malformed: [Sample<Malformation>] = [
    Sample("no id", #"0:c:{"o":"-","ccid":"c1"}"#, Malformation("id", key: nil)),
    Sample("a space", #"0:c:{"id":"a b","o":"-","ccid":"c1"}"#, Malformation("id", key: "a b")),
    Sample("a slash", #"0:c:{"id":"a/b","o":"-","ccid":"c1"}"#, Malformation("id", key: "a/b")),
    Sample("no text", #"0:c:{"id":7,"o":"-","ccid":"c1"}"#, Malformation("id", key: nil)),
    Sample("no ccid", #"0:c:{"id":"k","o":"-"}"#, Malformation("ccid", id: nil)),
    Sample(
        "a bad ccid", #"0:c:{"id":"k","o":"-","ccid":"a b"}"#, Malformation("ccid", id: nil)),
    Sample("no operation", #"0:c:{"id":"k","ccid":"c1"}"#, Malformation("o")),
    Sample("the future", #"0:c:{"id":"k","o":"X","ccid":"c1"}"#, Malformation("o")),
    Sample("nothing to do", #"0:c:{"id":"k","o":"M","ccid":"c1"}"#, Malformation("v")),
    Sample("d is a text", #"0:c:{"id":"k","o":"M","d":"x","ccid":"c1"}"#, Malformation("d")),
    Sample(
        "a version below zero", #"0:c:{"id":"k","o":"-","sv":-1,"ccid":"c1"}"#, Malformation("sv")),
    Sample(
        "half a version", #"0:c:{"id":"k","o":"-","sv":1.5,"ccid":"c1"}"#, Malformation("sv")),
    Sample(
        "a signed text", #"0:c:{"id":"k","o":"-","sv":"+1","ccid":"c1"}"#, Malformation("sv")),
    Sample(
        "too great a version", #"0:c:{"id":"k","o":"-","sv":99999999999999999999,"ccid":"c1"}"#,
        Malformation("sv")),
    Sample(
        "v is no diff", #"0:c:{"id":"k","o":"M","v":[],"ccid":"c1"}"#,
        Malformation(.invalid, .badDiff(.notADiff))),
    Sample(
        "v has no operations", #"0:c:{"id":"k","o":"M","v":{"t":1},"ccid":"c1"}"#,
        Malformation(.invalid, .badDiff(.notADiff))),
    Sample(
        "an unknown operation", #"0:c:{"id":"k","o":"M","v":{"t":{"o":"X","v":1}},"ccid":"c1"}"#,
        Malformation(.inapplicable, .badDiff(.unknownOperation))),
    Sample(
        "a broken escape", #"0:c:{"id":"k","o":"M","v":{"t":{"o":"d","v":"+%zz"}},"ccid":"c1"}"#,
        Malformation(.inapplicable, .badDiff(.badEscape))),
    Sample(
        "half a surrogate pair, as browsers let through",
        #"0:c:{"id":"k","o":"M","v":{"t":{"o":"+","v":"\ud83d"}},"ccid":"c1"}"#,
        Malformation(.invalid, .badJSON(of: .change, JSONError(.loneSurrogate, at: 41)))),
    Sample(
        "brackets that don't match", #"0:c:{"id":"k","o":"-","ccid":"c1""#,
        Malformation(
            .invalid, .badJSON(of: .change, JSONError(.unexpectedEnd, at: 29)), key: nil, id: nil)),
    Sample(
        "something behind", #"0:c:{"id":"k","o":"-","ccid":"c1"}x"#,
        Malformation(
            .invalid, .badJSON(of: .change, JSONError(.trailingBytes, at: 30)), key: nil, id: nil)),
    Sample(
        "nothing", "0:c:",
        Malformation(
            .invalid, .badJSON(of: .change, JSONError(.unexpectedEnd, at: 0)), key: nil, id: nil)),
    Sample("a number", "0:c:7", Malformation("ccid", key: nil, id: nil)),
]

import SimperiumJSON
import Testing

@Suite("Rebase: every pair of operations")
struct RebaseTableTests {
    /// The rest of ours after theirs, and the final value. For pairs that the reference leaves
    /// undefined or crashes on, the later writer wins, which is ours.
    @Test(
        "has a defined outcome",
        arguments: [
            // Ours adds. If both add a member, the difference between the values remains.
            (nil, #"{"o":"+","v":1}"#, #"{"o":"+","v":1.0}"#, nil, "1"),
            (nil, #"{"o":"+","v":1}"#, #"{"o":"+","v":2}"#, #"{"o":"r","v":1}"#, "1"),
            ("0", #"{"o":"+","v":1}"#, #"{"o":"-"}"#, #"{"o":"+","v":1}"#, "1"),
            ("0", #"{"o":"+","v":1}"#, #"{"o":"r","v":2}"#, #"{"o":"+","v":1}"#, "1"),
            ("0", #"{"o":"+","v":1}"#, #"{"o":"r","v":1}"#, nil, "1"),
            ("{}", #"{"o":"+","v":1}"#, #"{"o":"O","v":{}}"#, #"{"o":"+","v":1}"#, "1"),
            (#""a""#, #"{"o":"+","v":1}"#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"+","v":1}"#, "1"),
            ("0", #"{"o":"+","v":7}"#, #"{"o":"I","v":1}"#, #"{"o":"+","v":7}"#, "7"),
            (
                "[]", #"{"o":"+","v":1}"#, #"{"o":"L","v":{"0":{"o":"+","v":1}}}"#,
                #"{"o":"+","v":1}"#, "1"
            ),
            ("[]", #"{"o":"+","v":1}"#, #"{"o":"dL","v":"+1%0A"}"#, #"{"o":"+","v":1}"#, "1"),
            // Ours removes: the member is removed after any operation of theirs.
            (nil, #"{"o":"-"}"#, #"{"o":"+","v":1}"#, #"{"o":"-"}"#, nil),
            ("0", #"{"o":"-"}"#, #"{"o":"-"}"#, nil, nil),
            ("0", #"{"o":"-"}"#, #"{"o":"r","v":2}"#, #"{"o":"-"}"#, nil),
            (#"{"a":1}"#, #"{"o":"-"}"#, #"{"o":"O","v":{"a":{"o":"-"}}}"#, #"{"o":"-"}"#, nil),
            (#""a""#, #"{"o":"-"}"#, #"{"o":"d","v":"-1"}"#, #"{"o":"-"}"#, nil),
            ("0", #"{"o":"-"}"#, #"{"o":"I","v":1}"#, #"{"o":"-"}"#, nil),
            ("[1]", #"{"o":"-"}"#, #"{"o":"L","v":{"0":{"o":"-"}}}"#, #"{"o":"-"}"#, nil),
            ("[1]", #"{"o":"-"}"#, #"{"o":"dL","v":"-2"}"#, #"{"o":"-"}"#, nil),
            // Ours replaces.
            (nil, #"{"o":"r","v":1}"#, #"{"o":"+","v":2}"#, #"{"o":"r","v":1}"#, "1"),
            (nil, #"{"o":"r","v":1}"#, #"{"o":"+","v":1}"#, nil, "1"),
            ("0", #"{"o":"r","v":1}"#, #"{"o":"-"}"#, #"{"o":"r","v":1}"#, "1"),
            ("0", #"{"o":"r","v":1}"#, #"{"o":"r","v":1}"#, nil, "1"),
            (
                #"{"a":1}"#, #"{"o":"r","v":{"a":2}}"#, #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#,
                nil, #"{"a":2}"#
            ),
            (
                #""a""#, #"{"o":"r","v":"b"}"#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"r","v":"b"}"#,
                #""b""#
            ),
            ("0", #"{"o":"r","v":1}"#, #"{"o":"I","v":1}"#, nil, "1"),
            ("[1]", #"{"o":"r","v":[]}"#, #"{"o":"L","v":{"0":{"o":"-"}}}"#, nil, "[]"),
            ("[1]", #"{"o":"r","v":[2]}"#, #"{"o":"dL","v":"-2"}"#, #"{"o":"r","v":[2]}"#, "[2]"),
            // Ours changes an object.
            (
                #"{"a":1}"#, #"{"o":"O","v":{"b":{"o":"+","v":2}}}"#, #"{"o":"+","v":5}"#,
                #"{"o":"r","v":{"a":1,"b":2}}"#, #"{"a":1,"b":2}"#
            ),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#, #"{"o":"-"}"#,
                #"{"o":"+","v":{"a":2}}"#, #"{"a":2}"#
            ),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#, #"{"o":"r","v":5}"#,
                #"{"o":"r","v":{"a":2}}"#, #"{"a":2}"#
            ),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#, #"{"o":"r","v":{"a":2}}"#,
                nil, #"{"a":2}"#
            ),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#,
                #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#, nil, #"{"a":2}"#
            ),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"-"}}}"#,
                #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#, #"{"o":"O","v":{"a":{"o":"-"}}}"#, "{}"
            ),
            (
                #"{"a":[1]}"#, #"{"o":"O","v":{"a":{"o":"L","v":{"0":{"o":"I","v":1}}}}}"#,
                #"{"o":"O","v":{}}"#, #"{"o":"O","v":{"a":{"o":"r","v":[2]}}}"#, #"{"a":[2]}"#
            ),
            // Ours changes a text.
            (
                #""a""#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"+","v":5}"#, #"{"o":"r","v":"ab"}"#,
                #""ab""#
            ),
            (#""a""#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"-"}"#, #"{"o":"+","v":"ab"}"#, #""ab""#),
            (
                #""a""#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"r","v":"z"}"#, #"{"o":"r","v":"ab"}"#,
                #""ab""#
            ),
            (#""a""#, #"{"o":"d","v":"=1\t+b"}"#, #"{"o":"r","v":"ab"}"#, nil, #""ab""#),
            (#""a""#, #"{"o":"d","v":"-1"}"#, #"{"o":"d","v":"-1\t+b"}"#, nil, #""b""#),
            // Ours moves a letter behind another one, which theirs deletes.
            (#""ab""#, #"{"o":"d","v":"+b\t=1\t-1"}"#, #"{"o":"d","v":"-1\t=1"}"#, nil, #""b""#),
            // Ours increments a number: the reference leaves `I` 1 over `I` 4 as `I` 1.
            ("5", #"{"o":"I","v":1}"#, #"{"o":"I","v":4}"#, #"{"o":"r","v":10}"#, "10"),
            ("5", #"{"o":"I","v":0}"#, #"{"o":"I","v":4}"#, nil, "9"),
            ("5", #"{"o":"I","v":1}"#, #"{"o":"+","v":7}"#, #"{"o":"r","v":8}"#, "8"),
            ("5", #"{"o":"I","v":1}"#, #"{"o":"r","v":7}"#, #"{"o":"r","v":8}"#, "8"),
            ("5", #"{"o":"I","v":1}"#, #"{"o":"r","v":"a"}"#, #"{"o":"r","v":6}"#, "6"),
            ("5", #"{"o":"I","v":1}"#, #"{"o":"-"}"#, #"{"o":"+","v":6}"#, "6"),
            // Ours changes a list: it becomes a replacement, which every client supports.
            (
                "[1,2,3]", #"{"o":"L","v":{"3":{"o":"+","v":4}}}"#,
                #"{"o":"L","v":{"0":{"o":"+","v":0}}}"#, #"{"o":"r","v":[1,2,3,4]}"#, "[1,2,3,4]"
            ),
            ("[1]", #"{"o":"L","v":{"0":{"o":"-"}}}"#, #"{"o":"-"}"#, #"{"o":"+","v":[]}"#, "[]"),
            ("[1]", #"{"o":"L","v":{"0":{"o":"-"}}}"#, #"{"o":"r","v":[]}"#, nil, "[]"),
            ("[1]", #"{"o":"L","v":{"0":{"o":"-"}}}"#, #"{"o":"dL","v":"-2"}"#, nil, "[]"),
            (
                #"["a","b"]"#, #"{"o":"dL","v":"=8\t+%22c%22%0A"}"#, #"{"o":"L","v":{}}"#,
                #"{"o":"r","v":["a","b","c"]}"#, #"["a","b","c"]"#
            ),
            (
                "[1]", #"{"o":"dL","v":"-2"}"#, #"{"o":"dL","v":"=2\t+3%0A"}"#,
                #"{"o":"r","v":[]}"#, "[]"
            ),
            ("[1]", #"{"o":"dL","v":"-2"}"#, #"{"o":"-"}"#, #"{"o":"+","v":[]}"#, "[]"),
        ] as [(String?, String, String, String?, String?)])
    func pairs(
        base: String?, ours: String, theirs: String, left: String?, result: String?
    ) throws {
        let base = try object(base)
        let theirs = try diff(theirs)
        let rebased = try diff(ours).rebased(over: theirs, base: base)

        #expect(rebased.description == left.map { #"{"t":"# + $0 + "}" } ?? "{}")
        #expect(try rebased.applied(to: theirs.applied(to: base)) == object(result))
    }

    @Test(
        "An operation without a counterpart stays as it is, unless it has no effect",
        arguments: [
            ("1", #"{"o":"r","v":2}"#, #"{"o":"r","v":2}"#), ("1", #"{"o":"r","v":1.0}"#, nil),
            (nil, #"{"o":"-"}"#, nil), ("1", #"{"o":"+","v":1}"#, nil),
            ("1", #"{"o":"I","v":2}"#, #"{"o":"r","v":3}"#),
            (#""a""#, #"{"o":"d","v":"=1"}"#, nil), (#""a""#, #"{"o":"d","v":"-1\t+a"}"#, nil),
            (#""a""#, #"{"o":"d","v":"-1\t+ab"}"#, #"{"o":"d","v":"-1\t+ab"}"#),
            (#"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"r","v":1}}}"#, nil),
            ("{}", #"{"o":"O","v":{}}"#, nil),
            (
                #"{"a":1}"#, #"{"o":"O","v":{"a":{"o":"I","v":1},"b":{"o":"-"}}}"#,
                #"{"o":"O","v":{"a":{"o":"r","v":2}}}"#
            ),
            ("[1]", #"{"o":"L","v":{}}"#, nil), ("[1]", #"{"o":"dL","v":"=2"}"#, nil),
        ] as [(String?, String, String?)])
    func alone(base: String?, ours: String, left: String?) throws {
        let rebased = try diff(ours).rebased(over: Diff(), base: object(base))
        #expect(rebased.description == left.map { #"{"t":"# + $0 + "}" } ?? "{}")
    }

    @Test("All members are rebased, and an insertion survives a deletion around it")
    func severalMembers() throws {
        let base: JSONObject = ["a": "abc", "b": "abc", "c": 1, "d": 1]
        let ours = Diff(from: base, to: ["a": "abcX", "b": "abcX", "c": 2, "d": 1, "e": nil])
        let theirs = Diff(from: base, to: ["a": "Yabc", "b": "Yabc", "c": 1, "d": 2])
        let rebased = try ours.rebased(over: theirs, base: base)
        #expect(
            try rebased.applied(to: theirs.applied(to: base))
                == ["a": "YabcX", "b": "YabcX", "c": 2, "d": 2, "e": nil])

        // Fuzzy patches lose both insertions, because the text around them is gone.
        let middle = String(repeating: "abc def. ", count: 90)
        let text = JSONString("intro\n" + middle + "\nend")
        let mine = TextDelta(from: text, to: JSONString("introOne\n" + middle + "Two\nend"))
        let other = TextDelta(from: text, to: "intro\nDELETED!\nend")
        let result = try mine.rebased(over: other, source: text)
        #expect(try result.applied(to: other.applied(to: text)) == "introOne\nDELETED!Two\nend")
    }

    @Test("A server rebases each change on the changes before it")
    func server() throws {
        var object: JSONObject = ["t": "The quick brown fox"]
        let third = object
        let slow = try diff(#"{"o":"d","v":"=4\t-5\t+slow\t=10"}"#)
        object = try slow.applied(to: object)
        #expect(object == ["t": "The slow brown fox"])

        let red = try diff(#"{"o":"d","v":"=10\t-5\t+red\t=4"}"#).rebased(over: slow, base: third)
        #expect(red.description == #"{"t":{"o":"d","v":"=9\t-5\t+red\t=4"}}"#)
        #expect(try red.portableEquivalent(on: object) == red)
        object = try red.applied(to: object)
        #expect(object == ["t": "The slow red fox"])

        let both = Diff(from: third, to: object)
        let loud = try diff(#"{"o":"d","v":"=19\t+!"}"#).rebased(over: both, base: third)
        #expect(loud.description == #"{"t":{"o":"d","v":"=16\t+!"}}"#)
        object = try loud.applied(to: object)
        #expect(object == ["t": "The slow red fox!"])

        #expect(throws: DiffError.wrongLength) {
            try diff(#"{"o":"d","v":"=3\t+!"}"#).applied(to: object)
        }
        #expect(
            try diff(#"{"o":"r","v":"The slow red fox!"}"#).portableEquivalent(on: object)
                .isEmpty)
    }
}

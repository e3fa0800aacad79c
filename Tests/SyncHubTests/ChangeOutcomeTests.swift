import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

/// Changes that one client sends, and the outcome of each.
private struct Story: Sendable {
    let name: String
    /// True if the server has the fox before the story.
    let hasFox: Bool
    let steps: [(change: Written, outcome: String)]

    init(_ name: String, hasFox: Bool = true, _ steps: (Written, String)...) {
        (self.name, self.hasFox) = (name, hasFox)
        self.steps = steps.map { (change: $0.0, outcome: $0.1) }
    }

    func run() {
        var (server, client) = hasFox ? TestHub.withFox() : TestHub.joined()
        var head = hasFox ? 3 : 0
        for (number, step) in steps.enumerated() {
            let outcome = server.change(step.change, by: client)
            #expect(outcome == [step.outcome], "\(name), change \(number + 1)")
            // A removal is written as `-2`, a refusal as its code.
            let isRefused = Int(step.outcome).map { $0 > 0 } ?? (step.outcome == "emptied")
            if !isRefused { head += 1 }
        }
        // A refused change has no effect.
        let expected = ChangeVersion.first(UInt64(head))
        if head > 0 { #expect(server.store.answer(.bucket(.todo)).head == expected, "\(name)") }
    }
}

extension TestHub {
    fileprivate static func joined() -> (TestHub, ConnectionID) {
        var server = TestHub()
        let client = server.join()
        return (server, client)
    }

    /// A server with "The quick brown fox" as version 3 of `k`.
    static func withFox() -> (TestHub, ConnectionID) {
        var (server, client) = joined()
        let fox = #"{"n":{"o":"-"},"t":{"o":"+","v":"The quick brown fox"}}"#
        _ = server.change(.modify("k", #"{"n":{"o":"+","v":0}}"#, id: "v1"), by: client)
        _ = server.change(.modify("k", sv: 1, #"{"n":{"o":"r","v":1}}"#, id: "v2"), by: client)
        _ = server.change(.modify("k", sv: 2, fox, id: "v3"), by: client)
        return (server, client)
    }
}

/// A diff of the text `t`.
private func text(_ delta: String) -> String { #"{"t":{"o":"d","v":"\#(delta)"}}"# }

/// A change of the fox's version 3.
private func fox(_ diff: String, id: String = "x") -> Written {
    .modify("k", sv: 3, diff, id: id)
}

@Suite("Changes and their outcomes")
struct ChangeOutcomeTests {
    @Test("Diffs and whole objects are merged, or refused with the right code")
    func outcomes() {
        for story in Self.merges + Self.versions + Self.wholes + Self.limits { story.run() }
    }

    @Test("S39, S38, S50: A diff that doesn't apply is error 440, and one without effect 412")
    func misfits() {
        let inapplicable = [
            #"{"t":{"o":"d","v":"=3\t+!"}}"#, #"{"n":{"o":"d","v":"+x"}}"#,
            #"{"x":{"o":"d","v":"+x"}}"#, #"{"t":{"o":"d","v":"=19\t+%zz"}}"#,
            #"{"t":{"o":"d","v":"=-1\t=20"}}"#, #"{"t":{"o":"d","v":"=19\t*"}}"#,
            #"{"t":{"o":"O","v":{}}}"#, #"{"x":{"o":"I","v":1}}"#, #"{"t":{"o":"q","v":1}}"#,
        ]
        let idle = [
            "{}", #"{"t":{"o":"r","v":"The quick brown fox"}}"#, #"{"t":{"o":"d","v":"=19"}}"#,
            #"{"t":{"o":"+","v":"The quick brown fox"}}"#, #"{"gone":{"o":"-"}}"#,
        ]
        for diff in inapplicable { Story(diff, (fox(diff), "440")).run() }
        for diff in idle { Story(diff, (fox(diff), "412")).run() }
    }

    @Test("S33, S34, S36, S38, S39, S40: The fox changes as in the protocol's examples")
    func foxFares() {
        var (server, client) = TestHub.withFox()
        let red = fox(text(#"=10\t-5\t+red\t=4"#), id: "B")
        let steps: [(Written, String)] = [
            (
                fox(text(#"=4\t-5\t+slow\t=10"#), id: "A"), "3→4 " + text(#"=4\t-5\t+slow\t=10"#)
            ),
            (red, "4→5 " + text(#"=9\t-5\t+red\t=4"#)), (red, "409"),
            (fox(text(#"=19\t+!"#), id: "C"), "5→6 " + text(#"=16\t+!"#)),
            (.modify("k", sv: 6, text(#"=3\t+!"#), id: "D"), "440"),
            (.modify("k", sv: 9, text(#"=17\t+!"#), id: "E"), "405"),
            (.modify("k", sv: 6, #"{"t":{"o":"r","v":"The slow red fox!"}}"#, id: "F"), "412"),
        ]
        for (change, outcome) in steps { server.expect(outcome, of: change, by: client) }
        let entity = "0:e:k.6\n{\"data\":{\"t\":\"The slow red fox!\"}}"
        server.expect([entity], to: "0:e:k.6", by: client)
        #expect(server.store.answer(.bucket(.todo)).head == .first(6))
    }

    private static let merges = [
        Story(
            "An object may be created empty", hasFox: false,
            (.modify("a", "{}", id: "1"), "→1 {}"), (.modify("b", whole: "{}", id: "2"), "→1 {}")),
        Story(
            "S37: The id of a change that failed may be used again",
            (fox(text(#"=3\t+!"#)), "440"),
            (fox(text(#"=19\t+!"#)), "3→4 " + text(#"=19\t+!"#)), (fox(text(#"=19\t+!"#)), "409")),
        Story(
            "The same id for another object is another change",
            (.modify("l", "{}", id: "v1"), "→1 {}")),
        Story(
            "S40: A change to no object is error 404, also if the object was removed",
            (.modify("x", sv: 1, #"{"n":{"o":"+","v":1}}"#, id: "1"), "404"),
            (.remove("k", id: "2"), "-4"), (fox(text(#"=19\t+!"#)), "404")),
        Story(
            "A second creation adds to the object, and its values win", hasFox: false,
            (
                .modify("k", #"{"a":{"o":"+","v":1},"b":{"o":"+","v":"x"}}"#, id: "1"),
                #"→1 {"a":{"o":"+","v":1},"b":{"o":"+","v":"x"}}"#
            ),
            (
                .modify(
                    "k", #"{"b":{"o":"+","v":"y"},"c":{"o":"+","v":3},"a":{"o":"+","v":1}}"#,
                    id: "2"), #"1→2 {"b":{"o":"d","v":"-1\t+y"},"c":{"o":"+","v":3}}"#
            ), (.modify("k", whole: #"{"d":4}"#, id: "3"), #"2→3 {"d":{"o":"+","v":4}}"#)),
        Story(
            "S51: I, L and dL are applied, and sent as operations that every client knows",
            hasFox: false,
            (
                .modify(
                    "k", whole: #"{"n":5,"l":[1,2,3,4,5,6,7,8,9,10,11],"d":["a","b"]}"#, id: "1"),
                #"→1 {"n":{"o":"+","v":5},"l":{"o":"+","v":[1,2,3,4,5,6,7,8,9,10,11]},"#
                    + #""d":{"o":"+","v":["a","b"]}}"#
            ),
            (
                .modify(
                    "k", sv: 1,
                    #"{"n":{"o":"I","v":3},"l":{"o":"L","v":{"10":{"o":"-"},"2":{"o":"r","v":0}}},"#
                        + #""d":{"o":"dL","v":"=8\t+%22c%22%0A"}}"#, id: "2"),
                #"1→2 {"n":{"o":"r","v":8},"l":{"o":"r","v":[1,2,0,4,5,6,7,8,9,10]},"#
                    + #""d":{"o":"r","v":["a","b","c"]}}"#
            )),
        Story(
            "S50: A diff is sent in the form that all clients read", hasFox: false,
            (.modify("k", whole: #"{"t":"a😀b"}"#, id: "1"), #"→1 {"t":{"o":"+","v":"a😀b"}}"#),
            (.modify("k", sv: 1, text(#"=0\t=1\t=2\t-0\t+%23%2f%20é\t=1\t"#), id: "2"), "440"),
            (
                .modify("k", sv: 1, text(#"=0\t=1\t=2\t-0\t+%23%2f%20%c3%a9\t=1\t"#), id: "3"),
                "1→2 " + text(#"=3\t+#/ %C3%A9\t=1"#)
            ),
            (
                .modify("k", sv: 2, text(#"=1\t-2\t+%F0%9F%98%81\t=5"#), id: "4"),
                "2→3 " + text(#"=1\t-2\t+%F0%9F%98%81\t=5"#)
            )),
    ]

    private static let versions = [
        Story(
            "A removal counts only for the version that it names, if it names one", hasFox: false,
            (.modify("k", whole: "{}", id: "1"), "→1 {}"),
            (.modify("k", sv: 1, whole: #"{"n":1}"#, id: "2"), #"1→2 {"n":{"o":"+","v":1}}"#),
            (.remove("k", sv: 1, id: "3"), "405"), (.remove("k", sv: 3, id: "4"), "405"),
            (.remove("k", sv: 2, id: "5"), "-3")),
        Story(
            "S45: Removing no object is error 404, and removing twice 409", hasFox: false,
            (.remove("k", id: "1"), "404"), (.modify("k", "{}", id: "3"), "→1 {}"),
            (.remove("k", id: "4"), "-2"), (.remove("k", id: "5"), "404"),
            (.remove("k", id: "4"), "409")),
        Story(
            "S44: An object that is created again continues its versions", hasFox: false,
            (.modify("k", whole: #"{"n":1}"#, id: "1"), #"→1 {"n":{"o":"+","v":1}}"#),
            (.remove("k", id: "2"), "-2"),
            (.modify("k", #"{"m":{"o":"+","v":2}}"#, id: "3"), #"→3 {"m":{"o":"+","v":2}}"#),
            (.modify("k", sv: 2, "{}", id: "4"), "405")),
        Story(
            "EMPTY of an empty bucket is done at once, and needs the bucket's name", hasFox: false,
            (.bucket("EMPTY", id: "1"), "emptied"), (.bucket("EMPTY", "other", id: "2"), "400")),
    ]

    private static let wholes = [
        Story(
            "S41: A whole object with the present version replaces it, and is sent as a diff",
            (
                .modify("k", sv: 3, whole: #"{"t":"The fox","n":1}"#, id: "1"),
                #"3→4 {"t":{"o":"d","v":"=4\t-12\t=3"},"n":{"o":"+","v":1}}"#
            )),
        Story(
            "S42: A whole object is accepted with any version, because it follows an error",
            (
                .modify("k", sv: 99, "{}", whole: #"{"a":1}"#, id: "1"),
                #"3→4 {"t":{"o":"-"},"a":{"o":"+","v":1}}"#
            ), (.modify("new", sv: 7, whole: #"{"a":1}"#, id: "2"), #"→1 {"a":{"o":"+","v":1}}"#)),
        Story(
            "S42: A whole object with an earlier version is merged with later changes",
            (fox(text(#"=4\t-5\t+slow\t=10"#)), "3→4 " + text(#"=4\t-5\t+slow\t=10"#)),
            (
                .modify("k", sv: 3, whole: #"{"t":"The quick red fox"}"#, id: "2"),
                "4→5 " + text(#"=9\t-5\t+red\t=4"#)
            )),
    ]

    private static let longKey = String(repeating: "aZ09._%@-x", count: 25) + "123456"
    private static let longText = String(repeating: "x", count: Limits.object - 8)
    private static let deep =
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70)

    private static let limits = [
        Story(
            "S47: A key of 256 with all its characters is fine, one of 257 is not",
            hasFox: false, (.modify(longKey, "{}", id: "1"), "→1 {}"),
            (.modify(longKey + "7", "{}", id: "2"), "400"), (.modify("...", "{}", id: "3"), "→1 {}")
        ),
        Story(
            "S48: An object that grows too large is error 413, and stays as it was", hasFox: false,
            (
                .modify("k", #"{"t":{"o":"+","v":"\#(longText)"}}"#, id: "1"),
                #"→1 {"t":{"o":"+","v":"\#(longText)"}}"#
            ), (.modify("k", sv: 1, #"{"n":{"o":"+","v":1}}"#, id: "2"), "413"),
            (.modify("l", #"{"t":{"o":"+","v":"\#(longText)x"}}"#, id: "3"), "413")),
        Story(
            "Too much nesting is no change", hasFox: false,
            (.modify("k", #"{"a":{"o":"+","v":\#(deep)}}"#, id: "1"), "400")),
    ]
}

import Consistency
import Testing

/// The checker of chapter 7's statements on consistency accepts what they allow, and nothing else.
@Suite("The checker of consistency")
struct ConsistencyTests {
    private static func broken(_ script: String) -> [String] {
        var statements: [String] = []
        for violation in ConsistencyReport(RecordedStory(script).events).violations
        where !statements.contains(violation.statement) {
            statements.append(violation.statement)
        }
        return statements
    }

    private static let sound = """
        a opens
        b opens
        a sends c1 k
        a receives 1 c1 k.1
        b receives 1 c1 k.1
        b sends d1 k
        a receives 2 d1 k.2
        b receives 2 d1 k.2

        """

    @Test("It counts what it judges")
    func counts() {
        let story = RecordedStory(Self.sound + #"a reads k.2 {"c1":1,"d1":1}"#)
        let report = ConsistencyReport(story.events)
        #expect(report.violations == [])
        #expect(report.acknowledged == 2)
        #expect(report.changes == 2)
        #expect(report.reads == 1)
    }

    private static let allowed: [(name: String, script: String)] = [
        ("S280 another client reads later", "c reads k.1; a posts c2 k.3; c reads k.2"),
        (
            "S281 changes of one frame apart",
            "a sends c2 k, c3 l; a receives 3 c2 k.3; a receives 4 d2 l.1; a receives 5 c3 l.2"
        ),
        (
            "S282 a page ahead of its `current`",
            "c joins; c lists 2: k.3; c receives 3 c2 k.3; b receives 3 c2 k.3"
        ),
        ("S283 never applied", "a sends c2 k; a closes; rest; b lists 2: k.2"),
        ("S283 applied without an answer", "a sends c2 k; a closes; b receives 3 c2 k.3"),
        (
            "S283 applied, and the answer cut off",
            "a sends c2 k; a loses 3 c2 k.3; a closes; a opens after 2; a sends c2 k;"
                + "a receives 3 c2 k.3; a receives 409 c2"
        ),
        (
            "a new index after `cv:?`",
            "a closes; a opens after 0; a receives cv:?; a lists 2: k.2; b receives 3 c2 k.3;"
                + "a receives 3 c2 k.3"
        ),
        (
            "a cursor once more",
            "a catches up 1; a receives 2 d1 k.2; a receives 3 c2 k.3; b receives 3 c2 k.3"
        ),
        (
            "a cursor from before the channel",
            "c opens after 1; c receives 2 d1 k.2; c catches up 0; c receives 1 c1 k.1"
        ),
        (
            "removed, and created again",
            "a removes c2 k; a receives 3 c2 -k.3; a reads k; a sends c3 k; a creates 4 c3 k.4;"
                + #"a reads k.4 {"c3":1}"#
        ),
        (
            "an index in pages",
            "a sends c2 l; a receives 3 c2 l.1; b receives 3 c2 l.1; a lists 3+: l.1"
        ),
        ("removed by a call of another client", "b removes d9 k; a reads k"),
        (
            "refused, and sent again behind another change",
            "a sends c2 k; a sends c3 k; a receives 440 c2; a receives 3 c3 k.3; a sends c2 k;"
                + "a receives 4 c2 k.4"
        ),
        ("read while the answer is under way", "a asks k; a posts c2 k.3; a gets k.2"),
    ]

    @Test("It accepts what a client must expect", arguments: allowed)
    func accepted(name: String, script: String) {
        #expect(Self.broken(Self.sound + script) == [], "\(name)")
    }

    private static let forbidden: [(statements: String, name: String, script: String)] = [
        ("S270", "one cv for two changes", "c opens after 1; c receives 2 d9 l.1"),
        (
            "S270 S271", "two orders",
            "a receives 3 c2 l.1; a receives 4 c3 m.1; b receives 4 c3 m.1; b receives 3 c2 l.1"
        ),
        (
            "S271", "a change that is missing",
            "a receives 3 c2 l.1; a receives 4 c3 m.1; b receives 4 c3 m.1"
        ),
        ("S271", "a change that comes twice", "a receives 2 d1 k.2"),
        (
            "S271", "a change that is missing behind a cursor",
            "a receives 3 c2 l.1; a receives 4 c3 m.1; b closes; b opens after 2;"
                + "b receives 4 c3 m.1"
        ),
        (
            "S271", "a change that is missing behind a new index",
            "a closes; a opens after 0; a receives cv:?; a lists 2: k.2; b receives 3 c2 l.1;"
                + "b receives 4 c3 m.1; a receives 4 c3 m.1"
        ),
        ("S272 S273", "two changes for one version", "c opens after 9; c receives 10 d9 k.2"),
        ("S272", "a version left out", "a receives 3 c2 l.1; a receives 4 c3 l.3 from 1"),
        ("S272", "a creation of an object that is there", "a creates 3 c2 k.3"),
        ("S272", "two contents", #"a reads k.7 {"c1":1}; b reads k.7 {"d1":1}"#),
        ("S273", "applied twice", "a receives 3 c1 l.1"),
        ("S273", "acknowledged as another change", "a posts c2 k.2"),
        (
            "S273", "409 for a change that was never applied",
            "a sends c2 k; a receives 409 c2; rest; c opens; c receives 1 c1 k.1;"
                + "c receives 2 d1 k.2"
        ),
        ("S274", "the last version is lost", #"rest; c reads k.1 {"c1":1}"#),
        ("S274", "an object is lost", "rest; c opens after 9; c lists 9:"),
        (
            "S274", "the change of a call is lost",
            "a posts c2 l.1; rest; c opens after 9; c lists 9: k.2"
        ),
        (
            "S274", "a change is lost that only one client received",
            "a closes; b loses 3 c2 l.1; rest; c opens after 9; c lists 9: k.2"
        ),
        ("S274 S279", "a change is missing in the history", "rest; c opens; c receives 1 c1 k.1"),
        ("S275", "its own change is not read", "a posts c2 k.3; a reads k.2"),
        ("S275", "its own object is not listed", "a posts c2 l.1; a lists 2: k.2"),
        ("S276", "an older version is read", #"a reads k.1 {"c1":1}"#),
        ("S276", "an object is gone again", "c opens after 1; c receives 2 d1 k.2; c reads k"),
        (
            "S277", "two changes in another order",
            "a sends c2 l; a sends c3 m; b receives 3 c3 m.1; b receives 4 c2 l.1"
        ),
        (
            "S277", "two changes in another order, the first after a broken line",
            "a drops c2 l; a sends c2 l; a sends c3 m; b receives 3 c3 m.1; b receives 4 c2 l.1"
        ),
        (
            "S278", "before a change that its author had received",
            "a closes; a joins; a receives 3 d2 m.1; a sends c3 n; c opens after 2;"
                + "c receives 4 c3 n.1;"
                + "c receives 3 d2 m.1"
        ),
        ("S279", "another content", #"a reads k.2 {"c1":1}"#),
        ("S273 S279", "a diff that does not fit", "a receives 3 c1 k.3"),
        ("S279", "a client that waits in vain", "a receives 3 c2 l.1; rest; a reads l.1"),
    ]

    @Test("It finds each kind of fault", arguments: forbidden)
    func faults(statements: String, name: String, script: String) {
        #expect(
            Self.broken(Self.sound + script).joined(separator: " ") == statements, "\(name)")
    }

    @Test("It applies changes of texts and of nested objects")
    func contents() {
        func story(_ diff: String, _ content: String) -> [String] {
            let first = #"{"t":{"o":"+","v":"a😀b"},"o":{"o":"+","v":{"n":1}}}"#
            let changes = [
                #"{"id":"k","o":"M","v":\#(first),"ev":1,"cv":"1","ccids":["c1"]}"#,
                #"{"id":"k","o":"M","sv":1,"v":\#(diff),"ev":2,"cv":"2","ccids":["c2"]}"#,
            ]
            let messages = [
                "0:c:[\(changes.joined(separator: ","))]", "0:e:k.2\n{\"data\":\(content)}",
            ]
            let events =
                RecordedStory("a opens").events
                + messages.map { RecordedEvent(client: "a", line: 1, .received($0)) }
            return ConsistencyReport(events).violations.map(\.statement)
        }
        let text = #"{"t":{"o":"d","v":"=3\t-1\t+%C3%A9 x"}}"#
        #expect(story(text, #"{"t":"a😀é x","o":{"n":1}}"#) == [])
        #expect(story(text, #"{"t":"a😀b","o":{"n":1}}"#) == ["S279"])
        #expect(story(#"{"t":{"o":"d","v":"=3"}}"#, #"{"t":"a😀","o":{"n":1}}"#) == ["S279"])
        let nested = #"{"o":{"o":"O","v":{"n":{"o":"r","v":2}}},"t":{"o":"-"}}"#
        #expect(story(nested, #"{"o":{"n":2}}"#) == [])
        #expect(story(#"{"x":{"o":"r","v":2}}"#, "{}") == ["S279"])
    }

    @Test("It reads a recording's lines, and refuses others")
    func lines() throws {
        let line = #"{"t":1,"client":"a","line":3,"is":"sent","text":"h:1"}"#
        #expect(try RecordedEvent.all(in: line + "\n" + line + "\n").count == 2)
        #expect(throws: (any Error).self) { try RecordedEvent.all(in: #"{"t":1,"is":"told"}"#) }
    }
}

import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// The referee's rules for starting a match with another player.
@Suite("Consent")
struct ConsentTests {
    private static let two = Bench("ann", "bob")
    private static let three = Bench("ann", "bob", "cleo")

    static let stories = [
        BenchStory(
            "A person who was asked may start, and no other", three,
            .seat("bob", "ann", is: .notAsking("ann")), .ask("ann", "bob"),
            .seat("cleo", "ann", is: .notAsking("ann")),
            .seat("ann", "bob", is: .notAsking("bob")), .seat("bob", "ann")),
        BenchStory(
            "A yes is good for 21 seconds", two,
            .ask("ann", "bob"), .wait(.seconds(21)), .seat("bob", "ann")),
        BenchStory(
            "A later yes is none", two,
            .ask("ann", "bob"), .wait(.milliseconds(21_001)),
            .seat("bob", "ann", is: .notAsking("ann"))),
        BenchStory(
            "A question that was withdrawn, answered or replaced is no invitation", three,
            .ask("ann", "bob"), .change("ann", ["asks": .null]),
            .seat("bob", "ann", is: .notAsking("ann")), .wait(.seconds(3)),
            .ask("ann", "bob", number: 2), .decline("bob", "ann", number: 2, forGood: false),
            .seat("bob", "ann", is: .notAsking("ann")), .wait(.seconds(3)),
            .ask("ann", "cleo", number: 3), .seat("bob", "ann", is: .notAsking("ann")),
            .seat("cleo", "ann"), .ask("bob", "ann", number: 9, is: .seated("ann"))),
        BenchStory(
            "Of two who ask each other either may start, and one does", two,
            .ask("ann", "bob"), .ask("bob", "ann"), .seat("ann", "bob"),
            .seat("bob", "ann", is: .seated("bob"))),
        BenchStory(
            "No match begins with a player whose connection broke",
            Bench("ann", "bob", mode: "auto"), .cut("bob"),
            .seat("ann", "bob", is: .absent("bob")), .mend("bob"), .seat("ann", "bob")),
        BenchStory(
            "Two who look for anybody need not ask", Bench("ann", "bob", mode: "auto"),
            .seat("bob", "ann")),
        BenchStory(
            "Nor if one program is of the first version", Bench("ann", mode: "auto"),
            .come("bob", mode: "auto", rules: 0), .seat("bob", "ann")),
        BenchStory(
            "Others of the first version must", Bench("ann", mode: "auto", rules: 0),
            .come("bob", rules: 0), .seat("bob", "ann", is: .notAsking("ann")),
            .seat("ann", "bob", is: .notAsking("bob")), .come("cleo", mode: "busy"),
            .seat("ann", "cleo", is: .busy("cleo"))),
        BenchStory(
            "A code lets in who writes it, and programs of the first version without it",
            Bench("bob", "cleo"),
            .come("ann", code: "KQXZ"), .come("old", rules: 0),
            .seat("bob", "ann", is: .otherCode),
            .seat("bob", "ann", ["code": "ABCD"], is: .otherCode),
            .seat("bob", "ann", ["code": "KQXZ"]),
            .play("bob", ["code": "ABCD"], is: .otherCode), .endMatch, .seat("old", "ann")),
        BenchStory(
            "One question in three seconds, under another number each time", three,
            .ask("ann", "bob"), .wait(.milliseconds(2_999)),
            .ask("ann", "cleo", number: 2, is: .askedTooSoon), .wait(.milliseconds(1)),
            .change("ann", ["asks": .null]), .ask("ann", "bob", number: 1, is: .askedTwice),
            .ask("ann", "cleo", number: 2)),
        pause("later", forGood: false, seconds: 30),
        pause("no", forGood: true, seconds: 600),
        BenchStory(
            "S216: A no holds though the asker left and came back", two,
            .ask("ann", "bob"), .decline("bob", "ann", forGood: true), .leave("ann"),
            .come("ann"), .ask("ann", "bob", is: .askedAgain("bob")), .wait(.seconds(600)),
            .ask("ann", "bob")),
        BenchStory(
            "A question to nobody, to oneself, to a busy or an old program is refused",
            Bench("ann"),
            .come("busy", mode: "busy"), .come("old", rules: 0),
            .ask("ann", "zoe", is: .absent("zoe")),
            .ask("ann", "ann", is: .flawed(.onePlayerTwice)),
            .ask("ann", "busy", is: .busy("busy")), .ask("ann", "old", is: .notAskable("old"))),
        BenchStory(
            "A start of the server lets questions lapse", two,
            .ask("ann", "bob"), .reopen, .seat("bob", "ann", is: .notAsking("ann")),
            .ask("ann", "bob", number: 2), .seat("bob", "ann")),
    ]

    private static func pause(_ answer: String, forGood: Bool, seconds: Int) -> BenchStory {
        BenchStory(
            "After \(answer) an invitation may follow after \(seconds) seconds", two,
            .ask("ann", "bob"), .decline("bob", "ann", forGood: forGood),
            .wait(.seconds(seconds) - .milliseconds(1)),
            .ask("ann", "bob", number: 2, is: .askedAgain("bob")),
            // Nothing keeps the other from asking.
            .ask("bob", "ann", number: 7), .wait(.milliseconds(1)),
            .ask("ann", "bob", number: 2))
    }

    @Test("Only people who agreed are seated together", arguments: stories)
    func consent(story: BenchStory) {
        story.run()
    }

    @Test(
        "A question that is none is refused",
        arguments: [
            ["asks": 1], ["asks": ["n": 1]], ["asks": ["n": 0, "to": "bob"]],
            ["asks": ["n": 1, "to": "bob", "text": "hello"]], ["declines": ["n": 0, "of": "bob"]],
            ["declines": ["n": 1, "of": "bob", "why": "x"]], ["rules": "2"], ["rules": -1],
        ] as [JSONObject])
    func nonsense(members: JSONObject) {
        var bench = Bench("ann", "bob")
        #expect(bench.change("ann", members) != nil)
    }
}

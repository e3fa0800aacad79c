import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// Who may seat whom, as the referee sees it.
@Suite("Consent")
struct ConsentTests {
    @Test("Whoever was asked may start, and nobody else")
    func asked() {
        var bench = Bench("ann", "bob", "cleo")
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        #expect(bench.ask("ann", "bob") == nil)
        #expect(bench.seat("cleo", "ann") == .notAsking("ann"))
        #expect(bench.seat("ann", "bob") == .notAsking("bob"))
        #expect(bench.seat("bob", "ann") == nil)
    }

    @Test("A yes is good for twenty-one seconds", arguments: [(21_000, true), (21_001, false)])
    func tooLate(milliseconds: Int, isGood: Bool) {
        var bench = Bench("ann", "bob")
        #expect(bench.ask("ann", "bob") == nil)
        bench.wait(.milliseconds(milliseconds))
        #expect(bench.seat("bob", "ann") == (isGood ? nil : .notAsking("ann")))
    }

    @Test("What was withdrawn, answered or asked of somebody else since is no invitation")
    func lapsed() {
        var bench = Bench("ann", "bob", "cleo")
        #expect(bench.ask("ann", "bob") == nil)
        #expect(bench.change("ann", ["asks": .null]) == nil)
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        bench.wait(.seconds(3))
        #expect(bench.ask("ann", "bob", number: 2) == nil)
        bench.decline("bob", "ann", number: 2, forGood: false)
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        bench.wait(.seconds(3))
        #expect(bench.ask("ann", "cleo", number: 3) == nil)
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        #expect(bench.seat("cleo", "ann") == nil)
        #expect(bench.ask("bob", "ann", number: 9) == .seated("ann"))
    }

    @Test("Of two who ask each other either may start, and one does")
    func crossing() {
        var bench = Bench("ann", "bob")
        #expect(bench.ask("ann", "bob") == nil)
        #expect(bench.ask("bob", "ann") == nil)
        #expect(bench.seat("ann", "bob") == nil)
        #expect(bench.seat("bob", "ann") == .seated("bob"))
    }

    @Test("Two who look for anybody need not ask, whatever their programs know")
    func lookForAnybody() {
        for rules in [0, 2] {
            var bench = Bench("ann", mode: "auto")
            bench.come("bob", mode: "auto", rules: rules)
            #expect(bench.seat("bob", "ann") == nil)
        }
        var bench = Bench("ann", mode: "auto", rules: 0)
        bench.come("bob", rules: 0)
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        #expect(bench.seat("ann", "bob") == .notAsking("bob"))
        bench.come("cleo", mode: "busy")
        #expect(bench.seat("ann", "cleo") == .busy("cleo"))
    }

    @Test("A code lets in who writes it, and programs of the first version without it")
    func code() {
        var bench = Bench("bob", "cleo")
        bench.come("ann", code: "KQXZ")
        bench.come("old", rules: 0)
        #expect(bench.seat("bob", "ann") == .otherCode)
        #expect(bench.seat("bob", "ann", ["code": "ABCD"]) == .otherCode)
        #expect(bench.seat("bob", "ann", ["code": "KQXZ"]) == nil)
        #expect(bench.play("bob", ["code": "ABCD"]) == .otherCode)
        bench.endMatch()
        #expect(bench.seat("old", "ann") == nil)
    }

    @Test("One question in three seconds, under another number each time")
    func pace() {
        var bench = Bench("ann", "bob", "cleo")
        #expect(bench.ask("ann", "bob") == nil)
        bench.wait(.milliseconds(2_999))
        #expect(bench.ask("ann", "cleo", number: 2) == .askedTooSoon)
        bench.wait(.milliseconds(1))
        #expect(bench.change("ann", ["asks": .null]) == nil)
        #expect(bench.ask("ann", "bob", number: 1) == .askedTwice)
        #expect(bench.ask("ann", "cleo", number: 2) == nil)
    }

    @Test(
        "Who has said later is asked again after half a minute, who has said no after ten",
        arguments: [(false, 30), (true, 600)])
    func pauses(isFinal: Bool, seconds: Int) {
        var bench = Bench("ann", "bob")
        #expect(bench.ask("ann", "bob") == nil)
        bench.decline("bob", "ann", forGood: isFinal)
        bench.wait(.seconds(seconds) - .milliseconds(1))
        #expect(bench.ask("ann", "bob", number: 2) == .askedAgain("bob"))
        // Nothing keeps the other from asking.
        #expect(bench.ask("bob", "ann", number: 7) == nil)
        bench.wait(.milliseconds(1))
        #expect(bench.ask("ann", "bob", number: 2) == nil)
    }

    @Test("S216 Who was told no was told so, though they left and came back")
    func remembered() {
        var bench = Bench("ann", "bob")
        #expect(bench.ask("ann", "bob") == nil)
        bench.decline("bob", "ann", forGood: true)
        bench.leave("ann")
        bench.come("ann")
        #expect(bench.ask("ann", "bob") == .askedAgain("bob"))
        bench.wait(.seconds(600))
        #expect(bench.ask("ann", "bob") == nil)
    }

    @Test("A question to nobody, to oneself, to who is busy or knows of none is refused")
    func senseless() {
        var bench = Bench("ann")
        bench.come("busy", mode: "busy")
        bench.come("old", rules: 0)
        #expect(bench.ask("ann", "zoe") == .absent("zoe"))
        #expect(bench.ask("ann", "ann") == .flawed(.onePlayerTwice))
        #expect(bench.ask("ann", "busy") == .busy("busy"))
        #expect(bench.ask("ann", "old") == .notAskable("old"))
    }

    @Test(
        "What is no question is refused",
        arguments: [
            ["asks": 1], ["asks": ["n": 1]], ["asks": ["n": 0, "to": "bob"]],
            ["asks": ["n": 1, "to": "bob", "text": "hello"]], ["declines": ["n": 0, "of": "bob"]],
            ["declines": ["n": 1, "of": "bob", "why": "x"]], ["rules": "2"], ["rules": -1],
        ] as [JSONObject])
    func nonsense(members: JSONObject) {
        var bench = Bench("ann", "bob")
        #expect(bench.change("ann", members) != nil)
    }

    @Test("A start of the server lets questions lapse")
    func restart() {
        var bench = Bench("ann", "bob")
        #expect(bench.ask("ann", "bob") == nil)
        bench.reopen()
        #expect(bench.seat("bob", "ann") == .notAsking("ann"))
        #expect(bench.ask("ann", "bob", number: 2) == nil)
        #expect(bench.seat("bob", "ann") == nil)
    }
}

import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// Series with an end, and what is agreed on for the next round, as the referee sees them.
@Suite("Series before the referee")
struct SeriesRefereeTests {
    private static let want: JSON = ["n": 2, "limit": 30, "target": 3]

    /// bob has asked ann, who has circle.
    private static func bench(_ terms: JSONObject = ["target": 3]) -> Bench {
        var bench = Bench("ann", "bob")
        let ask = (["n": 1, "to": "ann"] as JSONObject).with(terms)
        #expect(bench.change("bob", ["asks": .object(ask)]) == nil)
        #expect(bench.seat("ann", "bob", terms) == nil)
        return bench
    }

    /// Has cross give the round up, and the next one begin.
    private static func finish(_ round: Int, in bench: inout Bench, isLast: Bool = false) {
        #expect(bench.play("bob", ["resigned": 1]) == nil)
        guard !isLast else { return }
        let next = JSON(round + 1)
        #expect(bench.play("ann", ["circleReady": next]) == nil)
        #expect(bench.play("bob", ["crossReady": next]) == nil)
        let isEven = (round + 1).isMultiple(of: 2)
        #expect(bench.play(isEven ? "bob" : "ann", Self.start(of: round + 1)) == nil)
    }

    private static func start(of round: Int) -> JSONObject {
        [
            "round": JSON(round), "circleWins": JSON(round - 1),
            "nextPieceKind": round.isMultiple(of: 2) ? 1 : 2, "resigned": .null,
        ]
    }

    private static func terms(_ bench: Bench) -> MatchTerms? {
        bench.referee.lobbyState.liveMatches.first?.sheet?.terms
    }

    @Test("P56 A match has the target that was asked for, or that the code's maker wants")
    func agreement() {
        var bench = Bench("ann", "bob")
        #expect(bench.change("ann", ["asks": ["n": 1, "to": "bob", "target": 5]]) == nil)
        #expect(bench.seat("bob", "ann") == .otherTarget)
        #expect(bench.seat("bob", "ann", ["target": 3]) == .otherTarget)
        #expect(bench.seat("bob", "ann", ["target": 5, "limit": 10]) == .otherLimit)
        #expect(bench.seat("bob", "ann", ["target": 5]) == nil)
        var coded = Bench("ann")
        coded.come("bob", code: "KQXZ")
        #expect(coded.change("bob", ["target": 10]) == nil)
        let code =
            coded.referee.lobbyState.roster[PlayerID(rawValue: "bob")]?.code.map { JSON($0.text) }
            ?? .null
        #expect(coded.seat("ann", "bob", ["code": code]) == .otherTarget)
        #expect(coded.seat("ann", "bob", ["code": code, "target": 10]) == nil)
        var auto = Bench("ann", "bob", mode: "auto")
        #expect(auto.seat("ann", "bob", ["target": 3]) == .otherTarget)
    }

    @Test(
        "P56 A target that is none is refused",
        arguments: [0, -3, 4, 1_001, 3.5, "3", true, [3], [:]] as [JSON])
    func senseless(target: JSON) {
        var bench = Bench("ann", "bob")
        #expect(bench.change("ann", ["asks": ["n": 1, "to": "bob", "target": target]]) != nil)
        #expect(bench.change("ann", ["target": target]) != nil)
        #expect(bench.seat("ann", "bob", ["target": target]) != nil)
        var seated = Self.bench()
        #expect(seated.play("ann", ["target": target]) != nil)
        #expect(seated.play("ann", ["circleWants": ["n": 2, "target": target]]) != nil)
    }

    @Test("P57 When somebody has won so many rounds nobody is ready for another one")
    func reached() {
        var bench = Self.bench()
        Self.finish(1, in: &bench)
        Self.finish(2, in: &bench)
        Self.finish(3, in: &bench, isLast: true)
        #expect(bench.play("ann", ["circleReady": 4]) == .targetReached)
        #expect(bench.play("bob", ["crossReady": 4]) == .targetReached)
        #expect(bench.play("bob", Self.start(of: 4)) == .roundNotDue)
        #expect(bench.play("ann", ["circleReady": -4]) == nil, "a no is none")
    }

    @Test("P57 Nor is who said so beforehand, or with the last move")
    func beforehand() {
        var bench = Self.bench()
        Self.finish(1, in: &bench)
        Self.finish(2, in: &bench)
        #expect(bench.play("ann", ["circleReady": 4]) == nil)
        #expect(bench.play("bob", ["resigned": 1, "crossReady": 4]) == .targetReached)
        #expect(bench.play("bob", ["crossReady": 4]) == nil)
        Self.finish(3, in: &bench, isLast: true)
        #expect(bench.play("bob", Self.start(of: 4)) == .roundNotDue)
    }

    @Test("P56 What both want alike holds from the next round on")
    func agreed() {
        var bench = Self.bench([:])
        #expect(bench.play("bob", ["resigned": 1]) == nil)
        #expect(bench.play("ann", ["circleReady": 2, "circleWants": Self.want]) == nil)
        #expect(bench.play("bob", ["crossReady": 2, "crossWants": Self.want]) == nil)
        let start = Self.start(of: 2)
        #expect(bench.play("bob", start) == .otherLimit)
        #expect(bench.play("bob", start.with(["limit": 30])) == .otherTarget)
        #expect(bench.play("bob", start.with(["limit": 30, "target": 5])) == .otherTarget)
        #expect(bench.play("bob", start.with(["limit": 30, "target": 3])) == nil)
        #expect(Self.terms(bench)?.limit?.rawValue == 30)
        bench.wait(.seconds(31))
        #expect(bench.play("ann", ["resigned": 1, "ending": "timeout"]) == nil)
    }

    @Test(
        "P56 What one wants alone, or otherwise, or for another round, changes nothing",
        arguments: [
            .null, ["n": 2, "limit": 10, "target": 3], ["n": 3, "limit": 30, "target": 3],
            ["n": 2, "limit": 30], ["n": 2],
        ] as [JSON])
    func notAlike(other: JSON) {
        var bench = Self.bench([:])
        #expect(bench.play("bob", ["resigned": 1]) == nil)
        #expect(bench.play("ann", ["circleReady": 2, "circleWants": Self.want]) == nil)
        #expect(bench.play("bob", ["crossReady": 2, "crossWants": other]) == nil)
        let start = Self.start(of: 2)
        #expect(bench.play("bob", start.with(["limit": 30, "target": 3])) == .otherLimit)
        #expect(bench.play("bob", start) == nil)
        #expect(Self.terms(bench) == MatchTerms())
    }

    @Test("P56 What both want of a later round is not to be had before it")
    func later() {
        var bench = Self.bench([:])
        let want: JSON = ["n": 3, "limit": 30]
        #expect(bench.play("ann", ["circleWants": want]) == nil)
        #expect(bench.play("bob", ["crossWants": want]) == nil)
        Self.finish(1, in: &bench)
        #expect(Self.terms(bench) == MatchTerms())
        #expect(bench.play("bob", ["resigned": 1]) == nil)
        #expect(bench.play("ann", ["circleReady": 3]) == nil)
        #expect(bench.play("bob", ["crossReady": 3]) == nil)
        #expect(bench.play("ann", Self.start(of: 3)) == .otherLimit)
        #expect(bench.play("ann", Self.start(of: 3).with(["limit": 30])) == nil)
    }

    @Test("Nobody makes another score of what was won")
    func scores() {
        var bench = Self.bench([:])
        Self.finish(1, in: &bench)
        for score in [["crossWins": 1], ["draws": 1]] as [JSONObject] {
            let members = score.with(["circleWins": 0])
            #expect(bench.play("bob", members) == .scoreNotDue)
            #expect(bench.play("bob", members.with(["resigned": 1])) == .scoreNotDue)
        }
    }

    @Test("P56 A clock and a target end where both want none")
    func none() {
        var bench = Self.bench(["limit": 10, "target": 3])
        #expect(bench.play("bob", ["resigned": 1]) == nil)
        #expect(bench.play("ann", ["circleReady": 2, "circleWants": ["n": 2]]) == nil)
        #expect(bench.play("bob", ["crossReady": 2, "crossWants": ["n": 2]]) == nil)
        let start = Self.start(of: 2).with(["limit": .null, "target": .null])
        #expect(bench.play("bob", start) == nil)
        #expect(Self.terms(bench) == MatchTerms())
    }

    @Test("P56 Nobody writes what the other wants, nor what nobody can want")
    func cheats() {
        var bench = Self.bench()
        #expect(bench.play("ann", ["crossWants": Self.want]) == .othersFlag)
        for want in [
            ["n": 2, "limit": 20], ["n": 2, "target": 4], ["n": 0], ["limit": 30], 3, [:], [2],
            ["n": 2, "colour": "red"], ["n": "2"],
        ] as [JSON] {
            #expect(bench.play("ann", ["circleWants": want])?.isTrespass == false)
        }
        #expect(bench.play("ann", ["target": .null]) == .otherTarget)
        #expect(bench.play("ann", ["target": 5]) == .otherTarget)
        for round in 1...3 { Self.finish(round, in: &bench, isLast: round == 3) }
        let vain: JSONObject = ["circleWants": ["n": 4, "target": 3]]
        #expect(bench.play("ann", vain) == .targetReached)
    }
}

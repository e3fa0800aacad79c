import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// Series with a target, and the terms of the next round, as the referee validates them.
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
        bench.perform(.play("bob", ["resigned": 1]))
        guard !isLast else { return }
        let next = JSON(round + 1)
        let isEven = (round + 1).isMultiple(of: 2)
        bench.perform(
            .play("ann", ["circleReady": next]), .play("bob", ["crossReady": next]),
            .play(isEven ? "bob" : "ann", start(of: round + 1)))
    }

    private static func start(of round: Int) -> JSONObject {
        [
            "round": JSON(round), "circleWins": JSON(round - 1),
            "nextPieceKind": round.isMultiple(of: 2) ? 1 : 2, "resigned": .null,
        ]
    }

    private static func terms(_ bench: Bench) -> MatchTerms? {
        bench.referee.lobbyState.liveMatches.first?.record?.terms
    }

    @Test("P56: A match has the target that was asked for, or that the code's maker wants")
    func agreement() {
        var bench = Bench("ann", "bob")
        bench.perform(
            .change("ann", ["asks": ["n": 1, "to": "bob", "target": 5]]),
            .seat("bob", "ann", is: .otherTarget),
            .seat("bob", "ann", ["target": 3], is: .otherTarget),
            .seat("bob", "ann", ["target": 5, "limit": 10], is: .otherLimit),
            .seat("bob", "ann", ["target": 5]))
        var coded = Bench("ann")
        coded.perform(.come("bob", code: "KQXZ"), .change("bob", ["target": 10]))
        let code =
            coded.referee.lobbyState.roster[PlayerID(rawValue: "bob")]?.code.map { JSON($0.text) }
            ?? .null
        coded.perform(
            .seat("ann", "bob", ["code": code], is: .otherTarget),
            .seat("ann", "bob", ["code": code, "target": 10]))
        var auto = Bench("ann", "bob", mode: "auto")
        auto.perform(.seat("ann", "bob", ["target": 3], is: .otherTarget))
    }

    @Test(
        "P56: A target that is none is refused",
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

    @Test(
        "P57: No player can be ready after the last round, before its end or with its last move")
    func reached() {
        var bench = Self.bench()
        Self.finish(1, in: &bench)
        Self.finish(2, in: &bench)
        var early = bench
        Self.finish(3, in: &bench, isLast: true)
        bench.perform(
            .play("ann", ["circleReady": 4], is: .targetReached),
            .play("bob", ["crossReady": 4], is: .targetReached),
            .play("bob", Self.start(of: 4), is: .roundNotDue),
            // A no is no readiness.
            .play("ann", ["circleReady": -4]))

        early.perform(
            .play("ann", ["circleReady": 4]),
            .play("bob", ["resigned": 1, "crossReady": 4], is: .targetReached),
            .play("bob", ["crossReady": 4]))
        Self.finish(3, in: &early, isLast: true)
        early.perform(.play("bob", Self.start(of: 4), is: .roundNotDue))
    }

    @Test("P56: Terms that both want alike hold from the next round on, also none at all")
    func agreed() {
        var bench = Self.bench([:])
        let start = Self.start(of: 2)
        bench.perform(
            .play("bob", ["resigned": 1]),
            .play("ann", ["circleReady": 2, "circleWants": Self.want]),
            .play("bob", ["crossReady": 2, "crossWants": Self.want]),
            .play("bob", start, is: .otherLimit),
            .play("bob", start.with(["limit": 30]), is: .otherTarget),
            .play("bob", start.with(["limit": 30, "target": 5]), is: .otherTarget),
            .play("bob", start.with(["limit": 30, "target": 3])))
        #expect(Self.terms(bench)?.limit?.rawValue == 30)
        bench.perform(.wait(.seconds(31)), .play("ann", ["resigned": 1, "ending": "timeout"]))

        var none = Self.bench(["limit": 10, "target": 3])
        none.perform(
            .play("bob", ["resigned": 1]),
            .play("ann", ["circleReady": 2, "circleWants": ["n": 2]]),
            .play("bob", ["crossReady": 2, "crossWants": ["n": 2]]),
            .play("bob", start.with(["limit": .null, "target": .null])))
        #expect(Self.terms(none) == MatchTerms())
    }

    @Test(
        "P56: Terms of one side alone, unlike ones, or those of another round change nothing",
        arguments: [
            .null, ["n": 2, "limit": 10, "target": 3], ["n": 3, "limit": 30, "target": 3],
            ["n": 2, "limit": 30], ["n": 2],
        ] as [JSON])
    func notAlike(other: JSON) {
        var bench = Self.bench([:])
        let start = Self.start(of: 2)
        bench.perform(
            .play("bob", ["resigned": 1]),
            .play("ann", ["circleReady": 2, "circleWants": Self.want]),
            .play("bob", ["crossReady": 2, "crossWants": other]),
            .play("bob", start.with(["limit": 30, "target": 3]), is: .otherLimit),
            .play("bob", start))
        #expect(Self.terms(bench) == MatchTerms())
    }

    @Test("P56: Terms of a later round hold when it begins, and not before")
    func later() {
        var bench = Self.bench([:])
        bench.perform(
            .play("ann", ["circleWants": ["n": 3, "limit": 30]]),
            .play("bob", ["crossWants": ["n": 3, "limit": 30]]))
        Self.finish(1, in: &bench)
        #expect(Self.terms(bench) == MatchTerms())
        // No member of the score changes meanwhile, either.
        for score in [["crossWins": 1], ["draws": 1]] as [JSONObject] {
            let members = score.with(["circleWins": 0])
            bench.perform(
                .play("bob", members, is: .scoreNotDue),
                .play("bob", members.with(["resigned": 1]), is: .scoreNotDue))
        }
        bench.perform(
            .play("bob", ["resigned": 1]), .play("ann", ["circleReady": 3]),
            .play("bob", ["crossReady": 3]), .play("ann", Self.start(of: 3), is: .otherLimit),
            .play("ann", Self.start(of: 3).with(["limit": 30])))
    }

    @Test("P56: Neither side writes the other's wish, or an impossible one")
    func cheats() {
        var bench = Self.bench()
        bench.perform(.play("ann", ["crossWants": Self.want], is: .othersFlag))
        for want in [
            ["n": 2, "limit": 20], ["n": 2, "target": 4], ["n": 0], ["limit": 30], 3, [:], [2],
            ["n": 2, "colour": "red"], ["n": "2"],
        ] as [JSON] {
            #expect(bench.play("ann", ["circleWants": want])?.isTrespass == false, "\(want)")
        }
        bench.perform(
            .play("ann", ["target": .null], is: .otherTarget),
            .play("ann", ["target": 5], is: .otherTarget))
        for round in 1...3 { Self.finish(round, in: &bench, isLast: round == 3) }
        bench.perform(.play("ann", ["circleWants": ["n": 4, "target": 3]], is: .targetReached))
    }
}

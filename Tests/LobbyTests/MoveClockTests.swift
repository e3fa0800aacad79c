import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

/// Matches with a clock, as the referee sees them.
@Suite("The referee's clock")
struct MoveClockTests {
    private static let crossIsLate: JSONObject = ["resigned": 1, "ending": "timeout"]
    private static let circleIsLate: JSONObject = ["resigned": 2, "ending": "timeout"]

    /// Two players who look for a match with these clocks; null means any opponent.
    private static func people(_ ann: JSON = [10], _ bob: JSON = [10]) -> Bench {
        var bench = Bench("ann", "bob", mode: "busy")
        for (name, limit) in [("ann", ann), ("bob", bob)] {
            let wish: JSONObject =
                limit.isNull ? ["mode": "auto"] : ["mode": "auto-clock", "limit": limit]
            #expect(bench.change(name, wish) == nil)
        }
        return bench
    }

    /// ann has circle, and the match ten seconds a move.
    private static func bench() -> Bench {
        var bench = people()
        #expect(bench.seat("ann", "bob", ["limit": 10]) == nil)
        return bench
    }

    /// The two at a match without a clock.
    private static let free: Bench = {
        var free = Bench("ann", "bob", mode: "auto")
        free.perform(.seat("ann", "bob"))
        return free
    }()
    private static let third: JSONObject = [
        "matrix": [2, 1, 2, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1,
    ]
    private static let secondRound: JSONObject = [
        "round": 2, "crossWins": 1, "nextPieceKind": 1, "resigned": .null,
        "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]

    static let stories = [
        BenchStory(
            "P50: From then on no move is let in, and before it every one", bench(),
            .wait(.milliseconds(10_999)), .play("ann", Bench.firstMove),
            .wait(.milliseconds(10_999)), .play("bob", Bench.secondMove), .wait(.seconds(11)),
            .play("ann", third, is: .tooLate),
            // Giving up is never too late.
            .play("ann", ["resigned": 2])),
        BenchStory(
            "P50: Only the player who is to move can be late", bench(),
            .wait(.seconds(60)), .play("bob", crossIsLate, is: .othersResignation),
            .play("bob", ["ending": "timeout"], is: .unknownEnding),
            .play("bob", ["resigned": 2], is: .othersResignation),
            .play("bob", ["resigned": 2, "ending": "claim"], is: .claimNotDue),
            .play("bob", circleIsLate)),
        BenchStory(
            "P50: Without a clock nobody is late", free,
            .wait(.seconds(4_000)), .play("bob", circleIsLate, is: .timeNotUp)),
        BenchStory(
            "P51: An offer of a draw stops no clock, and a broken line neither", bench(),
            .wait(.seconds(6)), .play("ann", ["circleOffers": 10]), .cut("ann"),
            .wait(.seconds(5)), .play("bob", circleIsLate)),
        BenchStory(
            "P51: A restart of the server gives all the time again", bench(),
            .wait(.seconds(60)), .reopen, .play("bob", circleIsLate, is: .timeNotUp),
            .wait(.milliseconds(10_999)), .play("ann", Bench.firstMove), .wait(.seconds(11)),
            .play("ann", crossIsLate)),
        BenchStory(
            "P51: After a round there is time to think about another one", bench(),
            .play("ann", Bench.firstMove), .play("ann", ["resigned": 2]), .wait(.seconds(100)),
            .play("ann", ["circleReady": 2]), .play("bob", ["crossReady": 2]),
            .play("bob", secondRound), .wait(.milliseconds(10_999)),
            .play("ann", crossIsLate, is: .timeNotUp), .wait(.milliseconds(1)),
            .play("ann", crossIsLate)),
        BenchStory(
            "P52: Two who look for a clock play by it", people(),
            .seat("ann", "bob", is: .otherLimit),
            .seat("ann", "bob", ["limit": 30], is: .otherLimit),
            .seat("ann", "bob", ["limit": 10])),
        BenchStory(
            "P52: Two who look for none play without", people(.null, .null),
            .seat("ann", "bob", ["limit": 10], is: .otherLimit), .seat("ann", "bob")),
        BenchStory(
            "P52: A question decides on the clock", Bench("ann", "bob"),
            .change("ann", ["asks": ["n": 1, "to": "bob", "limit": 30]]),
            .seat("bob", "ann", is: .otherLimit),
            .seat("bob", "ann", ["limit": 10], is: .otherLimit),
            .seat("bob", "ann", ["limit": 30])),
        BenchStory(
            "P53: No match gets a clock later", free,
            .play("ann", ["limit": 10], is: .otherLimit)),
        BenchStory(
            "P53: Against a program of the first version there is no clock",
            Bench("ann", mode: "auto"),
            .come("bob", mode: "auto", rules: 0),
            .change("ann", ["mode": "auto-clock", "limit": [10]]),
            .seat("ann", "bob", ["limit": 10], is: .notAskable("bob"))),
        BenchStory(
            "P53: Nor by a code", Bench("bob", mode: "open", rules: 0),
            .come("ann", code: "KQXZ"), .change("ann", ["limit": [60]]),
            .seat("bob", "ann", ["limit": 60], is: .notAskable("bob")), .seat("bob", "ann")),
    ]

    @Test("A match has the agreed clock, and the player to move loses by it", arguments: stories)
    func rules(story: BenchStory) {
        story.run()
    }

    @Test("P50: A player is late a second after the deadline, and either player may write that")
    func due() {
        for name in ["ann", "bob"] {
            var bench = Self.bench()
            bench.perform(
                .play("ann", Bench.firstMove), .wait(.milliseconds(10_999)),
                .play(name, Self.crossIsLate, is: .timeNotUp), .wait(.milliseconds(1)),
                .play(name, Self.crossIsLate))
            let match = bench.referee.lobbyState.liveMatches.first?.match
            #expect(match?.outcome == .outOfTime(.cross) && match?.score.circleWins == 1)
            #expect(bench.play(name, Self.crossIsLate) == nil, "nothing is changed by that")
            #expect(bench.play("bob", Self.circleIsLate) != nil)
        }
        var restarted = Self.bench()
        restarted.perform(.wait(.seconds(60)), .reopen)
        #expect(restarted.referee.clockStarts(of: "match").map(\.since) == [restarted.stamp])
    }

    @Test("P52: Two who look for different clocks must ask; a code has its maker's clock")
    func otherClocks() {
        for (ann, bob) in [([10], [30]), ([10], .null), (.null, [60])] as [(JSON, JSON)] {
            var bench = Self.people(ann, bob)
            for limit in [.null, 10, 30, 60] as [JSON] {
                bench.perform(.seat("ann", "bob", ["limit": limit], is: .notAsking("bob")))
            }
        }
        var coded = Bench("ann")
        coded.perform(.come("bob", code: "KQXZ"), .change("bob", ["limit": [60]]))
        let code =
            coded.referee.lobbyState.roster[PlayerID(rawValue: "bob")]?.code.map { JSON($0.text) }
            ?? .null
        coded.perform(
            .seat("ann", "bob", ["code": code], is: .otherLimit),
            .seat("ann", "bob", ["code": code, "limit": 60]))
    }

    @Test(
        "P52: A clock that is none is refused",
        arguments: [0, -10, 3_601, 45, 10.5, "10", true, [10], [:]] as [JSON])
    func senseless(limit: JSON) {
        var bench = Bench("ann", "bob", mode: "auto")
        #expect(bench.seat("ann", "bob", ["limit": limit]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock", "limit": [limit]]) != nil)
        #expect(bench.change("ann", ["asks": ["n": 1, "to": "bob", "limit": limit]]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock"]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock", "limit": [10, 30]]) != nil)
    }

    @Test(
        "P53: A match with an invalid clock is malformed, with and without a referee",
        arguments: [0, -10, 3_601, 10.5, "10", true, [10]] as [JSON])
    func unguarded(limit: JSON) throws {
        let members = MatchRecord(circle: "ann", cross: "bob").members.with(["limit": limit])
        let match = try LobbyMatch(ObjectKey.trappingIfInvalid("m"), members)
        #expect(match.record == nil)
        #expect(match.flaw == (limit.int == nil ? .wrongType(member: "limit") : .noLimit))
    }

    @Test("P53: No match changes its clock", arguments: [.null, 30, 60, "x"] as [JSON])
    func unchanging(limit: JSON) {
        var bench = Self.bench()
        #expect(bench.play("ann", ["limit": limit]) != nil)
        #expect(bench.play("ann", Bench.firstMove.with(["limit": limit])) != nil)
    }
}

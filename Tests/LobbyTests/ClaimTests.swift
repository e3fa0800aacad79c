import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// The claim of a round against an absent opponent, as the referee validates it.
@Suite("Claims")
struct ClaimTests {
    private static let claim: JSONObject = ["resigned": 1, "ending": "claim"]

    /// ann has circle, bob has cross, and this many moves have been made.
    private static func bench(moves: Int = 2, rules: Int = 2) -> Bench {
        var bench = Bench("ann", mode: "auto")
        bench.come("bob", mode: "auto", rules: rules)
        #expect(bench.seat("ann", "bob") == nil)
        let boards: [[JSON]] = [[2, 0, 0, 0, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0, 0, 0]]
        for (index, board) in boards.prefix(moves).enumerated() {
            let members: JSONObject = [
                "matrix": .array(board), "nextPieceKind": index == 0 ? 1 : 2,
            ]
            #expect(bench.play(index == 0 ? "ann" : "bob", members) == nil)
        }
        return bench
    }

    static let stories = [
        BenchStory(
            "A round can be claimed from fifteen seconds of absence on", bench(),
            .play("ann", claim, is: .claimNotDue), .cut("bob"), .wait(.milliseconds(14_999)),
            .play("ann", claim, is: .claimNotDue), .wait(.milliseconds(1)), .play("ann", claim)),
        BenchStory(
            "A player who has come back is not away any more", bench(),
            .cut("bob"), .wait(.seconds(20)), .mend("bob"),
            .play("ann", claim, is: .claimNotDue)),
        BenchStory(
            "An absence counts from the claimant's return, and from the start of the server",
            bench(),
            .cut("bob"), .cut("ann"), .wait(.seconds(20)), .play("ann", claim, is: .claimNotDue),
            .mend("ann"), .wait(.seconds(14)), .play("ann", claim, is: .claimNotDue), .reopen,
            .wait(.seconds(14)), .play("ann", claim, is: .claimNotDue), .wait(.seconds(1)),
            .play("ann", claim)),
        BenchStory(
            "A player who returns while the store fails is not away any more", bench(),
            .cut("bob"), .wait(.seconds(20)), .lose(returning: "bob"), .wait(.seconds(20)),
            .play("ann", claim, is: .claimNotDue), .cut("bob"), .lose(returning: "ann"),
            .wait(.seconds(15)), .play("ann", claim)),
        BenchStory(
            "Nothing is claimed of a program of the first version", bench(rules: 0),
            .cut("bob"), .wait(.seconds(20)), .play("ann", claim, is: .claimNotDue)),
        falsity(["resigned": 1], .othersResignation),
        falsity(["resigned": 2, "ending": "claim"], .othersResignation),
        falsity(["resigned": 1, "ending": "left"], .othersResignation),
        falsity(["resigned": 2, "ending": "tired"], .unknownEnding),
        falsity(["ending": "claim"], .unknownEnding),
    ]

    private static func falsity(_ members: JSONObject, _ foul: Foul) -> BenchStory {
        BenchStory(
            "\(members) is no claim of the other side's round", bench(),
            .cut("bob"), .wait(.seconds(20)), .play("ann", members, is: foul))
    }

    @Test("A round is claimed of a player who is away, and only then", arguments: stories)
    func due(story: BenchStory) {
        story.run()
    }

    @Test("A claim or a goodbye ends the round once both have moved", arguments: [0, 1, 2])
    func ends(moves: Int) {
        var bench = Self.bench(moves: moves)
        bench.perform(
            .play(
                "ann", ["resigned": 2, "ending": "left"], is: moves < 2 ? .move(.notBegun) : nil))
        let match = bench.referee.lobbyState.liveMatches.first?.match
        #expect(match?.outcome == (moves < 2 ? nil : .left(by: .circle)))
        guard moves == 2 else { return }

        var claimed = Self.bench()
        claimed.perform(.cut("bob"), .wait(.seconds(15)), .play("ann", Self.claim))
        let shown = claimed.referee.lobbyState.liveMatches.first?.match
        #expect(shown?.outcome == .claimed(from: .cross) && shown?.score.circleWins == 1)
    }

    @Test("The verdict on a seat's end names the round's result, and can be read again")
    func verdicts() throws {
        var bench = Self.bench()
        let verdict = try #require(
            bench.referee.matchResultAtSeatEnd(of: "bob", isLate: true, at: bench.stamp))
        #expect(verdict.score.lost == 1 && verdict.round == 1 && verdict.opponent == "Ann")
        #expect(ReturningPlayerResult(verdict.members) == verdict)

        func result(isLate: Bool) -> ReturningPlayerResult.UnfinishedRoundResult? {
            bench.referee.matchResultAtSeatEnd(of: "bob", isLate: isLate, at: bench.stamp)?.result
        }
        #expect(result(isLate: true) == .lost && result(isLate: false) == .lost)
        bench.cut("ann")
        #expect(result(isLate: true) == .undecided && result(isLate: false) == .lost)
        bench.wait(.seconds(15))
        #expect(result(isLate: false) == .undecided)
        let fresh = Self.bench(moves: 1).referee
        #expect(
            fresh.matchResultAtSeatEnd(of: "bob", isLate: false, at: bench.stamp)?.result
                == .undecided
        )
        #expect(fresh.matchResultAtSeatEnd(of: "zoe", isLate: true, at: bench.stamp) == nil)
    }

    @Test("P83: A player whose seat ends has not lost a practice round", arguments: [true, false])
    func practice(isLate: Bool) throws {
        let empty: JSONObject = [
            "matrix": .array(Array(repeating: 0, count: 9)), "nextPieceKind": 2, "undone": 1,
            "circleUndo": .null, "crossUndo": .null,
        ]
        var bench = Bench("ann", "bob", mode: "auto", rules: 3)
        bench.perform(.seat("ann", "bob"))
        Self.playTwoMoves(at: &bench)
        bench.perform(.play("ann", ["circleUndo": [12, 1, 2]]), .play("bob", empty))
        Self.playTwoMoves(at: &bench)
        let verdict = try #require(
            bench.referee.matchResultAtSeatEnd(of: "bob", isLate: isLate, at: bench.stamp))
        #expect(verdict.result == .undecided && verdict.score.lost == 0)
    }

    private static func playTwoMoves(at bench: inout Bench) {
        bench.perform(
            .play("ann", Bench.firstMove), .play("bob", Bench.secondMove))
    }
}

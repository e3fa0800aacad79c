import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// When a round is somebody's because the other is away, as the referee sees it.
@Suite("Claims")
struct ClaimTests {
    private static let claim: JSONObject = ["resigned": 1, "ending": "claim"]

    /// ann has circle, bob has cross, and so many have moved.
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

    @Test("From fifteen seconds of absence on the round can be claimed, and not before")
    func due() {
        var bench = Self.bench()
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
        bench.cut("bob")
        bench.wait(.milliseconds(14_999))
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
        bench.wait(.milliseconds(1))
        #expect(bench.play("ann", Self.claim) == nil)
        let shown = bench.referee.lobbyState.liveMatches.first
        #expect(shown?.match?.outcome == .claimed(from: .cross))
        #expect(shown?.match?.score.circleWins == 1)
    }

    @Test("Who has come back is not away any more")
    func back() {
        var bench = Self.bench()
        bench.cut("bob")
        bench.wait(.seconds(20))
        bench.mend("bob")
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
    }

    @Test("An absence counts from the claimant's own return, and from the start of the server")
    func counting() {
        var bench = Self.bench()
        bench.cut("bob")
        bench.cut("ann")
        bench.wait(.seconds(20))
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
        bench.mend("ann")
        bench.wait(.seconds(14))
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
        bench.reopen()
        bench.wait(.seconds(14))
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
        bench.wait(.seconds(1))
        #expect(bench.play("ann", Self.claim) == nil)
    }

    static let falsities: [(JSONObject, Foul)] = [
        (["resigned": 1], .othersResignation),
        (["resigned": 2, "ending": "claim"], .othersResignation),
        (["resigned": 1, "ending": "left"], .othersResignation),
        (["resigned": 2, "ending": "tired"], .unknownEnding),
        (["ending": "claim"], .unknownEnding),
    ]

    @Test("Whoever claims says so, and of the other side", arguments: falsities)
    func falsity(members: JSONObject, foul: Foul) {
        var bench = Self.bench()
        bench.cut("bob")
        bench.wait(.seconds(20))
        #expect(bench.play("ann", members) == foul)
    }

    @Test("Nothing is claimed of a program of the first version")
    func firstVersion() {
        var bench = Self.bench(rules: 0)
        bench.cut("bob")
        bench.wait(.seconds(20))
        #expect(bench.play("ann", Self.claim) == .claimNotDue)
    }

    @Test("Who leaves may say so once both have moved", arguments: [0, 1, 2])
    func leaving(moves: Int) {
        var bench = Self.bench(moves: moves)
        let foul = bench.play("ann", ["resigned": 2, "ending": "left"])
        #expect(foul == (moves < 2 ? .move(.notBegun) : nil))
        let match = bench.referee.lobbyState.liveMatches.first?.match
        #expect(match?.outcome == (moves < 2 ? nil : .left(by: .circle)))
    }

    @Test("A seat's end tells what became of the round")
    func verdicts() {
        var bench = Self.bench()
        func result(isLate: Bool) -> SeatVerdict.Result? {
            bench.referee.verdict(on: "bob", isLate: isLate, at: bench.stamp)?.result
        }
        #expect(result(isLate: true) == .lost && result(isLate: false) == .lost)
        bench.cut("ann")
        #expect(result(isLate: true) == .undecided && result(isLate: false) == .lost)
        bench.wait(.seconds(15))
        #expect(result(isLate: false) == .undecided)
        let fresh = Self.bench(moves: 1).referee
        #expect(fresh.verdict(on: "bob", isLate: false, at: bench.stamp)?.result == .undecided)
        #expect(fresh.verdict(on: "zoe", isLate: true, at: bench.stamp) == nil)
    }

    @Test("What is told of a seat's end can be read again")
    func written() throws {
        let bench = Self.bench()
        let verdict = try #require(
            bench.referee.verdict(on: "bob", isLate: true, at: bench.stamp))
        #expect(verdict.losses == 1 && verdict.round == 1 && verdict.opponent == "Ann")
        #expect(SeatVerdict(verdict.members) == verdict)
    }
}

import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// All ways to end a round, and all false claims about one, as the referee validates them.
///
/// Clocks, claims and series have suites of their own with more cases.
@Suite("The referee, and how rounds end")
struct RoundEndTests {
    /// ann has circle, bob has cross.
    private static func bench(_ squares: [Square] = []) -> Bench {
        var bench = Bench("ann", "bob", mode: "auto")
        #expect(bench.seat("ann", "bob") == nil)
        var board = Self.empty
        for (index, square) in squares.enumerated() {
            let foul = bench.play(
                index.isMultiple(of: 2) ? "ann" : "bob", Self.move(square, on: &board))
            #expect(foul == nil)
        }
        return bench
    }

    private static let empty = [Int](repeating: 0, count: 9)

    /// The members that a move changes.
    private static func move(_ square: Square, on board: inout [Int]) -> JSONObject {
        let piece = board.count { $0 > 0 }.isMultiple(of: 2) ? 2 : 1
        board[Int(square.rawValue)] = piece
        return ["matrix": .array(board.map { JSON($0) }), "nextPieceKind": JSON(3 - piece)]
    }

    private static func outcome(_ bench: Bench) -> Outcome? {
        bench.referee.lobbyState.liveMatches.first?.match?.outcome
    }

    private static func score(_ bench: Bench) -> [Int] {
        let score = bench.referee.lobbyState.liveMatches.first?.match?.score
        return score.map { [$0.circleWins, $0.crossWins, $0.draws] } ?? []
    }

    private static let line: [Square] = [.centre, .topLeft, .topRight, .top, .bottomLeft]
    private static let full: [Square] = [
        .centre, .topLeft, .top, .bottom, .left, .right, .topRight, .bottomLeft, .bottomRight,
    ]

    @Test("A full row or board ends a round, and no later word or move makes anything else of it")
    func boards() {
        let drawn = Self.bench(Self.full)
        #expect(Self.outcome(drawn) == .drawn && Self.score(drawn) == [0, 0, 1])
        let won = Self.bench(Self.line)
        #expect(Self.outcome(won)?.winner == .circle && Self.score(won) == [1, 0, 0])
        for (name, members) in Self.afterwards {
            var bench = won
            bench.cut(name == "ann" ? "bob" : "ann")
            bench.wait(.seconds(100))
            #expect(bench.play(name, members) != nil, "\(name): \(members)")
            #expect(Self.outcome(bench)?.winner == .circle)
        }
    }

    private static let afterwards: [(String, JSONObject)] = [
        ("bob", ["resigned": 1]), ("ann", ["resigned": 2]),
        ("bob", ["resigned": 1, "ending": "left"]), ("ann", ["resigned": 1, "ending": "claim"]),
        ("ann", ["resigned": 1, "ending": "timeout"]), ("bob", ["crossWins": 1]),
        ("ann", ["circleWins": 1]), ("ann", ["draws": 1]),
        ("bob", ["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2]),
        ("bob", ["matrix": [1, 1, 2, 1, 2, 0, 2, 0, 0], "nextPieceKind": 2]),
        ("ann", ["round": 2, "circleWins": 1]),
    ]

    @Test("No player moves for the opponent, moves twice, or marks the opponent as ready")
    func turns() {
        var bench = Self.bench([.centre])
        var board = [0, 0, 0, 0, 2, 0, 0, 0, 0]
        let move = Self.move(.top, on: &board)
        let both = Self.move(.topLeft, on: &board)
        #expect(bench.play("bob", move.with(["nextPieceKind": 1])) != nil)
        bench.perform(
            .play("ann", move, is: .move(.notYourTurn)), .play("bob", both, is: .noMove),
            .play("ann", ["crossReady": 2], is: .othersFlag),
            .play("ann", ["crossReady": -2], is: .othersFlag), .play("bob", move))
    }

    @Test("A draw is agreed on by an offer of each side for the same position")
    func agreement() {
        var bench = Self.bench([.centre, .top])
        // An offer for the position before has lapsed.
        bench.perform(
            .play("ann", ["circleOffers": 12]), .play("bob", ["crossOffers": 11]))
        #expect(Self.outcome(bench) == nil)
        bench.perform(
            .play("bob", ["circleOffers": 0], is: .othersFlag),
            .play("ann", ["crossOffers": 12], is: .othersFlag),
            .play("bob", ["crossOffers": 12]))
        #expect(Self.outcome(bench) == .drawAgreed && Self.score(bench) == [0, 0, 1])
        for members in [
            ["circleOffers": 0], ["resigned": 2], ["draws": 1], ["circleWins": 1],
        ] as [JSONObject] {
            #expect(bench.play("ann", members) != nil, "\(members)")
        }
        #expect(Self.outcome(bench) == .drawAgreed)
    }

    @Test("An offer of a draw that was declined, or made before a move, is none")
    func noAgreement() {
        var bench = Self.bench([.centre])
        var board = [0, 0, 0, 0, 2, 0, 0, 0, 0]
        bench.perform(
            .play("ann", ["circleOffers": 11]), .play("bob", ["crossOffers": -11]))
        #expect(Self.outcome(bench) == nil)
        bench.perform(
            .play("bob", Self.move(.top, on: &board)), .play("bob", ["crossOffers": 12]))
        #expect(Self.outcome(bench) == nil, "ann's was for another position")
    }

    @Test(
        "Each side resigns for itself only, once, and that counts for the other", arguments: 1...2)
    func resignation(piece: Int) {
        var bench = Self.bench([.centre])
        let (loser, other) = piece == 1 ? ("bob", "ann") : ("ann", "bob")
        #expect(bench.play(other, ["resigned": JSON(piece)]) == .othersResignation)
        #expect(bench.play(loser, ["resigned": 3]) != nil)
        #expect(bench.play(loser, ["resigned": JSON(piece), "circleWins": 7]) != nil)
        #expect(bench.play(loser, ["resigned": JSON(piece)]) == nil)
        #expect(Self.score(bench) == (piece == 1 ? [1, 0, 0] : [0, 1, 0]))
        #expect(bench.play(loser, ["resigned": .null]) != nil, "it is not taken back")
        #expect(bench.play(other, ["resigned": JSON(3 - piece)]) != nil)
        #expect(bench.play(loser, ["ending": "left"]) != nil, "nor made something else")
    }

    @Test("An absent player loses by a claim only, and a claim changes nothing else")
    func claims() {
        let claim: JSONObject = ["resigned": 1, "ending": "claim"]
        for members in [
            ["circleWins": 1], ["draws": 1], ["crossOffers": 12], ["crossReady": 2],
            ["round": 2], ["nextPieceKind": 1],
        ] as [JSONObject] {
            var bench = Self.bench([.centre, .top])
            bench.cut("bob")
            bench.wait(.seconds(15))
            #expect(bench.play("ann", claim.with(members)) != nil, "\(members)")
            #expect(Self.outcome(bench) == nil)
            #expect(bench.play("ann", claim) == nil)
            #expect(Self.outcome(bench) == .claimed(from: .cross))
            #expect(bench.play("bob", ["resigned": .null, "ending": .null]) != nil)
        }
    }

    @Test("A seat that ends is a loss by its owner's act in a round, and never between rounds")
    func seats() {
        var bench = Self.bench([.centre, .top])
        let here = bench.referee.outcomeIfSeatEnds(of: "bob", at: bench.stamp)
        #expect(here == .left(by: .cross), "a goodbye, or a delete")
        bench.cut("bob")
        bench.wait(.seconds(60))
        let late = bench.referee.outcomeIfSeatEnds(of: "bob", at: bench.stamp)
        #expect(late == .notBack(.cross))
        let excused = bench.referee.outcomeIfSeatEnds(of: "ann", at: bench.stamp)
        #expect(excused == nil, "who has waited for long enough may go")
        bench.cut("ann")
        let both = bench.referee.outcomeIfSeatEnds(of: "bob", at: bench.stamp)
        #expect(both == nil, "of two who are away neither loses")
        let early = Self.bench([.centre])
        #expect(early.referee.outcomeIfSeatEnds(of: "bob", at: early.stamp) == nil)

        var between = Self.bench([.centre, .top])
        between.perform(.play("ann", ["resigned": 2]), .cut("bob"), .wait(.seconds(100)))
        for ending in ["claim", "left", "timeout"] as [JSON] {
            #expect(between.play("ann", ["resigned": 1, "ending": ending]) != nil)
            #expect(between.play("ann", ["ending": ending]) != nil)
        }
        for isLate in [true, false] {
            let verdict = between.referee.matchResultAtSeatEnd(
                of: "bob", isLate: isLate, at: between.stamp)
            #expect(verdict?.result == .undecided)
        }
        #expect(between.referee.outcomeIfSeatEnds(of: "bob", at: between.stamp) == nil)
    }
}

import Game
import Testing

@Suite("Match")
struct MatchTests {
    @Test("A choice cycles through the offered values in their order, then to none")
    func cycles() {
        var limit: MoveTimeLimit?
        let limits = (0..<5).map { _ -> Int? in
            limit = MoveTimeLimit.offered.nextLarger(than: limit)
            return limit?.rawValue
        }
        #expect(limits == [10, 30, 60, nil, 10])
        // A value that is not offered has a place between those that are.
        let next = SeriesTarget.offered.nextLarger(than: SeriesTarget(rawValue: 4))
        #expect(next?.rawValue == 5)
    }

    @Test("A choice cycles backwards, too, also from a value that is not offered")
    func cyclesBackwards() {
        var limit: MoveTimeLimit?
        let limits = (0..<5).map { _ -> Int? in
            limit = MoveTimeLimit.offered.nextSmaller(than: limit)
            return limit?.rawValue
        }
        #expect(limits == [60, 30, 10, nil, 60])
        let previous = SeriesTarget.offered.nextSmaller(than: SeriesTarget(rawValue: 4))
        #expect(previous?.rawValue == 3)

        let steps = ClockChoice.all.map { $0.stepped(by: 1) }
        #expect(steps == ClockChoice.all.dropFirst() + [.auto])
        #expect(steps.map { $0.stepped(by: -1) } == ClockChoice.all)
        let foreign = MoveTimeLimit(rawValue: 7).map(ClockChoice.limit)
        #expect(foreign?.stepped(by: -1) == .auto)
    }

    @Test("The starter of the match takes circle and moves first; then the first move alternates")
    func firstMoves() throws {
        var match = Match()
        #expect(match.round == 1 && match.next == .circle)

        for round in 2...5 {
            try match.endRound(lostBy: .cross)
            try match.startNextRound()
            #expect(match.round == round && match.next == (round % 2 == 0 ? .cross : .circle))
            #expect(match.board == Board() && match.outcome == nil)
        }
    }

    @Test(
        "A round ends by the board or by an agreement",
        arguments: [
            (win, .won(by: .circle, along: [WinningLine.allCases[6]]), [1, 0, 0]),
            (Array(win.dropLast()), nil, [0, 0, 0]),
            (full, .drawn, [0, 0, 1]),
            ([.resign(.circle)], .resigned(by: .circle), [0, 1, 0]),
            ([.play(.top, .circle), .resign(.circle)], .resigned(by: .circle), [0, 1, 0]),
            ([.resign(.cross)], .resigned(by: .cross), [1, 0, 0]),
            ([.offer(.circle)], nil, [0, 0, 0]),
            ([.offer(.circle), .accept(.cross)], .drawAgreed, [0, 0, 1]),
            ([.offer(.cross), .offer(.circle)], .drawAgreed, [0, 0, 1]),
            ([.offer(.circle), .withdraw(.circle), .offer(.cross)], nil, [0, 0, 0]),
            ([.offer(.circle), .decline(.cross), .offer(.cross)], nil, [0, 0, 0]),
            ([.offer(.circle), .play(.top, .circle), .offer(.cross)], nil, [0, 0, 0]),
            ([.offer(.cross), .play(.top, .circle), .offer(.cross)], nil, [0, 0, 0]),
        ] as [([Act], Outcome?, [Int])])
    func outcomes(acts: [Act], outcome: Outcome?, score: [Int]) throws {
        let match = try Match(after: acts)

        #expect(match.outcome == outcome)
        #expect(match.score.numbers == score)
        #expect(match.earlierScore == Score())
    }

    @Test(
        "A refused act has a reason, and changes nothing",
        arguments: [
            ([], .play(.top, .cross), .notYourTurn),
            ([.play(.top, .circle)], .play(.left, .circle), .notYourTurn),
            ([.play(.top, .circle)], .play(.top, .cross), .squareTaken(by: .circle)),
            (
                [.play(.top, .circle), .play(.left, .cross)], .play(.left, .circle),
                .squareTaken(by: .cross)
            ),
            (win, .play(.right, .cross), .roundIsOver),
            (full, .play(.right, .cross), .roundIsOver),
            (win, .resign(.cross), .roundIsOver),
            ([.resign(.cross)], .play(.top, .circle), .roundIsOver),
            ([.resign(.cross)], .resign(.circle), .roundIsOver),
            ([.offer(.circle), .accept(.cross)], .play(.top, .circle), .roundIsOver),
            ([.offer(.circle), .accept(.cross)], .withdraw(.circle), .roundIsOver),
            (win, .offer(.circle), .roundIsOver),
            ([.offer(.circle)], .offer(.circle), .alreadyOffered),
            ([], .accept(.circle), .nothingOffered),
            ([.offer(.circle)], .accept(.circle), .nothingOffered),
            ([.offer(.circle)], .decline(.circle), .nothingOffered),
            ([.offer(.circle)], .withdraw(.cross), .nothingOffered),
            ([.offer(.circle), .play(.top, .circle)], .accept(.cross), .nothingOffered),
            ([], .next, .roundGoesOn),
            ([.offer(.circle)], .next, .roundGoesOn),
        ] as [([Act], Act, MatchActionRefusal)])
    func refusals(acts: [Act], last: Act, refusal: MatchActionRefusal) throws {
        let before = try Match(after: acts)
        var match = before

        #expect(throws: refusal) { try last.perform(in: &match) }
        #expect(match == before)
    }

    @Test("The next round keeps the score and nothing else")
    func nextRound() throws {
        let match = try Match(
            after: Self.win + [.next, .offer(.circle), .resign(.cross), .next] + Self.full
                + [.next])

        #expect(match.score.numbers == [2, 0, 1] && match.earlierScore == match.score)
        #expect(match.round == 4 && match.next == .cross)
        #expect(match.loser == nil && match.drawOffers == [])
    }

    @Test("A stored match needs the tutorial's four members; its board decides the outcome first")
    func stored() throws {
        let board = try #require(Board(matrix: [0, 0, 0, 0, 2, 0, 0, 0, 0]))
        let match = try Match(board: board, next: .cross)
        #expect(try match == Match(after: [.play(.centre, .circle)]))

        // Once the board has ended the round, either piece may be stored as the next one.
        let won = try Match(after: Self.win)
        for next in Piece.allCases {
            let match = try Match(board: won.board, next: next)
            #expect(match == won, "\(next)")
        }

        // Both players ended the round at once: the board counts first, then a resignation.
        for (board, outcome) in [
            (won.board, won.outcome), (Board(), .resigned(by: .circle)),
        ] as [(Board, Outcome?)] {
            let both = try Match(
                board: board, next: board == Board() ? .circle : .cross, loser: .circle,
                drawOffers: [.circle, .cross])
            #expect(both.outcome == outcome, "\(board)")
        }
    }

    @Test("Stored members that no play leads to are no match")
    func flaws() throws {
        let board = try #require(Board(matrix: [0, 0, 0, 0, 2, 0, 0, 0, 0]))
        let one = Score(circleWins: 1, crossWins: 0, draws: 0) ?? Score()
        let rows: [(next: Piece, round: Int, score: Score, flaw: MatchFlaw)] =
            [(.circle, 1, Score(), .wrongTurn), (.cross, 2, one, .unreachableBoard)]
            + [Int.min, -1, 0, 2, 3, .max].map { (.cross, $0, Score(), .roundsDoNotAddUp) }
        for row in rows {
            #expect(throws: row.flaw, "\(row)") {
                try Match(
                    board: board, next: row.next, round: row.round, earlierScore: row.score)
            }
        }
    }

    @Test("A score counts from zero up to its limit")
    func scores() {
        let limit = Score.limit
        for (circleWins, crossWins, draws, rounds) in [
            (limit, limit, limit, 3 * limit), (limit + 1, 0, 0, nil), (0, -1, 0, nil),
            (0, 0, Int.min, nil),
        ] as [(Int, Int, Int, Int?)] {
            let score = Score(circleWins: circleWins, crossWins: crossWins, draws: draws)
            #expect(score?.rounds == rounds, "\(circleWins), \(crossWins), \(draws)")
        }
    }

    private static let win: [Act] = [
        .play(.centre, .circle), .play(.top, .cross), .play(.topLeft, .circle),
        .play(.left, .cross), .play(.bottomRight, .circle),
    ]
    /// Nine moves without a line. In a second round cross makes the first.
    private static let full: [Act] = [
        .play(.centre, .circle), .play(.topLeft, .cross), .play(.bottomRight, .circle),
        .play(.topRight, .cross), .play(.top, .circle), .play(.bottom, .cross),
        .play(.left, .circle), .play(.right, .cross), .play(.bottomLeft, .circle),
    ]
}

extension Score {
    fileprivate var numbers: [Int] { [circleWins, crossWins, draws] }
}

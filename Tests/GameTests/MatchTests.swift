import Game
import Testing

@Suite("Match")
struct MatchTests {
    @Test("A choice cycles through the offered values in their order, then to none")
    func cycles() {
        var limit: MoveLimit?
        let limits = (0..<5).map { _ -> Int? in
            limit = MoveLimit.offered.next(after: limit)
            return limit?.rawValue
        }
        #expect(limits == [10, 30, 60, nil, 10])
        // A value that is not offered has a place between those that are.
        let next = SeriesTarget.offered.next(after: SeriesTarget(rawValue: 4))
        #expect(next?.rawValue == 5)
    }

    @Test("A choice cycles backwards, too, also from a value that is not offered")
    func cyclesBackwards() {
        var limit: MoveLimit?
        let limits = (0..<5).map { _ -> Int? in
            limit = MoveLimit.offered.previous(before: limit)
            return limit?.rawValue
        }
        #expect(limits == [60, 30, 10, nil, 60])
        let previous = SeriesTarget.offered.previous(before: SeriesTarget(rawValue: 4))
        #expect(previous?.rawValue == 3)

        let steps = ClockChoice.all.map { $0.stepped(by: 1) }
        #expect(steps == ClockChoice.all.dropFirst() + [.auto])
        #expect(steps.map { $0.stepped(by: -1) } == ClockChoice.all)
        let foreign = MoveLimit(rawValue: 7).map(ClockChoice.limit)
        #expect(foreign?.stepped(by: -1) == .auto)
    }

    @Test("The starter of the match takes circle and moves first; then the first move alternates")
    func firstMoves() throws {
        var match = Match(circle: .ada, cross: .bob)
        #expect(match.round == 1 && match.next == .circle)
        #expect(match.piece(of: .ada) == .circle && match.piece(of: .bob) == .cross)
        #expect(match.piece(of: .eve) == nil)
        #expect(match.player(of: .circle) == .ada && match.player(of: .cross) == .bob)

        for round in 2...5 {
            try match.resign(by: .bob)
            try match.startNextRound()
            #expect(match.round == round && match.next == (round % 2 == 0 ? .cross : .circle))
            #expect(match.board == Board() && match.outcome == nil)
        }
    }

    @Test(
        "A round ends by the board or by an agreement",
        arguments: [
            (win, .won(by: .circle, along: [Line.allCases[6]]), [1, 0, 0]),
            (Array(win.dropLast()), nil, [0, 0, 0]),
            (full, .drawn, [0, 0, 1]),
            ([.resign(.ada)], .resigned(by: .circle), [0, 1, 0]),
            ([.play(.top, .ada), .resign(.ada)], .resigned(by: .circle), [0, 1, 0]),
            ([.resign(.bob)], .resigned(by: .cross), [1, 0, 0]),
            ([.offer(.ada)], nil, [0, 0, 0]),
            ([.offer(.ada), .accept(.bob)], .drawAgreed, [0, 0, 1]),
            ([.offer(.bob), .offer(.ada)], .drawAgreed, [0, 0, 1]),
            ([.offer(.ada), .withdraw(.ada), .offer(.bob)], nil, [0, 0, 0]),
            ([.offer(.ada), .decline(.bob), .offer(.bob)], nil, [0, 0, 0]),
            ([.offer(.ada), .play(.top, .ada), .offer(.bob)], nil, [0, 0, 0]),
            ([.offer(.bob), .play(.top, .ada), .offer(.bob)], nil, [0, 0, 0]),
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
            ([], .play(.top, .eve), .notSeated),
            ([], .play(.top, .bob), .notYourTurn),
            ([.play(.top, .ada)], .play(.left, .ada), .notYourTurn),
            ([.play(.top, .ada)], .play(.top, .bob), .squareTaken(by: .circle)),
            (
                [.play(.top, .ada), .play(.left, .bob)], .play(.left, .ada),
                .squareTaken(by: .cross)
            ),
            (win, .play(.right, .bob), .roundIsOver),
            (full, .play(.right, .bob), .roundIsOver),
            (win, .play(.right, .eve), .notSeated),
            (win, .resign(.bob), .roundIsOver),
            ([.resign(.bob)], .play(.top, .ada), .roundIsOver),
            ([.resign(.bob)], .resign(.ada), .roundIsOver),
            ([.offer(.ada), .accept(.bob)], .play(.top, .ada), .roundIsOver),
            ([.offer(.ada), .accept(.bob)], .withdraw(.ada), .roundIsOver),
            (win, .offer(.ada), .roundIsOver),
            ([], .resign(.eve), .notSeated),
            ([], .offer(.eve), .notSeated),
            ([.offer(.ada)], .accept(.eve), .notSeated),
            ([.offer(.ada)], .offer(.ada), .alreadyOffered),
            ([], .accept(.ada), .nothingOffered),
            ([.offer(.ada)], .accept(.ada), .nothingOffered),
            ([.offer(.ada)], .decline(.ada), .nothingOffered),
            ([.offer(.ada)], .withdraw(.bob), .nothingOffered),
            ([.offer(.ada), .play(.top, .ada)], .accept(.bob), .nothingOffered),
            ([], .next, .roundGoesOn),
            ([.offer(.ada)], .next, .roundGoesOn),
        ] as [([Act], Act, MoveRefusal)])
    func refusals(acts: [Act], last: Act, refusal: MoveRefusal) throws {
        let before = try Match(after: acts)
        var match = before

        #expect(throws: refusal) { try last.perform(in: &match) }
        #expect(match == before)
    }

    @Test("The next round keeps the score and nothing else")
    func nextRound() throws {
        let match = try Match(
            after: Self.win + [.next, .offer(.ada), .resign(.bob), .next] + Self.full + [.next])

        #expect(match.score.numbers == [2, 0, 1] && match.earlierScore == match.score)
        #expect(match.round == 4 && match.next == .cross)
        #expect(match.resigned == nil && match.drawOffers == [])
    }

    @Test("A stored match needs the tutorial's four members; its board decides the outcome first")
    func stored() throws {
        let board = try #require(Board(matrix: [0, 0, 0, 0, 2, 0, 0, 0, 0]))
        let match = try Match(circle: .ada, cross: .bob, board: board, next: .cross)
        #expect(try match == Match(after: [.play(.centre, .ada)]))

        // Once the board has ended the round, either piece may be stored as the next one.
        let won = try Match(after: Self.win)
        for next in Piece.allCases {
            let match = try Match(circle: .ada, cross: .bob, board: won.board, next: next)
            #expect(match == won, "\(next)")
        }

        // Both players ended the round at once: the board counts first, then a resignation.
        for (board, outcome) in [
            (won.board, won.outcome), (Board(), .resigned(by: .circle)),
        ] as [(Board, Outcome?)] {
            let both = try Match(
                circle: .ada, cross: .bob, board: board, next: board == Board() ? .circle : .cross,
                resigned: .circle, drawOffers: [.circle, .cross])
            #expect(both.outcome == outcome, "\(board)")
        }
    }

    @Test("Stored members that no play leads to are no match")
    func flaws() throws {
        let board = try #require(Board(matrix: [0, 0, 0, 0, 2, 0, 0, 0, 0]))
        let one = Score(circleWins: 1, crossWins: 0, draws: 0) ?? Score()
        let rows: [(cross: PlayerID, next: Piece, round: Int, score: Score, flaw: MatchFlaw)] =
            [
                (.ada, .cross, 1, Score(), .onePlayerTwice),
                (.bob, .circle, 1, Score(), .wrongTurn),
                (.bob, .cross, 2, one, .unreachableBoard),
            ]
            + [Int.min, -1, 0, 2, 3, .max].map {
                (.bob, .cross, $0, Score(), .roundsDoNotAddUp)
            }
        for row in rows {
            #expect(throws: row.flaw, "\(row)") {
                try Match(
                    circle: .ada, cross: row.cross, board: board, next: row.next, round: row.round,
                    earlierScore: row.score)
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
        .play(.centre, .ada), .play(.top, .bob), .play(.topLeft, .ada), .play(.left, .bob),
        .play(.bottomRight, .ada),
    ]
    /// Nine moves without a line. In a second round cross makes the first.
    private static let full: [Act] = [
        .play(.centre, .ada), .play(.topLeft, .bob), .play(.bottomRight, .ada),
        .play(.topRight, .bob), .play(.top, .ada), .play(.bottom, .bob), .play(.left, .ada),
        .play(.right, .bob), .play(.bottomLeft, .ada),
    ]
}

extension Score {
    fileprivate var numbers: [Int] { [circleWins, crossWins, draws] }
}

import Game
import SimperiumClock
import Testing

@Suite("Notes on moves")
struct NoteTests {
    @Test("Every position's worth, and every note, equals that of a second, plain search")
    func exact() throws {
        for first in Piece.allCases {
            var search = PlainSearch()
            for position in try allPositions(first: first) {
                for square in Square.allCases {
                    let note = MoveJudgement(on: square, in: position)
                    guard search.agrees(with: note, on: square, in: position) else {
                        Issue.record("\(position), \(square): \(String(describing: note))")
                        return
                    }
                }
            }
        }
    }

    @Test("A note names the worth of a move, the mistake, and the better squares")
    func words() throws {
        struct Row {
            let name: String
            let position: Position
            let square: Square
            let worth: PerfectPlayResult
            let best: PerfectPlayResult
            var better: SquareSet = []
            var isOnlyMove = false
            var slip: MoveJudgement.MissedResult?
        }
        let block = try Position("xx./.o./... o")
        let win = try Position("oo./xx./... o")
        let rows = [
            Row(
                name: "the block", position: block, square: .topRight, worth: .draws, best: .draws,
                isOnlyMove: true),
            Row(
                name: "no block", position: block, square: .bottom, worth: .loses(in: 1),
                best: .draws, better: [.topRight], slip: .draw),
            Row(
                name: "a win not taken", position: win, square: .bottom, worth: .loses(in: 1),
                best: .wins(in: 1), better: [.topRight, .right], slip: .win),
            Row(
                name: "the first move", position: Position(first: .cross), square: .centre,
                worth: .draws, best: .draws),
        ]
        for row in rows {
            let note = try #require(MoveJudgement(on: row.square, in: row.position))
            #expect(note.worth == row.worth && note.best == row.best, "\(row.name): \(note)")
            #expect(note.better == row.better && note.slip == row.slip, "\(row.name): \(note)")
            #expect(note.isOnlyMove == row.isOnlyMove, "\(row.name)")
        }
        #expect(MoveJudgement(on: .topLeft, in: win) == nil, "the square is taken")
    }

    @Test("An early win is better than a late one, and a late defeat than an early one")
    func order() {
        let order: [PerfectPlayResult] = [
            .loses(in: 1), .loses(in: 4), .draws, .wins(in: 4), .wins(in: 2), .wins(in: 1),
        ]
        #expect(order == order.sorted() && Set(order).count == order.count)
        #expect(PerfectPlayResult.wins(in: 1).hasSameResult(as: .wins(in: 3)))
        #expect(!PerfectPlayResult.draws.hasSameResult(as: .loses(in: 3)))
    }
}

@Suite("Replays of a round")
struct MatchReplayTests {
    private static let round = try? PlayedRound(
        circle: "lin", cross: "okafor", first: .circle,
        moves: [.centre, .topLeft, .topRight, .top, .bottomLeft], finish: .board)

    @Test("A replay goes step by step, to either end, and by itself one move a second")
    func steps() throws {
        var replay = Replay(try #require(Self.round))
        let now = Instant.start
        #expect(replay.lastMove == nil && replay.outcome == nil && replay.note == nil)
        replay.handle(.step(-1), at: now)
        #expect(replay.count == 0)
        replay.handle(.step(1), at: now)
        #expect(replay.lastMove == .centre && replay.position.board.pieceCount == 1)
        #expect(replay.outcome == nil, "it is not over by then")
        replay.handle(.goToEnd, at: now)
        #expect(replay.isAtEnd && replay.outcome?.winner == .circle)
        replay.handle(.play, at: now)
        #expect(replay.count == 0 && replay.nextDeadline == now + .seconds(1))
        replay.wake(at: now + .milliseconds(999))
        #expect(replay.count == 0)
        for second in 1...5 { replay.wake(at: now + .seconds(second)) }
        #expect(replay.isAtEnd && !replay.isPlaying)
        replay.handle(.goToStart, at: now)
        replay.handle(.play, at: now)
        replay.handle(.play, at: now)
        #expect(!replay.isPlaying && replay.count == 0)
    }

    @Test("A step or a jump stops it, and its notes are shown on request")
    func stops() throws {
        for act in [.step(1), .step(-1), .goToStart, .goToEnd] as [Replay.PlaybackAction] {
            var replay = Replay(try #require(Self.round))
            replay.handle(.play, at: .start)
            replay.handle(act, at: .start)
            #expect(!replay.isPlaying, "\(act)")
        }
        var replay = Replay(try #require(Self.round))
        for (act, worth) in [
            (.toggleNotes, nil), (.goToEnd, .wins(in: 1)), (.toggleNotes, nil),
        ] as [(Replay.PlaybackAction, PerfectPlayResult?)] {
            replay.handle(act, at: .start)
            #expect(replay.note?.worth == worth, "\(act)")
        }
    }

    private static let won: [Square] = [.topLeft, .left, .top, .centre, .topRight]
    private static let finishes: [([Square], PlayedRound.RoundFinish, RoundFlaw?)] = [
        ([.top, .top], .open, RoundFlaw(move: 2, reason: .refused(.squareTaken(by: .circle)))),
        ([.top], .board, RoundFlaw(move: 1, reason: .goesOn)),
        (won, .board, nil),
        (won, .agreed, RoundFlaw(move: 5, reason: .isOver)),
        (won + [.right], .board, RoundFlaw(move: 6, reason: .refused(.roundIsOver))),
    ]

    @Test("Moves that break the rules are no round", arguments: finishes)
    func impossible(moves: [Square], finish: PlayedRound.RoundFinish, flaw: RoundFlaw?) {
        var found: RoundFlaw?
        do throws(RoundFlaw) {
            _ = try PlayedRound(
                circle: "a", cross: "b", first: .circle, moves: moves, finish: finish)
        } catch {
            found = error
        }
        #expect(found == flaw)
    }
}

/// A search that tries all moves to the end, and remembers the results.
struct PlainSearch {
    /// The moves until the end of the round, and the winner.
    private struct End {
        let winner: Piece?
        let moves: Int
    }

    private var known: [Position: End] = [:]

    mutating func agrees(
        with note: MoveJudgement?, on square: Square, in position: Position
    ) -> Bool {
        let worths = position.moves.map { ($0, worth(of: $0, in: position)) }
        guard let own = worths.first(where: { $0.0 == square })?.1 else { return note == nil }
        let others = worths.filter { $0.0 != square }
        let better = others.filter { $0.1 > own }.map(\.0)
        let isOnly =
            !others.isEmpty && !own.isLoss
            && others.allSatisfy { result($0.1) < result(own) }
        let best = worths.map(\.1).max() ?? own
        return note?.worth == own && note?.best == best && note?.better == SquareSet(better)
            && note?.isOnlyMove == isOnly && note?.slip == slip(from: best, to: own)
    }

    private func slip(
        from best: PerfectPlayResult, to own: PerfectPlayResult
    ) -> MoveJudgement.MissedResult? {
        result(best) == result(own) ? nil : best.isWin ? .win : .draw
    }

    /// Returns the moves of the highest worth, and that worth; nil once the round is over.
    mutating func bestMoves(
        in position: Position
    ) -> (moves: SquareSet, worth: PerfectPlayResult)? {
        let worths = position.moves.map { ($0, worth(of: $0, in: position)) }
        guard let best = worths.map(\.1).max() else { return nil }
        return (SquareSet(worths.filter { $0.1 == best }.map(\.0)), best)
    }

    private func result(_ worth: PerfectPlayResult) -> Int {
        worth.isWin ? 1 : worth.isLoss ? -1 : 0
    }

    private mutating func worth(of square: Square, in position: Position) -> PerfectPlayResult {
        guard let after = try? position.after(square) else { return .draws }
        let end = end(of: after)
        let moves = end.moves + 1
        switch end.winner {
        case nil: return .draws
        case position.next: return .wins(in: (moves + 1) / 2)
        default: return .loses(in: moves / 2)
        }
    }

    private mutating func end(of position: Position) -> End {
        if let end = known[position] { return end }
        var ends: [End] = []
        for square in position.moves {
            guard let after = try? position.after(square) else { continue }
            let end = end(of: after)
            ends.append(End(winner: end.winner, moves: end.moves + 1))
        }
        let next = position.next
        let wins = ends.filter { $0.winner == next }.min { $0.moves < $1.moves }
        let losses = ends.filter { $0.winner == next.opponent }.max { $0.moves < $1.moves }
        let best = wins ?? ends.first { $0.winner == nil } ?? losses
        let end = best ?? End(winner: position.outcome?.winner, moves: 0)
        known[position] = end
        return end
    }
}

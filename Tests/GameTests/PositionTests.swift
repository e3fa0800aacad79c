import Game
import TestSupport
import Testing

@Suite("Position")
struct PositionTests {
    @Test(
        "All 255,168 games end correctly, with either piece first",
        arguments: Tier.rows([.cross], ofAll: Piece.allCases))
    func games(first: Piece) throws {
        var tally = Tally()
        try tally.playOut(Position(first: first), first: first)

        #expect(tally == Tally(firstWins: 131_184, secondWins: 77_904, draws: 46_080))
    }

    @Test("A position leads to itself, and to the positions after each of its moves")
    func leadsOn() throws {
        let start = Position(first: .circle)
        let line = try [Square.centre, .top, .left, .right].reduce(into: [start]) { line, square in
            line.append(try line[line.count - 1].after(square))
        }
        for (index, earlier) in line.enumerated() {
            for (other, later) in line.enumerated() {
                #expect(earlier.canLead(to: later) == (index <= other))
            }
        }
        // Two lines at once need one move that completes both, so the corner must be free before
        // it.
        let both = Board(matrix: [2, 2, 2, 2, 1, 1, 2, 1, 1])
        let end = try #require(both.flatMap { Position($0, first: .circle) })
        let corner = try start.after(.topLeft)
        let side = try start.after(.top)
        #expect(side.canLead(to: end) && !corner.canLead(to: end))
    }

    @Test("Play reaches 5,478 positions, and no board but theirs", arguments: Piece.allCases)
    func reachable(first: Piece) throws {
        let played = try allPositions(first: first)
        let read = allMatrices().compactMap(Board.init).compactMap { Position($0, first: first) }

        #expect(played.count == 5_478)
        #expect(read.count == 5_478 && Set(read) == Set(played))
        #expect(played.allSatisfy { $0.first == first })
        #expect(played.count(where: \.isOver) == 958)
        #expect(played.allSatisfy { $0.isOver == ($0.outcome != nil) })
    }

    @Test("A board leads to the boards of one legal move, and to no other")
    func successors() throws {
        for position in try allPositions(first: .circle) {
            var legal: [Board: Square] = [:]
            for square in position.moves { legal[try position.after(square).board] = square }
            for board in boards(near: position.board) where position.move(to: board) != legal[board]
            {
                Issue.record("\(position) to \(board.matrix)")
                return
            }
        }
        let position = try Position("o../.x./... o")
        let twoMovesLater = try position.after(.top).after(.bottom)
        #expect(position.move(to: twoMovesLater.board) == nil)
    }

    @Test("A move is refused on a taken square, and once the round is over")
    func refusals() throws {
        var open = try Position("o../.x./... o")
        var over = try Position("ooo/xx./... x")
        let (openBefore, overBefore) = (open, over)

        #expect(throws: MatchActionRefusal.squareTaken(by: .circle)) { try open.play(.topLeft) }
        #expect(throws: MatchActionRefusal.squareTaken(by: .cross)) { try open.play(.centre) }
        #expect(throws: MatchActionRefusal.roundIsOver) { try over.play(.right) }
        #expect(open == openBefore && over == overBefore)
        #expect(over.moves == [])
    }

    @Test("One move can complete two lines: the outcome has both, in 22 final positions")
    func doubleLines() throws {
        let position = try Position("ooo/oxx/oxx x")
        let lines = [WinningLine.allCases[0], WinningLine.allCases[3]]
        #expect(position.outcome == .won(by: .circle, along: lines))
        #expect(
            position.outcome?.winningSquares == [.topLeft, .top, .topRight, .left, .bottomLeft])
        #expect(try Position("oxo/oxx/xoo x").outcome == .drawn)

        // There is one for each pair of lines that cross.
        var doubles = 0
        for position in try allPositions(first: .circle) {
            guard case .won(let piece, let lines) = position.outcome else { continue }
            #expect(lines.count == 1 || piece == .circle)
            doubles += lines.count - 1
        }
        #expect(doubles == 22)
    }
}

private struct Tally: Equatable {
    var firstWins = 0
    var secondWins = 0
    var draws = 0

    mutating func playOut(_ position: Position, first: Piece) throws {
        let moves = position.moves
        for square in moves { try playOut(position.after(square), first: first) }
        guard moves.isEmpty else { return }
        switch position.outcome?.winner {
        case first: firstWins += 1
        case nil: draws += 1
        default: secondWins += 1
        }
    }
}

/// The board itself, and every board that differs from it on one square.
private func boards(near board: Board) -> [Board] {
    let matrix = board.matrix
    let changed = matrix.indices.flatMap { index in
        [1, 2].map { step in
            var matrix = matrix
            matrix[index] = (matrix[index] + step) % 3
            return matrix
        }
    }
    return [board] + changed.compactMap(Board.init)
}

/// Returns every position that play reaches, once, in the order of a walk.
func allPositions(first: Piece) throws -> [Position] {
    var positions = [Position(first: first)]
    var known = Set(positions)
    var index = 0
    while index < positions.count {
        for square in positions[index].moves {
            let following = try positions[index].after(square)
            if known.insert(following).inserted { positions.append(following) }
        }
        index += 1
    }
    return positions
}

extension Position {
    /// Reads a position: its rows, with a dot for a free square, and the player to move.
    init(_ text: String) throws {
        let pieces: [Character: Int] = ["x": 1, "o": 2]
        let marks = text.filter { "xo.".contains($0) }
        let board = try #require(Board(matrix: marks.dropLast().map { pieces[$0] ?? 0 }))
        let next: Piece = marks.last == "x" ? .cross : .circle
        let first = board.free.count.isMultiple(of: 2) ? next.opponent : next
        self = try #require(Position(board, first: first))
    }

    func after(_ square: Square) throws(MatchActionRefusal) -> Position {
        var following = self
        try following.play(square)
        return following
    }
}

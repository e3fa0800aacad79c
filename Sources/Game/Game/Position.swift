/// A board that legal moves can reach, and the side to move.
package struct Position: Hashable, Sendable {
    package private(set) var board: Board
    package private(set) var next: Piece

    package init(first: Piece) {
        board = Board()
        next = first
    }

    /// Creates the position after these moves; throws if one of them is illegal.
    package init(first: Piece, after moves: some Sequence<Square>) throws(MatchActionRefusal) {
        self.init(first: first)
        for square in moves { try play(square) }
    }

    /// Creates the position on `board`. Returns nil if no legal moves lead to the board when
    /// `first` begins.
    package init?(_ board: Board, first: Piece) {
        switch board.squares(of: first).count - board.squares(of: first.opponent).count {
        case 0: next = first
        case 1: next = first.opponent
        default: return nil
        }
        // The side to move has no line, because that line would have ended the round earlier.
        guard !board.squares(of: next).hasLine else { return nil }
        self.board = board
    }

    package var first: Piece { board.free.count.isMultiple(of: 2) ? next.opponent : next }

    package var isOver: Bool { board.free.isEmpty || board.squares(of: next.opponent).hasLine }

    package var outcome: Outcome? {
        guard isOver else { return nil }
        let lines = board.completedLines(of: next.opponent)
        return lines.isEmpty ? .drawn : .won(by: next.opponent, along: lines)
    }

    /// The legal moves of `next`; none once the round is over.
    package var moves: SquareSet { isOver ? [] : board.free }

    package mutating func play(_ square: Square) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        if let holder = board[square] { throw .squareTaken(by: holder) }
        board.place(next, on: square)
        next = next.opponent
    }

    /// Returns true if legal moves lead from this position to `later`, or if both positions are
    /// equal.
    package func canLead(to later: Position) -> Bool {
        if self == later { return true }
        return moves.contains { square in
            guard later.board[square] == next else { return false }
            var after = self
            after.board.place(next, on: square)
            after.next = next.opponent
            return after.canLead(to: later)
        }
    }

    /// Returns the move of `next` that leads to the board `later`; nil if there is none.
    package func move(to later: Board) -> Square? {
        moves.first { square in
            var board = board
            board.place(next, on: square)
            return board == later
        }
    }
}

/// The moves of a round in order, as far as this program saw them. A Match does not contain the
/// order.
package struct MoveHistory: Hashable, Sendable {
    private var round = 0
    private var board = Board()
    /// The moves in order; nil if the program missed some of them and can't derive their order.
    package private(set) var moves: [Square]?

    package init() {}

    package mutating func recordMoves(_ match: Match) {
        guard match.round != round || match.board != board else { return }
        let start = Position(first: .first(inRound: match.round))
        let isNew = match.round != round
        let before = isNew ? start : Position(board, first: .first(inRound: round)) ?? start
        if isNew { moves = [] }
        if !isNew, let known = moves, let shorter = known.prefixAfterUndo(in: match) {
            moves = shorter
        } else if let square = before.move(to: match.board) {
            moves?.append(square)
        } else if match.board != before.board {
            moves = match.board.onlyPossibleOrder(from: .first(inRound: match.round))
        }
        (round, board) = (match.round, match.board)
    }
}

extension Board {
    /// Returns the moves that led to this board, if only one order is possible; otherwise nil.
    fileprivate func onlyPossibleOrder(from first: Piece) -> [Square]? {
        let (mine, others) = (squares(of: first), squares(of: first.opponent))
        guard mine.count <= 1, others.count <= mine.count else { return nil }
        return Array(mine) + others
    }
}

extension [Square] {
    /// Returns the moves that remain after the last moves were taken back. Returns nil if no move
    /// was taken back, or if the remaining moves don't lead to the match's board.
    fileprivate func prefixAfterUndo(in match: Match) -> [Square]? {
        let count = match.board.pieceCount
        guard count < self.count else { return nil }
        let position = try? Position(first: .first(inRound: match.round), after: prefix(count))
        return position?.board == match.board ? Array(prefix(count)) : nil
    }
}

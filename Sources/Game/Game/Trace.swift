/// The moves of a round in their order, as far as they were seen: a Match tells only where pieces
/// stand.
package struct Trace: Hashable, Sendable {
    private var round = 0
    private var board = Board()
    /// Nil if the round was not seen from its beginning.
    package private(set) var moves: [Square]?

    package init() {}

    package mutating func follow(_ match: Match) {
        guard match.round != round || match.board != board else { return }
        let start = Position(first: .first(inRound: match.round))
        let isNew = match.round != round
        let before = isNew ? start : Position(board, first: .first(inRound: round)) ?? start
        if isNew { moves = [] }
        if !isNew, let known = moves, let shorter = known.shortened(to: match) {
            moves = shorter
        } else if let square = before.move(to: match.board) {
            moves?.append(square)
        } else if match.board != before.board {
            moves = match.board == start.board ? [] : nil
        }
        (round, board) = (match.round, match.board)
    }
}

extension [Square] {
    /// The moves up to which a match was taken back; nil if it was not.
    fileprivate func shortened(to match: Match) -> [Square]? {
        let count = match.board.pieceCount
        guard count < self.count else { return nil }
        var position = Position(first: .first(inRound: match.round))
        for square in prefix(count) {
            guard (try? position.play(square)) != nil else { return nil }
        }
        return position.board == match.board ? Array(prefix(count)) : nil
    }
}

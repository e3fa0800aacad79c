/// A round from its first move to its last, for a replay.
package struct PlayedRound: Hashable, Codable, Sendable {
    package enum RoundFinish: Hashable, Codable, Sendable {
        /// A win or a draw on the board.
        case board
        /// An unfinished round, or a round with an unknown end.
        case open
        case agreed
        case resigned(Piece)
        /// This side was away or idle, and the opponent claimed the round.
        case claimed(Piece)
        case left(Piece)
        case notBack(Piece)
        case outOfTime(Piece)

        package static let all: [RoundFinish] =
            [.board, .open, .agreed]
            + Piece.allCases.flatMap { piece in
                [
                    .resigned(piece), .claimed(piece), .left(piece), .notBack(piece),
                    .outOfTime(piece),
                ]
            }
    }

    package let circle: String
    package let cross: String
    package let first: Piece
    package let moves: [Square]
    package let finish: RoundFinish

    package init(
        circle: String, cross: String, first: Piece, moves: [Square], finish: RoundFinish
    ) throws(RoundFlaw) {
        self.circle = circle
        self.cross = cross
        self.first = first
        self.moves = moves
        self.finish = finish
        var position = Position(first: first)
        for (index, square) in moves.enumerated() {
            do throws(MatchActionRefusal) {
                try position.play(square)
            } catch {
                throw RoundFlaw(move: index + 1, reason: .refused(error))
            }
        }
        if finish == .board, !position.isOver {
            throw RoundFlaw(move: moves.count, reason: .goesOn)
        }
        if finish != .board, position.isOver {
            throw RoundFlaw(move: moves.count, reason: .isOver)
        }
    }

    package func name(of piece: Piece) -> String {
        switch piece {
        case .circle: circle
        case .cross: cross
        }
    }

    /// Returns the side that made a move; moves count from 0.
    package func mover(of move: Int) -> Piece { move.isMultiple(of: 2) ? first : first.opponent }

    /// Returns the position after the first `count` moves.
    package func position(after count: Int) -> Position {
        guard let position = try? Position(first: first, after: moves.prefix(count)) else {
            preconditionFailure("its moves were tried before")
        }
        return position
    }

    /// Returns the judgement of a move; nil if there is no such move. Moves count from 0.
    package func judgement(on move: Int) -> MoveJudgement? {
        guard moves.indices.contains(move) else { return nil }
        return MoveJudgement(on: moves[move], in: position(after: move))
    }

    package var outcome: Outcome? {
        switch finish {
        case .board: position(after: moves.count).outcome
        case .open: nil
        case .agreed: .drawAgreed
        case .resigned(let piece): .resigned(by: piece)
        case .claimed(let piece): .claimed(from: piece)
        case .left(let piece): .left(by: piece)
        case .notBack(let piece): .notBack(piece)
        case .outOfTime(let piece): .outOfTime(piece)
        }
    }
}

extension PlayedRound {
    /// Creates the current round of `match` from `moves`. Returns nil if the round has not ended,
    /// if `moves` is nil or empty, or if `moves` does not fit the result. `names` are the names of
    /// circle and cross.
    package init?(_ moves: [Square]?, of names: (String, String), _ match: Match) {
        guard let moves, !moves.isEmpty, let outcome = match.outcome else { return nil }
        try? self.init(
            circle: names.0, cross: names.1, first: .first(inRound: match.round), moves: moves,
            finish: RoundFinish(outcome))
    }
}

extension PlayedRound.RoundFinish {
    package init(_ outcome: Outcome?) {
        self =
            switch outcome {
            case .won, .drawn: .board
            case .drawAgreed: .agreed
            case .resigned(let piece): .resigned(piece)
            case .claimed(let piece): .claimed(piece)
            case .left(let piece): .left(piece)
            case .notBack(let piece): .notBack(piece)
            case .outOfTime(let piece): .outOfTime(piece)
            case nil: .open
            }
    }
}

package struct RoundFlaw: Error, Hashable, Sendable {
    package enum RoundFlawReason: Hashable, Sendable {
        case refused(MatchActionRefusal)
        /// The round is recorded as ended on the board, but did not end there.
        case goesOn
        /// The round ended on the board, but is recorded as open, or as ended in another way.
        case isOver
    }

    /// The number of the refused move, from 1; for other reasons, the number of moves.
    package let move: Int
    package let reason: RoundFlawReason

    package init(move: Int, reason: RoundFlawReason) {
        self.move = move
        self.reason = reason
    }
}

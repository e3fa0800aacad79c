package import Game

extension Piece {
    package var letter: String { self == .cross ? "X" : "O" }
}

extension Match {
    package var moveCount: Int { board.pieceCount }

    /// The state of the round, for a spectator.
    package var headline: String { outcome?.headline ?? "\(next.letter) TO MOVE" }

    /// Returns the line about the end of the round, for the row below the headline; nil during the
    /// round.
    package func roundEndDetail(by numbering: SquareNumbering) -> String? {
        switch outcome {
        case .won(_, let lines) where lines.count == 1:
            "\(lines[0].kindAndSquareNumbers(by: numbering)) in \(moveCount) moves"
        case .won: "two lines at once, in \(moveCount) moves"
        case .drawn: "board full"
        case nil: nil
        case .resigned, .claimed, .left, .notBack, .outOfTime, .drawAgreed:
            switch moveCount {
            case 0: "before the first move"
            case 1: "after one move"
            default: "after \(moveCount) moves"
            }
        }
    }

    /// Returns the state of the round, for the player of `piece`.
    package func headline(for piece: Piece) -> String {
        switch outcome {
        case .won(piece, _): "YOU WIN"
        case .won: "YOU LOSE"
        case .resigned(piece): "YOU RESIGNED"
        case .claimed(piece), .left(piece), .notBack(piece): "YOU LOSE"
        case .outOfTime(piece): "YOU LOSE"
        case .resigned, .claimed, .left, .notBack, .outOfTime: "YOU WIN"
        case .drawn: "DRAW"
        case .drawAgreed: "DRAW AGREED"
        case nil: next == piece ? "YOUR MOVE" : headline
        }
    }
}

extension Outcome {
    /// The headline of a finished round, for a spectator.
    var headline: String {
        switch self {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .claimed(let piece), .notBack(let piece): "\(piece.letter) WAS AWAY"
        case .left(let piece): "\(piece.letter) LEFT"
        case .outOfTime(let piece): "\(piece.letter) OUT OF TIME"
        case .drawn: "DRAW"
        case .drawAgreed: "DRAW AGREED"
        }
    }

    /// The reason for an end on the board, to follow the headline; empty for other ends.
    package var reasonsOnBoard: [String] {
        switch self {
        case .won(_, let lines): [lines.count == 1 ? "three in a row" : "two lines"]
        case .drawn: ["no three in a row"]
        case .resigned, .claimed, .left, .notBack, .outOfTime, .drawAgreed: []
        }
    }

    /// Returns the reason for an end that is not on the board, the longest form first. The reason
    /// follows the headline of the player of `piece`. Empty if the board or the headline shows the
    /// reason.
    package func offBoardReasonVariants(for piece: Piece, against opponent: String) -> [String] {
        func reasonVariants(_ loser: Piece, _ reason: String, own: String, short: String)
            -> [String]
        {
            [loser == piece ? "you \(own)" : "\(opponent) \(reason)", short]
        }
        return switch self {
        case .outOfTime(let loser):
            reasonVariants(loser, "ran out of time", own: "ran out of time", short: "time up")
        case .left(let loser): reasonVariants(loser, "left", own: "left", short: "left")
        case .claimed(let loser): reasonVariants(loser, "was away", own: "were away", short: "away")
        case .notBack(let loser):
            reasonVariants(loser, "did not return", own: "did not return", short: "not back")
        case .resigned(let loser): loser == piece ? [] : ["\(opponent) resigned", "resigned"]
        case .won, .drawn, .drawAgreed: []
        }
    }
}

extension WinningLine {
    /// Returns the kind of the line (row, column or diagonal), and the numbers of its squares.
    fileprivate func kindAndSquareNumbers(by numbering: SquareNumbering) -> String {
        let squares = Square.allCases.filter(squares.contains)
        let numbers = squares.map { "\(numbering.number(of: $0))" }.joined(separator: "-")
        let kind =
            Set(squares.map(\.row)).count == 1
            ? "row" : Set(squares.map(\.column)).count == 1 ? "column" : "diagonal"
        return "\(kind) \(numbers)"
    }
}

extension Outcome {
    /// Returns the sentence about the end of a round, for a spectator.
    package func sentence(_ name: (Piece) -> String) -> String {
        switch self {
        case .won(let piece, _): "\(name(piece)) won the round."
        case .resigned(let piece): "\(name(piece)) resigned."
        case .claimed(let piece):
            "\(name(piece)) was away. \(name(piece.opponent)) claimed the round."
        case .left(let piece): "\(name(piece)) left. \(name(piece.opponent)) wins the round."
        case .notBack(let piece):
            "\(name(piece)) did not return. \(name(piece.opponent)) wins the round."
        case .outOfTime(let piece):
            "\(name(piece)) ran out of time. \(name(piece.opponent)) wins the round."
        case .drawn: "The round is a draw."
        case .drawAgreed: "They agreed to a draw."
        }
    }

    /// Returns the sentence about the end of a round, for the player of `piece`.
    package func sentence(for piece: Piece, against opponent: String) -> String {
        switch self {
        case .won(piece, _): "You have three in a row."
        case .won: "\(opponent) has three in a row."
        case .resigned(piece): "You resigned."
        case .resigned: "\(opponent) resigned."
        case .claimed(piece): "You were away. \(opponent) claimed the round."
        case .claimed: "\(opponent) was away. You claimed the round."
        case .left(piece): "You left. \(opponent) wins the round."
        case .left: "\(opponent) left. You win the round."
        case .notBack(piece): "You did not return. \(opponent) wins the round."
        case .notBack: "\(opponent) did not return. You win the round."
        case .outOfTime(piece): "You ran out of time. \(opponent) wins the round."
        case .outOfTime: "\(opponent) ran out of time. You win the round."
        case .drawn: "The board is full. It's a draw."
        case .drawAgreed: "You agreed to a draw."
        }
    }
}

extension Score {
    /// The wins of circle, then those of cross.
    package var figures: String { figures(startingWith: .circle) }

    private func figures(startingWith piece: Piece) -> String {
        "\(wins(of: piece))–\(wins(of: piece.opponent))"
    }

    /// Returns the wins of both sides between their names, and the draws if there are any.
    func scoreLine(of piece: Piece, _ name: String, against opponent: String) -> String {
        "\(name) \(figures(startingWith: piece)) \(opponent)"
            + (draws == 0 ? "" : ", \(drawsWords)")
    }

    package var drawsWords: String { "draws \(draws)" }
}

extension SquareNumbering {
    /// Returns a square's number and its position in words, for readers with or without a board.
    package func numberAndPlace(for square: Square) -> String {
        "\(number(of: square)), \(square.words)"
    }
}

extension Square {
    /// The square's position in words, for a player who can't see the board.
    package var words: String {
        let row = ["upper", "middle", "lower"][row]
        let column = ["left", "centre", "right"][column]
        return self == .centre ? "the centre" : "\(row) \(column)"
    }
}

extension Board {
    /// Returns the board in three lines. Each square shows its piece, or its number if it is free.
    package func textLines(_ numbering: SquareNumbering) -> [String] {
        (0..<Board.side).map { row in
            Square.allCases.filter { $0.row == row }
                .map { square in self[square]?.letter ?? "\(numbering.number(of: square))" }
                .joined(separator: " ")
        }
    }
}

/// The texts for a match after an illegal move. The last valid board stays on the screen.
package enum BrokenRulesWords {
    package static var headline: String { "RULES BROKEN" }
    /// The word in a list of matches. Its column is as wide as "move 9".
    package static var listRemark: String { "foul" }
    static var hint: String { "This is the last valid board" }
    package static var hintToPlayers: String { "\(hint). Esc leaves." }
    package static var fewWordsToPlayers: String { "Last valid board. Esc leaves." }
    package static var hintToWatchers: String { "\(hint)." }
    /// The question for a player in plain text.
    package static var leaveQuestion: String { "\(hint). Leave?" }
    /// The notice for a spectator in plain text.
    package static var illegalChangeIgnored: String {
        "An illegal change was ignored. The last valid board still stands."
    }
}

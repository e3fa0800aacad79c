internal import Game

/// What is said about a table, wherever it is shown.
extension Table {
    var title: String {
        switch opponent {
        case .samePerson: "two at this keyboard"
        case .bot(let bot): "you against the \(bot.rawValue) bot"
        }
    }

    var turnLine: String {
        switch match.outcome {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: isOwnTurn ? ownTurnLine : "\(match.next.letter) TO MOVE"
        }
    }

    private var ownTurnLine: String {
        opponent == .samePerson ? "\(match.next.letter) TO MOVE" : "YOUR MOVE"
    }

    var scoreLine: String {
        let score = match.score
        let circle = "O \(name(of: .circle)) \(score.wins(of: .circle))"
        return "\(circle)–\(score.wins(of: .cross)) \(name(of: .cross)) X"
    }

    /// What stays on the terminal when the program has left: how the match stands, if it began.
    package var resultLine: String? {
        let score = match.score
        guard score.rounds > 0 else { return nil }
        let draws = score.draws == 0 ? "" : ", draws \(score.draws)"
        return "\(name(of: .circle)) \(score.wins(of: .circle))–\(score.wins(of: .cross)) "
            + name(of: .cross) + draws
    }

    var hint: String {
        if match.outcome != nil { return "Enter plays another round; the other side begins." }
        guard isOwnTurn else { return "" }
        guard match.board[cursor] == nil else { return "Square \(cursor.number) is taken." }
        return "\(match.next.letter) in square \(cursor.number): Enter places it."
    }
}

extension Piece {
    var letter: String { self == .cross ? "X" : "O" }
}

extension Score {
    func wins(of piece: Piece) -> Int {
        switch piece {
        case .cross: crossWins
        case .circle: circleWins
        }
    }
}

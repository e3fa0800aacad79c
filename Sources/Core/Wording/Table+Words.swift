package import Game

/// What is said about a table, wherever it is shown.
extension Table {
    package var title: String {
        switch opponent {
        case .samePerson: "two at this keyboard"
        case .bot(let bot): "you against the \(bot.rawValue) bot"
        }
    }

    package var headline: String {
        guard case .bot = opponent, match.outcome == nil else { return match.headline }
        return isOwnTurn ? "YOUR MOVE" : match.headline
    }

    /// What stays on the terminal when the program has left: how the match stands, if it began.
    package var resultLine: String? {
        let score = match.score
        guard score.rounds > 0 else { return nil }
        let draws = score.draws == 0 ? "" : ", draws \(score.draws)"
        return "\(name(of: .circle)) \(score.wins(of: .circle))–\(score.wins(of: .cross)) "
            + name(of: .cross) + draws
    }

    package var hint: String {
        if match.outcome != nil { return "Enter plays another round; the other side begins." }
        return isOwnTurn ? match.hint(for: match.next, at: cursor) : ""
    }
}

extension Match {
    /// What Enter would do to a square.
    package func hint(for piece: Piece, at square: Square) -> String {
        board[square] == nil
            ? "Enter places your \(piece.letter) there." : "Choose a free square: arrows or 1-9."
    }
}

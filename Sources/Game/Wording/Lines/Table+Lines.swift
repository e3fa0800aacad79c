package import Game

/// Texts of a game at one terminal, in plain text.
extension Table {
    /// The kind of game.
    package var introduction: String {
        switch opponent {
        case .samePerson: "Two players at this keyboard. No server is needed."
        case .bot(let bot): "You play \(Piece.circle.letter) against the \(bot.words) bot."
        case .puzzle(let puzzle): PuzzleWords.introduction(puzzle)
        case .bots: "Two bots are playing. Type quit to stop."
        }
    }

    /// The player to move.
    package var turnSentence: String {
        guard match.outcome == nil else { return MoveRefusal.roundIsOver.sentence }
        switch opponent {
        case .puzzle: return answer == nil ? LineWords.yourMove : MoveRefusal.roundIsOver.sentence
        case .bot where isOwnTurn: return LineWords.yourMove
        case .bot, .bots, .samePerson: return "\(subject(match.next)) to move."
        }
    }

    package func sentence(aboutMoveTo square: Square, by piece: Piece, _ numbering: Numbering)
        -> String
    {
        LineWords.placed(piece.letter, in: numbering.words(for: square), by: subject(piece)) + "."
    }

    /// The result of the round, and the score; empty during the round.
    package var resultSentences: [String] {
        guard let outcome = match.outcome else { return [] }
        let question = opponent == .bots ? "" : " Rematch or quit?"
        let end = "\(outcome.sentence(subject))\(question)"
        return [end] + (resultLine.map { [LineWords.score($0)] } ?? [])
    }

    /// The name of a side at the start of a sentence.
    private func subject(_ piece: Piece) -> String {
        let name = name(of: piece)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

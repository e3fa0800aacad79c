package import Game

/// What is told in lines of a game at one terminal.
extension Table {
    /// What kind of game it is.
    package var introduction: String {
        switch opponent {
        case .samePerson: "Two play at this keyboard; no server is needed."
        case .bot(let bot): "You play the \(bot.words) bot. You have \(Piece.circle.letter)."
        case .puzzle(let puzzle): PuzzleWords.introduction(puzzle)
        case .bots: "Two bots play each other; quit ends it."
        }
    }

    /// Whose move it is.
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

    /// How the round ended, and how things stand; nothing while it goes on.
    package var resultSentences: [String] {
        guard let outcome = match.outcome else { return [] }
        let question = opponent == .bots ? "" : " Rematch or quit?"
        let end = "\(outcome.sentence(subject))\(question)"
        return [end] + (resultLine.map { [LineWords.score($0)] } ?? [])
    }

    /// What a side is called where a sentence begins.
    private func subject(_ piece: Piece) -> String {
        let name = name(of: piece)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

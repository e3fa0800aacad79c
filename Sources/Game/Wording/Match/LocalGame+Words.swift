package import Game

/// The texts about a game at this terminal, in all front ends.
extension LocalGame {
    package func playerName(of piece: Piece) -> String {
        switch (opponent, piece) {
        case (.samePerson, .circle): "circle"
        case (.samePerson, .cross): "cross"
        case (.bot, .circle): LobbyWords.you
        case (.bot(let bot), .cross): bot.fullName
        case (.puzzle, .circle): LobbyWords.you
        case (.puzzle, .cross): "opponent"
        case (.bots, .circle): Self.weakerOfBots.fullName
        case (.bots, .cross): Self.strongerOfBots.fullName
        }
    }

    /// The finished round. Nil if the round has not ended, if it has no moves, or if some moves are
    /// unknown.
    package var endedRound: PlayedRound? {
        PlayedRound(moveHistory.moves, of: (playerName(of: .circle), playerName(of: .cross)), match)
    }

    package var title: String {
        switch opponent {
        case .samePerson: "two at this keyboard"
        case .bot(let bot): "you against the \(bot.fullName)"
        case .puzzle(let puzzle): "puzzle for \(puzzle.day.text)"
        case .bots: "two bots"
        }
    }

    package var shortTitle: String {
        if case .bot(let bot) = opponent { "against the \(bot.fullName)" } else { title }
    }

    package var headline: String {
        if case .puzzle(let puzzle) = opponent { return PuzzleWords.headline(puzzle, answer) }
        guard case .bot = opponent else { return match.headline }
        return match.headline(for: .circle)
    }

    /// The score to print in the shell after the program has ended; nil if no finished round
    /// counts.
    package var resultLine: String? {
        let score = match.score.withoutDraws(practiceRounds)
        guard score.rounds > 0 else { return nil }
        return score.scoreLine(
            of: .circle, playerName(of: .circle), against: playerName(of: .cross))
    }

    package var hint: String {
        if case .puzzle(let puzzle) = opponent {
            return PuzzleWords.hint(puzzle, answer, at: cursor)
        }
        if opponent == .bots { return "Two bots are playing." }
        if match.outcome != nil { return "Enter plays another round. The other side moves first." }
        return isOwnTurn ? match.hint(for: match.next, at: cursor) : ""
    }

    package var shortHint: String {
        if isPuzzle, answer == nil { return "Find the best move. Enter submits it." }
        return match.outcome == nil ? hint : "Enter plays another round."
    }
}

extension Match {
    /// Returns the hint about the effect of Enter on a square.
    package func hint(for piece: Piece, at square: Square) -> String {
        board[square] == nil
            ? "Enter places your \(piece.letter) there." : "Choose a free square: arrows or 1-9."
    }
}

extension Bot {
    /// The strength, as typed on the command line, and the noun: `perfect bot`.
    package var fullName: String { "\(rawValue) bot" }
}

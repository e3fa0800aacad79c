package import Game
package import Lobby

/// Texts of a match for its players, in plain text.
extension MatchInPlay {
    /// The player to move.
    package var turnSentence: String {
        guard doubt == nil else { return Doubtful.question }
        guard match?.outcome == nil else { return MoveRefusal.roundIsOver.sentence + choices }
        return isOurTurn ? LineWords.yourMove : "\(opponentName)'s move."
    }

    /// The user's own move, and the next player.
    package func sentence(aboutOwn square: Square, _ numbering: Numbering) -> String {
        let news = LineWords.placed(piece.letter, in: numbering.words(for: square), by: "You")
        return match?.outcome == nil ? "\(news). \(opponentName)'s move." : "\(news)."
    }

    func sentence(about square: Square, _ numbering: Numbering) -> String {
        let piece = piece.opponent.letter
        let news = LineWords.placed(piece, in: numbering.words(for: square), by: opponentName)
        return isOurTurn ? "\(news). Your move." : "\(news)."
    }

    var pieceSentence: String {
        " You play \(piece.letter)." + (isOurTurn ? " \(LineWords.yourMove)" : "")
    }

    var choices: String {
        let score = resultLine.map { " " + LineWords.score($0) } ?? ""
        return score + (isDecided ? " Next or leave?" : " Rematch, next or leave?")
    }
}

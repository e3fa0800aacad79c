package import Game
package import Lobby

/// Texts of a match for its players, in plain text.
extension OwnMatch {
    /// The player to move.
    package func turnSentence(in match: LobbyMatch) -> String {
        guard match.flaw == nil else { return Doubtful.question }
        guard match.match?.outcome == nil else {
            return MoveRefusal.roundIsOver.sentence + choices(after: match)
        }
        return isOurTurn(in: match) ? LineWords.yourMove : "\(opponentName)'s move."
    }

    /// The user's own move, and the next player.
    package func sentence(
        aboutOwn square: Square, in match: Match, _ numbering: Numbering
    ) -> String {
        let news = LineWords.placed(piece.letter, in: numbering.words(for: square), by: "You")
        return match.outcome == nil ? "\(news). \(opponentName)'s move." : "\(news)."
    }

    func sentence(
        about square: Square, in match: LobbyMatch, _ numbering: Numbering
    ) -> String {
        let piece = piece.opponent.letter
        let news = LineWords.placed(piece, in: numbering.words(for: square), by: opponentName)
        return isOurTurn(in: match) ? "\(news). Your move." : "\(news)."
    }

    func pieceSentence(in match: LobbyMatch) -> String {
        " You play \(piece.letter)." + (isOurTurn(in: match) ? " \(LineWords.yourMove)" : "")
    }

    func choices(after match: LobbyMatch) -> String {
        let score = resultLine(with: match.match?.score).map { " " + LineWords.score($0) } ?? ""
        return score + (match.isDecided ? " Next or leave?" : " Rematch, next or leave?")
    }
}

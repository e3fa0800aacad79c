internal import Game
package import Lobby

extension MatchInPlay {
    /// How the match stands, for whoever is back at a shell.
    package var resultLine: String? {
        guard let score, score.rounds > 0 else { return nil }
        return score.line(of: piece, LobbyWords.you, against: opponentName)
    }
}

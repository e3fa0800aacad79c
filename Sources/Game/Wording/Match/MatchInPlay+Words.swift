internal import Game
package import Lobby

extension MatchInPlay {
    /// The score for the shell, after the program has ended, or nil without a finished round.
    package var resultLine: String? {
        guard let score, score.rounds > 0 else { return nil }
        return score.line(of: piece, LobbyWords.you, against: opponentName)
    }
}

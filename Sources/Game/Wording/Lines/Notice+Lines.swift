package import Game
package import Lobby
package import SimperiumClock

extension Notice {
    /// The notice in plain text; nil for notices that are not needed there.
    package func line(at session: LobbySession, now: Instant, _ numbering: Numbering) -> String? {
        let opponent = session.own?.opponentName ?? "Your opponent"
        func told(with more: String) -> String? {
            sentence(at: session, now: now, keys: .none(numbering)).map { $0 + more }
        }
        let match = session.match
        return switch self {
        case .moved(let square):
            match.flatMap { session.own?.sentence(about: square, in: $0, numbering) }
        case .roundEnded:
            told(with: match.flatMap { session.own?.choices(after: $0) } ?? "")
        case .roundBegan, .matchBegan, .backInMatch:
            told(with: match.flatMap { session.own?.pieceSentence(in: $0) } ?? "")
        case .said(let phrase): PhraseWords.said(phrase, by: opponent)
        case .wanted:
            told(with: " Type rematch to agree.")
        case .timeLeft(let seconds): ClockWords.warning(seconds)
        case .drawOffered: "\(opponent) offers a draw: yes or no?"
        case .invited:
            told(with: " Type yes, later, no or busy.")
        case .asks:
            told(with: " Type withdraw to cancel.")
        case .opponentAway:
            told(
                with: session.claimDue == nil ? "" : " In 15 seconds you can type claim or leave.")
        case .rematchWanted: "\(opponent) wants a rematch: yes or no?"
        case .refused(.playing): "That player is in a match. Type watch NAME to follow it."
        case .refused(.alreadyChallenging):
            "You have already invited a player. Type withdraw to cancel."
        case .refused, .notTaken, .nameOwned, .flawed, .olderServer, .came, .left,
            .challengeFailed, .invitationOver, .askEnded, .matchEnded,
            .drawDeclined, .drawWithdrawn, .rematchDeclined, .rematchWithdrawn,
            .opponentBack, .doubtful, .trusted, .shows, .watchedEnded, .lostSight:
            sentence(at: session, now: now, keys: .none(numbering))
        }
    }
}

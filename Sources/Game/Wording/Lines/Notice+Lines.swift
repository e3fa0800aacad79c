package import Game
package import Lobby
package import SimperiumClock

extension Notice {
    /// What somebody is told who sees no screen; nil for what they need not know.
    package func line(at session: LobbySession, now: Instant, _ numbering: Numbering) -> String? {
        let opponent = session.match?.opponentName ?? "Your opponent"
        func told(with more: String) -> String? {
            sentence(at: session, now: now, keys: .none(numbering)).map { $0 + more }
        }
        return switch self {
        case .moved(let square): session.match?.sentence(about: square, numbering)
        case .roundEnded:
            told(with: session.match?.choices ?? "")
        case .roundBegan, .matchBegan, .backInMatch:
            told(with: session.match?.pieceSentence ?? "")
        case .said(let phrase): PhraseWords.said(phrase, by: opponent)
        case .wanted:
            told(with: " rematch agrees.")
        case .timeLeft(let seconds): ClockWords.warning(seconds)
        case .drawOffered: "\(opponent) offers a draw: yes or no?"
        case .invited:
            told(with: " yes, later, no or busy?")
        case .asks:
            told(with: " withdraw takes it back.")
        case .opponentAway:
            told(
                with: session.claimDue == nil ? "" : " In 15 seconds you may claim or leave.")
        case .rematchWanted: "\(opponent) wants a rematch: yes or no?"
        case .refused(.playing): "They are in a match: watch tells of it."
        case .refused(.alreadyChallenging): "You are asking somebody already."
        case .refused, .notTaken, .nameOwned, .flawed, .olderServer, .came, .left,
            .challengeFailed, .invitationOver, .askEnded, .matchEnded,
            .drawDeclined, .drawWithdrawn, .rematchDeclined, .rematchWithdrawn,
            .opponentBack, .doubtful, .trusted, .shows, .watchedEnded, .lostSight:
            sentence(at: session, now: now, keys: .none(numbering))
        }
    }
}

package import Game
package import Lobby
package import SimperiumClock

extension Notice {
    /// What somebody is told who sees no screen; nil for what they need not know.
    package func line(at session: LobbySession, now: Instant, _ numbering: Numbering) -> String? {
        let opponent = session.match?.opponentName ?? "Your opponent"
        return switch self {
        case .moved(let square): session.match?.sentence(about: numbering.place(of: square))
        case .roundEnded:
            sentence(at: session, now: now, keys: .none(numbering)).map {
                $0 + (session.match?.choices ?? "")
            }
        case .roundBegan, .matchBegan:
            sentence(at: session, now: now, keys: .none(numbering)).map {
                $0 + (session.match?.pieceSentence ?? "")
            }
        case .drawOffered: "\(opponent) offers a draw: yes or no?"
        case .rematchWanted: "\(opponent) wants a rematch: yes or no?"
        case .refused(.playing): "They are in a match: watch tells of it."
        case .refused(.alreadyChallenging): "You are asking somebody already."
        case .refused, .notTaken, .flawed, .came, .left, .challengeFailed, .matchEnded,
            .drawDeclined, .drawWithdrawn, .rematchDeclined, .rematchWithdrawn, .opponentAway,
            .opponentBack, .doubtful, .trusted, .shows, .lostSight:
            sentence(at: session, now: now, keys: .none(numbering))
        }
    }
}

extension MatchInPlay {
    /// Whose move it is.
    package var turnSentence: String {
        guard doubt == nil else { return "\(Doubtful.hint): leave?" }
        guard match?.outcome == nil else { return "This round is over." + choices }
        return isOurTurn ? "Your move." : "\(opponentName)'s move."
    }

    fileprivate func sentence(about place: String) -> String {
        let piece = piece.opponent.letter
        let news = "\(opponentName) placed \(piece) in \(place)"
        return isOurTurn ? "\(news); your move." : "\(news)."
    }

    fileprivate var pieceSentence: String {
        " You have \(piece.letter)." + (isOurTurn ? " Your move." : "")
    }

    fileprivate var choices: String {
        let score = resultLine.map { " Score: \($0)." } ?? ""
        return score + " Rematch, next or leave?"
    }
}

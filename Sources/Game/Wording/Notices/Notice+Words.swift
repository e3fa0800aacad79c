internal import Drawing
internal import Game
package import Lobby
package import SimperiumClock

extension Notice {
    /// What a person is told, in one short sentence; nil where the screen shows it anyway.
    package func sentence(
        at session: LobbySession, now: Instant, keys: @autoclosure () -> NamedKeys
    ) -> String? {
        let opponent = session.match?.opponentName ?? "Your opponent"
        return switch self {
        case .refused(let obstacle): obstacle.sentence(about: opponent)
        case .notTaken(_, let refusal): refusal.sentence
        case .nameOwned(let name, let other): LobbyWords.owned(name.text, instead: other.text)
        case .flawed(let bucket, let key, _): session.sentence(aboutFlawIn: key, of: bucket)
        case .olderServer: ConnectionWords.olderServer
        case .trusted, .shows, .timeLeft: nil
        case .came(let id): "\(session.lobbyState.roster.name(of: id)) came in."
        case .left(_, let name): LobbyWords.left(name)
        case .invited, .invitationOver, .asks, .askEnded, .wanted, .said:
            sentence(aboutQuestionsAt: session)
        case .challengeFailed(let name): "\(name) is not free any more."
        case .matchBegan(let opponent, let isOurs):
            beginning(against: opponent, isOurs: isOurs, by: session.match?.terms ?? MatchTerms())
        case .backInMatch(let opponent): SeatWords.back(in: opponent)
        case .matchEnded(let opponent, let end): end.sentence(about: opponent)
        case .moved(let square):
            "\(opponent) placed \(session.match?.piece.opponent.letter ?? "") in "
                + "\(keys().numbering.number(of: square))."
        case .roundEnded(let outcome):
            session.match.map { $0.sentence(aboutEnd: outcome) }
        case .roundBegan(let round): "Round \(round) begins."
        case .drawOffered: Offers.draw(by: opponent, agree: keys().draw, decline: keys().decline)
        case .drawDeclined: "\(opponent) plays on: no draw."
        case .drawWithdrawn: "\(opponent) no longer offers a draw."
        case .rematchWanted: "\(opponent) wants a rematch."
        case .rematchDeclined: "\(opponent) does not want a rematch."
        case .rematchWithdrawn: "\(opponent) no longer wants a rematch."
        case .opponentAway(let absence):
            "\(opponent) \(absence.words), and has \(absence.until.countdown(from: now)) to return."
        case .opponentBack: "\(opponent) is back."
        case .doubtful: "\(opponent)'s program broke the rules."
        case .watchedEnded(let end): end.sentence
        case .lostSight: "The player you watched has left."
        }
    }
}

extension Notice {
    private func beginning(
        against opponent: String, isOurs: Bool, by terms: MatchTerms
    ) -> String {
        let clock = TermsWords.behind(terms)
        return isOurs
            ? "You play \(opponent)\(clock). You begin."
            : "You play \(opponent), who begins\(clock)."
    }

    private func sentence(aboutQuestionsAt session: LobbySession) -> String? {
        switch self {
        case .invited(let id, let name):
            InvitationWords.news(
                name, session.invitations.tally(with: id),
                by: session.invitations.received(from: id)?.terms ?? MatchTerms())
        case .invitationOver(let name): "\(name) no longer asks you."
        case .asks(let name): "\(name) is asked to play."
        case .askEnded(let name, let end): end.sentence(about: name)
        case .wanted(let terms): TermsWords.wanted(terms, by: session.match?.opponentName ?? "")
        case .said(let phrase): PhraseWords.news(phrase, by: session.match?.opponentName ?? "")
        default: nil
        }
    }
}

extension WatchedEnd {
    fileprivate var sentence: String {
        outcome?.sentence(name) ?? "The match of \(circle) and \(cross) is over."
    }
}

extension LobbySession {
    /// Nil for the match on show: its board says it.
    fileprivate func sentence(aboutFlawIn key: LobbyKey, of bucket: LobbyBucket) -> String? {
        switch bucket {
        case .player: return "Somebody can't be shown: their program sends nonsense."
        case .watcher: return "A watcher whose program sends nonsense is not counted."
        case .match where key == match?.key || key == watching.match: return nil
        case .match:
            guard let shown = lobbyState[key] else {
                return "A match that makes no sense is not shown."
            }
            let (circle, cross) = (
                lobbyState.roster.name(of: shown.circle), lobbyState.roster.name(of: shown.cross)
            )
            return "The match of \(circle) and \(cross) breaks the rules."
        }
    }
}

extension MatchEnd {
    fileprivate func sentence(about opponent: String) -> String {
        switch self {
        case .left: "You left the match with \(opponent)."
        case .forfeited: "You left: the round is \(opponent)'s."
        case .opponentLeft: "\(opponent) left. Back in the lobby."
        case .opponentForfeited: "\(opponent) left: the round is yours."
        case .opponentLost(inPlay: true): "\(opponent) lost the line: the round is yours."
        case .opponentLost(inPlay: false): "\(opponent) lost the line. Back in the lobby."
        case .opponentNotBack: "\(opponent) did not come back: the round is yours."
        case .endedUndecided: "The match with \(opponent) ended without a result."
        case .opponentEnded: "You were away; \(opponent) ended it without a result."
        case .connectionBroken:
            "The line was broken for too long. The match with \(opponent) is over."
        case .noAnswer: "Nobody wanted a rematch. Back in the lobby."
        case .notAvailable: "\(opponent) is not available."
        case .void: "\(opponent) was in another match already."
        }
    }
}

extension LobbyRefusal {
    fileprivate var sentence: String {
        switch self {
        case .notYours: "The server refused that: it was not yours to change."
        case .notLegal: "The server refused that: it was against the rules."
        case .other(let code): "The server refused that (error \(code))."
        }
    }
}

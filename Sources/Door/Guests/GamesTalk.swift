internal import Commands
internal import PlainText
internal import Records
internal import SimperiumClock
internal import Wording

/// What a guest wants to know of the games over days that their key's account plays: the list, or
/// how many of them wait.
package enum GamesQuestion: Hashable, Sendable {
    case list(asJSON: Bool)
    case status(isShort: Bool)

    /// What is said, and the status for whoever asked: that of the commands of these names.
    func answer(_ games: DayGameList, at now: Stamp) -> (lines: [String], status: ExitStatus) {
        switch self {
        case .list(let asJSON):
            let lines = RecordsReport.games(games, at: now, isJSON: asJSON) { $0.opponent.name }
            return (lines, .done)
        case .status(let isShort):
            let line =
                isShort
                ? DayGameWords.shortStatus(waiting: games.waiting)
                : DayGameWords.status(waiting: games.waiting, running: games.running)
            return (line.isEmpty ? [] : [line], games.waiting > 0 ? .done : .notFound)
        }
    }
}

/// What is said with a guest who asks that: first whose the key is, and then the question itself.
struct GamesTalk: Hashable, Sendable {
    let question: GamesQuestion
    let until: Instant
    /// Whose games they are; nil until it is known whose the key is.
    var user: String?
}

extension Guest {
    mutating func beginAsking(
        _ question: GamesQuestion, _ arrival: Arrival, in context: GuestContext, at now: Instant
    ) {
        guard let key = arrival.fingerprint else { return refuse(.noKey, at: now) }
        guard let terms = context.terms else { return refuse(.noAccounts, at: now) }
        holder.terms = terms
        phase = .asking(GamesTalk(question: question, until: now + limits.answer))
        effects.append(.call(.signInByKey(key)))
    }

    mutating func take(_ reply: AccountReply, to asked: GamesTalk, at now: Instant) {
        var talk = asked
        switch reply {
        case .signedIn(let user, _, let token):
            talk.user = user
            phase = .asking(talk)
            holder.token = token
            effects.append(.call(.showGames(token)))
        case .games(let games):
            guard let user = talk.user, let terms = holder.terms else { return }
            let today = terms.startedAt + (now - .start)
            let (lines, status) = talk.question.answer(
                DayGameList(games, of: user, at: today), at: today)
            let text = lines.joined(separator: isOnTerminal ? "\r\n" : "\n")
            part(text.isEmpty ? nil : text, .answered, status: status, at: now)
        case .refused(.wrong), .refused(.nobodyCalledSo):
            part(DoorWords.keyIsNobodys, .refused, status: .notFound, at: now)
        case .refused(let refusal):
            part(refusal.sentence, .refused, status: .refused, at: now)
        case .waiting, .done, .person, .code, .links, .ticket, .begun: break
        }
    }
}

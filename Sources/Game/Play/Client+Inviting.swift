internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// People who ask for a match, and what costs what.
extension Client {
    /// Answers who asks for a match, or takes back what was asked, if that is what is wanted.
    mutating func answerInvitation(by intent: Intent) -> Bool {
        guard let session = visit?.session, session.own == nil else { return false }
        switch intent {
        case .reply(let answer):
            guard let invitation = openInvitation else { return false }
            ask(.answer(invitation.from, answer))
        case .decline:
            guard session.invitations.asking != nil else { return false }
            ask(.withdrawChallenge)
        default: return false
        }
        return true
    }

    /// Who asks first of those whom the person wants to hear.
    var openInvitation: Invitations.Received? {
        visit?.session.invitations.received.first { !isBlocked($0.from) }
    }

    /// When somebody is to be answered who is not heard: they can't tell it from anybody's later.
    var silentAnswerDue: Instant? {
        guard records?.blocks.isEmpty == false else { return nil }
        return visit?.session.invitations.received.filter { isBlocked($0.from) }
            .map { $0.until + Self.beforeTheEnd }.min()
    }

    private static let beforeTheEnd = Duration.seconds(-1)

    mutating func answerSilently() {
        guard let due = silentAnswerDue, due <= now, let session = visit?.session else { return }
        let over = session.invitations.received.filter {
            isBlocked($0.from) && $0.until + Self.beforeTheEnd <= now
        }
        for invitation in over { ask(.answer(invitation.from, .later)) }
    }

    /// What the line above the keys says of questions; nil while there are none.
    var invitationLine: String? {
        guard let session = visit?.session, session.own == nil else { return nil }
        let invitations = session.invitations
        let isShort = display.size.columns < TitleBar.wide
        if let next = openInvitation, next.from != invitations.asking?.opponent {
            if case .prompt = display.overlay { return InvitationWords.meanwhile(next.name) }
            return InvitationWords.question(
                next, invitations.tally(with: next.from),
                common: commonScore(with: next.from, called: next.name), at: now,
                isShort: isShort)
        }
        guard let asking = invitations.asking, display.screen != .lobby,
            noticeboard.shown == nil
        else { return nil }
        return InvitationWords.waiting(
            for: asking.name, until: asking.until, at: now, withdraw: key(.decline))
    }

    /// What somebody has to type who is invited, or who would be welcome, a line each.
    var ways: [String] {
        guard let session = visit?.session, session.lobbyState.isComplete else { return [] }
        guard let code = visit?.invitation else {
            return isAloneInLobby(session) ? waysWithoutCode : []
        }
        guard preferences.way != .ssh else { return InvitingWords.waysByDoor(with: code) }
        guard preferences.isReached else {
            return InvitingWords.waysHere(with: code, to: namedServer)
        }
        return InvitingWords.ways(with: code, to: reachedServer, on: reachedHost)
    }

    private var waysWithoutCode: [String] {
        let invite = key(.open(.invite))
        guard preferences.way != .ssh else {
            return InvitingWords.waysByDoorWithoutCode(key: invite)
        }
        return preferences.isReached
            ? InvitingWords.waysWithoutCode(to: reachedServer, key: invite)
            : InvitingWords.waysHereWithoutCode(key: invite)
    }

    /// As it was named here; nil if it is the one that is looked for first.
    private var namedServer: String? { preferences.server.isEmpty ? nil : preferences.server }

    /// As others name it.
    private var reachedServer: String {
        preferences.accountServer.hasPrefix("wss:")
            ? preferences.accountServer : preferences.server
    }

    private var reachedHost: String {
        let server = preferences.server
        guard let colon = server.lastIndex(of: ":"), server.last != "]" else { return server }
        return String(server[..<colon])
    }

    /// Has the terminal's clipboard hold what a friend has to type.
    mutating func copyInvitation() {
        guard let code = visit?.invitation else {
            return noticeboard.answer(
                InvitingWords.noCode(key: key(.open(.invite))), at: now)
        }
        let text =
            preferences.way == .ssh
            ? "\(code)"
            : InvitingWords.copied(
                with: code, to: preferences.isReached ? reachedServer : namedServer)
        effects.append(.copy(text))
        noticeboard.answer(InvitingWords.sent(text), at: now)
    }

    func words(of question: Question) -> QuestionWords {
        let end = visit?.session.endByLeaving(at: now) ?? .left
        let isShort = display.size.columns < TitleBar.wide
        return question.words(
            costOfLeaving: isShort
                ? LeavingWords.shortConsequence(end) : consequence(of: end),
            winner: isShort ? nil : winnerByResigning)
    }

    private func consequence(of end: MatchEnd) -> String {
        let match = visit?.session.match
        let hasBegun = match?.match?.hasBegun ?? true
        guard hasBegun || end != .left || match?.flaw != nil else { return LeavingWords.notBegun }
        return LeavingWords.consequence(end, against: visit?.session.own?.opponentName ?? "")
    }

    private var winnerByResigning: String? {
        guard display.screen == .table else { return visit?.session.own?.opponentName }
        guard let table, table.opponent != .samePerson else { return nil }
        return table.name(of: .cross)
    }

    /// Lets go of a question that the other side has answered by coming back.
    mutating func dropClaimQuestion() {
        guard case .question(let question) = display.overlay, !mayClaim else { return }
        if question.deed == .claim || question.deed == .endUndecided { display.overlay = nil }
    }
}

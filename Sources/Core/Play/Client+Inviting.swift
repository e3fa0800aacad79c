internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// People who ask for a match, and what costs what.
extension Client {
    /// Answers who asks for a match, or takes back what was asked, if that is what is wanted.
    mutating func answerInvitation(by intent: Intent) -> Bool {
        guard let session = visit?.session, session.match == nil else { return false }
        switch intent {
        case .reply(let answer):
            guard let invitation = session.invitations.next else { return false }
            ask(.answer(invitation.from, answer))
        case .decline:
            guard session.invitations.asking != nil else { return false }
            ask(.withdrawChallenge)
        default: return false
        }
        return true
    }

    /// What the line above the keys says of questions; nil while there are none.
    var invitationLine: String? {
        guard let session = visit?.session, session.match == nil else { return nil }
        let invitations = session.invitations
        let isShort = display.size.columns < TitleBar.wide
        if let next = invitations.next, next.from != invitations.asking?.opponent {
            if case .prompt = display.overlay { return InvitationWords.meanwhile(next.name) }
            return InvitationWords.question(
                next.name, invitations.tally(with: next.from),
                common: commonScore(with: next.from, called: next.name), until: next.until,
                at: now, isShort: isShort)
        }
        guard let asking = invitations.asking, display.screen != .lobby,
            noticeboard.shown == nil
        else { return nil }
        return InvitationWords.waiting(
            for: asking.name, until: asking.until, at: now, withdraw: key(.decline))
    }

    func words(of question: Question) -> QuestionWords {
        let end = visit?.session.endByLeaving(at: now) ?? .left
        let isShort = display.size.columns < TitleBar.wide
        return question.words(
            costOfLeaving: isShort
                ? LeavingWords.shortConsequence(end) : LeavingWords.consequence(end))
    }

    /// Lets go of a question that the other side has answered by coming back.
    mutating func dropClaimQuestion() {
        guard case .question(let question) = display.overlay, !mayClaim else { return }
        if question.deed == .claim || question.deed == .endUndecided { display.overlay = nil }
    }
}

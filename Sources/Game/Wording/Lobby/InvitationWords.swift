package import Lobby
package import SimperiumClock

/// The texts about invitations from player to player.
package enum InvitationWords {
    /// The received invitation, with the score so far where there is room for it.
    package static func question(
        _ invitation: Invitations.Received, _ tally: Tally?, common: String? = nil,
        at now: Instant, isShort: Bool
    ) -> String {
        let name = invitation.name
        let clock = TermsWords.behind(invitation.terms)
        let left = invitation.until.countdown(from: now)
        guard !isShort else { return "\(name) invited you\(clock): \(left)" }
        let score = common.map { " (\($0))" } ?? score(with: name, tally)
        return "\(name) invited you to play\(score)\(clock). \(left) to answer."
    }

    /// The remark on a player who invited you, in a list.
    package static let asksYou = "invited you"

    /// The news of a received invitation.
    static func news(_ name: String, _ tally: Tally?, by terms: MatchTerms) -> String {
        "\(name) invited you to play\(score(with: name, tally))\(TermsWords.behind(terms))."
    }

    /// The received invitation while the player types a text, where keys can't answer.
    package static func meanwhile(_ name: String) -> String {
        "\(name) invited you to play. Press Esc, then answer."
    }

    /// The score so far, or an empty text if the two haven't played each other.
    static func score(with name: String, _ tally: Tally?) -> String {
        tally.map { " (you \($0.wins)–\($0.losses) \(name))" } ?? ""
    }

    package static func waiting(
        for name: String, until due: Instant, at now: Instant, withdraw key: String
    ) -> String {
        "\(LobbyWords.waiting(for: name)), \(due.countdown(from: now)). "
            + "\(key) withdraws the invitation."
    }
}

extension AskEnd {
    /// The outcome of an invitation, for the player who sent it.
    func sentence(about name: String) -> String {
        switch self {
        case .withdrawn: "You withdrew your invitation to \(name)."
        case .expired: "\(name) did not answer."
        case .later: "\(name) can't play right now. Invite them again later."
        case .no: "\(name) declined your invitation."
        case .busy: "\(name) isn't accepting invitations right now."
        case .playing: "\(name) is now in another match."
        case .gone: "\(name) has left."
        case .refused: "\(name) can't be invited right now."
        }
    }
}

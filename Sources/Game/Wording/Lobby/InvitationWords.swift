package import Lobby
package import SimperiumClock

/// What is said of people who ask each other for a match.
package enum InvitationWords {
    /// What somebody is asked, with how the two got on so far, as shortly as there is room for.
    package static func question(
        _ invitation: Invitations.Received, _ tally: Tally?, common: String? = nil,
        at now: Instant, isShort: Bool
    ) -> String {
        let name = invitation.name
        let clock = TermsWords.behind(invitation.terms)
        let left = invitation.until.countdown(from: now)
        guard !isShort else { return "\(name) asks you to play\(clock): \(left)" }
        let score = common.map { " (\($0))" } ?? score(with: name, tally)
        return "\(name) asks you to play\(score)\(clock); \(left) to answer."
    }

    /// Behind somebody's name in a list.
    package static let asksYou = "asks you"

    /// That somebody asks.
    static func news(_ name: String, _ tally: Tally?, by terms: MatchTerms) -> String {
        "\(name) asks you to play\(score(with: name, tally))\(TermsWords.behind(terms))."
    }

    /// Where keys are typed, and so can't answer.
    package static func meanwhile(_ name: String) -> String {
        "\(name) asks you to play: Esc first, then answer."
    }

    /// How two got on so far; nothing if they have not played.
    static func score(with name: String, _ tally: Tally?) -> String {
        tally.map { " (you \($0.wins)–\($0.losses) \(name))" } ?? ""
    }

    package static func waiting(
        for name: String, until due: Instant, at now: Instant, withdraw key: String
    ) -> String {
        "\(LobbyWords.waiting(for: name)), \(due.countdown(from: now)); \(key) takes it back."
    }
}

extension AskEnd {
    /// What became of a question, for who asked it.
    func sentence(about name: String) -> String {
        switch self {
        case .withdrawn: "You no longer ask \(name)."
        case .expired: "\(name) did not answer."
        case .later: "\(name) says: later."
        case .no: "\(name) does not want to play now."
        case .busy: "\(name) does not want to be disturbed."
        case .playing: "\(name) plays somebody else now."
        case .gone: "\(name) has left."
        case .refused: "\(name) can't be asked now."
        }
    }
}

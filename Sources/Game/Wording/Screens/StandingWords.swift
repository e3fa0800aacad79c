package import Lobby

/// What one does at present, in large beside the sign of the lobby, and what can be done about it.
/// Keys go by their names.
package struct StandingWords {
    package let headline: String
    package let detail: [String]

    private init(_ headline: String, _ detail: String...) {
        self.headline = headline
        self.detail = detail
    }

    package static func connecting(bot key: String) -> StandingWords {
        StandingWords("Connecting", "Meanwhile \(key) plays", "a bot.")
    }

    package static func offline(retry: String, bot: String) -> StandingWords {
        StandingWords("Offline", "\(retry) tries again now.", advice(bot: bot))
    }

    package static func refused(bot: String) -> StandingWords {
        StandingWords("Not let in", advice(bot: bot))
    }

    package static func asking(_ name: String) -> StandingWords {
        StandingWords("Asking \(name)", "Esc takes it back.")
    }

    package static func waiting(forAnswerOf name: String, withdraw key: String) -> StandingWords {
        StandingWords(LobbyWords.waiting(for: name), "\(key) takes it back.")
    }

    /// Nobody may ask.
    package static let undisturbed = StandingWords(
        "Do not disturb", "Nobody asks you.", "Esc takes it back.")

    package static func inviting(by code: InvitationCode) -> StandingWords {
        StandingWords("Your code: \(code)", "Waiting for them.", "Esc drops it.")
    }

    package static func looking(bot: String) -> StandingWords {
        StandingWords("Looking for a match", advice(bot: bot), "Esc stops looking.")
    }

    /// The same while there is nobody whom one could find.
    package static func lookingAlone(bot: String, invite: String) -> StandingWords {
        StandingWords("Looking for a match", advice(bot: bot), "\(invite) invites a friend.")
    }

    package static func waiting(for name: PlayerName, bot: String) -> StandingWords {
        StandingWords(LobbyWords.waiting(for: name.text), advice(bot: bot), "Esc stops waiting.")
    }

    package static func free(_ name: String, find key: String) -> StandingWords {
        StandingWords("Hello, \(name)!", "\(key) finds you a match", "Tab leads to people")
    }

    /// Where there is no lobby.
    package static let alone = StandingWords(
        "At this terminal", "Type tictactoe", "to find people.")

    static func advice(bot key: String) -> String { "\(key) plays a bot." }
}

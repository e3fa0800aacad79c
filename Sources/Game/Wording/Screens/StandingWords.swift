package import Lobby

/// The player's state, beside the lobby's sign, and the keys that change it.
///
/// A line has 19 columns in a window of 80. Arguments are the names of keys.
package struct StandingWords {
    package let headline: String
    package let detail: [String]

    private init(_ headline: String, _ detail: String...) {
        self.headline = headline
        self.detail = detail
    }

    package static func connecting(bot key: String) -> StandingWords {
        StandingWords("Connecting", advice(bot: key))
    }

    package static func offline(retry: String, bot: String) -> StandingWords {
        StandingWords("Offline", "\(retry): try again now", advice(bot: bot))
    }

    package static func refused(bot: String) -> StandingWords {
        StandingWords("Access denied", advice(bot: bot))
    }

    package static func asking(_ name: String) -> StandingWords {
        StandingWords("Inviting \(name)", "Esc: cancel")
    }

    package static func waiting(forAnswerOf name: String, withdraw key: String) -> StandingWords {
        StandingWords(LobbyWords.waiting(for: name), "\(key): withdraw")
    }

    /// Players can't send invitations.
    package static let undisturbed = StandingWords(
        "Do not disturb", "No invitations.", "Esc: allow them")

    package static func inviting(by code: InvitationCode) -> StandingWords {
        StandingWords("Your code: \(code)", "Waiting for your", "friend to join.", "Esc: cancel")
    }

    package static func looking(bot: String) -> StandingWords {
        StandingWords("Looking for a match", advice(bot: bot), "Esc: stop looking")
    }

    /// The search for a match while there are no other players.
    package static func lookingAlone(bot: String, invite: String) -> StandingWords {
        StandingWords("Looking for a match", advice(bot: bot), "\(invite): invite a friend")
    }

    package static func waiting(for name: PlayerName, bot: String) -> StandingWords {
        StandingWords(LobbyWords.waiting(for: name.text), advice(bot: bot), "Esc: stop waiting")
    }

    package static func free(_ name: String, find key: String) -> StandingWords {
        StandingWords("Hello, \(name)!", "\(key): find a match", "Tab: pick a player")
    }

    /// The state without a lobby.
    package static let alone = StandingWords(
        "Local play", "Run tictactoe to", "find other players.")

    static func advice(bot key: String) -> String { "\(key): play a bot" }
}

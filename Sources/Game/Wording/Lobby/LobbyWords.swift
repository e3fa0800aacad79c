internal import Drawing

/// The texts about players and matches that all programs share.
package enum LobbyWords {
    /// The name of a player without a name.
    package static let guest = "guest"
    package static let you = "you"

    package static func nobodyCalled(_ name: String) -> String {
        "No player called \(name.asForeignText) is here."
    }

    /// The error for a name that is neither a player's nor a match's.
    package static func nobodyNorMatch(called name: String) -> String {
        "no player or match called \(name.asForeignText)"
    }

    package static let nothingToResume = "You have no unfinished bot match."

    package static func left(_ name: String) -> String { "\(name) left." }

    package static func renamed(_ name: String) -> String { "You are now \(name)." }

    /// The news for a guest, if their name belongs to an account.
    package static func owned(_ name: String, instead other: String) -> String {
        "The name \(name) belongs to an account. You are \(other) here."
    }

    package static func waiting(for name: String) -> String { "Waiting for \(name)" }

    /// A match in a list.
    package static func match(of circle: String, and cross: String) -> String {
        "\(circle) – \(cross)"
    }
}

/// What one can do from the lobby.
package enum MenuItem: Hashable, Codable, Sendable, CaseIterable {
    case quickMatch
    case invite
    case join
    case watch
    case bot
    case twoPlayers
    case rename
    case quit

    /// The key that opens it from anywhere in the lobby.
    var letter: Unicode.Scalar {
        switch self {
        case .quickMatch: "n"
        case .invite: "i"
        case .join: "c"
        case .watch: "w"
        case .bot: "b"
        case .twoPlayers: "2"
        case .rename: "e"
        case .quit: "q"
        }
    }

    var meaning: String {
        switch self {
        case .quickMatch: "play whoever is free; once more, and you are no longer looking"
        case .invite: "make a code for a friend"
        case .join: "join a friend by their code"
        case .watch: "see the matches being played"
        case .bot: "play a bot; ← and → choose how strong"
        case .twoPlayers: "two people at this keyboard"
        case .rename: "change your name"
        case .quit: "leave the game"
        }
    }
}

internal import Wording

/// What one can do from the lobby.
package enum MenuItem: Hashable, Codable, Sendable, CaseIterable {
    case quickMatch
    case invite
    case join
    case watch
    /// With an unfinished match against a bot.
    case goOn
    case bot
    case twoPlayers
    case rename
    case account
    case friends
    case games
    case quit

    /// The key that opens it from anywhere in the lobby.
    var letter: Unicode.Scalar {
        switch self {
        case .quickMatch: "n"
        case .invite: "i"
        case .join: "c"
        case .watch: "w"
        case .goOn: "g"
        case .bot: "b"
        case .twoPlayers: "2"
        case .rename: "e"
        case .account: "u"
        case .friends: "f"
        case .games: "o"
        case .quit: "q"
        }
    }

    var words: MenuWords {
        switch self {
        case .quickMatch: .quickMatch
        case .invite: .invite
        case .join: .join
        case .watch: .watch
        case .goOn: .goOn
        case .bot: .bot
        case .twoPlayers: .twoPlayers
        case .rename: .rename
        case .account: .account
        case .friends: .friends
        case .games: .games
        case .quit: .quit
        }
    }
}

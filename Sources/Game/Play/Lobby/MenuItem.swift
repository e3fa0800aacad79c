/// An item of the menu in the lobby.
package enum MenuItem: Hashable, Codable, Sendable, CaseIterable {
    /// The player's match on another device.
    case continueHere
    case quickMatch
    case invite
    case join
    case watch
    /// An unfinished match against a bot.
    case goOn
    case bot
    case twoPlayers
    case rename
    case account
    case friends
    case games
    case quit

    /// The texts of an item.
    struct Texts: Sendable {
        /// The key that opens the item from anywhere in the lobby.
        let letter: Unicode.Scalar
        let name: String
        /// The text at its right, where the client shows no value.
        var remark = ""
        /// The description in the help and the manual.
        let meaning: String
        /// The effect of Enter, in the line above the keys. Empty if it depends on the state.
        var promise = ""
    }

    var letter: Unicode.Scalar { texts.letter }

    var texts: Texts {
        switch self {
        case .continueHere:
            Texts(
                letter: "m", name: "Continue your match",
                meaning: "continue your match on another device here")
        case .quickMatch:
            Texts(
                letter: "n", name: "Quick match",
                meaning: "find an opponent; press again to stop looking",
                promise: "Enter finds you an opponent.")
        case .invite:
            Texts(
                letter: "i", name: "Invite a friend", remark: "with a code",
                meaning: "get an invite code",
                promise: "Enter makes an invite code for your friend.")
        case .join:
            Texts(
                letter: "c", name: "Join with a code", meaning: "join a friend by their code",
                promise: "Enter asks for your friend's invite code.")
        case .watch:
            Texts(
                letter: "w", name: "Watch", meaning: "list the live matches",
                promise: "Enter lists the live matches.")
        case .goOn:
            Texts(
                letter: "g", name: "Resume bot match",
                meaning: "resume your bot match, from any device")
        case .bot:
            Texts(letter: "b", name: "Bot", meaning: "play a bot; ← and → set its strength")
        case .twoPlayers:
            Texts(
                letter: "2", name: "Two at this keyboard", meaning: "two players, one keyboard",
                promise: "Enter starts a match for two players at this keyboard.")
        case .rename:
            Texts(
                letter: "e", name: "Your name", remark: "none yet", meaning: "change your name",
                promise: "Enter changes your name.")
        case .account:
            Texts(
                letter: "u", name: "Account", remark: "guest",
                meaning: "sign in or sign up; see your devices and statistics",
                promise: "Enter opens your account page.")
        case .friends:
            Texts(
                letter: "f", name: "Friends", meaning: "see which friends are online",
                promise: "Enter shows which friends are online.")
        case .games:
            Texts(
                letter: "o", name: "Correspondence",
                meaning: "list correspondence games, played over days",
                promise: "Enter shows your correspondence games.")
        case .quit:
            Texts(
                letter: "q", name: "Quit", meaning: "quit the game",
                promise: "Enter quits the game.")
        }
    }
}

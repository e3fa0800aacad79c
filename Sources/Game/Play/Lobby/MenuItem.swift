enum MenuItem: Hashable, Codable, Sendable, CaseIterable {
    /// Opens the lobby. Listed only in a program without a lobby, such as one that was
    /// started for a game at this terminal.
    case lobby
    case continueHere
    case quickMatch
    case invite
    case join
    case watch
    case puzzle
    case resumeBotMatch
    case bot
    case twoPlayers
    case friends
    case games
    case review
    case clock
    case series
    case statistics
    case account
    case rename
    case settings
    case quit

    struct Texts: Sendable {
        /// The key that opens the item from anywhere in the lobby; nil for an item without a key.
        var letter: Unicode.Scalar?
        /// The text to type in the command palette to find an item that has no key; empty for an
        /// item with a key.
        var paletteQuery = ""
        let name: String
        /// The text at the right of the name, unless the item shows a value there.
        var remark = ""
        let meaning: String
        /// The effect of Enter, for the line above the keys; empty if it depends on the state.
        var enterHint = ""
    }

    var texts: Texts {
        switch self {
        case .lobby: .lobby
        case .continueHere: .continueHere
        case .quickMatch: .quickMatch
        case .invite: .invite
        case .join: .join
        case .watch: .watch
        case .puzzle: .puzzle
        case .resumeBotMatch: .resumeBotMatch
        case .bot: .bot
        case .twoPlayers: .twoPlayers
        case .review: .review
        case .clock: .clock
        case .series: .series
        case .friends: .friends
        case .games: .games
        case .statistics: .statistics
        case .account: .account
        case .rename: .rename
        case .settings: .settings
        case .quit: .quit
        }
    }
}

extension MenuItem.Texts {
    fileprivate static let lobby = MenuItem.Texts(
        paletteQuery: "lobby", name: "Lobby", remark: "other players",
        meaning: "go to the lobby, to play other people",
        enterHint: "Enter takes you to the lobby and other players.")
    fileprivate static let continueHere = MenuItem.Texts(
        letter: "m", name: "Continue your match",
        meaning: "continue your match from another device")
    fileprivate static let quickMatch = MenuItem.Texts(
        letter: "n", name: "Quick match",
        meaning: "find an opponent; press again to stop looking",
        enterHint: "Enter finds you an opponent.")
    fileprivate static let invite = MenuItem.Texts(
        letter: "i", name: "Invite a friend", remark: "with a code",
        meaning: "get an invite code",
        enterHint: "Enter makes an invite code for your friend.")
    fileprivate static let join = MenuItem.Texts(
        letter: "J", name: "Join with a code", meaning: "join a friend by their code",
        enterHint: "Enter asks for your friend's invite code.")
    fileprivate static let watch = MenuItem.Texts(
        letter: "w", name: "Watch", meaning: "list the live matches",
        enterHint: "Enter lists the live matches.")
    fileprivate static let puzzle = MenuItem.Texts(
        paletteQuery: "puzzle", name: "Today's puzzle", meaning: "solve the puzzle of the day",
        enterHint: "Enter opens the puzzle of the day.")
    fileprivate static let resumeBotMatch = MenuItem.Texts(
        paletteQuery: "resume", name: "Resume bot match",
        meaning: "resume your bot match, from any device")
    fileprivate static let bot = MenuItem.Texts(
        letter: "b", name: "Bot", meaning: "play a bot; ← and → set its strength")
    fileprivate static let twoPlayers = MenuItem.Texts(
        letter: "2", name: "Two at this keyboard", meaning: "two players, one keyboard",
        enterHint: "Enter starts a match for two players at this keyboard.")
    fileprivate static let review = MenuItem.Texts(
        letter: "v", name: "Last round", meaning: "replay the last round",
        enterHint: "Enter replays the last round.")
    fileprivate static let clock = MenuItem.Texts(
        letter: "C", name: "Clock",
        meaning: "change the time for each move; applies to new matches",
        enterHint: "Enter, ← or → changes the time for each move.")
    fileprivate static let series = MenuItem.Texts(
        letter: "T", name: "Series",
        meaning: "change the series; applies to your invitations",
        enterHint: "Enter, ← or → changes the series.")
    fileprivate static let friends = MenuItem.Texts(
        letter: "f", name: "Friends", meaning: "see which friends are online",
        enterHint: "Enter shows which friends are online.")
    fileprivate static let games = MenuItem.Texts(
        letter: "o", name: "Correspondence",
        meaning: "list correspondence games, played over days",
        enterHint: "Enter shows your correspondence games.")
    fileprivate static let statistics = MenuItem.Texts(
        paletteQuery: "statistics", name: "Statistics", meaning: "see your results, by opponent",
        enterHint: "Enter shows your results.")
    fileprivate static let account = MenuItem.Texts(
        letter: "A", name: "Account", remark: "guest",
        meaning: "sign in or sign up; see your devices",
        enterHint: "Enter opens your account page.")
    fileprivate static let rename = MenuItem.Texts(
        paletteQuery: "your name", name: "Your name", remark: "none yet",
        meaning: "change your name",
        enterHint: "Enter changes your name.")
    fileprivate static let settings = MenuItem.Texts(
        paletteQuery: "settings", name: "Settings",
        meaning: "change the theme, the bell and other settings",
        enterHint: "Enter opens the settings.")
    fileprivate static let quit = MenuItem.Texts(
        letter: "q", name: "Quit", meaning: "quit the game",
        enterHint: "Enter quits the game.")
}

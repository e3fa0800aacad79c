internal import Drawing
internal import Visit

/// What is to be seen: which screen, how large, and what lies over it.
struct Display: Hashable, Sendable {
    enum Screen: Hashable, Sendable {
        case lobby
        case match
        /// The list of matches, with a look at one of them.
        case gallery
        case watching
        case table
        case account
        case friends
        case statistics
        /// The devices that the account is linked with.
        case devices
        case settings
        /// A round that is seen again.
        case replay
        /// Games over days, and the board of one.
        case games
        case game

        /// Whether it is one of the pages of an account.
        var isOfAccount: Bool {
            switch self {
            case .account, .friends, .statistics, .devices, .settings, .games, .game: true
            case .lobby, .match, .gallery, .watching, .table, .replay: false
            }
        }
    }

    /// What lies over the screen, and takes the keys.
    enum Overlay: Hashable, Sendable {
        case notices
        case question(Question)
        case prompt(Prompt)
        case themes(ThemeList)
        case phrases(PhraseList)
    }

    var size: Size
    var screen: Screen
    var overlay: Overlay?
    /// Which page of the keys of what is shown is told over it; nil for none.
    var helpPage: Int?
    /// Whether the terminal's background is light, if it has told.
    var isLight: Bool?
    /// How long a terminal far away may take to answer to have anything move.
    static let quickAnswer = Duration.milliseconds(120)
    var hasQuickLine = false
    /// Whether the terminal draws blocks of three rows without gaps.
    var hasSextants = false
    /// Whether it is told where the mouse is.
    var hasHover = false

    var themes: ThemeList? {
        if case .themes(let list) = overlay { list } else { nil }
    }

    /// The first screen of a program that was started for `opening`.
    init(_ opening: Opening, size: Size) {
        self.size = size
        screen =
            switch opening {
            case .lobby, .join, .challenge: .lobby
            case .watch: .gallery
            case .table: .table
            case .replay: .replay
            }
    }
}

internal import Drawing
internal import Lobby
internal import Wording

/// The lobby as its screen shows it.
struct LobbyView: Hashable {
    /// What the person does at present, and what they can do about it.
    struct Standing: Hashable {
        var headline = ""
        var style = Style.strong
        /// How long it has lasted.
        var clock = ""
        var detail: [String] = []

        init(_ words: StandingWords, _ style: Style = .strong, clock: String = "") {
            headline = words.headline
            detail = words.detail
            self.style = style
            self.clock = clock
        }
    }

    /// One row of a list: what it is about, and what there is to know.
    struct Row: Hashable {
        var mark = ""
        var name: String
        var remark = ""
        /// In place of the remark, where that would cut names.
        var fewWords = ""
        /// Behind the remark, where there is room.
        var extra = ""
        /// At the right end.
        var figure = ""
        var style = Style.faint
        /// What the name takes; nil for as much as the rest leaves.
        var nameColumns: Int?
    }

    var standing: Standing
    /// Whether there is no lobby, and only the menu of what needs none.
    var isAlone = false
    var census: Census?
    var server = ""
    var menu: [Row] = []
    var people: [Row] = []
    var matches: [Row] = []
    var list = LobbyChoice.List.menu
    var chosen: [LobbyChoice.List: Int] = [:]
    /// How a round went that was played.
    struct LastRow: Hashable {
        var words: String
        var age: String
    }

    /// What was played last.
    var last: [LastRow] = []
    /// Whether the only match is one of two bots.
    var isDemo = false
    /// How somebody comes who is invited, a line each.
    var ways: [String] = []
    /// A match to look at, where there is room for it.
    var preview: BoardView?
    /// All there is to look at, where there is room for several.
    var wall: [GalleryScreen.Item] = []

    /// How many there are of what a list shows, though not all of it has been read.
    func count(of list: LobbyChoice.List) -> Int {
        max(rows(of: list).count, list == .matches ? census?.matches ?? 0 : 0)
    }

    func rows(of list: LobbyChoice.List) -> [Row] {
        switch list {
        case .menu: menu
        case .people: people
        case .matches: matches
        }
    }
}

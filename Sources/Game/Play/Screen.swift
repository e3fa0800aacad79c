internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire
internal import Visit
internal import Wording

/// The name of a screen. The cases are in the order of the manual.
enum ScreenName: Hashable, Sendable, CaseIterable {
    case lobby
    case match
    case localGame
    case gallery
    case watching
    case replay
    case friends
    case correspondenceGames
    case correspondenceGame
    case account
    case statistics
    case devices
    case settings

    var screenType: any Screen.Type {
        switch self {
        case .lobby: LobbyScreen.self
        case .match: MatchScreen.self
        case .localGame: LocalGameScreen.self
        case .gallery: GalleryScreen.self
        case .watching: WatchScreen.self
        case .replay: ReplayScreen.self
        case .friends: FriendsScreen.self
        case .correspondenceGames: CorrespondenceGamesScreen.self
        case .correspondenceGame: CorrespondenceGameScreen.self
        case .account: AccountScreen.self
        case .statistics: StatisticsScreen.self
        case .devices: DevicesScreen.self
        case .settings: SettingsScreen.self
        }
    }
}

/// A class of window sizes. It determines the layout of the screen.
enum ScreenSizeClass: Hashable, Sendable {
    case full
    case compact
    /// Room for a board in letters, the turn, and the keys.
    case tiny
    /// Too little room: the screen shows only the size that it needs.
    case none

    static let smallest = Size(rows: 8, columns: 20)

    init(_ size: Size) {
        func hasRoom(rows: Int, columns: Int) -> Bool {
            size.rows >= rows && size.columns >= columns
        }
        if hasRoom(rows: 24, columns: 80) {
            self = .full
        } else if hasRoom(rows: 12, columns: 40) {
            self = .compact
        } else if hasRoom(rows: Self.smallest.rows, columns: Self.smallest.columns) {
            self = .tiny
        } else {
            self = .none
        }
    }
}

/// A screen: its state, its keys and their effects, and its picture.
///
/// A screen keeps its state while another one is shown. `ScreenRouter` calls the functions of the
/// shown screen. The router also handles everything that all screens share: common keys, the title
/// bar, the last two lines and boards.
protocol Screen: Sendable {
    static var actionTable: ActionTable { get }
    /// True if the search for an opponent pauses while the screen is open, as on the account page.
    static var pausesSearch: Bool { get }

    init()

    /// Returns the actions of the screen, the most useful ones of the current state first.
    func currentActions(in game: GameContext) -> [ScreenAction]
    mutating func handle(_ intent: Intent, _ game: inout GameContext)
    /// Handles a click outside of the board and the last two lines.
    mutating func clickOutsideBoard(_ point: Point, _ game: inout GameContext)
    /// Prepares the screen for the mouse wheel, which moves the selection. The lobby selects the
    /// list at the point.
    mutating func prepareForWheel(at point: Point, _ game: inout GameContext)
    /// Adapts the screen's state to the game, after each event.
    mutating func updateAfterEvent(_ game: inout GameContext)
    /// Drops the state that only lasts while the screen is shown.
    mutating func discardStateWhenHidden()
    /// Continues a change that needs no input, such as a replay, at the time of `nextDeadline`.
    mutating func wake(_ game: inout GameContext)

    /// Returns the name of the screen for the title bar.
    func title(in game: GameContext) -> String
    /// Returns the name for a title bar without room for `title`; nil to cut that.
    func shortTitle(in game: GameContext) -> String?
    /// Returns the title of the terminal's window; nil for the default.
    func windowTitle(in game: GameContext) -> String?
    /// Returns the board of the screen; nil if it has none now.
    func board(in game: GameContext) -> BoardView?
    /// Returns the match whose moves are animated; nil if there is none.
    func matchToAnimate(in game: GameContext) -> AnimatedMatch?
    /// Returns the line above the keys, used while there is no news. A board has its own line.
    func hint(in game: GameContext) -> String
    /// Draws the part between the first line and the last two lines, if there is no board.
    func draw(_ drawing: DrawingContext, on canvas: inout Canvas)

    /// Returns the time of the next change on the screen that needs no input; nil if there is none.
    func nextDeadline(in game: GameContext) -> Instant?
    /// Returns true if a time on the screen changes every second.
    func showsTimeInSeconds(in game: GameContext) -> Bool
    /// Returns the number of matches of other halls that the screen needs; nil if it lists none.
    func distantMatchesWanted(in game: GameContext) -> Int?
    /// Returns the inputs of the picture that come from this client's memory. Spectators with equal
    /// inputs see the same picture. Returns nil if other clients can't show the picture.
    func sharedPictureInputs(in game: GameContext) -> SharedPictureInputs?
}

/// The inputs of a spectator's picture that the snapshot of the lobby does not contain.
struct SharedPictureInputs: Hashable {
    /// The moves of the shown matches, as far as the client has seen them.
    var moves: [ObjectKey: [Square]?] = [:]
    var order = MatchListState.SortOrder.watchers
    var distantMatches: [OtherHallMatch] = []
}

extension Screen {
    static var pausesSearch: Bool { false }

    func currentActions(in game: GameContext) -> [ScreenAction] { Self.actionTable.rows }
    mutating func clickOutsideBoard(_ point: Point, _ game: inout GameContext) {}
    mutating func prepareForWheel(at point: Point, _ game: inout GameContext) {}
    mutating func updateAfterEvent(_ game: inout GameContext) {}
    mutating func discardStateWhenHidden() {}
    mutating func wake(_ game: inout GameContext) {}

    func shortTitle(in game: GameContext) -> String? { nil }
    func windowTitle(in game: GameContext) -> String? { nil }
    func board(in game: GameContext) -> BoardView? { nil }
    func matchToAnimate(in game: GameContext) -> AnimatedMatch? { nil }
    func nextDeadline(in game: GameContext) -> Instant? { nil }
    func showsTimeInSeconds(in game: GameContext) -> Bool { false }
    func distantMatchesWanted(in game: GameContext) -> Int? { nil }
    func sharedPictureInputs(in game: GameContext) -> SharedPictureInputs? { nil }
}

/// A screen that shows a board, or a sentence if there is no board.
protocol ScreenWithBoard: Screen {
    static var emptyWords: String { get }
}

extension ScreenWithBoard {
    static var emptyWords: String { BoardWords.waitingForMatch }

    func hint(in game: GameContext) -> String { BoardWords.leadsToList }

    func draw(_ drawing: DrawingContext, on canvas: inout Canvas) {
        canvas.write(
            Self.emptyWords, at: Point(row: canvas.size.rows / 2, column: 0),
            width: canvas.size.columns, aligned: .centre, .faint)
    }
}

/// The inputs of a screen's picture.
struct DrawingContext {
    let game: GameContext
    /// A notice that is too long for the line above the keys, for a page to show; nil if there is
    /// none.
    let notice: Noticeboard.PostedNotice?
    /// Draws the boards of the bots, or returns the copy that another client has drawn.
    let botWall: (BotWallPicture) -> Canvas
}

/// A panel or a question over the screen. An overlay gets the keys and clicks before the screen.
///
/// While an overlay handles an input, it is closed: `overlay` of the game is nil. So the input's
/// effect may open another overlay, unless the outcome is `staysOpen`.
protocol Overlay: Sendable {
    /// The actions while the overlay is open; nil for the screen's own actions.
    var actions: [ScreenAction]? { get }
    var coversScreen: Bool { get }
    /// True if the search for an opponent pauses while the overlay is open, because a match would
    /// close the overlay and get the rest of the typed text as keys.
    var pausesSearch: Bool { get }
    /// Returns the line above the keys; nil for the screen's own line.
    func hint(in game: GameContext) -> String?

    /// Handles an event that is not looked up in `actions`, such as typed text. Returns nil for
    /// other events.
    mutating func handle(_ event: TerminalInputEvent, _ game: inout GameContext) -> OverlayOutcome?
    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome
    /// Handles a click above the last line.
    mutating func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome
    /// Returns true if the overlay is still useful. Otherwise the router closes the overlay.
    func isStillWanted(in game: GameContext) -> Bool
    func nextDeadline(in game: GameContext) -> Instant?
    func draw(_ game: GameContext, on canvas: inout Canvas)
}

extension Overlay {
    var coversScreen: Bool { false }
    var pausesSearch: Bool { false }
    func hint(in game: GameContext) -> String? { nil }

    mutating func handle(
        _ event: TerminalInputEvent, _ game: inout GameContext
    ) -> OverlayOutcome? { nil }
    mutating func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome { .staysOpen }
    func isStillWanted(in game: GameContext) -> Bool { true }
    func nextDeadline(in game: GameContext) -> Instant? { nil }
}

/// The state of an overlay after an input.
enum OverlayOutcome {
    case staysOpen
    case closes
    /// The overlay closes, and the screen handles the input.
    case closesForScreen
    /// The overlay closes, and the router performs this intent.
    case closesAndPerforms(Intent)
}

internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// A router that passes keys and time to the current screen, and draws the parts of the picture
/// that all screens share.
///
/// `ScreenClient` calls `routeInput` or `wakeNoticesAndScreen` for an event, `updateAfterEvent`
/// after each event, and `draw` at any time. A panel or a question over the screen (`Overlay`) gets
/// the keys first.
///
/// Parts of the work are done by other types:
/// - the state and the keys of one screen: a `Screen`.
/// - the program: `GameContext`.
struct ScreenRouter: Sendable {
    /// The screens that were shown, with their state.
    private var seen: [ScreenName: any Screen] = [:]
    private var shown: ScreenName?

    subscript(name: ScreenName) -> any Screen {
        get { seen[name] ?? name.screenType.init() }
        set { seen[name] = newValue }
    }

    /// Calls a function that changes the current screen. Stores the changed screen, and any screen
    /// that the function opens.
    private mutating func updateScreen(
        _ game: inout GameContext, _ change: (inout any Screen, inout GameContext) -> Void
    ) {
        let name = game.currentScreen
        var screen = self[name]
        change(&screen, &game)
        seen[name] = screen
        storeOpenedScreen(&game)
    }

    private mutating func storeOpenedScreen(_ game: inout GameContext) {
        guard let opened = game.openedScreen.take() else { return }
        seen[game.currentScreen] = opened
    }

    /// Adapts the current screen and the overlay to the game, after each event.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        if game.program.visit?.own == nil { seen[.match] = nil }
        if let shown, shown != game.currentScreen { seen[shown]?.discardStateWhenHidden() }
        shown = game.currentScreen
        updateScreen(&game) { $0.updateAfterEvent(&$1) }
        if game.overlay?.isStillWanted(in: game) == false { game.overlay = nil }
        let screen = self[game.currentScreen]
        // The number is expensive, because it requires a list of all matches. A lobby with one hall
        // has no distant matches.
        let hasHalls = game.program.visit?.halls.census != nil
        game.requestDistantMatches(hasHalls ? screen.distantMatchesWanted(in: game) : nil)
        game.animation.startAdvanceOrEnd(
            screen.matchToAnimate(in: game), isWanted: game.showsAnimations, at: game.now)
    }

    mutating func wakeNoticesAndScreen(_ game: inout GameContext) {
        game.noticeboard.removeExpiredNotice(at: game.now)
        updateScreen(&game) { $0.wake(&$1) }
    }

    func nextDeadline(in game: GameContext) -> Instant? {
        let screen = self[game.currentScreen]
        return [
            screen.nextDeadline(in: game), game.animation.nextDeadline,
            game.noticeboard.nextDeadline, game.overlay?.nextDeadline(in: game),
            game.needsRedrawEverySecond(screen) ? game.nextSecond : nil,
        ].compactMap(\.self).min()
    }
}

extension ScreenRouter {
    mutating func routeInput(_ event: TerminalInputEvent, _ game: inout GameContext) {
        guard game.exit == nil else { return }
        guard ScreenSizeClass(game.size) != .none else { return routeUnseen(event, &game) }
        guard !overlayHandles(&game, { $0.handle(event, &$1) }) else { return }
        switch event {
        case .key(let key, let modifiers):
            game.clearNoticeUnlessUnseenImportant()
            game.refusedSquare = nil
            let stroke = KeyStroke(key, modifiers)
            let actions = actions(in: game)
            let action =
                actions.first { $0.isOffered && $0.intent(of: stroke) != nil }
                ?? actions.first { $0.intent(of: stroke) != nil }
            guard let intent = action?.intent(of: stroke) else {
                return game.reply(
                    KeyReplyWords.keyHasNoEffect("\(stroke)", help: game.keyName(.help)))
            }
            perform(intent, &game)
        case .mouse(let action, let point, _): routeMouse(action, at: point, &game)
        case .paste: game.reply(KeyReplyWords.pasted)
        }
    }

    /// Handles an input in a window that is too small to show the screen, a text or a question.
    /// Only the keys that quit, redraw or suspend have an effect.
    private mutating func routeUnseen(_ event: TerminalInputEvent, _ game: inout GameContext) {
        guard case .key(let key, let modifiers) = event else { return }
        // A second Ctrl-C answers the question before quitting.
        if game.overlay is Question, overlayHandles(&game, { $0.handle(event, &$1) }) { return }
        let (stroke, keymap) = (KeyStroke(key, modifiers), game.preferences.keymap)
        // The letter of a key that quits may be meant as text.
        let isTyping = game.overlay is TextPrompt || game.overlay is CommandPalette
        guard !isTyping || !stroke.isPlainCharacter else { return }
        let intent = ScreenAction.common.compactMap { $0.applying(keymap).intent(of: stroke) }.first
        switch intent {
        case .quit?: perform(.quit, &game)
        case .redraw?: perform(.redraw, &game)
        case .suspend?: perform(.suspend, &game)
        default: break
        }
    }

    /// Passes an input to the overlay. Returns false if the input is left to the router or the
    /// screen: without an overlay, or because `handle` returned nil or `closesForScreen`.
    private mutating func overlayHandles(
        _ game: inout GameContext,
        _ handle: (inout any Overlay, inout GameContext) -> OverlayOutcome?
    ) -> Bool {
        guard var overlay = game.overlay.take() else { return false }
        let outcome = handle(&overlay, &game)
        storeOpenedScreen(&game)
        switch outcome {
        case nil:
            game.overlay = overlay
            return false
        case .staysOpen: game.overlay = overlay
        case .closes: break
        case .closesForScreen: return false
        case .closesAndPerforms(let intent): perform(intent, &game)
        }
        return true
    }

    private mutating func perform(_ intent: Intent, _ game: inout GameContext) {
        switch intent {
        case .help: openOrTurnHelpPage(&game)
        case .palette where game.overlay == nil:
            game.helpPage = nil
            game.overlay = CommandPalette(paletteEntries(in: game))
        case .card(let id): game.showCard(of: id)
        case .notices: game.overlay = game.overlay is NoticeList ? nil : NoticeList()
        case .chooseTheme where !(game.overlay is ThemeList):
            game.helpPage = nil
            game.overlay = ThemeList(from: game.preferences.theme)
        case .mouse: game.toggleMouse()
        case .bell: game.toggleBell()
        case .redraw: game.effects.append(.show(.redraw))
        case .suspend: game.suspend()
        case .retry: game.updateProgram { $0.reconnectOrCheckConnection() }
        default: performOnOverlayOrScreen(intent, &game)
        }
    }

    private mutating func performOnOverlayOrScreen(_ intent: Intent, _ game: inout GameContext) {
        if game.helpPage.take() != nil, intent == .back || intent == .quit { return }
        if overlayHandles(&game, { $0.handle(intent, &$1) }) { return }
        if intent == .quit { return game.quitProgramOrAskFirst() }
        if game.withdrawInvitationIfDeclined(by: intent) { return }
        if case .choose(let square) = intent, rejectIfOccupied(square, &game) { return }
        updateScreen(&game) { $0.handle(intent, &$1) }
    }

    /// Refuses and marks a square that has a piece, and returns true. Returns false for a free
    /// square, and if the player can't play on the board.
    private func rejectIfOccupied(_ square: Square, _ game: inout GameContext) -> Bool {
        guard game.program.visit?.match?.flaw == nil,
            let view = self[game.currentScreen].board(in: game),
            view.ownPiece != nil, view.match.outcome == nil,
            let piece = view.match.board[square]
        else { return false }
        game.refusedSquare = square
        game.reply(MatchActionRefusal.squareTaken(by: piece).sentence)
        return true
    }

    /// Opens the help, or shows its next page. Closes the help after the last page.
    private func openOrTurnHelpPage(_ game: inout GameContext) {
        let page = game.helpPage.map { $0 + 1 } ?? 0
        let count = HelpPages(offeredActions(in: game), game.size).count
        game.helpPage = page < count ? page : nil
    }

    /// Returns the actions whose keys have an effect now, the most useful ones first.
    func actions(in game: GameContext) -> [ScreenAction] {
        let rows =
            game.overlay?.actions ?? [.withdraw] + self[game.currentScreen].currentActions(in: game)
        return rows.compactMap { row in
            let isNumber = row.hasSameNameAndKeys(as: .number) && game.numbering == .keypad
            let (keypad, row) = (ScreenAction.keypadNumber, row.resolved(in: game))
            return row.map { (isNumber ? keypad : $0).adapted(to: game.preferences) }
        }
    }

    private func offeredActions(in game: GameContext) -> [ScreenAction] {
        actions(in: game).filter(\.isOffered)
    }

    /// Returns the last line. Below a panel that hides the screen, the line shows only the key that
    /// closes the panel, and the key for the help or its next page.
    private func keyBar(in game: GameContext) -> KeyBar {
        let hidesScreen = game.helpPage != nil || game.overlay is NoticeList
        let rows = offeredActions(in: game)
        guard hidesScreen else { return KeyBar(rows, columns: game.size.columns) }
        var help = ScreenAction.help
        if let page = game.helpPage {
            let isLast = page + 1 >= HelpPages(rows, game.size).count
            help = help.withLastLineWord(isLast ? ScreenRouterWords.close : ScreenRouterWords.next)
        }
        return KeyBar(
            [
                .back.withLastLineWord(ScreenRouterWords.close),
                help.applying(game.preferences.keymap),
            ],
            columns: game.size.columns)
    }
}

extension ScreenRouter {
    private mutating func routeMouse(
        _ action: MouseAction, at point: Point, _ game: inout GameContext
    ) {
        let isFree = game.overlay == nil && game.helpPage == nil
        switch action {
        case .wheelUp, .wheelDown:
            if isFree { updateScreen(&game) { $0.prepareForWheel(at: point, &$1) } }
            perform(.move(action == .wheelUp ? .up : .down), &game)
        case .press(.left): click(point, &game)
        case .press, .release: break
        }
    }

    private mutating func click(_ point: Point, _ game: inout GameContext) {
        game.clearNoticeUnlessUnseenImportant()
        if point.row == game.size.rows - 1 {
            let intent = keyBar(in: game).action(at: point.column)?.intent
            if let intent { perform(intent, &game) }
            return
        }
        guard game.helpPage == nil else { return }
        if overlayHandles(&game, { $0.click(point, &$1) }) { return }
        guard let board = self[game.currentScreen].board(in: game) else {
            return updateScreen(&game) { $0.clickOutsideBoard(point, &$1) }
        }
        guard let square = BoardPicture(board, size: game.size).square(at: point) else { return }
        performOnOverlayOrScreen(board.cursor == square ? .confirm : .choose(square), &game)
    }
}

extension ScreenRouter {
    func draw(_ game: GameContext, botWall: @escaping (BotWallPicture) -> Canvas) -> Canvas {
        var canvas = Canvas(game.size)
        canvas.title = windowTitle(in: game)
        canvas.hasSextants = game.drawsSextants
        let layout = ScreenSizeClass(game.size)
        guard layout != .none else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        let screen = self[game.currentScreen]
        let title = titleBar(of: screen, in: game)
        let board = boardView(of: screen, in: game).map {
            BoardPicture($0, size: game.size, sync: layout == .tiny ? title.sync : nil)
        }
        let hasBoard = board != nil || game.currentScreen == .replay
        if layout != .tiny || !hasBoard { title.draw(on: &canvas) }
        let pageNotice = noticeForPage(screen, game)
        if let board {
            board.draw(on: &canvas)
        } else {
            let drawing = DrawingContext(game: game, notice: pageNotice, botWall: botWall)
            screen.draw(drawing, on: &canvas)
        }
        if layout == .full, hasBoard {
            canvas.drawHorizontalRule(
                at: Point(row: game.size.rows - 3, column: 0), columns: game.size.columns)
        }
        let help = game.helpPage.map { _ in HelpPages(offeredActions(in: game), game.size) }
        let start = help.flatMap { help in
            game.overlay == nil
                ? board?.panelColumnNotHidingBoard(for: help.leastColumns, in: game.size.columns)
                : nil
        }
        drawMessageLine(on: &canvas, pageNotice == nil ? game.noticeboard.shown : nil, game) {
            let isCovered = game.overlay?.coversScreen == true || help != nil && start == nil
            return isCovered
                ? "" : game.overlay?.hint(in: game) ?? board?.hint ?? screen.hint(in: game)
        }
        keyBar(in: game).draw(on: &canvas)
        game.overlay?.draw(game, on: &canvas)
        if let call = game.program.visit?.wakeCall { canvas.draw(call, at: game.now) }
        if let help, let page = game.helpPage {
            help.draw(page, key: game.keyName(.help), rightOf: start ?? 0, on: &canvas)
        }
        return canvas
    }

    /// Returns the board at the current step of its animation; nil if the screen has no board.
    private func boardView(of screen: any Screen, in game: GameContext) -> BoardView? {
        guard var view = screen.board(in: game) else { return nil }
        game.animation.showStep(in: &view)
        if game.noticeboard.shown != nil { view.refusedSquare = game.refusedSquare }
        // Spectators share a picture, so it does not depend on their keys.
        if view.match.outcome == nil, game.size.rows >= BoardPicture.largeWindow,
            game.currentScreen != .watching, game.program.visit?.match?.flaw == nil,
            game.helpPage == nil,
            game.overlay == nil
        {
            view.keys = offeredActions(in: game)
        }
        return view
    }

    /// Returns the notice if a page must show it, because it does not fit in the line above the
    /// keys; otherwise nil.
    private func noticeForPage(
        _ screen: any Screen, _ game: GameContext
    ) -> Noticeboard.PostedNotice? {
        guard let notice = game.noticeboard.shown, screen is any ListScreen,
            ScreenSizeClass(game.size) == .compact, notice.text.columns > game.size.columns - 2
        else { return nil }
        return notice
    }

    private func titleBar(of screen: any Screen, in game: GameContext) -> TitleBar {
        guard !game.isNaming else { return TitleBar(section: ScreenRouterWords.welcome) }
        var bar = TitleBar(
            section: screen.title(in: game), shortSection: screen.shortTitle(in: game))
        guard let status = game.program.visit?.status,
            let statistics = game.program.visit?.statistics, !game.isAlone
        else { return bar }
        let isNamed = game.program.visit?.snapshot == nil && game.currentScreen != .match
        bar.name = isNamed ? game.ownName : nil
        bar.sync = TitleBarSyncStatus(
            status, statistics, unsentSince: game.unsentSince, at: game.now)
        bar.replyTime = RoundTripOrReplyAge(statistics, at: game.now).text
        return bar
    }

    /// Draws the line above the keys: an invitation, a notice, or a hint. A question draws itself.
    private func drawMessageLine(
        on canvas: inout Canvas, _ notice: Noticeboard.PostedNotice?, _ game: GameContext,
        hint: () -> String
    ) {
        let line = Point(row: game.size.rows - 2, column: 1)
        let width = game.size.columns - 2
        guard !(game.overlay is Question) else { return }
        if let invitation = game.invitationLine {
            canvas.write(invitation, at: line, width: width, .good)
        } else if let notice, !(game.overlay is InvitationBox) {
            canvas.write(notice.text, at: line, width: width, notice.style)
        } else {
            canvas.write(
                game.preferences.wordsForKeys(in: hint()), at: line, width: width, .faint)
        }
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let (needed, size) = (ScreenSizeClass.smallest, canvas.size)
        let words =
            size.columns >= needed.columns
            ? ScreenRouterWords.needs(rows: needed.rows)
            : size.rows >= needed.rows
                ? ScreenRouterWords.needs(columns: needed.columns)
                : ScreenRouterWords.needs(columns: needed.columns, rows: needed.rows)
        canvas.write(words, at: .topLeft, width: size.columns, .warning)
    }

    /// Returns the title of the terminal's window, for a player who looks at another window.
    func windowTitle(in game: GameContext) -> String {
        if let call = game.program.visit?.wakeCall {
            return WindowTitleWords.invited(by: call.name)
        }
        if let invitation = game.openInvitation {
            return WindowTitleWords.invited(by: invitation.name)
        }
        if let own = game.program.visit?.own {
            guard let match = game.program.visit?.match, let state = match.match, match.flaw == nil
            else { return WindowTitleWords.plain }
            guard state.outcome == nil else { return WindowTitleWords.over }
            return state.next == own.piece
                ? WindowTitleWords.ownTurn : WindowTitleWords.turnTitle(for: own.opponentName)
        }
        if let title = self[game.currentScreen].windowTitle(in: game) { return title }
        let waiting = game.games.waiting
        return waiting > 0 ? WindowTitleWords.gamesWaiting(waiting) : WindowTitleWords.plain
    }
}

/// Window titles, for a player who looks at another window.
enum WindowTitleWords {
    static let plain = "tictactoe"
    static let ownTurn = "● your move – tictactoe"
    static let over = "round over – tictactoe"
    static func turnTitle(for name: String) -> String { "\(name) to move – tictactoe" }
    static func gamesWaiting(_ waiting: Int) -> String {
        waiting == 1 ? "● 1 game waiting – tictactoe" : "● \(waiting) games waiting – tictactoe"
    }
    static func invited(by name: String) -> String { "● \(name) invited you – tictactoe" }
}

private enum ScreenRouterWords {
    static let close = "close"
    static let next = "next"
    static let welcome = "welcome"

    static func needs(rows: Int) -> String { "needs \(rows) rows" }
    static func needs(columns: Int) -> String { "needs \(columns) columns" }
    static func needs(columns: Int, rows: Int) -> String { "needs \(columns)x\(rows)" }
}

package import Drawing
internal import Game
internal import Lobby
internal import SimperiumSync
internal import Visit
internal import Wording

extension Client {
    /// Whether pieces are drawn in blocks of three rows.
    var drawsSextants: Bool { display.hasSextants && !preferences.habits.isASCII }

    /// The picture of the present.
    package func draw() -> Canvas {
        var canvas = Canvas(display.size)
        canvas.title = windowTitle
        canvas.hasSextants = drawsSextants
        guard Layout(display.size) != .none else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        let isBoard = boardView != nil || display.screen == .replay
        if Layout(display.size) != .tiny || !isBoard { titleBar.draw(on: &canvas) }
        let hint = drawPlace(on: &canvas)
        drawLastLines(isCovered ? "" : hint, on: &canvas)
        keyBar.draw(on: &canvas)
        switch display.overlay {
        case .notices: drawNotices(noticeboard.entries, at: now, on: &canvas)
        case .prompt(let prompt): drawPrompt(prompt, on: &canvas)
        case .themes(let list): drawThemes(list, on: &canvas)
        case .phrases(let list): drawPhrases(list, on: &canvas)
        case .question, nil: break
        }
        if let helpPage = display.helpPage {
            HelpPages(keyRows, display.size).draw(helpPage, rightOf: helpStart ?? 0, on: &canvas)
        }
        return canvas
    }

    /// Where the keys are told beside a board; nil where they lie over it.
    private var helpStart: Int? {
        guard display.overlay == nil, let view = boardView else { return nil }
        return BoardScreen(view, size: display.size).start(
            for: HelpPages(keyRows, display.size).leastColumns, in: display.size.columns)
    }

    /// Whether what lies over the screen leaves nothing of it to see.
    private var isCovered: Bool {
        switch display.overlay {
        case .notices, .prompt: true
        case .question, .themes, .phrases, nil: display.helpPage != nil && helpStart == nil
        }
    }

    /// Draws what is between the first and the last lines, and returns what to hint at below it.
    private func drawPlace(on canvas: inout Canvas) -> String {
        if let view = boardView {
            let sync = Layout(display.size) == .tiny ? titleBar.sync : nil
            let screen = BoardScreen(view, size: display.size, sync: sync)
            screen.draw(on: &canvas)
            return screen.hint
        }
        switch display.screen {
        case .lobby:
            LobbyScreen(lobbyView, size: display.size).draw(on: &canvas)
            return lobbyHint
        case .gallery:
            galleryScreen.draw(on: &canvas)
            return galleryHint
        case .account, .friends, .statistics, .devices, .settings, .games:
            if let view = pageView { PageScreen(view, size: display.size).draw(on: &canvas) }
            return pageHint
        case .replay:
            replayView?.draw(on: &canvas)
            return replayView?.hint ?? ""
        case .match, .table, .watching, .game:
            canvas.write(
                display.screen == .game ? DayGameWords.gone : BoardWords.waitingForMatch,
                at: Point(row: display.size.rows / 2, column: 0),
                width: display.size.columns, aligned: .centre, .faint)
            return BoardWords.leadsToList
        }
    }

    var galleryScreen: GalleryScreen {
        let matches = galleryMatches
        let plan = galleryPlan(of: matches)
        let lobbyState = visit?.session.lobbyState
        let items = matches[plan.window].map { item(for: $0, onWall: plan.isWall) }
        return GalleryScreen(
            plan, items,
            under: .init(
                order: cursors.gallery.order, search: cursors.gallery.search,
                watchers: lobbyState?.watchers.count ?? 0,
                count: liveCount),
            size: display.size)
    }

    func item(for match: GalleryMatch, onWall: Bool) -> GalleryScreen.Item {
        switch match {
        case .here(let shown):
            GalleryScreen.Item(
                row: row(for: shown), progress: progress(of: shown),
                board: onWall ? boardView(of: shown) : nil)
        case .elsewhere(let match):
            GalleryScreen.Item(
                row: row(for: match), progress: BoardWords.move(match.moves + 1), board: nil,
                distant: onWall ? .init(score: match.score.figures, board: match.board) : nil)
        }
    }

    func galleryPlan(of matches: [GalleryMatch]) -> GalleryPlan {
        let keys = matches.map(\.key)
        return GalleryPlan(
            count: keys.count, chosen: cursors.gallery.selection.index(in: keys),
            size: display.size)
    }

    private var titleBar: TitleBar {
        let bar = TitleBar(section: sectionName)
        guard let visit, !isAlone, !isNaming else { return bar }
        let statistics = visit.statistics
        let isNamed = visit.snapshot == nil && display.screen != .match
        return TitleBar(
            section: sectionName, name: isNamed ? ownName : nil,
            sync: SyncWords(visit.status, statistics, unsentSince: uplink.unsentSince, at: now),
            lastWord: LastWord(statistics, at: now).text)
    }

    private var sectionName: String {
        switch display.screen {
        case .lobby: isAlone ? ScreenWords.menu : ScreenWords.lobby
        case .match: visit?.session.own.map(title) ?? ""
        case .table:
            (display.size.columns < TitleBar.wide ? table?.shortTitle : table?.title) ?? ""
        case .gallery: ScreenWords.matches
        case .watching: watchingName
        case .account: AccountPageWords.section
        case .friends: AccountPageWords.friendsSection
        case .statistics: AccountPageWords.statisticsSection
        case .devices: AccountPageWords.devicesSection
        case .settings: SettingWords.section
        case .replay: replayView?.section ?? ""
        case .games: DayGameWords.section
        case .game: openGame.map { ScreenWords.match(against: name(of: $0)) } ?? ""
        }
    }

    private func title(of own: OwnMatch) -> String {
        guard display.size.columns >= TitleBar.wide else {
            return ScreenWords.match(against: own.opponentName)
        }
        return ScreenWords.match(of: (ownName, own.piece), against: own.opponentName)
    }

    private var watchingName: String {
        guard let session = visit?.session else { return "" }
        let way = ScreenWords.watching(isTelevision: session.watching.choice == .anything)
        guard display.size.columns >= TitleBar.wide,
            let shown = session.watching.match.flatMap({ session.lobbyState[$0] })
        else { return way }
        return ScreenWords.watching(names(of: shown), by: way)
    }

    /// The line above the keys: a question, a notice, or a hint.
    private func drawLastLines(_ hint: String, on canvas: inout Canvas) {
        let isFull = Layout(display.size) == .full
        let isBoard = boardView != nil
        if isFull, isBoard {
            canvas.horizontalRule(
                at: Point(row: display.size.rows - 3, column: 0), columns: display.size.columns)
        }
        let line = Point(row: display.size.rows - 2, column: 1)
        if case .question(let question) = display.overlay {
            QuestionLine(words(of: question), columns: display.size.columns).draw(
                isYesChosen: question.isYesChosen, at: line, on: &canvas)
        } else if let question = invitationLine {
            canvas.write(question, at: line, width: display.size.columns - 2, .good)
        } else if let notice = noticeboard.shown, !isNoticeOnPage {
            canvas.write(notice.text, at: line, width: display.size.columns - 2, notice.style)
        } else {
            canvas.write(hint, at: line, width: display.size.columns - 2, .faint)
        }
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let needed = Layout.smallest
        canvas.write(
            ScreenWords.needs(columns: needed.columns, rows: needed.rows), at: .topLeft,
            width: display.size.columns, .warning)
    }
}

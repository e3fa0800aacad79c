internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import Visit
internal import Wording

/// What keys do, whatever screen is shown.
extension Client {
    mutating func press(_ event: KeyEvent) {
        guard exit == nil else { return }
        if case .prompt(let prompt) = display.overlay { return type(event, into: prompt) }
        switch event {
        case .key(let key, let modifiers):
            noticeboard.clear()
            cursors.refused = nil
            let stroke = KeyStroke(key, modifiers)
            if insists(stroke) { return sayGoodbye(then: .leave) }
            guard let intent = intent(of: stroke) else {
                return noticeboard.answer(
                    AnswerWords.nothing(by: "\(stroke)", help: self.key(.help)), at: now)
            }
            perform(intent)
        case .mouse(let action, let point, _): useMouse(action, at: point)
        case .paste: noticeboard.answer(AnswerWords.pasted, at: now)
        }
    }

    /// Whether somebody who was asked whether to quit says so with the key that ends programs.
    private func insists(_ stroke: KeyStroke) -> Bool {
        guard case .question(let question) = display.overlay else { return false }
        return question.deed == .quit && stroke == .control("c")
    }

    private func intent(of stroke: KeyStroke) -> Intent? {
        keyRows.lazy.compactMap { $0.intent(of: stroke) }.first
    }

    mutating func perform(_ intent: Intent) {
        switch intent {
        case .help: turnHelp()
        case .notices: display.overlay = display.overlay == .notices ? nil : .notices
        case .chooseTheme where display.themes == nil: openThemes()
        case .mouse: toggleMouse()
        case .bell: toggleBell()
        case .redraw: effects.append(.redraw)
        case .suspend: suspend()
        case .retry: if !isAlone { pass(.networkChanged) }
        default: performHere(intent)
        }
    }

    private mutating func performHere(_ intent: Intent) {
        let isLeaving = intent == .back || intent == .quit
        if display.helpPage != nil {
            display.helpPage = nil
            if isLeaving { return }
        }
        switch display.overlay {
        case .question(let question): return answer(question, by: intent)
        case .themes(let list): return choose(in: list, by: intent)
        case .phrases(let list): return choose(in: list, by: intent)
        case .notices:
            display.overlay = nil
            if isLeaving { return }
        case .prompt, nil: break
        }
        if intent == .quit { return quit() }
        if answerInvitation(by: intent) { return }
        if case .choose(let square) = intent, refuses(square) { return }
        switch display.screen {
        case .lobby: performInLobby(intent)
        case .match: performInMatch(intent)
        case .table: performAtTable(intent)
        case .gallery: performInGallery(intent)
        case .watching: performWatching(intent)
        case .account: performInAccount(intent)
        case .friends: performInFriends(intent)
        case .statistics: performInStatistics(intent)
        case .devices: performInDevices(intent)
        case .settings: performInSettings(intent)
        case .replay: performInReplay(intent)
        case .games: performInGames(intent)
        case .game: performInGame(intent)
        }
    }

    /// Shows the help, its next page, or the screen again.
    private mutating func turnHelp() {
        let page = display.helpPage.map { $0 + 1 } ?? 0
        display.helpPage = page < HelpPages(keyRows, display.size).count ? page : nil
    }

    private mutating func toggleMouse() {
        preferences.hasMouse.toggle()
        effects.append(.useMouse(preferences.hasMouse))
        noticeboard.answer(AnswerWords.mouse(isOn: preferences.hasMouse), at: now)
    }

    private mutating func toggleBell() {
        preferences.hasBell.toggle()
        remember(.sound, .bool(preferences.hasBell))
        noticeboard.answer(AnswerWords.bell(isOn: preferences.hasBell), at: now)
    }

    private mutating func suspend() {
        guard preferences.way == .terminal else {
            return noticeboard.answer(AnswerWords.noShell(quit: key(.quit)), at: now)
        }
        let isPlaying = visit?.session.own != nil
        isPlaying ? pause(.paused, then: .suspend) : sayGoodbye(then: .suspend)
    }

    mutating func quit() {
        guard let match = visit?.session.match, match.match?.outcome == nil else {
            return sayGoodbye(then: .leave)
        }
        display.overlay = .question(Question(.quit))
    }
}

/// Questions and prompts.
extension Client {
    private mutating func answer(_ question: Question, by intent: Intent) {
        var question = question
        switch intent {
        case .move, .nextItem, .previousItem:
            question.choose(yes: !question.isYesChosen)
            display.overlay = .question(question)
        case .answer(let isYes): decide(question, isYes)
        case .confirm: decide(question, question.isYesChosen)
        case .back: decide(question, false)
        default: noticeboard.answer(AnswerWords.howToAnswer, at: now)
        }
    }

    private mutating func decide(_ question: Question, _ isYes: Bool) {
        display.overlay = nil
        if case .goBack = question.deed { return goBack(isYes) }
        if case .letIn = question.deed { return askSignedIn { .answerLink(isYes, $0) } }
        guard isYes else { return }
        switch question.deed {
        case .resign where display.screen == .table: act(.resign)
        case .resign: ask(.act(.resign))
        case .offerDraw: offerDraw()
        case .acceptDraw: ask(.act(.acceptDraw))
        case .leaveMatch, .endUndecided: ask(.leaveMatch(.open))
        case .claim: ask(.act(.claim))
        case .leaveTable: display.screen = .lobby
        case .quit: sayGoodbye(then: .leave)
        case .signOut: leaveAccount()
        case .unlink(let id, _): askSignedIn { .removeLink(id, $0) }
        case .letIn: break
        case .goBack: break
        case .goOnHere(let place): pass(.goOnHere(place))
        case .giveUp(let game): giveUp(game: game)
        }
    }

    private mutating func type(_ event: KeyEvent, into prompt: Prompt) {
        var prompt = prompt
        switch prompt.handle(event) {
        case .goesOn: display.overlay = .prompt(prompt)
        case .interrupted where prompt.purpose == .firstName: sayGoodbye(then: .leave)
        // There is nothing to go back to but the name that was proposed.
        case .left where prompt.purpose == .firstName: askFirstName()
        case .left, .interrupted: display.overlay = nil
        case .entered(let text): enter(text, prompt)
        }
    }

    private mutating func enter(_ text: String, _ prompt: Prompt) {
        var prompt = prompt
        switch prompt.purpose {
        case .name:
            do throws(NameFlaw) {
                let name = try PlayerName(text)
                preferences.name = name
                rememberName()
                display.overlay = nil
                noticeboard.answer(LobbyWords.renamed(name.text), .good, at: now)
                return ask(.rename(name))
            } catch {
                prompt.flaw = error.sentence
            }
        case .firstName:
            do throws(NameFlaw) {
                return begin(as: try PlayerName(text))
            } catch {
                prompt.flaw = error.sentence
            }
        case .code:
            if let code = InvitationCode(text) {
                display.overlay = nil
                return pass(.seek(.code(code)))
            }
            prompt.flaw = JoinCode.ruleInWords
        case .matchSearch:
            cursors.gallery.search = text
            display.overlay = nil
            return
        case .accountName, .password, .nameToDelete, .linkCode, .friendName, .alias,
            .partnerName:
            guard let flaw = enter(account: text, prompt.purpose) else { return }
            prompt.flaw = flaw
        }
        display.overlay = .prompt(prompt)
    }
}

/// The mouse.
extension Client {
    private mutating func useMouse(_ action: MouseAction, at point: Point) {
        switch action {
        case .wheelUp: turnWheel(.up, at: point)
        case .wheelDown: turnWheel(.down, at: point)
        case .press(.left): click(point)
        case .move: hover(over: point)
        case .press, .release: break
        }
    }

    private mutating func turnWheel(_ direction: Direction, at point: Point) {
        if display.screen == .lobby, display.overlay == nil, display.helpPage == nil {
            goToList(at: point)
        }
        perform(.move(direction))
    }

    private mutating func click(_ point: Point) {
        noticeboard.clear()
        if point.row == display.size.rows - 1 {
            if let intent = keyBar.entry(at: point.column)?.click { perform(intent) }
            return
        }
        if case .question(let question) = display.overlay, display.helpPage == nil,
            let answer = QuestionLine(words(of: question), columns: display.size.columns).answer(
                at: point, rows: display.size.rows)
        {
            return decide(question, answer)
        }
        guard display.overlay == nil, display.helpPage == nil else { return }
        switch display.screen {
        case .match, .table, .game:
            guard let board = boardView else { return }
            let square = BoardScreen(board, size: display.size).square(at: point)
            guard let square else { return }
            performHere(board.cursor == square ? .confirm : .choose(square))
        case .lobby: clickInLobby(point)
        case .gallery: clickInGallery(point)
        case .account, .friends, .statistics, .devices, .settings, .games: clickOnPage(point)
        case .watching, .replay: break
        }
    }
}

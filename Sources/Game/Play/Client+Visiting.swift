internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// How the client keeps to what happens in the lobby.
extension Client {
    mutating func begin() {
        effects += [.useTheme(preferences.theme), .useMouse(preferences.hasMouse)]
        if let opponent = uplink.waiting?.keptSeat?.opponent {
            display.overlay = .question(Question(.goBack(opponent: opponent)))
            return
        }
        preferences.habits.asksName ? askFirstName() : enter()
    }

    mutating func askFirstName() {
        display.overlay = .prompt(Prompt(.firstName, text: preferences.name?.text ?? ""))
    }

    /// Begins as who the person says that they are, and asks no more.
    mutating func begin(as name: PlayerName?) {
        preferences.name = name
        preferences.habits.asksName = false
        display.overlay = nil
        rememberName()
        enter()
    }

    /// Whether the person is asked what they are called, before anything else.
    var isNaming: Bool {
        if case .prompt(let prompt) = display.overlay {
            prompt.purpose == .firstName
        } else {
            false
        }
    }

    /// Whoever is signed in has a name.
    mutating func endNaming() {
        guard isNaming else { return }
        begin(as: visit?.account.flatMap { PlayerName(cleaning: $0.name) })
    }

    /// Goes back to the match that waits, or leaves it to another start and begins.
    mutating func goBack(_ goesBack: Bool) {
        guard let waiting = uplink.waiting.take() else { return }
        if goesBack {
            visit = LobbyVisit(waiting, insteadOf: visit)
            visit?.device = preferences.device
            purpose = Purpose(.lobby)
            display.screen = .lobby
        } else {
            effects.append(.leaveSeat)
        }
        enter()
    }

    private mutating func enter() {
        guard !isAlone else { return }
        // A guest who is shown what the door sees is in the lobby as a watcher only.
        if visit?.snapshot == nil {
            if preferences.habits.isHidden { ask(.hide(true)) }
            if let limit = preferences.habits.terms.limit { ask(.limit(limit)) }
            if let target = preferences.habits.terms.target { ask(.target(target)) }
            ask(.enter(preferences.name, purpose.opening.mode, preferences.way))
        }
        pass(.begin)
    }

    mutating func move(to size: Size) {
        display.size = size
        display.hasHover = false
        effects += [.useTheme(preferences.theme), .useMouse(preferences.hasMouse)]
        pass(.networkChanged)
    }

    /// Goes on with other settings, but as who the person came in.
    mutating func use(_ preferences: Preferences) {
        let before = self.preferences
        self.preferences = preferences
        self.preferences.keepWhoAndWhere(of: before)
        effects += [.useTheme(self.preferences.theme), .useMouse(preferences.hasMouse)]
        if let isLight = display.isLight { suitTheme(toLight: isLight) }
        noticeboard.answer(AnswerWords.configured, at: now)
    }

    mutating func ask(_ request: Request) {
        pass(.asked(request))
    }

    mutating func pass(_ event: LobbyVisit.Event) {
        for effect in visit?.handle(event, at: now) ?? [] {
            switch effect {
            case .link(let effect): effects.append(.link(effect))
            case .tell(let notice): tell(notice)
            case .wish(let wish): effects.append(.wish(wish))
            case .status(let status): tell(status)
            case .ignored: break
            case .keep(let seat, let safely): effects.append(.keep(seat, safely: safely))
            case .takenOver:
                lastResult.replace(with: SeatWords.takenOver)
                exit = Exit(intention: .leave, due: now)
            case .lostSeat(let opponent, let end):
                noticeboard.post(SeatWords.lost(opponent, because: end), .warning, at: now)
            case .store(let work): effects.append(.store(work))
            case .account(let news): tell(news)
            }
        }
    }

    private mutating func tell(_ notice: Notice) {
        let keys = preferences.keymap.named
        guard let session = visit?.session,
            let text = notice.sentence(at: session, now: now, keys: keys)
        else { return }
        if followFriends(notice) { return }
        if case .refused = notice { return noticeboard.answer(text, notice.style, at: now) }
        if case .invited = notice, openInvitation == nil { return }
        if case .invited = notice, preferences.hasBell { effects.append(.ring) }
        if case .said = notice {
            guard let own = session.own, !isMuted(own.opponent) else { return }
            return noticeboard.post(text, notice.style, at: now, isSilent: true)
        }
        if case .matchEnded(_, let end) = notice { lastResult.conclude(by: end) }
        let isAtBoard = display.screen == .match || display.screen == .table
        // Whose match with us has ended because they left need not be told to have left.
        if case .matchEnded(let name, let end) = notice, end.isOpponentsLeaving {
            noticeboard.replace(LobbyWords.left(name))
        }
        noticeboard.post(
            text, notice.style, at: now, isSilent: isAtBoard && notice.isOfTheLobby,
            isMinor: notice.isOfTheLobby)
    }

    private mutating func tell(_ status: SyncStatus) {
        switch status {
        case .offline(.some, let failure?) where failure != uplink.toldFailure:
            uplink.toldFailure = failure
            noticeboard.post(
                fitting(failure.sentence, failure.fewWords), .warning, at: now)
        case .synced:
            lookAtFriends()
            guard uplink.toldFailure != nil else { return }
            uplink.toldFailure = nil
            // How the round ended meanwhile is the better news.
            let isOver = display.screen == .match && visit?.session.match?.match?.outcome != nil
            noticeboard.post(ConnectionWords.inSyncAgain, .good, at: now, isSilent: isOver)
        case .unauthorized:
            noticeboard.post(ConnectionWords.tokenRefused, .danger, at: now)
        case .offline, .connecting, .authorizing, .indexing: break
        }
    }

    /// Whether there is nothing to see in the lobby, and room to see something.
    func isAloneInLobby(_ session: LobbySession) -> Bool {
        isQuietInLobby(session) && session.lobbyState.people.allSatisfy { $0.id == session.me }
    }

    /// Whether the person is in the lobby, has room to look at a board, and none is near.
    private func isQuietInLobby(_ session: LobbySession) -> Bool {
        display.screen == .lobby && Layout(display.size) == .full
            && session.lobbyState.isComplete && session.lobbyState.ledger.liveCount == 0
    }

    /// Draws the conclusions from how things are now, whatever made them so.
    mutating func settle() {
        adoptSettings()
        keepRound()
        if display.screen == .statistics || display.screen == .account {
            desk.pages.statistics.follow(records)
        }
        followFriendPage()
        followDistantMatches()
        followGames()
        answerSilently()
        fulfilWish()
        challengeAwaited()
        offerToGoOn()
        pauseSearch()
        let isUnsent = (visit?.statistics.unsentOrUnacknowledged ?? 0) > 0
        uplink.unsentSince = isUnsent ? uplink.unsentSince ?? now : nil
        if let session = visit?.session {
            followMatch(at: session)
            followWatching(at: session)
            followSearch(at: session)
            cursors.demo.follow(
                isWanted: isQuietInLobby(session) && liveCount == 0, at: now)
            cursors.gallery.follow(
                display.screen == .gallery || display.screen == .watching
                    ? session.lobbyState.liveMatches : [])
        }
        followMotion()
        followHover()
        finishExit()
    }

    /// Asks for what the program was started for, as soon as everybody can be seen.
    private mutating func fulfilWish() {
        guard let session = visit?.session, session.lobbyState.isComplete,
            visit?.snapshot != nil || session.lobbyState.roster.contains(session.me)
        else { return }
        switch purpose.takeWish() {
        case .lobby, .table, .replay, .watch(nil), nil: break
        case .challenge(let name): pass(.seek(.opponent(name)))
        case .join(let code): pass(.seek(.code(code)))
        case .watch(let wanted?):
            let key = LobbyKey(rawValue: wanted)
            if session.lobbyState[key] != nil { return watch(.match(key)) }
            guard let person = session.other(called: wanted) else {
                return pass(.seek(.toWatch(wanted)))
            }
            watch(.person(person))
        }
    }

    private mutating func challengeAwaited() {
        guard let session = visit?.session, session.lobbyState.isComplete,
            let person = purpose.takeAwaited(in: session)
        else { return }
        ask(.challenge(person))
    }

    private mutating func followMatch(at session: LobbySession) {
        guard let own = session.own, let match = session.match else {
            if display.screen == .match { display.screen = .lobby }
            if cursors.seat.key != nil {
                cursors.seat = Seat()
                if case .question = display.overlay { display.overlay = nil }
            }
            return
        }
        // The round that has ended may be seen again until another one begins.
        let isReviewing = display.screen == .replay && match.match?.outcome != nil
        if display.screen != .match, !isReviewing {
            display.screen = .match
            display.overlay = nil
            display.helpPage = nil
        }
        if cursors.seat.key != match.key || cursors.seat.round != match.match?.round {
            if cursors.seat.key != match.key { cursors.seat = Seat() }
            cursors.seat.key = match.key
            cursors.seat.round = match.match?.round ?? 0
            cursors.seat.cursor = nil
        }
        dropClaimQuestion()
        guard let state = match.match else { return }
        cursors.seat.trace.follow(state)
        cursors.seat.measure(state, at: now)
        lastResult.follow(own, state)
        let isOurTurn = own.isOurTurn(in: match)
        if isOurTurn, !cursors.seat.wasOwnTurn, preferences.hasBell { effects.append(.ring) }
        cursors.seat.wasOwnTurn = isOurTurn
    }

    private mutating func followWatching(at session: LobbySession) {
        if display.screen == .watching, session.watching.choice == .nothing {
            display.screen = .gallery
        }
        // Who has gone to another hall for a match sees it.
        let isListed = display.screen == .lobby || display.screen == .gallery
        if isListed, session.own == nil, session.watching.choice != .nothing {
            display.screen = .watching
        }
    }

    private mutating func followSearch(at session: LobbySession) {
        let isLooking =
            visit?.halls.isLookingElsewhere == true
            || session.player?.mode.isLooking == true && session.own == nil
        lookingSince = isLooking ? lookingSince ?? now : nil
    }
}

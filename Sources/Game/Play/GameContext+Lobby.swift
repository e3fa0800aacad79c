internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// The start, and the name of the player.
extension GameContext {
    mutating func begin() {
        effects += [.useTheme(preferences.theme), .useMouse(preferences.hasMouse)]
        if let opponent = uplink.waiting?.keptSeat?.opponent {
            overlay = Question(
                { _ in Words.goBack(to: opponent) }, isYesChosen: true, no: { $0.goBack(false) }
            ) { $0.goBack(true) }
            return
        }
        preferences.habits.asksName ? askFirstName() : enter()
    }

    private mutating func askFirstName() {
        let name = preferences.name?.text ?? ""
        overlay = Prompt(Words.firstName, text: name, isFirst: true, isName: true) { text, game in
            do throws(NameFlaw) {
                game.begin(as: try PlayerName(text))
                return nil
            } catch {
                return error.sentence
            }
        }
    }

    /// Begins under a name, and does not ask for it again.
    private mutating func begin(as name: PlayerName?) {
        preferences.name = name
        preferences.habits.asksName = false
        overlay = nil
        rememberName()
        enter()
    }

    /// True while the player is asked for their name, before anything else.
    var isNaming: Bool { (overlay as? Prompt)?.isFirst == true }

    /// A player who is signed in has a name.
    mutating func endNaming() {
        guard isNaming else { return }
        begin(as: visit?.account.flatMap { PlayerName(cleaning: $0.name) })
    }

    mutating func askName() {
        let name = preferences.name?.text ?? ""
        overlay = Prompt(Words.name, text: name, isName: true) { text, game in
            do throws(NameFlaw) {
                let name = try PlayerName(text)
                game.preferences.name = name
                game.rememberName()
                game.answer(LobbyWords.renamed(name.text), .good)
                game.ask(.rename(name))
                return nil
            } catch {
                return error.sentence
            }
        }
    }

    /// Goes back to the match that waits, or leaves it to another start and begins.
    private mutating func goBack(_ goesBack: Bool) {
        guard let waiting = uplink.waiting.take() else { return }
        if goesBack {
            visit = LobbyClient(waiting, insteadOf: visit)
            visit?.device = preferences.device
            purpose = Purpose(.lobby)
            place = .lobby
        } else {
            effects.append(.leaveSeat)
        }
        enter()
    }

    private mutating func enter() {
        guard !isAlone else { return }
        // A guest who is shown the door's view of the lobby is only a spectator there.
        if visit?.snapshot == nil {
            if preferences.habits.isHidden { ask(.hide(true)) }
            if let limit = preferences.habits.terms.limit { ask(.limit(limit)) }
            if let target = preferences.habits.terms.target { ask(.target(target)) }
            ask(.enter(preferences.name, purpose.opening.mode, preferences.way))
        }
        pass(.begin)
    }
}

/// Requests to the lobby, and its news.
extension GameContext {
    mutating func receive(_ event: LinkEvent) {
        switch event {
        case .opened(let id): uplink.connection = id
        case .received: break
        case .closed(let id, _): if uplink.connection == id { uplink.connection = nil }
        }
        pass(.link(event))
    }

    mutating func ask(_ request: Request) {
        pass(.asked(request))
    }

    mutating func pass(_ event: LobbyClient.Event) {
        for effect in visit?.handle(event, at: now) ?? [] {
            switch effect {
            case .link(let effect): effects.append(.link(effect))
            case .tell(let notice): show(notice)
            case .wish(let wish): effects.append(.wish(wish))
            case .status(let status): show(status)
            case .ignored: break
            case .keep(let seat, let safely): effects.append(.keep(seat, safely: safely))
            case .takenOver:
                lastResult.replace(with: SeatWords.takenOver)
                uplink.exit = Exit(intention: .leave, due: now)
            case .lostSeat(let opponent, let end):
                noticeboard.post(SeatWords.lost(opponent, because: end), .warning, at: now)
            case .store(let work): effects.append(.store(work))
            case .account(let news): show(news)
            }
        }
    }

    private mutating func show(_ notice: Notice) {
        guard let session,
            let text = notice.sentence(at: session, now: now, keys: preferences.keymap.named)
        else { return }
        if followFriends(notice) { return }
        var isSilent = isAtBoard && notice.isOfTheLobby
        switch notice {
        case .refused: return noticeboard.answer(text, notice.style, at: now)
        case .invited:
            guard openInvitation != nil else { return }
            if preferences.hasBell { effects.append(.ring) }
        case .said:
            guard session.own != nil, preferences.habits.showsPhrases else { return }
            isSilent = true
        case .matchEnded(let name, let end):
            lastResult.conclude(by: end)
            // The news of the match's end includes that.
            if end.isOpponentsLeaving { noticeboard.replace(LobbyWords.left(name)) }
        default: break
        }
        noticeboard.post(
            text, notice.style, at: now, isSilent: isSilent, isMinor: notice.isOfTheLobby)
    }

    private mutating func show(_ status: SyncStatus) {
        switch status {
        case .offline(.some, let failure?) where failure != uplink.toldFailure:
            uplink.toldFailure = failure
            noticeboard.post(fitting(failure.sentence, failure.fewWords), .warning, at: now)
        case .synced:
            followFriends()
            guard uplink.toldFailure != nil else { return }
            uplink.toldFailure = nil
            // The result of a round that ended meanwhile is the better news.
            let isOver = place == .match && session?.match?.match?.outcome != nil
            noticeboard.post(ConnectionWords.inSyncAgain, .good, at: now, isSilent: isOver)
        case .unauthorized: noticeboard.post(ConnectionWords.tokenRefused, .danger, at: now)
        case .offline, .connecting, .authorizing, .indexing: break
        }
    }
}

/// The conclusions from the state of the lobby, after each event.
extension GameContext {
    mutating func follow() {
        adoptSettings()
        keepRound()
        followGames()
        answerSilently()
        fulfilWish()
        challengeAwaited()
        offerToContinueHere()
        pauseSearch()
        let isUnsent = (visit?.statistics.unsentOrUnacknowledged ?? 0) > 0
        uplink.unsentSince = isUnsent ? uplink.unsentSince ?? now : nil
        guard let session else { return }
        followMatch(at: session)
        followWatching(at: session)
        let isLooking =
            visit?.halls.isLookingElsewhere == true
            || session.player?.mode.isLooking == true && session.own == nil
        lookingSince = isLooking ? lookingSince ?? now : nil
        let isWatching = place == .gallery || place == .watching
        gallery.follow(isWatching ? session.lobbyState.liveMatches : [])
    }

    /// Requests the program's purpose, as soon as all players are known.
    private mutating func fulfilWish() {
        guard let session, session.lobbyState.isComplete,
            visit?.snapshot != nil || session.lobbyState.roster.contains(session.me)
        else { return }
        switch purpose.takeWish() {
        case .lobby, .table, .replay, .watch(nil), nil: break
        case .challenge(let name): pass(.seek(.opponent(name)))
        case .join(let code): pass(.seek(.code(code)))
        case .watch(let wanted?):
            if let key = ObjectKey(wanted), session.lobbyState[key] != nil {
                return watch(.match(key))
            }
            guard let person = session.other(called: wanted) else {
                return pass(.seek(.toWatch(wanted)))
            }
            watch(.person(person))
        }
    }

    private mutating func challengeAwaited() {
        guard let session, session.lobbyState.isComplete,
            let person = purpose.takeAwaited(in: session)
        else { return }
        ask(.challenge(person))
    }

    /// Asks once for each match on another device whether to continue it here.
    private mutating func offerToContinueHere() {
        guard let elsewhere = visit?.elsewhere, uplink.offered != elsewhere, overlay == nil,
            place != .table
        else { return }
        uplink.offered = elsewhere
        overlay = Question(
            { _ in Words.continueHere(with: elsewhere.opponent, on: elsewhere.note.device) },
            isYesChosen: true, while: { $0.visit?.elsewhere != nil }
        ) { $0.pass(.goOnHere(elsewhere)) }
    }

    private mutating func followMatch(at session: LobbySession) {
        guard let own = session.own, let match = session.match else {
            if place == .match { place = .lobby }
            return
        }
        // The replay of the round that has ended stays until another round begins.
        let isReviewing = place == .replay && match.match?.outcome != nil
        if place != .match, !isReviewing {
            place = .match
            overlay = nil
            helpPage = nil
        }
        if let state = match.match { lastResult.follow(own, state) }
    }

    private mutating func followWatching(at session: LobbySession) {
        if place == .watching, session.watching.choice == .nothing { place = .gallery }
        // A spectator who moved to another hall for a match sees it.
        let isListed = place == .lobby || place == .gallery
        if isListed, session.own == nil, session.watching.choice != .nothing {
            place = .watching
        }
    }
}

private enum Words {
    static let name = (
        "Your name", "Letters and digits in any script, single spaces, - _ . and '."
    )
    static let firstName = (
        "Welcome. What's your name?",
        "Enter to continue, Ctrl-C to quit. You can change it later."
    )

    static func goBack(to opponent: String) -> QuestionWords {
        QuestionWords(SeatWords.waits(for: opponent), no: "not now", yes: "go back")
    }

    static func continueHere(with opponent: String, on device: String) -> QuestionWords {
        QuestionWords(
            SeatWords.elsewhere(opponent, on: device), no: "not now", yes: "continue here")
    }
}

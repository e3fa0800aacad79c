package import Commands
package import Drawing
internal import Game
package import Lobby
package import Records
package import SimperiumClock
package import SimperiumSync
package import Visit
internal import Wording

/// A player's whole program as one value: keys, frames and time in; pictures, frames and wishes
/// out.
///
/// A client does no I/O. Whoever owns it hands in what happened, carries out the effects in their
/// order, shows `draw()`, and calls again with `.wake` at `nextDeadline`. Each `dial` is answered
/// by `opened` or `closed`, each `hangUp` by `closed`, and a `suspend` that has ended by `resumed`.
///
///     var client = Client(.lobby, visit: LobbyVisit(settings), size: size, seed: seed)
///     perform(client.handle(.begin, at: now))
package struct Client: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// Comes first.
        case begin
        case key(KeyEvent)
        /// Text that was typed or pasted where nobody may read it.
        case typedSecretly(SecretText)
        case resized(Size)
        case link(LinkEvent)
        /// The lobby as the door sees it now, for a guest who only watches.
        case shown(LobbySnapshot)
        /// What such a guest wanted to find, in the hall where it is; or that it is nowhere.
        case led(LobbySnapshot, LobbyKey)
        case missed(String)
        /// The time of `nextDeadline` has come.
        case wake
        /// The program goes on after a `suspend`.
        case resumed
        /// The settings were read again, and say this now.
        case configured(Preferences)
        /// They were read again, and can't be used, for this reason.
        case misconfigured(String)
        /// Something about this machine that the person should know.
        case warned(String)
        /// The terminal has told whether its background is light.
        case background(isLight: Bool)
        /// How long the terminal took to answer.
        case answeredAfter(Duration)
        /// The terminal has said what it is: one that draws blocks of three rows without gaps.
        case drawsSextants
        /// The machine has a network again, or another one.
        case networkChanged
        /// Another terminal shows this client from now on, over another network perhaps.
        case moved(Size)
        /// The person goes, and need not be among those who watch any more.
        case stopWatching
        /// The machine slept, or the program did.
        case woken
        /// What this machine's calendar says: to be told when it has leapt, as it does in sleep.
        case calendar(Stamp)
        /// Somebody outside wants the program to end, or its terminal is gone.
        case hangUp
        /// What the person came by closes for everybody.
        case closing
        /// The person is signed in, with what is kept on this machine of their account.
        case signedIn(AccountCopy)
        /// What became of what was to be stored of it.
        case stored(CopyAnswer)
        /// The server answered the question that was asked by `call`.
        case called(AccountReply)
    }

    package enum Effect: Hashable, Codable, Sendable {
        case useTheme(Theme)
        /// What pieces and frames are drawn with; a terminal that has only ASCII stays with that.
        case useGlyphs(isASCII: Bool)
        /// Whether the terminal is to report the mouse.
        case useMouse(Bool)
        /// Whether it is to report where the mouse is, too.
        case useHover(Bool)
        case ring
        /// Have the terminal's clipboard hold this, if it does such things.
        case copy(String)
        /// Paint everything anew: the screen may not show what was painted.
        case redraw
        /// Give the terminal back until the program is told to go on.
        case suspend
        /// End the program, with this line left on the terminal.
        case leave(ExitStatus, lastLine: String?)
        case link(LinkEffect)
        /// For the door, of a guest who only watches.
        case wish(WatcherWish)
        /// Keep this for another start of the program, or nothing, before anything is sent;
        /// `safely` if it is to outlive the machine, too.
        case keep(KeptSeat?, safely: Bool)
        /// Leave what was kept for another start, which may want it.
        case leaveSeat
        /// Keep what was chosen in the game for the next start.
        case keepChoices(Choices)
        /// Keep that somebody is signed in, and hand in `.signedIn` with what is here of theirs.
        case signIn(Account)
        /// Ask the server this, and hand in `.called`. There is one such question at a time.
        case call(AccountRequest)
        /// Forget who is signed in, and all copies of what their account keeps.
        case signOut(Account)
        /// The token is worth nothing any more. The copies stay for the next one.
        case forgetToken(Account)
        /// To be on the disk before `.stored` says so.
        case store(StoreWork)
    }

    /// A goodbye to the server that is waited for, and what comes then.
    struct Exit: Hashable, Sendable {
        enum Intention: Hashable, Sendable {
            case suspend
            case leave
        }

        static let patience = Duration.milliseconds(500)
        /// What waits for the person need not be answered for.
        static let haste = Duration.milliseconds(200)

        let intention: Intention
        let due: Instant
    }

    var purpose: Purpose
    var preferences: Preferences
    var display: Display
    var visit: LobbyVisit?
    var table: Table?
    var cursors = Cursors()
    var noticeboard = Noticeboard()
    var uplink = Uplink()
    /// Since when an opponent is looked for.
    var lookingSince: Instant?
    /// How the last match stood when it ended.
    var lastResult = LastResult()
    var desk = AccountDesk()
    var random: SeededRandom
    var now = Instant.start
    var effects: [Effect] = []

    /// Without a visit there are a table and its bots only.
    package init(
        _ opening: Opening, visit: LobbyVisit? = nil, preferences: Preferences = Preferences(),
        size: Size, seed: UInt64
    ) {
        purpose = Purpose(opening)
        self.visit = visit
        self.preferences = preferences
        self.visit?.device = preferences.device
        display = Display(opening, size: size)
        random = SeededRandom(seed: seed)
        if case .table(let opponent) = opening {
            table = Table(against: opponent, seed: random.next())
            cursors.lobby.choose(opponent, in: menuItems)
        }
        if case .replay(let round) = opening { show(round, from: .lobby) }
    }

    /// How large the screen is.
    package var size: Size { display.size }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        [
            visit?.nextDeadline, display.screen == .table ? table?.nextDeadline : nil,
            replayDeadline, cursors.motion.nextDeadline,
            display.screen == .lobby ? cursors.demo.nextDeadline : nil,
            noticeboard.nextDeadline, exit?.due, desk.pollDue, silentAnswerDue, nextTick,
            sendingShownAt, lastWordChangesAt, timeLeftChangesAt,
            phraseEnds, gameDue,
        ].compactMap(\.self).min()
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        switch event {
        case .begin: begin()
        case .key(let event): press(event)
        case .typedSecretly(let text): press(.paste(text.text))
        case .resized(let size): display.size = size
        case .link(let event): receive(event)
        case .shown(let snapshot): pass(.shown(snapshot))
        case .led(let snapshot, let key): pass(.led(snapshot, key))
        case .missed(let text): pass(.missed(text))
        case .wake: wake()
        case .resumed: if !isAlone { pass(.resume) }
        case .configured(let preferences): use(preferences)
        case .misconfigured(let reason): noticeboard.answer(reason, .warning, at: now)
        case .warned(let sentence): noticeboard.post(sentence, .warning, at: now)
        case .background(let isLight): suitTheme(toLight: isLight)
        case .answeredAfter(let span): display.hasQuickLine = span <= Display.quickAnswer
        case .drawsSextants: display.hasSextants = true
        case .networkChanged: if !isAlone { pass(.networkChanged) }
        case .woken: if !isAlone { pass(.woken) }
        case .calendar(let stamp): preferences.startedAt = stamp - (now - .start)
        case .moved(let size): move(to: size)
        case .stopWatching: ask(.watch(.nothing))
        case .hangUp: end(by: visit?.partingUnasked)
        case .closing: end(by: visit?.partingAtClosing)
        case .signedIn(let copy): pass(.signedIn(copy))
        case .stored(let answer): pass(.stored(answer))
        case .called(let reply): take(reply)
        }
        settle()
        defer { effects = [] }
        return effects
    }

    private mutating func receive(_ event: LinkEvent) {
        switch event {
        case .opened(let id): uplink.connection = id
        case .received: break
        case .closed(let id, _): if uplink.connection == id { uplink.connection = nil }
        }
        pass(.link(event))
    }

    private mutating func wake() {
        noticeboard.wake(at: now)
        if display.screen == .table { table?.wake(at: now) }
        wakeReplay()
        cursors.demo.wake(at: now)
        if let deadline = visit?.nextDeadline, deadline <= now { pass(.wake) }
        pollLink()
    }

    /// Clocks on the screen go on together, at whole seconds.
    private var nextTick: Instant? {
        guard hasClock else { return nil }
        return .start + .seconds(now.wholeSeconds + 1)
    }

    /// When the first line has to say that something is being sent.
    private var sendingShownAt: Instant? {
        uplink.unsentSince.map { $0 + SyncWords.leastDelay }.flatMap { $0 > now ? $0 : nil }
    }

    /// When the first line has to say how long the server was not heard.
    private var lastWordChangesAt: Instant? {
        guard let visit, case .synced = visit.status else { return nil }
        return LastWord(visit.statistics, at: now).changesAt
    }

    private var hasClock: Bool {
        guard let visit else { return false }
        if case .offline(.some, _) = visit.status { return true }
        if visit.session.lobbyState.hasFreshAbsence(at: now) { return true }
        switch display.screen {
        case .lobby: return lookingSince != nil || visit.session.lobbyState.ledger.liveCount > 0
        case .gallery, .watching: return visit.session.lobbyState.ledger.liveCount > 0
        case .match: return true
        case .account: return desk.shownCode != nil
        case .table, .friends, .statistics, .devices, .settings, .replay, .games, .game:
            return false
        }
    }
}

extension Client {
    var exit: Exit? {
        get { uplink.exit }
        set { uplink.exit = newValue }
    }

    mutating func sayGoodbye(then intention: Exit.Intention) {
        exit = Exit(intention: intention, due: now + Exit.patience)
        pass(.suspend)
    }

    /// Goes for a while: the person's place waits for them.
    mutating func pause(_ cause: Absence.Cause, then intention: Exit.Intention) {
        exit = Exit(intention: intention, due: now + Exit.haste)
        pass(.pause(cause))
    }

    /// Ends without anybody having asked to leave the match.
    private mutating func end(by parting: LobbyVisit.Event?) {
        let patience = visit?.outlivesProgram == true ? Exit.haste : Exit.patience
        exit = Exit(intention: .leave, due: now + patience)
        pass(parting ?? .suspend)
    }

    /// Stops or ends the program once the server has heard the goodbye, or took too long.
    mutating func finishExit() {
        guard let exit else { return }
        guard uplink.connection == nil || exit.due <= now else { return }
        self.exit = nil
        switch exit.intention {
        case .suspend: effects.append(.suspend)
        case .leave: effects.append(.leave(.done, lastLine: lastLine))
        }
    }

    private var lastLine: String? {
        display.screen == .table ? table?.resultLine : lastResult.line ?? table?.resultLine
    }
}

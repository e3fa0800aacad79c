package import Commands
package import Drawing
internal import Game
package import Lobby
package import Recording
package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumSync
package import SimperiumWire
package import Visit
internal import Wording

/// A player's whole program as one value: keys, frames and time in; pictures, frames and effects
/// out.
///
/// A client does no I/O. Its owner hands in events, carries out the effects in their
/// order, shows `draw()`, and calls again with `.wake` at `nextDeadline`. Each `dial` is answered
/// by `opened` or `closed`, each `hangUp` by `closed`, and a `suspend` that has ended by `resumed`.
///
///     var client = Client(.lobby, visit: LobbyClient(settings), size: size, seed: seed)
///     perform(client.handle(.begin, at: now))
package struct Client: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// Comes first.
        case begin
        case key(KeyEvent)
        /// Text that was typed or pasted into a field for secrets.
        case typedSecretly(SecretText)
        case resized(Size)
        case link(LinkEvent)
        /// The lobby as the door sees it now, for a spectator.
        case shown(LobbySnapshot)
        /// The match that such a guest searched, in its hall; or the text that was not found.
        case led(LobbySnapshot, ObjectKey)
        case missed(String)
        /// The time of `nextDeadline` has come.
        case wake
        /// The program continues after a `suspend`.
        case resumed
        /// The settings were read again, and say this now.
        case configured(Preferences)
        /// They were read again, and can't be used, for this reason.
        case misconfigured(String)
        /// Something about this machine that the person should know.
        case warned(String)
        /// The terminal has told whether its background is light.
        case background(isLight: Bool)
        /// The time that the terminal took to answer.
        case answeredAfter(Duration)
        /// The terminal has said what it is: one that draws blocks of three rows without gaps.
        case drawsSextants
        /// The machine has a network again, or another one.
        case networkChanged
        /// Another terminal shows this client from now on, over another network perhaps.
        case moved(Size)
        /// The person leaves, and stops watching.
        case stopWatching
        /// The machine slept, or the program did.
        case woken
        /// The time by this machine's calendar, after it was set or the machine slept.
        case calendar(Stamp)
        /// The program gets a signal to end, or its terminal is gone.
        case hangUp
        /// The door closes for all guests.
        case closing
        /// The person is signed in. This is the copy of their account on this machine.
        case signedIn(AccountCopy)
        /// The result of a `store` effect.
        case stored(CopyAnswer)
        /// The server answered the question that was asked by `call`.
        case called(AccountReply)
    }

    package enum Effect: Hashable, Codable, Sendable {
        case useTheme(Theme)
        /// Draw pieces and frames in ASCII, or not. A terminal that has only ASCII ignores this.
        case useGlyphs(isASCII: Bool)
        /// Have the terminal report the mouse, or not.
        case useMouse(Bool)
        case ring
        /// Have the terminal's clipboard hold this, if it does such things.
        case copy(String)
        /// Paint everything again: the screen may not show the last picture.
        case redraw
        /// Give the terminal back until `.resumed`.
        case suspend
        /// End the program, with this line left on the terminal.
        case leave(ExitStatus, lastLine: String?)
        case link(LinkEffect)
        /// For the door, of a guest who only watches.
        case wish(WatcherWish)
        /// Keep this for another start of the program, or nothing, before anything is sent;
        /// `safely` if it is to outlive the machine, too.
        case keep(KeptSeat?, safely: Bool)
        /// Leave the kept match to another start.
        case leaveSeat
        /// Keep the choices in the game for the next start.
        case keepChoices(Choices)
        /// Keep the account, and hand in `.signedIn` with its copy on this machine.
        case signIn(Account)
        /// Ask the server this, and hand in `.called`. There is one such question at a time.
        case call(AccountRequest)
        /// Forget who is signed in, and all copies of what their account keeps.
        case signOut(Account)
        /// The token is worth nothing any more. The copies stay for the next one.
        case forgetToken(Account)
        /// Store this. `.stored` follows when it is on the disk.
        case store(StoreWork)
    }

    var game: GameContext
    private var screens = Screens()

    /// Without a visit there are a table and its bots only.
    package init(
        _ opening: Opening, visit: LobbyClient? = nil, preferences: Preferences = Preferences(),
        size: Size, seed: UInt64
    ) {
        game = GameContext(
            opening, visit: visit, preferences: preferences, size: size, seed: seed)
        if case .table(let opponent) = opening {
            game.table = Table(against: opponent, seed: game.random.next())
            screens[.lobby] = LobbyScreen(at: opponent, in: game)
        }
        if case .replay(let round) = opening {
            screens[.replay] = ReplayScreen(round, from: .lobby)
        }
    }

    /// The size of the screen.
    package var size: Size { game.size }

    /// The time to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        [
            game.visit?.nextDeadline, screens.nextDeadline(in: game), game.uplink.exit?.due,
            game.account.pollDue, game.silentAnswerDue, game.sendingShownAt,
            game.lastWordChangesAt, game.gameDue,
        ].compactMap(\.self).min()
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        game.now = now
        switch event {
        case .begin: game.begin()
        case .key(let event): screens.press(event, &game)
        case .typedSecretly(let text): screens.press(.paste(text.text), &game)
        case .resized(let size): game.size = size
        case .link(let event): game.receive(event)
        case .shown(let snapshot): game.pass(.shown(snapshot))
        case .led(let snapshot, let key): game.pass(.led(snapshot, key))
        case .missed(let text): game.pass(.missed(text))
        case .wake: wake()
        case .resumed: if !game.isAlone { game.pass(.resume) }
        case .configured(let preferences): game.use(preferences)
        case .misconfigured(let reason): game.answer(reason, .warning)
        case .warned(let sentence): game.noticeboard.post(sentence, .warning, at: now)
        case .background(let isLight): game.suitTheme(toLight: isLight)
        case .answeredAfter(let span):
            game.terminal.hasQuickLine = span <= TerminalTraits.quickAnswer
        case .drawsSextants: game.terminal.hasSextants = true
        case .networkChanged: if !game.isAlone { game.pass(.networkChanged) }
        case .woken: if !game.isAlone { game.pass(.woken) }
        case .calendar(let stamp): game.preferences.startedAt = stamp - (now - .start)
        case .moved(let size): game.move(to: size)
        case .stopWatching: game.ask(.watch(.nothing))
        case .hangUp: game.end(by: game.visit?.partingUnasked)
        case .closing: game.end(by: game.visit?.partingAtClosing)
        case .signedIn(let copy): game.pass(.signedIn(copy))
        case .stored(let answer): game.pass(.stored(answer))
        case .called(let reply): game.receive(reply)
        }
        game.follow()
        screens.follow(&game)
        game.finishExit()
        defer { game.effects = [] }
        return game.effects
    }

    private mutating func wake() {
        screens.wake(&game)
        if let deadline = game.visit?.nextDeadline, deadline <= game.now { game.pass(.wake) }
        game.pollLink()
    }

    /// The picture of the present.
    package func draw() -> Canvas { screens.draw(game) }

    /// The title of the terminal's window.
    package var windowTitle: String { screens.windowTitle(in: game) }
}

/// Facts for the shells and the door.
extension Client {
    /// True if there is no lobby: the program was started for a game at this terminal.
    package var isAlone: Bool { game.isAlone }

    /// True if the theme depends on the terminal's background, since the player has chosen none.
    package var wantsBackground: Bool { game.wantsBackground }

    /// The line on the terminal while the program is stopped; nil for none.
    package var lineOfPause: String? {
        guard let own = game.session?.own, game.session?.match?.match?.outcome == nil else {
            return nil
        }
        return SeatWords.paused(own.opponentName)
    }

    /// The connection of the player's match; nil if there is none.
    package var connectionInMatch: ConnectionID? {
        game.session?.own == nil ? nil : game.uplink.connection
    }

    /// The value of a setting in the account; nil if it has none.
    package func accountSetting(_ name: SettingName) -> JSON? { game.records?[name] }

    /// The correspondence games in the account.
    package var keptGames: [String: DayGame] { game.records?.games ?? [:] }

    /// The number of rows in the list of matches.
    package var listedMatchCount: Int { game.listedMatches.count }

    /// The traits of a picture that several spectators see alike; nil if it is one player's alone.
    package var sharedPicture: SharedPicture? {
        guard game.place == .watching, game.overlay == nil, game.noticeboard.shown == nil,
            let visit = game.visit, let snapshot = visit.snapshot
        else { return nil }
        let watching = visit.session.watching
        return SharedPicture(
            size: game.size, watching: watching,
            numbering: game.preferences.keymap.numbering, hasSextants: game.drawsSextants,
            moves: watching.match.flatMap { game.gallery.traces[$0]?.moves },
            hall: snapshot.hall, version: snapshot.version)
    }

    /// Keeps the objects that this client and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        game.visit?.share(with: &others)
    }

    /// The event as it may be recorded: text in a password's field is a secret.
    package func veiled(_ event: Event) -> Event {
        guard let prompt = game.overlay as? Prompt, prompt.isSecret else { return event }
        switch event {
        case .key(.key(.character(let scalar), let modifiers))
        where modifiers.isDisjoint(with: [.control, .alt]):
            return SecretText(String(scalar)).map { .typedSecretly($0) } ?? event
        case .key(.paste(let text)): return SecretText(text).map { .typedSecretly($0) } ?? event
        default: return event
        }
    }
}

/// The traits of a picture that many spectators see alike.
package struct SharedPicture: Hashable, Sendable {
    let size: Size
    let watching: Watching
    let numbering: Numbering
    let hasSextants: Bool
    /// Nil for a spectator who has not seen the first moves.
    let moves: [Square]?
    /// The hall, and the version of its state.
    package let hall: HallNumber?
    package let version: Int
}

/// Text that was typed into a field that does not show it. A recording contains another text.
package struct SecretText: Secret {
    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Client: RecordedMachine {
    /// The parts of a client at a terminal of its own.
    package struct Beginning: Hashable, Codable, Sendable {
        package let opening: Opening
        /// Nil for a game that needs no server.
        package let visit: LobbyClient.Beginning?
        /// The visit that continues a match that waits; nil if there is none.
        package let kept: LobbyClient.Beginning?
        package let preferences: Preferences
        package let size: Size
        package let seed: UInt64

        package init(
            _ opening: Opening, visit: LobbyClient.Beginning?, kept: LobbyClient.Beginning? = nil,
            preferences: Preferences, size: Size, seed: UInt64
        ) {
            self.opening = opening
            self.visit = visit
            self.kept = kept
            self.preferences = preferences
            self.size = size
            self.seed = seed
        }
    }

    package static let name = "client"

    package init(_ beginning: Beginning) {
        let visits = beginning.opening.choose(beginning.visit, or: beginning.kept)
        self.init(
            beginning.opening, visit: visits.begun.map { LobbyClient($0) },
            preferences: beginning.preferences, size: beginning.size, seed: beginning.seed)
        game.uplink.waiting = visits.waiting
    }

    package var picture: Picture? { Picture(draw()) }
}

extension Picture {
    package init(_ canvas: Canvas) {
        self.init(rows: canvas.texts, looks: canvas.looks)
    }
}

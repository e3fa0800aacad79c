// Play: the face with screens: keys and mouse in, pictures out.
// Not here: the program behind the face (Visit), shared texts (Wording), cells and colours
// (Drawing), the local terminal (Terminal).
// Start with `Client`; then `Screens`, the router; `MatchScreen`; `GameContext`.

internal import Commands
package import Drawing
internal import Game
package import Lobby
package import Recording
package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumSync
internal import SimperiumWire
package import Visit
internal import Wording

/// A player's whole program with a screen, as one value. Keys, frames and time go in; pictures,
/// frames and effects come out.
///
/// `PlayerFace` describes its owner's duties. The owner also shows `draw()` after each event, and
/// passes in `.resumed` after each `suspend`.
///
/// Parts of the work are done by other types:
/// - all decisions: `PlayerProgram`.
/// - keys and pictures: `Screens`.
///
///     var client = Client(.lobby, visit: LobbyClient(settings), size: size, seed: seed)
///     perform(client.handle(.begin, at: now))
package struct Client: PlayerFace {
    var game: GameContext
    private var screens = Screens()

    /// Creates a client. Without `visit`, it has only the table and its bots.
    package init(
        _ opening: Opening, profile: PlayerProfile = PlayerProfile(), visit: LobbyClient? = nil,
        waiting: LobbyClient.Beginning? = nil, preferences: Preferences = Preferences(),
        size: Size, seed: UInt64
    ) {
        let program = PlayerProgram(
            opening, profile: profile, visit: visit, waiting: waiting, seed: seed)
        self.init(program, preferences, size: size)
    }

    private init(_ program: PlayerProgram, _ preferences: Preferences, size: Size) {
        game = GameContext(program, preferences: preferences, size: size)
        switch program.purpose.opening {
        case .table(let opponent): screens[.lobby] = LobbyScreen(at: opponent, in: game)
        case .replay(let round): screens[.replay] = ReplayScreen(round, from: .lobby)
        case .lobby, .join, .challenge, .watch: break
        }
    }

    /// The size of the screen.
    package var size: Size { game.size }

    package var nextDeadline: Instant? {
        [
            game.program.nextDeadline, screens.nextDeadline(in: game), game.sendingShownAt,
            game.lastWordChangesAt,
        ].compactMap(\.self).min()
    }

    package var isLeaving: Bool { game.program.isLeaving }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        game.change { $0.now = now }
        switch event {
        case .program(let event):
            if event == .begin {
                game.prepareTerminal()
                game.change { _ = $0.notePress() }
            }
            if event == .wake { screens.wake(&game) }
            game.change { $0.handle(event, at: now) }
        case .input(let input):
            // A key that answers a wake call has no other effect.
            if !input.isKey || !game.change({ $0.notePress() }) { handle(input) }
        }
        game.refresh()
        screens.refresh(&game)
        game.finishExit()
        defer { game.effects = [] }
        return game.effects
    }

    private mutating func handle(_ input: ScreenInput) {
        switch input {
        case .key(let event): screens.press(event, &game)
        case .typedSecretly(let text): screens.press(.paste(text.text), &game)
        case .resized(let size): game.size = size
        case .resumed: game.change { $0.resume() }
        case .configured(let preferences): game.use(preferences)
        case .misconfigured(let reason): game.reply(reason, .warning)
        case .warned(let sentence): game.post(sentence, .warning, .important)
        case .background(let isLight): game.suitTheme(toLight: isLight)
        case .answeredAfter(let span):
            game.terminal.hasQuickLine = span <= TerminalTraits.quickAnswer
        case .drawsSextants: game.terminal.hasSextants = true
        case .moved(let size): game.move(to: size)
        case .stopWatching: game.ask(.watch(.nothing))
        }
    }

    /// Draws the current picture. `botWall` draws the boards of bots, which may be the same for
    /// several players.
    package func draw(botWall: (BotWallPicture) -> Canvas = { $0.draw() }) -> Canvas {
        withoutActuallyEscaping(botWall) { screens.draw(game, botWall: $0) }
    }

    /// The actions that the player can choose by name now; nil while a panel, a text field or a
    /// question is open.
    package var actions: [ScreenAction]? {
        let actions = screens.actions(in: game)
        guard game.overlay == nil, game.helpPage == nil else { return nil }
        return actions.filter { $0.isOffered && $0.intent != nil && $0.intent != .palette }
    }

    /// The title of the terminal's window.
    package var windowTitle: String { screens.windowTitle(in: game) }
}

/// An event at the player's terminal.
package enum ScreenInput: Hashable, Codable, Sendable {
    case key(KeyEvent)
    /// Text that was typed or pasted into a field for secrets.
    case typedSecretly(SecretText)
    case resized(Size)
    /// The program continues after a `suspend`.
    case resumed
    /// The settings were read again.
    case configured(Preferences)
    /// The settings were read again, and are not valid for this reason.
    case misconfigured(String)
    /// A warning about this machine, for the player.
    case warned(String)
    /// The background of the terminal, from its answer.
    case background(isLight: Bool)
    /// The time from a request to the terminal until its answer.
    case answeredAfter(Duration)
    /// The terminal draws blocks of three rows without gaps.
    case drawsSextants
    /// From now on, this client is shown on another terminal, perhaps over another network.
    case moved(Size)
    /// The player leaves, and stops watching.
    case stopWatching

    /// True for an action with the keyboard or the mouse.
    fileprivate var isKey: Bool {
        switch self {
        case .key, .typedSecretly: true
        case .resized, .resumed, .configured, .misconfigured, .warned, .background,
            .answeredAfter, .drawsSextants, .moved, .stopWatching:
            false
        }
    }
}

package enum ScreenOutput: Hashable, Codable, Sendable {
    case useTheme(Theme)
    /// Draw pieces and frames in ASCII, or in all characters of the terminal.
    case useGlyphs(isASCII: Bool)
    /// Start or stop the terminal's mouse reports.
    case useMouse(Bool)
    case ring
    /// Show the window's title as a notice, if the window is not in front.
    case notify
    /// Start or stop the terminal's reports of whether its window is in front.
    case useNotices(Bool)
    /// Copy this text to the terminal's clipboard, if it has one.
    case copy(String)
    /// Paint the whole screen: it may not show the last picture.
    case redraw
    /// Restore the terminal until `.resumed`.
    case suspend
}

/// Facts for the shells and the door.
extension Client {
    /// True without a lobby: the program was started for a game at this terminal.
    package var isAlone: Bool { game.isAlone }

    /// True if the theme depends on the terminal's background, because the player has chosen none.
    package var wantsBackground: Bool { game.wantsBackground }

    /// The line on the terminal while the program is suspended; nil for none.
    package var lineOfPause: String? {
        guard let own = game.program.visit?.own, game.program.visit?.match?.match?.outcome == nil
        else {
            return nil
        }
        return SeatWords.paused(own.opponentName)
    }

    /// The connection of the player's match; nil if there is none.
    package var connectionInMatch: LinkID? {
        game.program.visit?.own == nil ? nil : game.program.visit?.connection
    }

    /// Returns the value of a setting in the account; nil if it has none.
    package func accountSetting(_ name: SettingName) -> JSON? { game.records?[name] }

    /// The data of the account; empty for a guest.
    package var records: PersonRecords { game.records ?? PersonRecords() }

    /// The number of rows in the list of matches.
    package var listedMatchCount: Int { game.listedMatches.count }

    /// The properties of a picture that spectators share; nil if the picture is this player's only.
    package var sharedPicture: SharedPicture? {
        guard game.place == .watching, game.overlay == nil, game.noticeboard.shown == nil,
            let visit = game.program.visit, let snapshot = visit.snapshot
        else { return nil }
        let watching = visit.watching
        return SharedPicture(
            size: game.size, watching: watching,
            numbering: game.preferences.keymap.numbering, hasSextants: game.drawsSextants,
            moves: watching.match.flatMap { game.gallery.traces[$0]?.moves },
            hall: snapshot.hall, version: snapshot.version)
    }

    /// Shares objects that this client and others have in common.
    package mutating func share(with others: inout SharedObjects) {
        game.change { $0.share(with: &others) }
    }

    /// Returns the event for a recording. Text in a password field is a secret.
    package func veiled(_ event: Event) -> Event {
        guard let prompt = game.overlay as? Prompt, prompt.isSecret else { return event }
        switch event {
        case .input(.key(.key(.character(let scalar), let modifiers)))
        where modifiers.isDisjoint(with: [.control, .alt]):
            return SecretText(String(scalar)).map { .input(.typedSecretly($0)) } ?? event
        case .input(.key(.paste(let text))):
            return SecretText(text).map { .input(.typedSecretly($0)) } ?? event
        default: return event
        }
    }
}

/// The properties that make the pictures of many spectators equal.
package struct SharedPicture: Hashable, Sendable {
    let size: Size
    let watching: Watching
    let numbering: Numbering
    let hasSextants: Bool
    /// The moves; nil for a spectator who has not seen the first ones.
    let moves: [Square]?
    /// The hall, and the version of its state.
    package let hall: HallNumber?
    package let version: Int
}

/// Text from a field that hides it. A recording contains a substitute.
package struct SecretText: Secret {
    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Client: RecordedMachine {
    package typealias Event = FaceEvent<ScreenInput>
    package typealias Effect = FaceEffect<ScreenOutput>

    /// The start values of a client with a terminal of its own.
    package struct Beginning: Hashable, Codable, Sendable {
        let program: PlayerProgram.Beginning
        let preferences: Preferences
        let size: Size

        package init(_ program: PlayerProgram.Beginning, _ preferences: Preferences, _ size: Size) {
            (self.program, self.preferences, self.size) = (program, preferences, size)
        }
    }

    package static let name = "client"

    package init(_ beginning: Beginning) {
        self.init(
            PlayerProgram(beginning.program), beginning.preferences, size: beginning.size)
    }

    package var picture: Picture? { Picture(draw()) }
}

extension Picture {
    package init(_ canvas: Canvas) {
        self.init(rows: canvas.texts, looks: canvas.looks)
    }
}

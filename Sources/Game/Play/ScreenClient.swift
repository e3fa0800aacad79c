// Play: the client with screens: keys and mouse in, pictures out.
// Not here: the program behind the client (Visit), shared texts (Wording), cells and colours
// (Drawing), the local terminal (Terminal).
// Start with `ScreenClient`; then `ScreenRouter`, the router; `MatchScreen`; `GameContext`.

internal import Commands
package import Drawing
internal import Game
internal import Lobby
package import Recording
package import Records
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import Visit
internal import Wording

/// A player's whole program at a screen, as one value: keys, frames and time in; pictures, frames
/// and effects out.
///
/// `PlayerFrontEnd` documents the duties of the client's owner. After each event, the owner also
/// shows the picture that `draw` returns. After each `suspend`, the owner sends `resumed`.
///
/// Parts of the work are done by other types:
/// - all decisions: `PlayerProgram`.
/// - keys and pictures: `ScreenRouter`.
///
///     var client = ScreenClient(.lobby, visit: LobbyClient(settings), size: size, seed: seed)
///     perform(client.handle(.begin, at: now))
package struct ScreenClient: PlayerFrontEnd {
    var game: GameContext
    private var screens = ScreenRouter()

    /// Creates a client. Without `visit`, it has no lobby, only games at this terminal.
    package init(
        _ opening: StartAction, profile: PlayerProfile = PlayerProfile(), visit: LobbyClient? = nil,
        preferences: Preferences = Preferences(), size: Size, seed: UInt64
    ) {
        let program = PlayerProgram(opening, profile: profile, visit: visit, seed: seed)
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

    package var size: Size { game.size }

    package var nextDeadline: Instant? {
        [
            game.program.nextDeadline, screens.nextDeadline(in: game), game.unsentChangeShownAt,
            game.replyAgeChangesAt,
        ].compactMap(\.self).min()
    }

    package var isLeaving: Bool { game.program.isLeaving }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        game.updateProgram { $0.now = now }
        switch event {
        case .program(let event):
            if event == .begin {
                game.applyTerminalPreferences()
                game.updateProgram { _ = $0.recordKeyPressOrWakeAnswer() }
            }
            if event == .wake { screens.wakeNoticesAndScreen(&game) }
            game.updateProgram { $0.handle(event, at: now) }
        case .input(let input):
            switch input {
            case .key, .typedSecretly:
                // A key that answers a wake call has no other effect.
                if !game.updateProgram({ $0.recordKeyPressOrWakeAnswer() }) { handle(input) }
            default: handle(input)
            }
        }
        game.updateAfterEvent()
        screens.updateAfterEvent(&game)
        game.addEffectsOfFinishedExit()
        defer { game.effects = [] }
        return game.effects
    }

    private mutating func handle(_ input: ScreenInput) {
        switch input {
        case .key(let event): screens.routeInput(event, &game)
        case .typedSecretly(let text): screens.routeInput(.paste(text.text), &game)
        case .resized(let size): game.size = size
        case .resumed: game.updateProgram { $0.resume() }
        case .configured(let preferences): game.applyReloaded(preferences)
        case .misconfigured(let reason): game.reply(reason, .warning)
        case .warned(let sentence): game.postNews(sentence, .warning, .important)
        case .background(let isLight): game.adoptBackground(isLight: isLight)
        case .answeredAfter(let span):
            game.terminal.answersQuickly = span <= ReportedTerminalTraits.longestQuickAnswer
        case .drawsSextants: game.terminal.hasSextants = true
        case .moved(let size): game.adaptAfterTerminalChange(to: size)
        case .stopWatching: game.ask(.watch(.nothing))
        }
    }

    /// Returns the current picture. `botWall` draws the boards of the bots. Several clients can
    /// share a picture of these boards.
    package func draw(botWall: (BotWallPicture) -> Canvas = { $0.draw() }) -> Canvas {
        withoutActuallyEscaping(botWall) { screens.draw(game, botWall: $0) }
    }

    /// The actions that the player can choose by name now; nil while a panel, a prompt, a question
    /// or the help is open.
    package var actions: [ScreenAction]? {
        let actions = screens.actions(in: game)
        guard game.overlay == nil, game.helpPage == nil else { return nil }
        return actions.filter { $0.isOffered && $0.intent != nil && $0.intent != .palette }
    }

    package var windowTitle: String { screens.windowTitle(in: game) }
}

package enum ScreenInput: Hashable, Codable, Sendable {
    case key(TerminalInputEvent)
    /// Text that was typed or pasted into a field for secrets.
    case typedSecretly(SecretText)
    case resized(Size)
    /// The program continues after a `suspend`.
    case resumed
    /// The settings were read again, with these values.
    case configured(Preferences)
    /// The settings were read again, but are invalid for this reason.
    case misconfigured(String)
    case warned(String)
    /// The terminal has reported its background.
    case background(isLight: Bool)
    /// The terminal has answered a request after this time.
    case answeredAfter(Duration)
    /// The terminal draws sextants without gaps.
    case drawsSextants
    /// Another terminal, of this size, shows this client from now on, perhaps over another network.
    case moved(Size)
    /// The session of a spectator at the door ends, so the spectator leaves the match.
    case stopWatching
}

package enum ScreenOutput: Hashable, Codable, Sendable {
    case useTheme(Theme)
    /// Draws pieces and frames in ASCII, or in Unicode. A terminal that has only ASCII ignores
    /// this.
    case useGlyphs(isASCII: Bool)
    /// Turns the terminal's mouse reports on or off.
    case useMouse(Bool)
    case ring
    /// Shows the window's title as a notification, if the window is not in front.
    case notify
    /// Turns the terminal's reports about its window's focus on or off. Notifications need these
    /// reports.
    case useNotices(Bool)
    /// Copies this text to the terminal's clipboard, if it has one.
    case copy(String)
    /// Paints everything again, because the terminal may not show the last picture.
    case redraw
    /// Gives the terminal back to the shell until `.resumed`.
    case suspend
}

/// Properties for the owners of a client: the terminal's front end and the door.
extension ScreenClient {
    /// True if no lobby is shown, because the program has no lobby or was started for a game at
    /// this terminal.
    package var isAlone: Bool { game.isAlone }

    /// The line that the terminal shows while the program is suspended; nil if the player is not in
    /// a round.
    package var lineWhileSuspended: String? {
        guard let own = game.program.visit?.own, game.program.visit?.match?.match?.outcome == nil
        else {
            return nil
        }
        return SavedSeatWords.matchWaitsWhileSuspended(own.opponentName)
    }

    /// The connection to the server while the player is in a match; otherwise nil.
    package var connectionInMatch: LinkID? {
        game.program.visit?.own == nil ? nil : game.program.visit?.connection
    }

    /// The token of the user's account; nil if the user is not signed in.
    package var accountToken: Token? { game.program.visit?.account?.token }

    /// The data of the account; empty for a guest.
    package var records: AccountRecords { game.records ?? AccountRecords() }

    package var listedMatchCount: Int { game.listedMatchCount }

    package var watchesMatch: Bool { game.program.visit?.watching.match != nil }

    package func urgency(for snapshot: SpectatorHallSnapshot) -> SnapshotUrgency {
        game.program.visit?.urgency(for: snapshot) ?? .none
    }

    /// The traits of a picture that several spectators share, and the version of the lobby in it;
    /// nil if only this client shows the picture.
    package var sharedPicture: (SharedPictureKey, version: Int)? {
        guard game.overlay == nil, game.helpPage == nil, game.noticeboard.shown == nil,
            let inputs = screens[game.currentScreen].sharedPictureInputs(in: game),
            let visit = game.program.visit, let snapshot = visit.snapshot
        else { return nil }
        let traits = SharedPictureKey(
            size: game.size, screen: game.currentScreen, watching: visit.watching,
            numbering: game.numbering, hasSextants: game.drawsSextants,
            isASCII: game.preferences.isASCII,
            arePhrasesMuted: game.program.arePhrasesMuted, inputs: inputs, hall: snapshot.hall)
        return (traits, snapshot.version)
    }

    package mutating func deduplicate(with others: inout InternedObjects) {
        game.updateProgram { $0.deduplicate(with: &others) }
    }

    /// Returns the event for a recording. Text that is entered into a password field becomes a
    /// secret.
    package func redacted(_ event: Event) -> Event {
        guard let prompt = game.overlay as? TextPrompt, prompt.isSecret else { return event }
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

package struct SharedPictureKey: Hashable, Sendable {
    let size: Size
    let screen: ScreenName
    let watching: Watching
    let numbering: SquareNumbering
    let hasSextants: Bool
    let isASCII: Bool
    let arePhrasesMuted: Bool
    let inputs: SharedPictureInputs
    let hall: HallNumber?
}

/// Text that was entered into a field that does not show it. A recording contains a substitute.
package struct SecretText: Secret {
    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension ScreenClient: RecordedMachine {
    package typealias Event = FrontEndEvent<ScreenInput>
    package typealias Effect = FrontEndEffect<ScreenOutput>

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
        self.init(rows: canvas.texts, looks: canvas.styleDigest)
    }
}

import Commands
import Drawing
import Play
import Recording
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import Terminal

/// The game's only actor. It carries keys, frames and time to the core, and pictures, frames and
/// wishes out.
actor ClientShell {
    private let loop: Loop
    private let terminal: CursesTerminal
    /// Nil for a game that needs no server.
    private let route: LobbyRoute?
    private var client: Client
    private let files: PlayerFiles
    private var input = TerminalInput()
    private var clocks = Clocks()
    private var line: HubLink?
    private var alarm: Timer?
    private var keys: Readiness?
    private var outlet: Readiness?
    private var signals: Signals?
    private var queue = TurnQueue<Client.Event>()
    private var ending = Ending()

    private struct Clocks {
        /// The limit on pictures that no key has asked for.
        var pace = RateLimit(atOnce: 1, perSecond: 15)
        var sleep = SleepWatch()
        var wall = WallClock()
    }

    /// How the program ends: the status for the shell that started it, and a line for the player.
    private struct Ending {
        /// What the exit status has to tell of a signal.
        var signal: Signal?
        /// Nil until the end.
        var status: Int32?
        var lastLine: String?
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ client: Client, on terminal: sending CursesTerminal, by route: sending LobbyRoute?,
        keeping seat: sending SeatFileStore?, recording: sending RecordingFile?, loop: Loop
    ) {
        self.client = client
        files = PlayerFiles(recording: recording, seat: seat, on: loop)
        self.terminal = terminal
        self.route = route
        self.loop = loop
    }

    /// Plays until the program is to end, and returns its exit status. A quiet program leaves no
    /// line on the terminal.
    func play(isQuiet: Bool) throws(LibraryError) -> Int32 {
        _ = clocks.wall.news(at: Loop.preciseNow)
        alarm = Timer(on: loop) { self.wake() }
        keys = try Readiness(of: .standardInput, on: loop) { _ in self.readKeys() }
        keys?.wait(for: .readable)
        outlet = try Readiness(of: terminal.descriptor, on: loop) { _ in self.passFrame() }
        signals = try Signals(
            [.resize, .suspend, .interrupt, .terminate, .hangUp, .quit, .user2], on: loop
        ) { self.receive($0) }
        // A change before is followed by no signal that anything waited for.
        if terminal.hasChangedSize { turn([.resized(terminal.fit())]) }
        // What is painted first waits for the terminal at most: the dial comes after it.
        if terminal.answers { terminal.ask(input.ask(.here, at: loop.now)) }
        show(isUrgent: true)
        line = route?.line { self.turn([.link($0)]) }
        turn([.begin])
        files.openAccount(of: route, sendsOthers: !client.isAlone) { self.hear($0) }
        for warning in (files.seat?.warnings ?? []) + [route?.warning].compactMap(\.self) {
            turn([.warned(warning)])
        }
        loop.run()
        outlet = nil
        files.closeAccount()
        terminal.close(leaving: isQuiet ? nil : ending.lastLine) { bytes in
            _ = input.read(bytes, at: loop.now)
            return input.isAsking(at: loop.now)
        }
        files.closeRecording()
        line = nil
        route?.close()
        return ending.status ?? 0
    }

    private func readKeys() {
        guard let bytes = terminal.read() else {
            keys?.wait(for: [])
            return turn([.hangUp])
        }
        var events: [Client.Event] = input.read(bytes, at: loop.now).map { .key($0) }
        if let program = input.takeProgram(), terminal.learn(program) {
            events.append(.drawsSextants)
        }
        if let isLight = input.takeBackground() { events.append(.background(isLight: isLight)) }
        turn(events, isUrgent: true)
    }

    /// Hands over more of a frame, and shows what has changed since it was drawn.
    private func passFrame() {
        terminal.pass()
        show(isUrgent: true)
    }

    private func wake() {
        turn(input.wake(at: loop.now).map { .key($0) } + [.wake])
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .resize: turn([.resized(terminal.fit())])
        case .suspend: turn([.key(.key(.character("z"), .control))])
        case .user2: turn([PlayCommand.presentSettings])
        default:
            ending.signal = signal
            turn([.hangUp])
        }
    }
}

extension ClientShell {
    /// Has the core take in what happened. What an effect brings about at once waits its turn.
    private func turn(_ events: [Client.Event], isUrgent: Bool = false) {
        if let stamp = clocks.wall.news(at: Loop.preciseNow) { queue.append(.calendar(stamp)) }
        if clocks.sleep.hasSlept() { queue.append(.woken) }
        for event in events { queue.append(event) }
        guard queue.begin() else { return }
        while let next = queue.next() {
            let event = inPlace(&client) { $0.veiled(next) }
            let now = loop.now
            files.recording?.write(event, at: now)
            let effects = client.handle(event, at: now)
            files.recording?.write(effects)
            for effect in effects { perform(effect) }
        }
        show(isUrgent: isUrgent)
    }

    private func hear(_ news: AccountFileStore.News) {
        switch news {
        case .signedIn(let copy): turn([.signedIn(copy)])
        case .stored(let answer): turn([.stored(answer)])
        case .warned(let sentence): turn([.warned(sentence)])
        }
    }

    private func perform(_ effect: Client.Effect) {
        switch effect {
        case .useTheme(let theme): terminal.use(theme)
        case .useMouse(let isUsed): terminal.reportMouse(isUsed)
        case .ring: terminal.ring(by: input.notice)
        case .copy(let text): terminal.copy(text)
        case .redraw: terminal.invalidate()
        case .suspend:
            terminal.suspend(leaving: client.lineOfPause)
            loop.catchUp()
            queue.append(.resized(terminal.size))
            queue.append(.resumed)
        case .leave(let status, let lastLine):
            ending.status = ending.signal.map { 128 + $0.rawValue } ?? status.rawValue
            ending.lastLine = lastLine
            files.finish { [loop] in loop.stop() }
        case .useGlyphs(let isASCII): terminal.useGlyphs(isASCII: isASCII)
        case .keepChoices(let choices): files.keep(choices)
        case .link(let effect): line?.perform(effect)
        case .keep(let seat, let safely):
            if let trouble = files.seat?.keep(seat, safely: safely) {
                queue.append(.warned(trouble))
            }
        case .leaveSeat: files.seat?.leave()
        case .call(let request): route?.ask(request) { self.turn([.called($0)]) }
        case .signIn(let account): files.account?.signIn(account)
        case .signOut(let account): files.account?.signOut(account)
        case .forgetToken(let account): files.account?.forgetToken(account)
        case .store(let work): files.account?.store(work)
        // This client has a line of its own.
        case .wish: break
        }
    }

    /// Shows the present, unless the terminal still has to take the last picture.
    private func show(isUrgent: Bool) {
        let pictureDue = input.holdsPicture(at: loop.now)
        var frameDue: Instant?
        if ending.status == nil, !terminal.isBusy, pictureDue == nil {
            if isUrgent { clocks.pace.forgive() }
            if clocks.pace.allows(at: loop.now) {
                let picture = inPlace(&client) { $0.draw() }
                files.recording?.write(Picture(picture))
                terminal.paint(picture)
            } else {
                frameDue = clocks.pace.opensAt
            }
        }
        outlet?.wait(for: terminal.isBusy ? .writable : [])
        let due = inPlace(&client) { $0.nextDeadline }
        let deadlines = [due, input.nextDeadline, frameDue, pictureDue]
        alarm?.arm(at: deadlines.compactMap(\.self).min())
    }
}

import Clockwork
import Commands
import Drawing
import EventLoop
import Play
import Terminal

/// The game's only actor. It carries keys and time to the core, and pictures and wishes out.
actor ClientShell {
    private let loop: Loop
    private let terminal: CursesTerminal
    private var client: Client
    private var parser = KeyParser()
    private var alarm: Timer?
    private var keys: Readiness?
    private var signals: Signals?
    private var ending: Ending?

    /// How the program ends: the status for whoever started it, and a line for who played.
    struct Ending {
        var status: Int32
        var lastLine: String?
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        loop: Loop, terminal: sending CursesTerminal, opening: Client.Opening, theme: Theme
    ) {
        self.loop = loop
        self.terminal = terminal
        var random = SecureRandom()
        client = Client(opening: opening, size: terminal.size, theme: theme, seed: random.next())
    }

    /// Plays until the program is to end, and tells how it ended.
    func play() throws(LibraryError) -> Ending {
        alarm = Timer(on: loop) { self.wake() }
        keys = try Readiness(of: .standardInput, on: loop) { _ in self.readKeys() }
        keys?.wait(for: .readable)
        signals = try Signals(
            [.resize, .suspend, .interrupt, .terminate, .hangUp, .quit], on: loop
        ) { self.receive($0) }
        show()
        loop.run()
        terminal.close()
        return ending ?? Ending(status: ExitStatus.done.rawValue, lastLine: nil)
    }

    private func readKeys() {
        guard let bytes = terminal.read() else {
            keys?.wait(for: [])
            return turn([.hangUp])
        }
        turn(parser.read(bytes, at: loop.now).map { .key($0) })
    }

    private func wake() {
        turn(parser.wake(at: loop.now).map { .key($0) } + [.wake])
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .resize: turn([.resized(terminal.fit())])
        case .suspend: turn([.key(.key(.character("z"), .control))])
        default:
            turn([.hangUp])
            ending?.status = 128 + signal.rawValue
        }
    }

    private func turn(_ events: [Client.Event]) {
        for event in events {
            for effect in client.handle(event, at: loop.now) { perform(effect) }
        }
        show()
    }

    private func perform(_ effect: Client.Effect) {
        switch effect {
        case .useTheme(let theme): terminal.use(theme)
        case .redraw: terminal.invalidate()
        case .suspend:
            terminal.suspend()
            _ = client.handle(.resized(terminal.size), at: loop.now)
        case .leave(let status, let lastLine):
            ending = Ending(status: status.rawValue, lastLine: lastLine)
            loop.stop()
        }
    }

    private func show() {
        if ending == nil { terminal.paint(client.draw()) }
        let deadlines = [client.nextDeadline, parser.nextDeadline].compactMap(\.self)
        alarm?.arm(at: deadlines.min())
    }
}

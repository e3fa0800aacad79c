import Commands
internal import Guests
import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// A server's SSH door in a process of its own, so that the door's failures do not affect the game.
///
/// If the process hangs, the server kills the process. After the process has ended, the server
/// restarts it, unless the door refused to start and has never run.
final class DoorProcess {
    /// The environment variable that is set if the child has `lifeline`, the descriptor for the
    /// token and the heartbeats.
    static let lifelineVariable = "TICTACTOE_LIFELINE"
    static let lifeline = Descriptor(rawValue: 3)
    /// The longest time that the child's loop may be blocked before the child is killed.
    private static let heartbeatTimeout = Duration.seconds(10)

    private let words: [String]
    private let token: Token
    private let loop: Loop
    private let log: Log
    private var child: ChildProcess?
    private var lifeline: ChildHeartbeatMonitor?
    private var restarts = RestartBackoff()
    private var startedAt = Instant.start
    private var restart: Timer?
    private var ended: (() -> Void)?
    /// Called if the door refuses to start and has never run. The child has printed the reason.
    var onRefused: () -> Void = {}

    /// Prepares the process. `server` is the server's address, and `token` is the token that the
    /// door presents to the server. The door reads the server's configuration file, and gets the
    /// server's other values as flags.
    init(
        _ options: SSHServerOptions, to server: SocketAddress, token: Token, bansFile: String?,
        configurationFile: String?, on loop: Loop, log: Log
    ) {
        var words = ["door", "--server", "ws://\(server)", "--log", log.format.rawValue]
        if let file = configurationFile { words += ["--config", file] }
        for endpoint in options.listen { words += ["--ssh", "\(endpoint)"] }
        if let file = options.hostKeyFile { words += ["--host-key", file] }
        if let file = bansFile { words += ["--bans", file] }
        for prefix in options.proxies.texts { words += ["--trusted-proxy", prefix] }
        words += ["--max-guests", "\(options.maxGuests)"]
        words += ["--max-guests-per-address", "\(options.maxGuestsPerAddress)"]
        if let folder = options.recordingFolder { words += ["--record", folder] }
        self.words = words
        self.token = token
        self.loop = loop
        self.log = log
        restart = Timer(on: loop) { [unowned self] in start() }
    }

    func start() {
        startedAt = loop.now
        do throws(LibraryError) {
            let lifeline = try ChildHeartbeatMonitor(
                token.text, timeout: Self.heartbeatTimeout, on: loop
            ) {
                [unowned self] in
                log.write(ServerLogEntry(trouble: LogWords.sshDoor, LogWords.hangs))
                child?.send(.kill)
            }
            guard let end = lifeline.childEnd else { return }
            var environment = ThisProcess.environment
            environment[Self.lifelineVariable] = "\(Self.lifeline.rawValue)"
            let program = ProgramLaunch(
                "/proc/self/exe", words, environment: environment,
                streams: [
                    .null, .sharing(.standardOutput), .sharing(.standardError), .sharing(end),
                ])
            child = try ChildProcess(program, on: loop) { [unowned self] in restartAfterEnd($0) }
            lifeline.closeChildEnd()
            self.lifeline = lifeline
        } catch {
            log.write(ServerLogEntry(trouble: LogWords.doorNotStarted, "\(error)"))
            scheduleRestart(after: .ended(after: .zero, hasBegun: false))
        }
    }

    /// Makes the door read its bans again.
    func signalBanReload() {
        child?.send(.hangUp)
    }

    /// Stops the door, and does not restart it. Calls `ended` when the process has ended; at once
    /// if no process is running.
    func stop(_ ended: @escaping () -> Void) {
        restart?.disarm()
        guard child != nil else { return ended() }
        self.ended = ended
        child?.send(.terminate)
    }

    private func restartAfterEnd(_ end: ChildProcess.End) {
        child = nil
        let hasBegun = lifeline?.hasReceivedHeartbeat == true
        lifeline = nil
        if let ended = ended.take() { return ended() }
        let isRefused = !hasBegun && end == .exited(Int(ExitStatus.failed.rawValue))
        guard
            let wait = scheduleRestart(
                after: isRefused
                    ? .refused : .ended(after: loop.now - startedAt, hasBegun: hasBegun))
        else { return onRefused() }
        log.write(ServerLogEntry(doorEnded: end.words, startingAgainIn: wait.wholeMilliseconds))
    }

    @discardableResult
    private func scheduleRestart(after end: RestartBackoff.ProcessEnd) -> Duration? {
        let wait = restarts.pauseBeforeRestart(after: end)
        if let wait { restart?.arm(after: wait) }
        return wait
    }
}

extension ChildProcess.End {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "status-\(status)"
        case .killed(let signal): "signal-\(signal.rawValue)"
        }
    }
}

import Commands
internal import PlainText
import Recording
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync
internal import Visit

/// The input and output of a user's program: its terminal, or standard input and output.
protocol ProgramConsole: AnyObject {
    associatedtype Face: RecordedFrontEnd

    /// The signals that the shell handles. A signal ends the program if `event(for:)` returns nil.
    static var signals: [Signal] { get }

    /// Opens the input. Passes all later events to `deliver`, with true if a user waits for their
    /// effect.
    func open(
        on loop: Loop, _ deliver: @escaping ([Face.Event], Bool) -> Void
    ) throws(LibraryError)
    /// The longest time that the program waits for the account file before it connects as a guest;
    /// nil if it waits without a limit.
    static var accountTimeLimit: Duration? { get }
    /// Starts to pass on input that may be about the account or the lobby. The shell calls this
    /// once, after `begin`, and never for a program that uses no account.
    func startReading()
    /// Returns the event for a signal; nil if the signal ends the program.
    func event(for signal: Signal) -> Face.Event?
    /// Returns the events of pending input whose time limit has expired.
    func dueEvents(at now: Instant) -> [Face.Event]
    /// Performs an output, and returns the events that it causes at once.
    func perform(_ output: Face.Output, for face: inout Face) -> [Face.Event]
    /// Shows a warning about this machine and returns nil, or returns an event that shows the
    /// warning.
    func warn(_ sentence: String) -> Face.Event?
    /// Shows the current state, unless the output is busy. Returns the picture, which only a
    /// recording needs, and the time of the next call; each is nil if there is none.
    func showUnlessBusy(
        _ face: inout Face, isUrgent: Bool, at now: Instant
    ) -> (recordedPicture: (() -> Picture)?, due: Instant?)
    /// Closes the input and output. Prints `lastLine`, if there is one, for the user's shell.
    func close(leaving lastLine: String?, at now: () -> Instant)
}

extension ProgramConsole {
    static var accountTimeLimit: Duration? { nil }
    func startReading() {}
    func dueEvents(at now: Instant) -> [Face.Event] { [] }
}

/// A player's front end whose events can be recorded.
protocol RecordedFrontEnd: PlayerFrontEnd, RecordedMachine
where Event == FrontEndEvent<Input>, Effect == FrontEndEffect<Output> {}

/// The only actor of a user's program. It passes input and time to the face, and performs the
/// face's effects.
actor ProgramShell<Console: ProgramConsole> {
    typealias Face = Console.Face

    private let loop: Loop
    private let console: Console
    /// The connector to the server; nil for a game that needs no server.
    private let connector: LobbyConnector?
    private var face: Face
    private let files: PlayerFiles
    private var sleepWatch = SleepDetector()
    private var wallClock = WallClockLeapDetector()
    private var hubLink: HubLink?
    private var wakeTimer: Timer?
    /// The timer of the account's time limit; nil without a limit.
    private var beginTimer: Timer?
    private var hasBegun = false
    private var signals: SignalSubscription?
    private var queue = SerialEventQueue<Face.Event>()
    /// The signal that ends the program; nil until it arrives.
    private var signal: Signal?
    /// The exit status and the last line; nil until the end.
    private var end: (status: ExitStatus, lastLine: String?)?
    /// True if the player has chosen to open the lobby after this program.
    private(set) var opensLobby = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ face: Face, on console: sending Console, by connector: sending LobbyConnector?,
        keeping seat: sending MatchSeatFileStore? = nil, recording: sending EventRecordingFile?,
        choices: LocalSettings = LocalSettings(), loop: Loop
    ) {
        self.face = face
        self.console = console
        files = PlayerFiles(recording: recording, seat: seat, settings: choices, on: loop)
        self.connector = connector
        self.loop = loop
    }

    /// Runs until the program ends, and returns its exit status: 128 plus the signal's number after
    /// a signal.
    func run(_ account: SignedInAccountUse) throws(LibraryError) -> Int32 {
        _ = wallClock.detectLeap(at: Loop.preciseNow)
        wakeTimer = Timer(on: loop) { self.processDueEvents() }
        signals = try SignalSubscription(Console.signals, on: loop) { self.handle($0) }
        try console.open(on: loop) { self.processEvents($0, isUrgent: $1) }
        showAndScheduleWake(isUrgent: true)
        files.warn = { self.warn($0) }
        hubLink = connector?.makeHubLink { event in
            if case .received = event { self.files.account?.recordServerContact() }
            self.processEvents([.program(.link(event))])
        }
        if account == .unused {
            processEvents([.program(.begin)])
        } else {
            // The program connects only after the account has been read. Otherwise a signed-in user
            // could be paired under their name as a guest.
            files.openAccount(of: connector, sendsOthers: account == .sendingOthers) {
                self.processEvents([.program($0)])
            } ready: {
                self.beginAndStartReading()
            }
            if let limit = Console.accountTimeLimit, !hasBegun {
                beginTimer = Timer(on: loop) { self.beginAndStartReading() }
                beginTimer?.arm(after: limit)
            }
        }
        for warning in files.seat?.warnings ?? [] { warn(warning) }
        if let warning = connector?.unsavedDataWarning { warn(warning) }
        loop.run()
        files.closeAccount()
        console.close(leaving: end?.lastLine) { loop.now }
        files.closeRecording()
        hubLink = nil
        connector?.closeConnections()
        return signal.map { 128 + $0.rawValue } ?? (end?.status ?? .done).rawValue
    }

    /// Begins, unless the program has begun already or has ended before.
    private func beginAndStartReading() {
        guard end == nil, !hasBegun else { return }
        hasBegun = true
        processEvents([.program(.begin)])
        console.startReading()
    }

    /// Passes events to the face, and performs its effects. Events that the effects cause are
    /// queued behind the passed events.
    private func processEvents(_ events: [Face.Event], isUrgent: Bool = false) {
        if let stamp = wallClock.detectLeap(at: Loop.preciseNow) {
            queue.append(.program(.calendar(stamp)))
        }
        if sleepWatch.hasSleptSinceLastCall() { queue.append(.program(.woken)) }
        for event in events { queue.append(event) }
        guard queue.beginHandling() else { return }
        while let next = queue.next() {
            let event = queryInPlace(&face) { $0.redacted(next) }
            let now = loop.now
            files.recording?.write(event, at: now)
            let effects = face.handle(event, at: now)
            files.recording?.write(effects)
            for effect in effects { perform(effect) }
        }
        showAndScheduleWake(isUrgent: isUrgent)
    }

    private func processDueEvents() {
        processEvents(console.dueEvents(at: loop.now) + [.program(.wake)])
    }

    private func showAndScheduleWake(isUrgent: Bool) {
        var due: Instant?
        if end == nil {
            let shown = console.showUnlessBusy(&face, isUrgent: isUrgent, at: loop.now)
            if let picture = shown.recordedPicture { files.recording?.write(picture()) }
            due = shown.due
        }
        let deadlines = [queryInPlace(&face) { $0.nextDeadline }, due]
        wakeTimer?.arm(at: deadlines.compactMap(\.self).min())
    }

    private var isLeaving: Bool { end != nil || queryInPlace(&face) { $0.isLeaving } }

    private func handle(_ signal: Signal) {
        let event = console.event(for: signal)
        let mayEndProgram = end == nil && (event == nil || !isLeaving)
        processEvents([event ?? .program(.hangUp)])
        if !isLeaving {
            // The face has asked the user a question instead of ending.
            self.signal = nil
        } else if mayEndProgram {
            self.signal = signal
        }
    }

    private func warn(_ sentence: String) {
        if let event = console.warn(sentence) { processEvents([event]) }
    }

    private func perform(_ effect: Face.Effect) {
        switch effect {
        case .program(let effect): perform(effect)
        case .show(let output):
            for event in console.perform(output, for: &face) { queue.append(event) }
        case .leave(let status, let lastLine):
            end = (status, lastLine)
            files.finishWritingWithinTimeLimit { [loop] in loop.stop() }
        }
    }

    private func perform(_ effect: ProgramEffect) {
        switch effect {
        case .link(let effect): hubLink?.perform(effect)
        case .keep(let seat, let safely):
            let trouble = files.seat?.saveOrRemove(seat, syncing: safely)
            if let trouble, let event = console.warn(trouble) { queue.append(event) }
        case .leaveSeat: files.seat?.releaseSeat()
        case .openLobby: opensLobby = true
        case .keepChoices(let choices): files.mergeSettingsInBackground(choices)
        case .call(let request):
            connector?.accountClient.call(request) { self.processEvents([.program(.called($0))]) }
        case .signIn(let account): files.account?.signIn(account)
        case .signOut(let account): files.account?.signOut(account)
        case .forgetToken(let account): files.account?.markAccountLapsedKeepingCopy(account)
        case .store(let work): files.account?.storeInCopy(work)
        // Only a door's spectators, who share the door's connection, send requests.
        case .wish: break
        }
    }
}

/// The way that a program uses the signed-in account.
enum SignedInAccountUse {
    /// The program only reports on the lobby, and uses no account.
    case unused
    case own
    /// The program also sends the edits that the user's other programs left.
    case sendingOthers
}

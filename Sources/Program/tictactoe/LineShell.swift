import Commands
internal import PlainText
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync

/// The only actor of a program that talks in lines. It carries lines, frames and time to it.
actor LineShell<Program: LineProgram> {
    /// How long a goodbye to the server may take.
    private static var patience: Duration { .milliseconds(500) }

    private let loop: Loop
    /// Nil for a game that needs no server.
    private let route: LobbyRoute?
    private var program: Program
    private let files: PlayerFiles
    private var sleepWatch = SleepWatch()
    private var wallClock = WallClock()
    private var lines: LineInput?
    private var line: HubLink?
    private var alarm: Timer?
    private var lastCall: Timer?
    private var signals: Signals?
    private var queue = TurnQueue<LineEvent>()
    /// What the exit status has to tell of a signal.
    private var signal: Signal?
    private var status: ExitStatus?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ program: Program, by route: sending LobbyRoute?,
        keeping seat: sending SeatFileStore? = nil,
        recording: sending RecordingFile?, loop: Loop
    ) {
        self.program = program
        files = PlayerFiles(recording: recording, seat: seat, on: loop)
        self.route = route
        self.loop = loop
    }

    /// Runs until the program ends, and returns its exit status. For a person it opens the account
    /// that is signed in on this machine, and reads what they type; `sendsOthers` also sends the
    /// edits that other programs of theirs left.
    func run(forPerson: Bool, sendsOthers: Bool = true) throws(LibraryError) -> Int32 {
        _ = wallClock.news(at: Loop.preciseNow)
        alarm = Timer(on: loop) { self.turn(.wake) }
        lastCall = Timer(on: loop) { self.stop() }
        signals = try Signals([.interrupt, .terminate, .hangUp, .quit], on: loop) { signal in
            self.receive(signal)
        }
        line = route?.line { self.hear($0) }
        if forPerson {
            // Words that are typed at once, as by a script, are about the person's own account.
            files.openAccount(of: route, sendsOthers: sendsOthers) {
                self.hear($0)
            } ready: {
                self.turn(.begin)
                if self.status == nil { self.listen() }
            }
        } else {
            turn(.begin)
        }
        if status == nil || !isAlone { loop.run() }
        line = nil
        lines = nil
        files.closeAccount()
        route?.close()
        files.closeRecording()
        return signal.map { 128 + $0.rawValue } ?? (status ?? .done).rawValue
    }

    private func listen() {
        lines = LineInput(of: .standardInput, on: loop) { line in
            self.turn(line.map { .typed($0) } ?? .end)
        }
    }

    private func receive(_ signal: Signal) {
        self.signal = signal
        turn(signal == .interrupt ? .interrupted : .hangUp)
        // It may have asked first.
        if status == nil { self.signal = nil }
    }

    /// Has the program take in what happened. What an effect brings about at once waits its turn.
    private func turn(_ event: LineEvent) {
        if let stamp = wallClock.news(at: Loop.preciseNow) { queue.append(.calendar(stamp)) }
        if sleepWatch.hasSlept() { queue.append(.woken) }
        queue.append(event)
        guard queue.begin() else { return }
        while let event = queue.next() {
            let now = loop.now
            files.recording?.write(event, at: now)
            let effects = program.handle(event, at: now)
            files.recording?.write(effects)
            for effect in effects { perform(effect) }
        }
        alarm?.arm(at: inPlace(&program) { $0.nextDeadline })
    }

    private func perform(_ effect: LineEffect) {
        switch effect {
        case .say(let text): Descriptor.standardOutput.say(text)
        case .complain(let text): complain(text)
        case .link(let effect): line?.perform(effect)
        case .keep(let seat, let safely):
            if let trouble = files.seat?.keep(seat, safely: safely) { complain(trouble) }
        case .leaveSeat: files.seat?.leave()
        case .keepChoices(let choices): files.keep(choices)
        case .call(let request): route?.ask(request) { self.turn(.called($0)) }
        case .forgetToken(let account): files.account?.forgetToken(account)
        case .store(let work): files.account?.store(work)
        case .leave(let status):
            self.status = status
            isAlone ? stop() : lastCall?.arm(after: Self.patience)
        }
    }

    /// Whether there is no server to take leave of.
    private var isAlone: Bool { line?.isIdle ?? true }

    private func hear(_ event: LinkEvent) {
        turn(.link(event))
        if case .closed = event, status != nil { stop() }
    }

    /// Ends once all is on the disk.
    private func stop() {
        files.finish { [loop] in loop.stop() }
    }

    private func hear(_ news: AccountFileStore.News) {
        switch news {
        case .signedIn(let copy): turn(.signedIn(copy))
        case .stored(let answer): turn(.stored(answer))
        case .warned(let sentence): complain(sentence)
        }
    }
}

import Drawing
import Play
import Recording
import SimperiumClock
import SimperiumLoop
import Terminal
internal import Visit

extension ScreenClient: RecordedFrontEnd {}

/// The terminal of a player with a screen.
final class ScreenConsole: ProgramConsole {
    static let signals: [Signal] = [
        .resize, .suspend, .interrupt, .terminate, .hangUp, .quit, .user2,
    ]
    /// Keys wait for the account file, too, and a user must be able to quit if the disk hangs.
    static let accountTimeLimit: Duration? = .seconds(2)

    private let terminal: CursesTerminal
    /// True if the program prints no last line on the terminal.
    private let isQuiet: Bool
    private var input = TerminalInputReader()
    /// The keys that were pressed before the program began; nil afterwards.
    private var earlyKeys: [ScreenClient.Event]? = []
    /// The rate limit for pictures that no key press caused.
    private var frameRate = RateLimiter(atOnce: 1, perSecond: 15)
    private var inputWatch: ReadinessWatch?
    private var outputWatch: ReadinessWatch?
    private var loop: Loop?
    private var deliver: ([ScreenClient.Event], Bool) -> Void = { _, _ in }

    init(_ terminal: sending CursesTerminal, isQuiet: Bool) {
        self.terminal = terminal
        self.isQuiet = isQuiet
    }

    func open(
        on loop: Loop, _ deliver: @escaping ([ScreenClient.Event], Bool) -> Void
    ) throws(LibraryError) {
        (self.loop, self.deliver) = (loop, deliver)
        inputWatch = try ReadinessWatch(of: .standardInput, on: loop) { [unowned self] _ in
            readKeysAndReplies(at: loop.now)
        }
        inputWatch?.startPolling(for: .readable)
        outputWatch = try ReadinessWatch(of: terminal.descriptor, on: loop) { [unowned self] _ in
            terminal.writePending()
            self.deliver([], true)
        }
        // The size may have changed earlier, while no signal was handled.
        if terminal.hasChangedSize { deliver([.input(.resized(terminal.fitToWindow()))], false) }
        // The first picture waits only for the terminal's reply, and not for the server: the
        // program connects later.
        if terminal.answersRequests {
            terminal.sendIfReportsSupported(input.requestBackground(.here, at: loop.now))
        }
    }

    func startReading() {
        guard let keys = earlyKeys.take(), !keys.isEmpty else { return }
        deliver(keys, true)
    }

    /// Returns the events of keys; stores them instead if the program has not begun.
    private func keyEventsOnceBegun(_ keys: [TerminalInputEvent]) -> [ScreenClient.Event] {
        let events = keys.map { ScreenClient.Event.input(.key($0)) }
        guard earlyKeys != nil else { return events }
        earlyKeys? += events
        return []
    }

    private func readKeysAndReplies(at now: Instant) {
        guard let bytes = terminal.read() else {
            inputWatch?.startPolling(for: [])
            return deliver([.program(.hangUp)], false)
        }
        var events = keyEventsOnceBegun(input.read(bytes, at: now))
        let news = input.takeNews()
        if let program = news.program, terminal.adjustColoursAndReportSextants(for: program) {
            events.append(.input(.drawsSextants))
        }
        if news.canReportThemes { terminal.requestReportsWithNextFrame(.themes, true) }
        if let isLight = news.isLight {
            terminal.applyBackground(isLight: isLight)
            events.append(.input(.background(isLight: isLight)))
        }
        deliver(events, true)
    }

    func event(for signal: Signal) -> ScreenClient.Event? {
        switch signal {
        case .resize: .input(.resized(terminal.fitToWindow()))
        case .suspend: .input(.key(.key(.character("z"), .control)))
        case .user2: .input(PlayCommand.presentSettings)
        default: nil
        }
    }

    func dueEvents(at now: Instant) -> [ScreenClient.Event] {
        keyEventsOnceBegun(input.flushExpired(at: now))
    }

    func warn(_ sentence: String) -> ScreenClient.Event? { .input(.warned(sentence)) }

    func perform(_ output: ScreenOutput, for client: inout ScreenClient) -> [ScreenClient.Event] {
        switch output {
        case .useTheme(let theme): terminal.setTheme(theme)
        case .useMouse(let isUsed): terminal.requestReportsWithNextFrame(.mouse, isUsed)
        case .useGlyphs(let isASCII): terminal.selectGlyphSet(isASCII: isASCII)
        case .ring: terminal.ringBellWithNextFrame()
        case .notify: terminal.showNextTitleAsNotice(by: input.notice)
        case .useNotices(let areUsed): terminal.requestReportsWithNextFrame(.focus, areUsed)
        case .copy(let text): terminal.copyToClipboard(text)
        case .redraw: terminal.invalidate()
        case .suspend:
            terminal.suspendProcess(leaving: client.lineWhileSuspended)
            loop?.updateTime()
            return [.input(.resized(CursesTerminal.windowSize)), .input(.resumed)]
        }
        return []
    }

    func showUnlessBusy(
        _ client: inout ScreenClient, isUrgent: Bool, at now: Instant
    ) -> (recordedPicture: (() -> Picture)?, due: Instant?) {
        let pictureDue = input.paintingDelayEnd(at: now)
        var frameDue: Instant?
        var picture: (() -> Picture)?
        if !terminal.isBusy, pictureDue == nil {
            if isUrgent { frameRate.reset() }
            if frameRate.chargeIfAllowed(at: now) {
                let canvas = client.draw()
                picture = { Picture(canvas) }
                terminal.paint(canvas)
            } else {
                frameDue = frameRate.nextUseAt
            }
        }
        outputWatch?.startPolling(for: terminal.isBusy ? .writable : [])
        let due = [input.nextDeadline, frameDue, pictureDue].compactMap(\.self).min()
        return (picture, due)
    }

    func close(leaving lastLine: String?, at now: () -> Instant) {
        outputWatch = nil
        terminal.close(leaving: isQuiet ? nil : lastLine) { bytes in
            _ = input.read(bytes, at: now())
            return input.isAwaitingReply(at: now())
        }
    }
}

internal import Drawing
internal import Lobby
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// A guest's screen and keys: a client, and the remote terminal that shows it.
///
/// A frame is drawn only after the previous one was sent. So a slow reader sees the newest state
/// next, without the states in between. Frames for key presses have their own rate limit.
///
/// The screen does no I/O. Call `type` for input and `handle` for events; `frame` while
/// `wantsFrame`; `recordDrain` when a frame was sent; `wake` at `nextDeadline`; `restoreTerminal`
/// once, at the end. The guest performs the client's effects, and passes those for the terminal to
/// `perform`.
struct GuestScreen: Sendable {
    private(set) var client: ScreenClient
    private var painter: ANSIPainter
    private var input = TerminalInputReader()
    private var keyPace: RateLimiter
    private var newsPace: RateLimiter
    /// The time when a frame that a rate limit refused may be drawn; nil if none was refused.
    private var heldUntil: Instant?
    /// The bytes to send to the terminal before the next frame.
    private var output: [UInt8] = []
    private var reports: TerminalReports = .paste
    private var isFrameInFlight = false
    private var isStale = true
    /// True if no frame has shown the effect of the last key press yet.
    private var hasUnshownKeyPress = false
    /// The door's notice, shown over the screen until the next key; nil if there is none.
    private(set) var notice: String?

    init(
        _ client: ScreenClient, on capabilities: Capabilities, _ limits: FrameRateLimits,
        at now: Instant
    ) {
        self.client = client
        painter = ANSIPainter(capabilities, theme: .dark)
        keyPace = RateLimiter(atOnce: limits.keysAtOnce, perSecond: limits.keysPerSecond)
        newsPace = RateLimiter(atOnce: limits.newsAtOnce, perSecond: limits.newsPerSecond)
        painter.prepareTerminal(reports, &output)
        guard capabilities.hasReports else { return }
        // The guest does not wait for the terminal's answer: a later frame can still change the
        // colours.
        output += input.requestBackground(.far, at: now).utf8
    }

    var nextDeadline: Instant? {
        [client.nextDeadline, input.nextDeadline, heldUntil].compactMap(\.self).min()
    }

    mutating func type(_ bytes: [UInt8], at now: Instant) -> [ScreenClient.Effect] {
        var effects = press(input.read(bytes, at: now), at: now)
        let news = input.takeNews()
        if let program = news.program { effects += applyTerminalProgram(program, at: now) }
        if news.canReportThemes { requestReports(.themes, true) }
        if let span = news.roundTrip { effects += handle(.answeredAfter(span), at: now) }
        guard let isLight = news.isLight else { return effects }
        painter.applyBackground(isLight: isLight)
        return effects + handle(.background(isLight: isLight), at: now)
    }

    private mutating func applyTerminalProgram(
        _ program: TerminalProgram, at now: Instant
    ) -> [ScreenClient.Effect] {
        painter.applyProgram(program)
        isStale = true
        return painter.capabilities.hasSextants(in: program)
            ? handle(.drawsSextants, at: now) : []
    }

    /// Returns true if a pending key press, or the frame that shows its effect, is due.
    mutating func isKeyPressOrFrameDue(at now: Instant) -> Bool {
        let frame = hasUnshownKeyPress ? heldUntil : nil
        return [input.nextDeadline, frame].contains { $0.map { $0 <= now } ?? false }
    }

    /// Returns true for a spectator of one match. Changes nothing, but is mutating for the same
    /// reason as `Guest.watchesMatch`.
    mutating func watchesMatch() -> Bool { client.watchesMatch }

    /// Returns how urgently a spectator needs the snapshot. Changes nothing, but is mutating for
    /// the same reason as `Guest.watchesMatch`.
    mutating func urgency(for snapshot: SpectatorHallSnapshot) -> SnapshotUrgency {
        client.urgency(for: snapshot)
    }

    mutating func wake(at now: Instant) -> [ScreenClient.Effect] {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
        let keys = press(input.flushExpired(at: now), at: now)
        return keys + handle(.wake, at: now)
    }

    mutating func handle(_ event: ProgramEvent, at now: Instant) -> [ScreenClient.Effect] {
        isStale = true
        return client.handle(event, at: now)
    }

    mutating func handle(_ input: ScreenInput, at now: Instant) -> [ScreenClient.Effect] {
        isStale = true
        return client.handle(input, at: now)
    }

    /// Replaces objects with equal objects of other guests, so that each object is in memory only
    /// once.
    mutating func deduplicate(with others: inout InternedObjects) {
        client.deduplicate(with: &others)
    }

    mutating func showNotice(_ notice: String) {
        self.notice = notice
        isStale = true
    }

    mutating func perform(_ output: ScreenOutput) {
        switch output {
        case .useTheme(let theme): painter.setTheme(theme)
        case .useMouse(let isUsed):
            requestReports(.mouse, isUsed)
        case .ring: self.output.append(0x07)
        case .notify: sendTerminalNotification()
        case .useNotices(let areUsed): requestReports(.focus, areUsed)
        case .copy(let text): copyToClipboard(text)
        case .redraw:
            painter.invalidate()
            isStale = true
        // There is no shell to return to, and the glyphs depend only on the terminal.
        case .suspend, .useGlyphs: break
        }
    }

    private mutating func requestReports(_ kind: TerminalReports, _ isWanted: Bool) {
        if isWanted { reports.formUnion(kind) } else { reports.subtract(kind) }
        painter.requestReports(reports, &output)
    }

    private mutating func sendTerminalNotification() {
        guard let notice = input.notice else { return }
        output +=
            notice.escapeSequence(client.windowTitle, isUnicode: painter.capabilities.isUnicode)
            .utf8
    }

    /// Copies a text to the terminal's clipboard, if the terminal answers requests and the text is
    /// not too long.
    private mutating func copyToClipboard(_ text: String) {
        guard painter.capabilities.hasReports, let request = Clipboard.escapeSequence(text) else {
            return
        }
        output += request.utf8
    }

    mutating func recordDrain() {
        isFrameInFlight = false
    }

    /// True if the picture may have changed, the last frame was sent, and no rate limit applies.
    var wantsFrame: Bool { isStale && !isFrameInFlight && heldUntil == nil }

    /// True if a frame is wanted, and it would show the effect of a key press.
    var wantsFrameAtOnce: Bool { hasUnshownKeyPress && wantsFrame }

    /// Returns the next frame; nil if no frame is wanted or needed, or if a rate limit refuses it.
    mutating func frame(at now: Instant, from caches: inout GuestCaches) -> [UInt8]? {
        guard wantsFrame else { return nil }
        // Drawing takes time even if nothing has changed, so each attempt counts.
        let isAllowed =
            hasUnshownKeyPress
            ? keyPace.chargeIfAllowed(at: now) : newsPace.chargeIfAllowed(at: now)
        guard isAllowed else {
            heldUntil = hasUnshownKeyPress ? keyPace.nextUseAt : newsPace.nextUseAt
            return nil
        }
        (isStale, hasUnshownKeyPress) = (false, false)
        painter.paint(picture(at: now, from: &caches), &output)
        guard !output.isEmpty else { return nil }
        defer { output = [] }
        isFrameInFlight = true
        return output
    }

    /// Returns the output that was not sent, and the bytes that restore the terminal.
    mutating func restoreTerminal() -> [UInt8] {
        painter.restoreTerminal(&output)
        return output
    }

    private func picture(at now: Instant, from caches: inout GuestCaches) -> Canvas {
        guard let notice, client.size.rows > 1 else {
            return caches.sharedPicture(of: client, at: now)
        }
        var canvas = client.draw()
        let (row, columns) = (canvas.size.rows - 2, canvas.size.columns)
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: columns))
        canvas.write(notice, at: Point(row: row, column: 1), width: columns - 1, .warning)
        return canvas
    }

    private mutating func press(
        _ keys: [TerminalInputEvent], at now: Instant
    ) -> [ScreenClient.Effect] {
        guard !keys.isEmpty else { return [] }
        // The terminal's own replies are not keys, and do not remove the notice.
        notice = nil
        if !hasUnshownKeyPress {
            hasUnshownKeyPress = true
            // The limit for news may delay frames now, but key presses have their own limit.
            heldUntil = nil
        }
        return keys.flatMap { handle(.key($0), at: now) }
    }
}

internal import Clockwork
internal import Drawing
internal import Lobby

/// What a guest sees and types: a client, and the terminal far away that it is painted on.
///
/// A frame is drawn only when the last one has left. So whoever reads slowly sees the newest state
/// next, and never what has been.
struct GuestScreen: Sendable {
    private let limits: DoorLimits
    private(set) var client: Client
    private var painter: ANSIPainter
    private var parser = KeyParser()
    private var pace: Allowance
    /// What the terminal is to get before the next frame.
    private var output: [UInt8] = []
    private var isOnItsWay = false
    private var isStale = true
    /// When the next frame may be drawn, after many.
    private var frameDue: Instant?
    /// What the door says, over the guest's screen, until the next key.
    private(set) var notice: String?

    init(_ client: Client, _ capabilities: Capabilities, _ limits: DoorLimits, at now: Instant) {
        self.limits = limits
        self.client = client
        painter = ANSIPainter(capabilities, theme: .dark)
        pace = Allowance(atOnce: limits.framesAtOnce, perSecond: limits.framesPerSecond, at: now)
        painter.begin([.paste], &output)
    }

    var nextDeadline: Instant? {
        [client.nextDeadline, parser.nextDeadline, frameDue].compactMap(\.self).min()
    }

    mutating func type(_ bytes: [UInt8], at now: Instant) -> [Client.Effect] {
        notice = nil
        return press(parser.read(bytes, at: now), at: now)
    }

    mutating func wake(at now: Instant) -> [Client.Effect] {
        if let due = frameDue, due <= now { frameDue = nil }
        let keys = press(parser.wake(at: now), at: now)
        return keys + tell(.wake, at: now)
    }

    mutating func tell(_ event: Client.Event, at now: Instant) -> [Client.Effect] {
        isStale = true
        return client.handle(event, at: now)
    }

    /// Takes a watcher off the list.
    mutating func stopWatching(at now: Instant) -> [Client.Effect] {
        client.now = now
        client.ask(.watch(.nothing))
        defer { client.effects = [] }
        return client.effects
    }

    mutating func say(_ notice: String) {
        self.notice = notice
        isStale = true
    }

    mutating func use(_ theme: Theme) {
        painter.use(theme)
    }

    mutating func reportMouse(_ isReported: Bool) {
        painter.request(isReported ? [.mouse, .paste] : [.paste], &output)
    }

    mutating func ring() {
        output.append(0x07)
    }

    mutating func repaint() {
        painter.invalidate()
        isStale = true
    }

    mutating func drain() {
        isOnItsWay = false
    }

    /// The next frame, if there is anything new to see and the time for it has come.
    mutating func frame(at now: Instant, from shelf: inout FrameShelf) -> [UInt8]? {
        guard isStale, !isOnItsWay else { return nil }
        if let frameDue, now < frameDue { return nil }
        isStale = false
        painter.paint(picture(at: now, from: &shelf), &output)
        guard !output.isEmpty else { return nil }
        defer { output = [] }
        isOnItsWay = true
        frameDue = pace.use(1, at: now)
        return output
    }

    /// What gives the terminal back.
    mutating func end() -> [UInt8] {
        painter.end(&output)
        return output
    }

    private func picture(at now: Instant, from shelf: inout FrameShelf) -> Canvas {
        guard let notice, client.size.rows > 1 else { return shelf.picture(of: client, at: now) }
        var canvas = client.draw()
        let (row, columns) = (canvas.size.rows - 2, canvas.size.columns)
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: columns))
        canvas.write(notice, at: Point(row: row, column: 1), width: columns - 1, .warning)
        return canvas
    }

    private mutating func press(_ keys: [KeyEvent], at now: Instant) -> [Client.Effect] {
        keys.flatMap { tell(.key($0), at: now) }
    }
}

internal import Clockwork
internal import Drawing

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
    /// When a frame may be drawn that is due.
    private var frameDue: Instant?
    /// What the door says, over the guest's screen, until the next key.
    private(set) var notice: String?

    init(
        _ client: Client, _ capabilities: Capabilities, theme: Theme, _ limits: DoorLimits,
        at now: Instant
    ) {
        self.limits = limits
        self.client = client
        painter = ANSIPainter(capabilities, theme: theme)
        pace = Allowance(atOnce: limits.framesAtOnce, perSecond: limits.framesPerSecond, at: now)
        painter.begin([.mouse, .paste], &output)
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

    mutating func say(_ notice: String) {
        self.notice = notice
        isStale = true
    }

    mutating func use(_ theme: Theme) {
        painter.use(theme)
    }

    mutating func repaint() {
        painter.invalidate()
        isStale = true
    }

    mutating func drain() {
        isOnItsWay = false
    }

    /// The next frame, if there is anything new to see and the time for it has come.
    mutating func frame(at now: Instant) -> [UInt8]? {
        guard isStale, !isOnItsWay else { return nil }
        if let frameDue, now < frameDue { return nil }
        isStale = false
        painter.paint(picture, &output)
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

    private var picture: Canvas {
        var canvas = client.draw()
        if let notice, canvas.size.rows > 1 {
            let row = Area(
                row: canvas.size.rows - 2, column: 0, rows: 1, columns: canvas.size.columns)
            canvas.fill(row)
            canvas.write(
                notice, at: Point(row: row.origin.row, column: 1), width: row.size.columns - 1,
                .warning)
        }
        return canvas
    }

    private mutating func press(_ keys: [KeyEvent], at now: Instant) -> [Client.Effect] {
        keys.flatMap { key -> [Client.Effect] in
            // There is no shell to go back to.
            guard key != .key(.character("z"), .control) else {
                say("Over ssh there is nothing to suspend: q leaves.")
                return []
            }
            return tell(.key(key), at: now)
        }
    }
}

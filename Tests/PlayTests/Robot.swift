import Drawing
import Game
import Play
import SimperiumClock
import Visit

/// A remote terminal whose frames are counted in bytes.
struct MeteredTerminal {
    private var painter = ANSIPainter(Capabilities(), theme: .dark)

    /// Paints a picture, and returns the number of bytes that change the last picture into it.
    @discardableResult
    mutating func paint(_ canvas: Canvas) -> Int {
        var output: [UInt8] = []
        painter.paint(canvas, &output)
        return output.count
    }
}

/// A player at a keyboard without a server, with a clock of their own.
struct Robot {
    private(set) var client: ScreenClient
    private(set) var effects: [ScreenClient.Effect] = []
    private var now = Instant.start

    init(
        _ opponent: LocalGame.LocalOpponent = .samePerson, rows: Int = 24, columns: Int = 80,
        preferences: Preferences = Preferences()
    ) {
        client = ScreenClient(
            .table(opponent), preferences: preferences, size: Size(rows: rows, columns: columns),
            seed: 1)
    }

    var screen: String { client.draw().text }

    /// The number of cells on the board's side of the screen that are part of a piece.
    func pieces(of piece: Piece) -> Int {
        let canvas = client.draw()
        let style: Style = piece == .circle ? .circle : .cross
        let points = (0..<canvas.size.rows).flatMap { row in
            (0..<canvas.size.columns / 2).map { Point(row: row, column: $0) }
        }
        return points.count { canvas[$0]?.style == style && canvas[$0]?.glyph != " " }
    }

    mutating func press(_ keys: String...) {
        for key in keys { feed(.key(Keyboard.event(of: key))) }
    }

    mutating func click(row: Int, column: Int) {
        feed(.key(.mouse(.press(.left), at: Point(row: row, column: column))))
    }

    mutating func feed(_ input: ScreenInput) { feed(.input(input)) }

    mutating func feed(_ event: ScreenClient.Event) {
        effects = client.handle(event, at: now)
    }

    /// Lets all time pass that the program waits for, or so many of its alarms.
    mutating func wait(most: Int = .max) {
        var count = 0
        while count < most, let deadline = client.nextDeadline {
            count += 1
            now = deadline
            effects = client.handle(.wake, at: now)
        }
    }
}

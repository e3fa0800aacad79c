import Drawing
import SimperiumClock
import TestSupport
import Testing

/// After every frame a terminal shows the drawn picture.
@Suite("Painting, properties")
struct PaintingProperties {
    @Test("Every frame is shown as it was drawn")
    func frames() {
        for seed in Seeds.first(150) {
            var stage = Stage(seed: seed)
            for _ in 0..<10 {
                stage.change()
                stage.paint()
                #expect(stage.difference == nil, "seed \(seed)")
                #expect(stage.terminal.complaints == [], "seed \(seed)")
            }
        }
    }

    @Test("A missing capability is never used, and an equal frame has no bytes")
    func restraint() {
        for seed in Seeds.first(50) {
            var stage = Stage(seed: seed)
            for _ in 0..<5 { stage.change() }
            stage.paint()
            let sent = String(decoding: stage.sent, as: UTF8.self)
            #expect(stage.paint() == 0, "seed \(seed)")

            #expect(stage.capabilities.hasReports || !sent.contains("?1049"))
            #expect(stage.capabilities.hasReports || !sent.contains("?1000"))
            #expect(stage.capabilities.hasSynchronizedOutput || !sent.contains("?2026"))
            if !stage.capabilities.isUnicode { #expect(stage.sent.allSatisfy { $0 < 0x7F }) }
            if stage.capabilities.colourDepth == .none {
                #expect(!sent.contains(/\u{1B}\[([0-9;]*;)?([34][0-8]|9[0-7]|10[0-7])[;m]/))
            }
        }
    }
}

/// A canvas, its painter, and a terminal that shows its output.
private struct Stage {
    let capabilities: Capabilities
    private(set) var terminal: TerminalModel
    private(set) var sent: [UInt8] = []
    private var scribbler: Scribbler
    private var canvas: Canvas
    private var shownTheme: Theme
    private var painter: ANSIPainter
    private let wrapping: TerminalModel.Wrapping

    init(seed: UInt64) {
        scribbler = Scribbler(seed: seed)
        capabilities = scribbler.capabilities()
        let theme = scribbler.theme()
        shownTheme = theme.adapted(to: capabilities.colourDepth)
        painter = ANSIPainter(capabilities, theme: theme)
        canvas = Canvas(scribbler.size())
        // A painter that fills the last cell must know that the terminal waits there.
        let mayWait = scribbler.random.chance(1, in: 3)
        wrapping = capabilities.fillsLastCell || mayWait ? .lazy : .eager
        terminal = TerminalModel(
            canvas.size, wrapping: wrapping,
            erasesWithBackground: capabilities.erasesWithBackground)
        painter.prepareTerminal([.mouse, .paste], &sent)
        terminal.feed(sent)
    }

    mutating func change() {
        switch scribbler.random.numberBelow(12) {
        case 0: resize(to: scribbler.size())
        case 1: canvas = scribbler.canvas(canvas.size)
        case 2:
            let theme = scribbler.theme()
            shownTheme = theme.adapted(to: capabilities.colourDepth)
            painter.setTheme(theme)
        case 3:
            terminal = screen(canvas.size)
            painter.invalidate()
        default: scribbler.draw(on: &canvas)
        }
    }

    @discardableResult
    mutating func paint() -> Int {
        var frame: [UInt8] = []
        painter.paint(canvas, &frame)
        terminal.feed(frame)
        sent += frame
        return frame.count
    }

    /// The first cell that the terminal shows differently.
    var difference: String? {
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let point = Point(row: row, column: column)
                let shown = terminal.places[row][column].visible
                let drawn = expected(at: point)
                if let drawn, shown != drawn { return "\(point): \(shown) instead of \(drawn)" }
            }
        }
        if terminal.isCursorShown != (canvas.cursor != nil) { return "cursor" }
        guard let cursor = canvas.cursor, terminal.cursor != cursor else { return nil }
        return "cursor at \(terminal.cursor) instead of \(cursor)"
    }

    private func expected(at point: Point) -> TerminalModel.Place? {
        guard let cell = canvas[point] else { return nil }
        let last = Point(row: canvas.size.rows - 1, column: canvas.size.columns - 1)
        let end = Point(row: point.row, column: point.column + cell.glyph.columns - 1)
        let isLost = point == last || end == last
        if isLost && !capabilities.fillsLastCell { return nil }
        let look = shownTheme[cell.style]
        var text = cell.glyph.scalars.map { String($0) }.joined()
        // The painter omits marks that some terminals handle differently.
        if end.column == last.column, text != "" { text = String(cell.glyph.character) }
        if !capabilities.isUnicode { text = String(cell.glyph.ascii) }
        return TerminalModel.Place(text: text, look: look).visible
    }

    private func screen(_ size: Size) -> TerminalModel {
        TerminalModel(
            size, wrapping: wrapping, erasesWithBackground: capabilities.erasesWithBackground,
            modes: terminal.modes)
    }

    private mutating func resize(to size: Size) {
        guard size != canvas.size else { return }
        let before = canvas
        canvas = Canvas(size)
        canvas.paste(before, at: .topLeft)
        terminal = screen(size)
    }
}

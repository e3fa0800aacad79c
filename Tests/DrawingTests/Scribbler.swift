import Drawing
import SimperiumClock

/// A random drawer, past every edge and across every wide character.
struct Scribbler {
    var random: SeededRandom

    static let characters: [Unicode.Scalar] = [
        " ", " ", " ", "a", "b", "X", "O", "7", "é", "─", "│", "█", "●", "★", "▚", "漢", "字", "あ",
        "한", "Ｘ",
        "🎉", "😀", "\u{301}", "\u{323}", "\u{308}", "\n", "\u{7}", "\u{200D}", "\u{202E}",
        "\u{E000}",
    ]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func size() -> Size {
        Size(rows: 1 + random.numberBelow(8), columns: 1 + random.numberBelow(24))
    }

    mutating func style() -> Style {
        random.pick(Style.allCases) ?? .plain
    }

    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.numberBelow(12) { text.append(random.pick(Self.characters) ?? " ") }
        return String(text)
    }

    mutating func point(near size: Size) -> Point {
        Point(
            row: random.numberBelow(size.rows + 2) - 1,
            column: random.numberBelow(size.columns + 4) - 2)
    }

    mutating func area(near size: Size) -> Area {
        Area(
            origin: point(near: size),
            size: Size(
                rows: random.numberBelow(size.rows + 2),
                columns: random.numberBelow(size.columns + 2)))
    }

    mutating func glyph() -> Glyph {
        Glyph(random.pick(Self.characters) ?? " ")
    }

    mutating func draw(on canvas: inout Canvas) {
        let place = point(near: canvas.size)
        let style = style()
        switch random.numberBelow(10) {
        case 0...3: canvas.write(text(), at: place, style)
        case 4:
            let alignment = random.pick([Alignment.left, .centre, .right]) ?? .left
            let width = random.numberBelow(canvas.size.columns + 3)
            canvas.write(text(), at: place, width: width, aligned: alignment, style)
        case 5: canvas.fill(area(near: canvas.size), with: glyph(), style)
        case 6: canvas.drawBox(area(near: canvas.size), style)
        case 7:
            let mayCopy = random.chance(1, in: 2)
            let copied = canvas[point(near: canvas.size)]?.glyph
            canvas.put(mayCopy ? copied ?? .blank : glyph(), at: place, style)
        case 8: canvas.showCursor(at: place)
        default:
            let part = area(near: canvas.size)
            var deeper = self
            canvas.drawInside(part) { deeper.draw(on: &$0) }
            self = deeper
        }
        if random.chance(1, in: 8) { canvas.hideCursor() }
    }

    mutating func canvas(_ size: Size) -> Canvas {
        var canvas = Canvas(size)
        for _ in 0..<random.numberBelow(6) { draw(on: &canvas) }
        return canvas
    }

    mutating func capabilities() -> Capabilities {
        var capabilities = Capabilities()
        capabilities.colourDepth = random.pick(ColourDepth.allCases) ?? .none
        capabilities.isUnicode = random.chance(2, in: 3)
        capabilities.hasReports = random.chance(1, in: 2)
        capabilities.hasSynchronizedOutput = random.chance(1, in: 2)
        capabilities.erasesWithBackground = random.chance(1, in: 2)
        capabilities.fillsLastCell = random.chance(2, in: 3)
        return capabilities
    }

    /// Returns a built-in theme, or a random one.
    mutating func theme() -> Theme {
        if random.chance(1, in: 2) { return random.pick(Theme.builtIn) ?? .dark }
        var looks: [Style: Look] = [:]
        for style in Style.allCases {
            let attributes = Look.Attributes(rawValue: UInt8(random.numberBelow(16)))
            looks[style] = Look(colour(), on: colour(), attributes: attributes)
        }
        return Theme("garish") { looks[$0] ?? Look() }
    }

    private mutating func colour() -> Colour {
        switch random.numberBelow(4) {
        case 0: .palette(UInt8(random.numberBelow(256)))
        case 1:
            .rgb(
                red: UInt8(random.numberBelow(256)), green: 7, blue: UInt8(random.numberBelow(256)))
        case 2: .palette(UInt8(random.numberBelow(16)))
        default: .standard
        }
    }
}

import Drawing
import SimperiumClock

/// A canvas that draws and paints as the bytes direct. No wide character may be cut in half.
struct CanvasFuzz {
    private var bytes: ArraySlice<UInt8>
    private var canvas = Canvas(Size(rows: 6, columns: 20))
    private var painter: ANSIPainter

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        var capabilities = Capabilities()
        let wishes = self.bytes.popFirst() ?? 0
        capabilities.colourDepth = ColourDepth.allCases[Int(wishes & 3)]
        capabilities.isUnicode = wishes & 4 == 0
        capabilities.erasesWithBackground = wishes & 8 == 0
        capabilities.hasSynchronizedOutput = wishes & 16 == 0
        capabilities.fillsLastCell = wishes & 32 == 0
        painter = ANSIPainter(capabilities, theme: Theme.builtIn[Int(wishes >> 6)])
    }

    mutating func run() {
        var output: [UInt8] = []
        while let byte = bytes.popFirst() {
            draw(byte % 16)
            check()
            painter.paint(canvas, &output)
            let length = output.count
            painter.paint(canvas, &output)
            precondition(output.count == length, "the same frame was painted twice")
            output.removeAll(keepingCapacity: true)
        }
    }

    private mutating func draw(_ choice: UInt8) {
        switch choice {
        case 0:
            let before = canvas
            canvas = Canvas(Size(rows: number(), columns: min(number(), 40)))
            canvas.paste(before, at: .topLeft)
        case 1: canvas.fill(area(), with: Glyph(scalar()), style())
        case 2: canvas.drawBox(area(), style())
        case 3: canvas.drawHorizontalRule(at: point(), columns: number())
        case 4: canvas.drawVerticalRule(at: point(), rows: number())
        case 5: canvas.put(Glyph(scalar()), at: point(), style())
        case 6: canvas.showCursor(at: point())
        case 7: canvas.hideCursor()
        case 8: canvas.write(text(), at: point(), width: number(), aligned: .right, style())
        case 9:
            let (part, text, place, style) = (area(), text(), point(), style())
            canvas.drawInside(part) { $0.write(text, at: place, style) }
        case 10: painter.invalidate()
        case 11:
            let glyph = canvas[point()]?.glyph ?? .replacement
            canvas.put(glyph, at: point(), style())
        case 12: precondition(text().shortened(toColumns: 5).columns <= 5)
        default: canvas.write(text(), at: point(), style())
        }
    }

    private func check() {
        let size = canvas.size
        for row in 0..<size.rows {
            var mustContinue = false
            for cell in canvas[CellRun(row: row, columns: 0..<size.columns)] {
                precondition((cell.glyph == .continuation) == mustContinue, "half a character")
                mustContinue = cell.glyph.isWide
            }
            precondition(!mustContinue, "half a character at the edge")
        }
    }

    private mutating func number() -> Int {
        let byte = bytes.popFirst() ?? 0
        // Some numbers are extreme.
        return byte == 255 ? .max : byte == 254 ? .min : Int(byte % 32) - 4
    }

    private mutating func point() -> Point { Point(row: number(), column: number()) }

    private mutating func area() -> Area {
        Area(origin: point(), size: Size(rows: number(), columns: number()))
    }

    private mutating func style() -> Style {
        Style.allCases[Int(bytes.popFirst() ?? 0) % Style.allCases.count]
    }

    private mutating func text() -> String {
        let length = Int(bytes.popFirst() ?? 0) % 24
        let taken = bytes.prefix(length)
        bytes = bytes.dropFirst(taken.count)
        return String(decoding: taken, as: UTF8.self)
    }

    private mutating func scalar() -> Unicode.Scalar {
        text().unicodeScalars.first ?? " "
    }
}

/// Feeds a key parser the same bytes at once and one by one.
func fuzzKeys(_ bytes: [UInt8]) {
    var whole = KeyParser()
    var cut = KeyParser()
    let expected = whole.read(bytes, at: .start)
    var events: [TerminalInputEvent] = []
    for byte in bytes { events += cut.read([byte], at: .start) }
    precondition(events == expected, "pieces mean something else than the whole")
    precondition(cut == whole, "pieces leave something else than the whole")
    precondition(events.count <= bytes.count, "more events than bytes")
    let late = Instant.start + .seconds(3)
    _ = whole.flushExpired(at: late)
    precondition(whole.nextDeadline == nil, "something is still awaited")
    precondition(whole.read([0x71], at: late) == [.key(.character("q"))], "a key was lost")
}

import Drawing
import DrawingSamples
import Testing

@Suite("ANSI painter")
struct PainterTests {
    @Test(
        "The first frame clears the screen; later ones paint changes, and show or hide the cursor")
    func frames() {
        var frames = Frames()

        #expect(
            frames.paint { $0.write("clock 18 s", at: Point(row: 4, column: 60)) }
                == "\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[5;61Hclock 18 s\u{1B}[?25l")
        #expect(frames.paint { $0.write("7", at: Point(row: 4, column: 67)) } == "\u{8}\u{8}\u{8}7")
        #expect(frames.paint { $0.write("6", at: Point(row: 4, column: 67)) } == "\u{8}6")
        #expect(frames.paint { _ in } == "")

        // A hidden cursor is not moved.
        var cursor = Frames()
        cursor.paint { $0.showCursor(at: .topLeft) }
        #expect(cursor.paint { $0.hideCursor() } == "\u{1B}[?25l")
        #expect(cursor.paint { _ in } == "")
        #expect(cursor.paint { $0.showCursor(at: .topLeft) } == "\u{1B}[?25h")
    }

    @Test(
        "The cursor moves by the shortest sequence",
        arguments: [
            ((4, 9), (0, 0), "\u{1B}[H"), ((4, 9), (7, 0), "\u{1B}[8H"),
            ((4, 9), (4, 10), "\u{1B}[C"),
            ((4, 9), (4, 14), "\u{1B}[5C"), ((4, 9), (4, 6), "\u{8}\u{8}\u{8}"),
            ((4, 9), (4, 5), "\u{1B}[4D"), ((4, 9), (4, 0), "\r"), ((4, 40), (5, 1), "\u{1B}[6;2H"),
            ((4, 40), (4, 1), "\r\u{1B}[C"),
            ((4, 9), (5, 9), "\u{1B}[B"), ((4, 9), (2, 9), "\u{1B}[2A"),
            ((4, 9), (3, 8), "\u{1B}[A\u{8}"),
            ((4, 9), (6, 0), "\u{1B}[7H"), ((4, 9), (20, 70), "\u{1B}[21;71H"),
        ])
    func cursor(from start: (Int, Int), to end: (Int, Int), sent: String) {
        var frames = Frames()
        frames.paint { $0.showCursor(at: Point(row: start.0, column: start.1)) }

        #expect(frames.paint { $0.showCursor(at: Point(row: end.0, column: end.1)) } == sent)
    }

    @Test("Colours and weight are set when they change, and blanks need none")
    func looks() {
        var frames = Frames(size: Size(rows: 1, columns: 40))
        frames.paint { _ in }

        #expect(frames.paint { $0.write("X", at: .topLeft, .cross) } == "\u{1B}[1;36mX")
        #expect(
            frames.paint {
                $0.write("a", at: Point(row: 0, column: 1), .strong)
                $0.write("  ", at: Point(row: 0, column: 2), .circle)
                $0.write("b", at: Point(row: 0, column: 4), .strong)
                $0.write("c", at: Point(row: 0, column: 5), .titleBarAlert)
            } == "\u{1B}[39ma  b\u{1B}[7;33mc")
    }

    @Test("An attribute is ended alone if that is shorter, and if the terminal supports it")
    func endings() {
        var capabilities = Capabilities()
        for isKnown in [true, false] {
            capabilities.endsAttributes = isKnown
            var frames = Frames(capabilities, size: Size(rows: 1, columns: 40))
            frames.paint { $0.write("a", at: .topLeft, .titleBarAlert) }
            let second = frames.paint { $0.write("b", at: Point(row: 0, column: 1), .circle) }
            let third = frames.paint { $0.write("c", at: Point(row: 0, column: 2), .plain) }
            #expect(second == (isKnown ? "\u{1B}[27mb" : "\u{1B}[0;1;33mb"))
            #expect(third == "\u{1B}[mc")
        }
    }

    @Test("The end of a row is erased if that is shorter, but not in reversed bars")
    func erasing() {
        var frames = Frames(size: Size(rows: 2, columns: 30))
        frames.paint { $0.write("a long line of text", at: .topLeft) }

        #expect(
            frames.paint { $0.fill(Area(row: 0, column: 6, rows: 1, columns: 24)) }
                == "\u{1B}[12D\u{1B}[K")
        frames.paint { $0.write("first     second     third", at: Point(row: 1, column: 0)) }
        #expect(frames.paint { $0.fill($0.bounds) } == "\u{1B}[H\u{1B}[K\u{1B}[B\u{1B}[K")
        let bar = frames.paint { $0.fill($0.bounds, .titleBar) }
        #expect(bar.hasSuffix(String(repeating: " ", count: 30)))
    }

    @Test("A character of uncertain width shifts nothing after it", arguments: [1, 2])
    func uncertainty(emojiColumns: Int) {
        var frames = Frames(size: Size(rows: 2, columns: 10))
        var terminal = TerminalModel(Size(rows: 2, columns: 10), wrapping: .eager)
        terminal.emojiColumns = emojiColumns
        terminal.feed(Array(frames.paint { $0.write("a🎉bc🎉漢", at: .topLeft) }.utf8))
        #expect(terminal.text.hasPrefix(emojiColumns == 2 ? "a🎉bc🎉漢" : "a🎉 bc🎉 漢"))

        terminal.feed(Array(frames.paint { $0.write("x🎉yz", at: .topLeft) }.utf8))
        #expect(terminal.text.hasPrefix(emojiColumns == 2 ? "x🎉yz🎉漢" : "x🎉 yz🎉 漢"))
    }

    @Test("A terminal is set up and restored, only with its own capabilities")
    func modes() {
        let plain = painted(Capabilities.ofKnownTerminal(term: "vt100", environment: [:])) {
            painter, output in
            painter.prepareTerminal([.mouse, .paste], &output)
            painter.restoreTerminal(&output)
        }
        #expect(plain == "\u{1B}[?7l\u{1B}[?25l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[H\u{1B}[J")

        let modern = painted(Capabilities.ofKnownTerminal(term: "foot", environment: [:])) {
            painter, output in
            painter.prepareTerminal([.mouse, .paste], &output)
            painter.requestReports([.paste], &output)
            painter.requestReports([.paste], &output)
            painter.restoreTerminal(&output)
        }
        #expect(
            modern
                == "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[22;2t\u{1B}[?1000h"
                + "\u{1B}[?1006h\u{1B}[?2004h"
                + "\u{1B}[?1006l\u{1B}[?1000l"
                + "\u{1B}[?2026l\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l"
                + "\u{1B}]2;\u{1B}\\\u{1B}[23;2t\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        )
    }

    @Test("An address is put behind its cells once, and again when they change")
    func links() {
        var painter = ANSIPainter(Capabilities(), theme: .dark)
        var canvas = Canvas(Size(rows: 3, columns: 20))
        func frame(_ text: String, _ address: String = "ssh://NZWG@play.example:2222") -> String {
            var output: [UInt8] = []
            canvas = Canvas(Size(rows: 3, columns: 20))
            canvas.write(text, at: Point(row: 1, column: 2))
            canvas.linkIfUncut(address, at: Point(row: 1, column: 2), columns: text.columns)
            painter.paint(canvas, &output)
            return String(decoding: output, as: UTF8.self)
        }
        let link =
            "\u{1B}7\u{1B}[2;3H\u{1B}[m\u{1B}]8;;ssh://NZWG@play.example:2222\u{1B}\\"
            + "ssh 漢\u{1B}]8;;\u{1B}\\\u{1B}8"
        #expect(frame("ssh 漢").contains(link))
        #expect(frame("ssh 漢") == "")
        #expect(frame("ssh x").contains("ssh x\u{1B}]8;;"))
        for address in [
            "ssh://a b", "ssh://\u{1B}]", "ssh://é", String(repeating: "a", count: 481),
        ] {
            #expect(!frame("text", address).contains("]8;;"))
        }
        // A text that is cut off has none.
        #expect(!frame("a text of 19 cells!").contains("]8;;"))
    }

    @Test("In ASCII, a wide character of a link takes two columns")
    func wideCharacterOfLinkInASCII() {
        var capabilities = Capabilities()
        capabilities.isUnicode = false
        var painter = ANSIPainter(capabilities, theme: .dark)
        var canvas = Canvas(Size(rows: 3, columns: 20))
        canvas.write("漢x", at: .topLeft)
        canvas.linkIfUncut("ssh://play.example", at: .topLeft, columns: 3)
        var output: [UInt8] = []
        painter.paint(canvas, &output)
        let sent = String(decoding: output, as: UTF8.self)
        #expect(sent.contains("]8;;ssh://play.example\u{1B}\\? x\u{1B}]8;;"))
    }

    @Test("The window has the canvas's title, without any control characters")
    func title() {
        for (isUnicode, shown) in [(true, "● your move, x\u{FFFD}]"), (false, "# your move, x?]")] {
            var capabilities = Capabilities()
            capabilities.isUnicode = isUnicode
            var frames = Frames(capabilities)
            let named = frames.paint { $0.title = "● your move, x\u{1B}]" }
            #expect(named.hasSuffix("\u{1B}]2;\(shown)\u{1B}\\"))
            #expect(frames.paint { $0.title = "● your move, x\u{1B}]" } == "")
            #expect(
                frames.paint { $0.title = String(repeating: "a", count: 900) }.utf8.count < 80)
        }
        var old = Capabilities()
        old.hasReports = false
        var frames = Frames(old)
        _ = frames.paint { $0.title = "" }
        #expect(frames.paint { $0.title = "x" } == "")
    }

    @Test("With another theme, or after another program's output, everything is painted")
    func invalidation() {
        var frames = Frames(size: Size(rows: 1, columns: 9))
        let first = frames.paint { $0.write("okafor", at: .topLeft, .cross) }
        frames.painter.setTheme(.light)
        #expect(
            frames.paint { _ in }
                == first.replacing("36", with: "34").replacing("\u{1B}[?25l", with: ""))

        frames.painter.setTheme(.dark)
        frames.painter.invalidate()
        #expect(frames.paint { _ in } == first.replacing("\u{1B}[?25l", with: ""))

        // A long frame is sent as a synchronized update, if the terminal supports that.
        var capabilities = Capabilities()
        capabilities.hasSynchronizedOutput = true
        var whole = Frames(capabilities)
        let long = whole.paint { $0.fill($0.bounds, with: "x") }
        #expect(long.hasPrefix("\u{1B}[?2026h") && long.hasSuffix("\u{1B}[?2026l"))
        #expect(whole.paint { $0.put("y", at: .topLeft) } == "\u{1B}[Hy")
    }

    @Test("With 16 colours, the substitute for a theme follows the terminal's background")
    func substitute() throws {
        let nord = try #require(Theme.builtIn.first { $0.name == "nord" })
        var state = PaintedTerminalState(Capabilities(), theme: nord)
        #expect(state.looks == .dark)
        for isFirst in [true, false] {
            let isChanged = state.applyBackground(isLight: true)
            #expect(isChanged == isFirst)
            #expect(state.looks == .light && state.theme == nord)
        }
        state.setTheme(.dark)
        #expect(state.looks == .dark)
        let known = PaintedTerminalState(Capabilities(), theme: nord, onLight: true)
        #expect(known.looks == .light)
    }

    private func painted(
        _ capabilities: Capabilities?, _ act: (inout ANSIPainter, inout [UInt8]) -> Void
    ) -> String {
        var painter = ANSIPainter(capabilities ?? Capabilities(), theme: .dark)
        var output: [UInt8] = []
        act(&painter, &output)
        return String(decoding: output, as: UTF8.self)
    }
}

@Suite("Bytes to a terminal")
struct ByteBudgetTests {
    @Test(
        "A board has no more bytes than slow connections can bear",
        arguments: [ColourDepth.none, .sixteen, .palette, .rgb], [true, false])
    func budgets(depth: ColourDepth, isUnicode: Bool) {
        var capabilities = Capabilities()
        capabilities.colourDepth = depth
        capabilities.isUnicode = isUnicode
        var painter = ANSIPainter(capabilities, theme: .dark)
        var board = SampleBoard()
        func cost() -> Int {
            var output: [UInt8] = []
            painter.paint(board.draw(), &output)
            return output.count
        }

        #expect(cost() <= 4_096, "the first paint")
        #expect(cost() == 0, "nothing changed")
        board.cursor = 5
        #expect(cost() <= 80, "the cursor goes on")
        board.clock -= 1
        #expect(cost() <= 24, "a second passes")
        board.watchers += 1
        #expect(cost() <= 64, "somebody comes to watch")
        board.pieces[5] = .cross
        board.notice = "okafor is to move. Your X stands in cell 6."
        #expect(cost() <= 400, "a move")
    }
}

/// A painter and the canvas of its last frame.
private struct Frames {
    var canvas: Canvas
    var painter: ANSIPainter

    init(_ capabilities: Capabilities = Capabilities(), size: Size = Size(rows: 24, columns: 80)) {
        canvas = Canvas(size)
        painter = ANSIPainter(capabilities, theme: .dark)
    }

    @discardableResult
    mutating func paint(_ draw: (inout Canvas) -> Void) -> String {
        draw(&canvas)
        var output: [UInt8] = []
        painter.paint(canvas, &output)
        return String(decoding: output, as: UTF8.self)
    }
}

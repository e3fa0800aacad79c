/// A painter of canvases on a remote terminal. It writes bytes: each frame contains the cells that
/// differ from the last frame.
///
/// All bytes must arrive in order, and no other program may write to the terminal. If another
/// program did, call `invalidate`, so that the next frame is complete.
package struct ANSIPainter: Sendable {
    private var screen: PaintedTerminalState
    private var pen: TerminalPen
    private var isCursorShown: Bool?

    package init(
        _ capabilities: Capabilities, theme: Theme, onLight hasLightBackground: Bool? = nil
    ) {
        precondition(capabilities.isAddressable, "a terminal without a screen can't be painted on")
        screen = PaintedTerminalState(capabilities, theme: theme, onLight: hasLightBackground)
        pen = TerminalPen(endsAttributes: capabilities.endsAttributes)
    }

    package var capabilities: Capabilities { screen.capabilities }

    /// Appends the bytes that prepare the terminal: they select the alternate screen if there is
    /// one, turn wrapping off, hide the cursor, and request `reports`. The next frame is painted
    /// completely.
    package mutating func prepareTerminal(_ reports: TerminalReports, _ output: inout [UInt8]) {
        if capabilities.hasReports { output.append("\u{1B}[?1049h") }
        // If wrapping is off, a character of unexpected width can't move a row.
        output.append("\u{1B}[?7l\u{1B}[?25l")
        isCursorShown = false
        output.append(screen.startSequence())
        requestReports(reports, &output)
        invalidate()
    }

    /// Appends the bytes that request these reports and cancel all others. Appends nothing for a
    /// terminal that sends no reports.
    package mutating func requestReports(_ reports: TerminalReports, _ output: inout [UInt8]) {
        output.append(screen.requestReports(reports))
    }

    /// Appends the bytes that restore the terminal, and makes the next frame complete.
    package mutating func restoreTerminal(_ output: inout [UInt8]) {
        output += Self.restoration(of: capabilities)
        self = ANSIPainter(
            capabilities, theme: screen.theme, onLight: screen.hasLightBackground)
    }

    /// Returns the bytes that restore a terminal from any state. They depend only on
    /// `capabilities`, so a caller can prepare them for a crash.
    package static func restoration(of capabilities: Capabilities) -> [UInt8] {
        var output: [UInt8] = []
        if capabilities.hasSynchronizedOutput { output.append(frameEnd) }
        output.append(PaintedTerminalState.endSequence(capabilities))
        output.append("\u{1B}[m\u{1B}[?7h\u{1B}[?25h")
        output.append(capabilities.hasReports ? "\u{1B}[?1049l" : "\u{1B}[H\u{1B}[J")
        return output
    }

    /// Shows another theme from the next frame on.
    package mutating func setTheme(_ theme: Theme) {
        screen.setTheme(theme)
    }

    /// Applies the brightness of the terminal's own background. If this changes the colours, the
    /// next frame is complete.
    package mutating func applyBackground(isLight: Bool) {
        screen.applyBackground(isLight: isLight)
    }

    /// Applies the terminal program's name, which can add colours. If it does, the next frame is
    /// complete.
    package mutating func applyProgram(_ program: TerminalProgram) {
        screen.applyProgram(program)
    }

    /// Makes the next frame complete, for a screen of unknown content.
    package mutating func invalidate() {
        screen.shown = nil
    }

    /// Appends the bytes that turn the last frame into `canvas`; nothing if the two are equal.
    package mutating func paint(_ canvas: Canvas, _ output: inout [UInt8]) {
        let start = output.count
        let before = shownCanvasOrCleared(canvas.grid, &output)
        paint(canvas.runs(changedFrom: before), of: canvas, &output)
        showOrHideCursor(canvas.cursor, &output)
        output += screen.linkSequences(of: canvas)
        output.append(screen.setTitle(canvas.title))
        screen.shown = canvas
        bracketLargeFrame(from: start, &output)
    }
}

extension ANSIPainter {
    /// The size in bytes of the largest frame without brackets. Such a frame arrives in one piece
    /// anyway.
    private static let unbracketedFrame = 128

    private static let frameStart = "\u{1B}[?2026h"
    private static let frameEnd = "\u{1B}[?2026l"

    /// Returns the content of the screen. Clears the screen first if its content is unknown or of
    /// another size.
    private mutating func shownCanvasOrCleared(_ grid: Size, _ output: inout [UInt8]) -> Canvas {
        if let shown = screen.shown, shown.grid == grid { return shown }
        pen = TerminalPen(endsAttributes: capabilities.endsAttributes)
        let plain = screen.looks[.plain]
        pen.setLook(plain, toDraw: .replacement, &output)
        pen.move(to: .topLeft, &output)
        output.append("\u{1B}[J")
        return Canvas(grid, filledWith: canErase(to: plain) ? .blank : .unknown)
    }

    private mutating func paint(_ runs: [CellRun], of canvas: Canvas, _ output: inout [UInt8]) {
        var erasedRow: Int?
        for run in runs where run.row != erasedRow {
            var point = run.start
            let tail = startOfErasableTail(of: run, in: canvas)
            for cell in canvas[run].prefix(tail - point.column) {
                if cell.glyph != .continuation { draw(cell, at: point, in: canvas.grid, &output) }
                point.column += 1
            }
            guard let blank = canvas[run].dropFirst(tail - run.columns.lowerBound).first else {
                continue
            }
            pen.move(to: point, &output)
            pen.setLook(screen.looks[blank.style], toDraw: .blank, &output)
            output.append("\u{1B}[K")
            erasedRow = run.row
        }
    }

    private mutating func draw(
        _ cell: Cell, at point: Point, in grid: Size, _ output: inout [UInt8]
    ) {
        let isLast = point.row == grid.rows - 1 && point.column + cell.glyph.columns == grid.columns
        guard capabilities.fillsLastCell || !isLast else { return }
        let reversed = screen.reversedGlyph(of: cell)
        let (glyph, look) = (reversed ?? cell.glyph, screen.looks[cell.style])
        pen.move(to: point, &output)
        pen.setLook(reversed == nil ? look : look.reversed, toDraw: glyph, &output)
        pen.draw(glyph, columns: grid.columns, isUnicode: screen.isUnicode, &output)
    }

    /// Returns the column where the blanks at the end of a row start. Returns the end of the run if
    /// the terminal can't erase to the colour of these blanks, or if erasing them takes no fewer
    /// bytes than writing them.
    private func startOfErasableTail(of run: CellRun, in canvas: Canvas) -> Int {
        let end = run.columns.upperBound
        let row = canvas[
            CellRun(row: run.row, columns: run.columns.lowerBound..<canvas.grid.columns)]
        guard let last = row.last, canErase(to: screen.looks[last.style]) else { return end }
        let background = screen.looks[last.style].background
        let tail = row.reversed().prefix {
            $0.glyph == .blank && screen.looks[$0.style].backgroundOfBlank == background
        }
        let start = canvas.grid.columns - tail.count
        return start + 3 < end ? start : end
    }

    private func canErase(to look: Look) -> Bool {
        guard let background = look.backgroundOfBlank else { return false }
        return background == .standard || capabilities.erasesWithBackground
    }

    private mutating func showOrHideCursor(_ cursor: Point?, _ output: inout [UInt8]) {
        if let cursor { pen.move(to: cursor, &output) }
        guard isCursorShown != (cursor != nil) else { return }
        output.append(cursor == nil ? "\u{1B}[?25l" : "\u{1B}[?25h")
        isCursorShown = cursor != nil
    }

    private func bracketLargeFrame(from start: Int, _ output: inout [UInt8]) {
        guard capabilities.hasSynchronizedOutput, output.count - start > Self.unbracketedFrame
        else { return }
        output.insert(contentsOf: Self.frameStart.utf8, at: start)
        output.append(Self.frameEnd)
    }
}

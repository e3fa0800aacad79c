internal import CCurses
package import Drawing
internal import Glibc

/// The terminal that this program was started in, drawn on by ncurses.
///
/// There is one in a process, from its making to `close`. It takes the bytes of keys as they are,
/// because ncurses waits for what an Esc may become, and loses characters that arrive in halves.
@safe package final class CursesTerminal {
    private static let input: CInt = 0
    private static let output: CInt = 1
    private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

    private let capabilities: Capabilities
    private let screen: OpaquePointer
    private var inks: Inks
    /// What stands on the screen, if that is known.
    private var shown: Canvas?
    private var isOpen = true
    private var isMouseUsed = false

    package init(_ capabilities: Capabilities, name: String, theme: Theme) throws(TerminalRefusal) {
        guard isatty(Self.input) == 1, isatty(Self.output) == 1 else { throw .notATerminal }
        guard capabilities.isAddressable else { throw .linesOnly(name) }
        self.capabilities = capabilities
        _ = unsafe setlocale(LC_ALL, "")
        _ = unsafe setlocale(LC_NUMERIC, "C")
        var modes = termios()
        _ = unsafe tcgetattr(Self.input, &modes)
        guard let screen = unsafe Self.open(name) else { throw .unknownName(name) }
        unsafe self.screen = unsafe screen
        inks = Inks(theme, capabilities)
        CrashGuard.arm(
            terminal: Self.output, modes: modes,
            restore: ANSIPainter.restoration(of: capabilities))
        takeOver()
    }

    /// Many a terminal is newer than Debian's list of them, and all of those are like xterm. Where
    /// colours are given directly, a number would no longer be one of the terminal's own colours.
    private static func open(_ name: String) -> OpaquePointer? {
        let substitute = "xterm-256color"
        for candidate in [name.hasSuffix("-direct") ? substitute : name, substitute] {
            if let screen = unsafe newterm(candidate, ttt_stdout(), ttt_stdin()) {
                return unsafe screen
            }
        }
        return nil
    }

    package var size: Size { Self.windowSize }

    /// The size of the window that standard output is shown in.
    package static var windowSize: Size {
        var window = winsize()
        _ = unsafe ttt_window_size(output, &window)
        return Size(claimedRows: Int(window.ws_row), columns: Int(window.ws_col))
    }

    package func use(_ theme: Theme) {
        inks = Inks(theme, capabilities)
        invalidate()
    }

    /// Paints what differs from the canvas before.
    package func paint(_ canvas: Canvas) {
        guard isOpen else { return }
        for run in canvas.runs(changedFrom: shown ?? Canvas(Size(rows: 1, columns: 1))) {
            paint(canvas[run], from: run.start)
        }
        shown = canvas
        if let cursor = canvas.cursor {
            _ = unsafe wmove(ttt_stdscr(), CInt(cursor.row), CInt(cursor.column))
        }
        _ = curs_set(canvas.cursor == nil ? 0 : 1)
        _ = unsafe wrefresh(ttt_stdscr())
    }

    /// Follows the window to its new size. The next frame is painted from nothing.
    package func fit() -> Size {
        let size = size
        _ = resizeterm(CInt(size.rows), CInt(size.columns))
        invalidate()
        return size
    }

    /// Has the next frame painted from nothing.
    package func invalidate() {
        shown = nil
        _ = unsafe wclear(ttt_stdscr())
    }

    package func ring() {
        _ = beep()
    }

    /// Has the terminal report the mouse, or keep it for selecting text.
    package func reportMouse(_ isUsed: Bool) {
        guard isUsed != isMouseUsed else { return }
        isMouseUsed = isUsed
        request(isUsed ? Self.mouseOn : Self.mouseOff)
    }

    /// The bytes that have come, or nil when none will come any more. Call it when there are some.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe Glibc.read(Self.input, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Gives the terminal back and stops this process, as Ctrl-Z does. Returns when it goes on:
    /// at once where nobody could have it go on.
    package func suspend() {
        giveBack()
        var byDefault = sigaction()
        var before = sigaction()
        _ = unsafe sigaction(SIGTSTP, &byDefault, &before)
        kill(0, SIGTSTP)
        _ = unsafe sigaction(SIGTSTP, &before, nil)
        takeOver()
        _ = fit()
    }

    /// Gives the terminal back for good.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        giveBack()
        CrashGuard.disarm()
    }

    deinit {
        close()
    }
}

extension CursesTerminal {
    private func takeOver() {
        _ = raw()
        _ = noecho()
        _ = nonl()
        request((isMouseUsed ? Self.mouseOn : "") + "\u{1B}[?2004h")
    }

    private func giveBack() {
        request("\u{1B}[?2004l" + (isMouseUsed ? Self.mouseOff : ""))
        _ = curs_set(1)
        _ = endwin()
    }

    /// Reports of the mouse and of pastes, which ncurses asks some terminals for in a form that
    /// ends at column 223, and others not at all.
    private func request(_ sequence: String) {
        guard capabilities.hasReports else { return }
        let bytes = Array(sequence.utf8)
        _ = unsafe write(Self.output, bytes, bytes.count)
    }

    private func paint(_ cells: ArraySlice<Cell>, from start: Point) {
        var column = start.column
        for cell in cells {
            if cell.glyph != .continuation {
                put(cell, row: CInt(start.row), column: CInt(column))
            }
            column += 1
        }
    }

    private func put(_ cell: Cell, row: CInt, column: CInt) {
        let ink = inks[cell.style]
        guard capabilities.isUnicode else {
            var text = [wchar_t(bitPattern: cell.glyph.ascii.value), 0]
            _ = unsafe ttt_put_cell(row, column, &text, ink.attributes, ink.pair)
            return
        }
        var text = cell.glyph.scalars.map { wchar_t(bitPattern: $0.value) } + [0]
        _ = unsafe ttt_put_cell(row, column, &text, ink.attributes, ink.pair)
    }
}

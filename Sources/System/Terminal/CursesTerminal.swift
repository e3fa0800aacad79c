// Terminal: the terminal of this program, drawn on by ncurses.
// Not here: the terminals of ssh guests (`ANSIPainter` in Drawing), keys (`KeyParser` in Drawing).
// Start with `CursesTerminal`; then `NonblockingTerminalOutput`, `CursesTheme`, `CrashGuard`.

internal import CCurses
package import Drawing
internal import Glibc
package import SimperiumLoop

/// This program's terminal, which ncurses draws on.
///
/// A process has at most one `CursesTerminal` that is not closed. `read` returns keys as bytes,
/// because ncurses would wait after an Esc, and would lose characters that arrive in pieces.
///
/// ncurses writes into a file in memory, because its writes would block the whole process while the
/// terminal reads nothing. The bytes are then sent without blocking. `paint` must not be called
/// while `isBusy`, so a slow terminal gets only the newest picture next.
@safe package final class CursesTerminal {
    private static let input: CInt = 0
    private static let output: CInt = 1
    /// The longest wait in milliseconds for the terminal to accept more of the bytes that restore
    /// it.
    private static let restoreTimeLimit: CInt = 300

    private var screen: PaintedTerminalState
    private let terminalOutput: NonblockingTerminalOutput
    private let cursesOutput: CapturedCursesOutput
    private let modes: TerminalModes
    private var cursesTheme: CursesTheme
    private var sgrOptimizer = SGROptimizer()
    /// The window size that ncurses was last set to.
    private var fittedSize: Size
    private var isOpen = true
    /// The reports that the next frame requests.
    private var requestedReports: TerminalReports = .paste
    private var isBellDue = false
    private var notice: DesktopNotification?

    /// `hasLightBackground` is nil if the terminal's own background is unknown.
    package init(
        _ capabilities: Capabilities, name: String, theme: Theme, onLight hasLightBackground: Bool?
    ) throws(TerminalRefusal) {
        guard isatty(Self.input) == 1, isatty(Self.output) == 1 else { throw .notATerminal }
        guard capabilities.isAddressable else { throw .linesOnly(name) }
        _ = unsafe setlocale(LC_ALL, "")
        _ = unsafe setlocale(LC_NUMERIC, "C")
        modes = TerminalModes(of: Self.input)
        cursesOutput = try CapturedCursesOutput()
        let isOwn =
            capabilities.isLikeXterm
            && Self.openScreenByOwnTerminfoEntry(capabilities, writingTo: cursesOutput)
        guard isOwn || Self.openScreenOrXterm(named: name, writingTo: cursesOutput) else {
            throw .unknownName(name)
        }
        screen = PaintedTerminalState(
            capabilities, theme: theme, atMost: CursesTheme.startColours(capabilities),
            onLight: hasLightBackground)
        cursesTheme = CursesTheme(screen.looks, screen.depth, byOwnEntry: isOwn)
        terminalOutput = NonblockingTerminalOutput(to: Self.output)
        CrashGuard.armAndCaptureErrors(
            terminal: terminalOutput.descriptor.rawValue, modes: modes.original,
            restore: ANSIPainter.restoration(of: capabilities))
        fittedSize = Self.windowSize
        _ = resizeterm(CInt(fittedSize.rows), CInt(fittedSize.columns))
        enterScreenMode()
    }

    /// Opens the terminal by its name. If that fails, opens it as `xterm-256color`, because many
    /// terminals are newer than Debian's list, and such terminals are like xterm. Returns false if
    /// both fail. A name that ends with `-direct` is not used, because low colour numbers would not
    /// be the terminal's own colours.
    private static func openScreenOrXterm(named name: String, writingTo frame: CapturedCursesOutput)
        -> Bool
    {
        let substitute = "xterm-256color"
        for candidate in [name.hasSuffix("-direct") ? substitute : name, substitute] {
            let screen = unsafe newterm(candidate, ttt_file(frame.descriptor), ttt_stdin())
            if unsafe screen != nil { return true }
        }
        return false
    }

    private static func openScreenByOwnTerminfoEntry(
        _ capabilities: Capabilities, writingTo frame: CapturedCursesOutput
    ) -> Bool {
        let entry = DirectColourTerminfoEntry(
            erasesWithBackground: capabilities.erasesWithBackground)
        return entry.withTerminfoInEnvironment { name in
            unsafe newterm(name, ttt_file(frame.descriptor), ttt_stdin()) != nil
        }
    }

    /// The descriptor of the output. It is writable when the terminal accepts bytes.
    package var descriptor: Descriptor { terminalOutput.descriptor }

    /// True if the terminal has not accepted all of the last frame.
    package var isBusy: Bool { terminalOutput.isBusy }

    /// Writes as much of the rest of the last frame as the terminal accepts.
    package func writePending() {
        terminalOutput.writePending()
    }

    package static var windowSize: Size {
        var window = winsize()
        _ = unsafe ttt_window_size(output, &window)
        return Size(claimedRows: Int(window.ws_row), columns: Int(window.ws_col))
    }

    package func setTheme(_ theme: Theme) {
        screen.setTheme(theme)
        refreshColours()
    }

    /// Adjusts the colours to the terminal's own background.
    package func applyBackground(isLight: Bool) {
        if screen.applyBackground(isLight: isLight) { refreshColours() }
    }

    private func refreshColours() {
        cursesTheme = CursesTheme(screen.looks, screen.depth, byOwnEntry: cursesTheme.isByOwnEntry)
        invalidate()
    }

    /// Adjusts the colours to the terminal program. Returns true if the program draws sextant
    /// characters.
    package func adjustColoursAndReportSextants(for program: TerminalProgram) -> Bool {
        if screen.applyProgram(program) { refreshColours() }
        return screen.capabilities.hasSextants(in: program)
    }

    /// Selects ASCII only, or every character that the terminal shows.
    package func selectGlyphSet(isASCII: Bool) {
        if screen.selectGlyphSet(isASCII: isASCII) { invalidate() }
    }

    /// Paints the differences from the last painted canvas, and sends the frame's other output,
    /// with one write. Does nothing after `close`.
    package func paint(_ canvas: Canvas) {
        precondition(!isBusy, "a terminal takes one frame after the other")
        guard isOpen else { return }
        for run in canvas.runs(changedFrom: screen.shown ?? Canvas(Size(rows: 1, columns: 1))) {
            paint(canvas[run], from: run.start)
        }
        let links = screen.linkSequences(of: canvas)
        screen.shown = canvas
        if let cursor = canvas.cursor {
            _ = unsafe wmove(ttt_stdscr(), CInt(cursor.row), CInt(cursor.column))
        }
        _ = curs_set(canvas.cursor == nil ? 0 : 1)
        _ = unsafe wrefresh(ttt_stdscr())
        if isBellDue { _ = beep() }
        let requests = screen.requestReports(requestedReports) + screen.setTitle(canvas.title)
        terminalOutput.send(
            drainOptimizedFrame() + links + requests.utf8 + titleNoticeSequence(canvas.title))
        (isBellDue, notice) = (false, nil)
    }

    /// True if the window's size differs from the size that ncurses was last set to.
    package var hasChangedSize: Bool { fittedSize != Self.windowSize }

    /// Adapts to the window's new size, and returns that size. The next frame is complete.
    package func fitToWindow() -> Size {
        fittedSize = Self.windowSize
        _ = resizeterm(CInt(fittedSize.rows), CInt(fittedSize.columns))
        invalidate()
        return fittedSize
    }

    /// Makes the next frame complete.
    package func invalidate() {
        screen.shown = nil
        _ = unsafe wclear(ttt_stdscr())
    }

    package func ringBellWithNextFrame() {
        isBellDue = true
    }

    /// Makes the next frame also show its title as a desktop notification in this form; nil for no
    /// notification.
    package func showNextTitleAsNotice(by notice: DesktopNotification?) {
        self.notice = notice
    }

    /// Asks the terminal to put a text on the clipboard. Does nothing if the text is too long, or
    /// if the terminal answers no requests.
    package func copyToClipboard(_ text: String) {
        if let sequence = Clipboard.escapeSequence(text) { sendIfReportsSupported(sequence) }
    }

    /// Makes the next frame start or stop reports. Without mouse reports, the mouse selects text.
    package func requestReportsWithNextFrame(_ reports: TerminalReports, _ isWanted: Bool) {
        requestedReports =
            isWanted ? requestedReports.union(reports) : requestedReports.subtracting(reports)
    }

    /// Returns the bytes that have arrived, or none; nil at the end of the input, or after an
    /// error. Call it only when the input is readable.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe Glibc.read(Self.input, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Restores the terminal, prints `line`, and stops this process group, as Ctrl-Z does. Once the
    /// process continues, sets up the screen again and returns. Returns at once if no shell could
    /// continue the process.
    package func suspendProcess(leaving line: String?) {
        restoreTerminal(leaving: line)
        var byDefault = sigaction()
        var before = sigaction()
        _ = unsafe sigaction(SIGTSTP, &byDefault, &before)
        kill(0, SIGTSTP)
        _ = unsafe sigaction(SIGTSTP, &before, nil)
        enterScreenMode()
        _ = fitToWindow()
    }

    package var answersRequests: Bool { screen.capabilities.hasReports }

    /// Restores the terminal for good, and prints a last line. `awaitsMore` receives the input, and
    /// returns true if replies of the terminal may still follow. The replies are discarded, because
    /// a shell would read them as typed text.
    package func close(
        leaving lastLine: String?, awaitsMore: ([UInt8]) -> Bool = { _ in false }
    ) {
        guard isOpen else { return }
        isOpen = false
        if awaitsMore([]) { discardInput(while: awaitsMore) }
        restoreTerminal(leaving: lastLine)
        CrashGuard.disarmAndShowErrors()
    }

    private func discardInput(while awaitsMore: ([UInt8]) -> Bool) {
        var watch = pollfd(fd: Self.input, events: Int16(POLLIN), revents: 0)
        let end = ContinuousClock.now + TerminalBackgroundQuery.lastAnswerWait
        while case let left = end - .now, left > .zero {
            let milliseconds = CInt(left.components.attoseconds / 1_000_000_000_000_000) + 1
            guard unsafe poll(&watch, 1, milliseconds) > 0, let bytes = read(), !bytes.isEmpty,
                awaitsMore(bytes)
            else { break }
        }
        tcflush(Self.input, TCIFLUSH)
    }

    private func encodedText(_ text: String) -> [UInt8] {
        guard !screen.isUnicode else { return Array(text.utf8) }
        return Glyphs(text).map { UInt8(ascii: $0.ascii) }
    }

    deinit {
        close(leaving: nil)
    }

    private func enterScreenMode() {
        modes.setRaw()
        // Otherwise ncurses would cut a frame in half when input arrives.
        _ = typeahead(-1)
        _ = nonl()
        _ = noecho()
        sendIfReportsSupported(screen.startSequence() + screen.requestReports(.paste))
    }

    private func restoreTerminal(leaving lastLine: String?) {
        sendIfReportsSupported(PaintedTerminalState.endSequence(screen.capabilities))
        _ = curs_set(1)
        _ = endwin()
        var output = drainOptimizedFrame()
        if cursesTheme.isByOwnEntry { sgrOptimizer.applyPendingLook(&output) }
        if let lastLine { output += encodedText(lastLine) + "\r\n".utf8 }
        terminalOutput.send(output)
        terminalOutput.drainOrDiscard(within: Self.restoreTimeLimit)
        modes.restoreModes()
    }

    /// Removes and returns the output of ncurses, shortened if ncurses draws with our own terminfo
    /// entry.
    private func drainOptimizedFrame() -> [UInt8] {
        let output = cursesOutput.drain()
        return cursesTheme.isByOwnEntry ? sgrOptimizer.optimize(output) : output
    }

    /// Sends a sequence without ncurses, if the terminal answers requests. ncurses itself would
    /// request reports of the mouse and of pastes from some terminals only, and in a form that ends
    /// at column 223.
    package func sendIfReportsSupported(_ sequence: String) {
        if screen.capabilities.hasReports { terminalOutput.send(Array(sequence.utf8)) }
    }

    private func titleNoticeSequence(_ title: String) -> [UInt8] {
        notice.map { Array($0.escapeSequence(title, isUnicode: screen.isUnicode).utf8) } ?? []
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
        let reversed = cursesTheme.isByOwnEntry ? screen.reversedGlyph(of: cell) : nil
        let ink = cursesTheme[cell.style, isReversed: reversed != nil]
        let glyph = reversed ?? cell.glyph
        let scalars = screen.isUnicode ? Array(glyph.scalars) : [glyph.ascii]
        var text = scalars.map { wchar_t(bitPattern: $0.value) } + [0]
        _ = unsafe ttt_put_cell(row, column, &text, ink.attributes, ink.pair)
    }

    package static var library: LibraryVersion {
        let words = unsafe String(cString: curses_version()).split(separator: " ")
        return LibraryVersion(
            "ncurses", running: words.last.map(String.init) ?? "",
            built: "\(NCURSES_VERSION).\(NCURSES_VERSION_PATCH)")
    }
}

/// The reason why the program can't draw on its terminal.
package enum TerminalRefusal: Error, Hashable, Sendable {
    /// Standard input or output is a file, a pipe, or nothing.
    case notATerminal
    /// ncurses can open neither a terminal with this name nor `xterm-256color`.
    case unknownName(String)
    /// The terminal prints lines, and can't be drawn on.
    case linesOnly(String)
    case tooManyFiles
}

/// A terminal's modes: those before this program, and raw modes.
struct TerminalModes {
    let original: termios
    private let raw: termios
    private let terminal: CInt

    init(of terminal: CInt) {
        var modes = termios()
        _ = unsafe tcgetattr(terminal, &modes)
        self.terminal = terminal
        original = modes
        unsafe cfmakeraw(&modes)
        raw = modes
    }

    /// Sets raw modes: keys arrive at once, without echo, and neither input nor output is changed.
    func setRaw() { set(raw) }

    func restoreModes() { set(original) }

    private func set(_ modes: termios) {
        var modes = modes
        _ = unsafe tcsetattr(terminal, TCSANOW, &modes)
    }
}

/// The state of a terminal that canvases are painted on.
///
/// The painter for guests and the one for the local terminal share it, so that each decision is
/// made once: which cells differ, which colours they have, and what else the terminal is asked for.
package struct PaintedScreen: Sendable {
    package private(set) var capabilities: Capabilities
    /// The theme as it was chosen.
    package private(set) var theme: Theme
    /// The theme in colours that the terminal shows.
    package private(set) var looks: Theme
    /// False if only ASCII is drawn.
    package private(set) var isUnicode: Bool
    /// The canvas on the screen; nil if its contents are unknown.
    package private(set) var shown: Canvas?
    /// The most colours that can be drawn, even if the terminal has more.
    private let depthLimit: ColourDepth
    private var reports: TerminalReports = []
    private var title = ""

    package init(
        _ capabilities: Capabilities, theme: Theme, atMost depthLimit: ColourDepth = .rgb
    ) {
        self.capabilities = capabilities
        self.theme = theme
        self.depthLimit = depthLimit
        looks = theme.reduced(to: min(depthLimit, capabilities.colourDepth))
        isUnicode = capabilities.isUnicode
    }

    package var depth: ColourDepth { min(depthLimit, capabilities.colourDepth) }

    package mutating func setTheme(_ theme: Theme) {
        self.theme = theme
        looks = theme.reduced(to: depth)
        shown = nil
    }

    /// Applies the terminal's name. Returns true if the colours change with it.
    package mutating func applyProgram(_ program: TerminalProgram) -> Bool {
        let before = depth
        capabilities.applyProgram(program)
        guard depth != before else { return false }
        setTheme(theme)
        return true
    }

    /// Draws in ASCII, or in every character that the terminal shows. Returns true for a change.
    package mutating func useGlyphs(isASCII: Bool) -> Bool {
        let isUnicode = !isASCII && capabilities.isUnicode
        guard self.isUnicode != isUnicode else { return false }
        self.isUnicode = isUnicode
        shown = nil
        return true
    }

    package mutating func invalidate() {
        shown = nil
    }

    /// Stores the canvas that was painted.
    package mutating func recordPainted(_ canvas: Canvas) {
        shown = canvas
    }

    /// The glyph that draws a cell with its colours reversed; nil if the cell's own glyph is drawn.
    package func reversedGlyph(of cell: Cell) -> Glyph? { isUnicode ? cell.reversedGlyph : nil }
}

/// Sequences for terminals like xterm. Other terminals are sent none.
extension PaintedScreen {
    /// Returns the sequences that begin to use the terminal.
    package mutating func startSequence() -> String {
        (reports, title) = ([], "")
        return capabilities.hasReports ? WindowTitle.beginning : ""
    }

    /// Returns the sequences that end the use of the terminal in any state.
    package static func endSequence(_ capabilities: Capabilities) -> String {
        guard capabilities.hasReports else { return "" }
        return TerminalReports.all.cancellation + WindowTitle.end
    }

    /// Returns the sequences that ask for these reports from now on, and for no others.
    package mutating func requestReports(_ wanted: TerminalReports) -> String {
        guard capabilities.hasReports else { return "" }
        defer { reports = wanted }
        return reports.subtracting(wanted).cancellation + wanted.subtracting(reports).request
    }

    /// Returns the sequences that put addresses behind the cells of a canvas, before `show`: the
    /// addresses that are new, or whose cells have changed. The cursor and its look stay.
    package func links(of canvas: Canvas) -> [UInt8] {
        guard capabilities.hasReports, !canvas.links.isEmpty else { return [] }
        var output: [UInt8] = []
        for link in canvas.links {
            let isShown = shown.map { before in
                before.grid == canvas.grid && before.links.contains(link)
                    && before[link.run] == canvas[link.run]
            }
            guard isShown != true, let style = canvas[link.run].first?.style else { continue }
            output.append("\u{1B}7")
            CursorMove.to(link.run.start).append(to: &output)
            output.append("\u{1B}[m")
            if looks[style] != Look() {
                LookChange(from: nil, to: looks[style]).append(to: &output)
            }
            output.append(link.request)
            for cell in canvas[link.run] where cell.glyph != .continuation {
                if isUnicode {
                    output.append(cell.glyph)
                } else {
                    output.append(ascii: cell.glyph.ascii)
                }
            }
            output.append(Link.end)
            output.append("\u{1B}8")
        }
        return output
    }

    /// Returns the sequence that names the window; empty if it has that name.
    package mutating func setTitle(_ newTitle: String) -> String {
        guard capabilities.hasReports, newTitle != title else { return "" }
        title = newTitle
        return WindowTitle.escapeSequence(newTitle, isUnicode: isUnicode)
    }
}

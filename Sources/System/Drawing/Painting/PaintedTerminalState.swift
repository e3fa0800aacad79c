/// The state of a terminal that canvases are painted on.
///
/// The painters for guests and for the local terminal share this type. So each decision is made in
/// one place: the cells that differ, their colours, and the other requests to the terminal.
package struct PaintedTerminalState: Sendable {
    package private(set) var capabilities: Capabilities
    /// The theme that the user chose.
    package private(set) var theme: Theme
    /// The theme in colours that the terminal can show.
    package private(set) var looks: Theme
    /// True if characters beyond ASCII may be drawn.
    package private(set) var isUnicode: Bool
    /// The canvas on the screen; nil if the screen's content is unknown.
    package var shown: Canvas?
    /// The maximum colour depth to use, even if the terminal has more colours.
    private let depthLimit: ColourDepth
    /// True if the terminal's own background is light; nil if it is unknown.
    package private(set) var hasLightBackground: Bool?
    private var reports: TerminalReports = []
    private var title = ""

    package init(
        _ capabilities: Capabilities, theme: Theme, atMost depthLimit: ColourDepth = .rgb,
        onLight hasLightBackground: Bool? = nil
    ) {
        self.capabilities = capabilities
        self.theme = theme
        self.depthLimit = depthLimit
        self.hasLightBackground = hasLightBackground
        looks = theme.adapted(
            to: min(depthLimit, capabilities.colourDepth), onLight: hasLightBackground)
        isUnicode = capabilities.isUnicode
    }

    package var depth: ColourDepth { min(depthLimit, capabilities.colourDepth) }

    package mutating func setTheme(_ theme: Theme) {
        self.theme = theme
        looks = theme.adapted(to: depth, onLight: hasLightBackground)
        shown = nil
    }

    /// Applies the brightness of the terminal's own background. Returns true if the theme is shown
    /// in other colours now.
    @discardableResult
    package mutating func applyBackground(isLight: Bool) -> Bool {
        hasLightBackground = isLight
        guard theme.adapted(to: depth, onLight: isLight) != looks else { return false }
        setTheme(theme)
        return true
    }

    /// Applies the terminal program's name, which can add colours. Returns true if it does.
    @discardableResult
    package mutating func applyProgram(_ program: TerminalProgram) -> Bool {
        let before = depth
        capabilities.applyProgram(program)
        guard depth != before else { return false }
        setTheme(theme)
        return true
    }

    /// Selects ASCII only, or every character that the terminal can show. Returns true if the
    /// selection changes.
    package mutating func selectGlyphSet(isASCII: Bool) -> Bool {
        let isUnicode = !isASCII && capabilities.isUnicode
        guard self.isUnicode != isUnicode else { return false }
        self.isUnicode = isUnicode
        shown = nil
        return true
    }

    /// Returns the glyph that draws a cell with its colours reversed; nil to draw the cell's own
    /// glyph.
    package func reversedGlyph(of cell: Cell) -> Glyph? { isUnicode ? cell.reversedGlyph : nil }
}

/// Sequences for terminals like xterm; other terminals get none.
extension PaintedTerminalState {
    /// Forgets the requested reports and the title. Returns the sequence that saves the window's
    /// earlier title.
    package mutating func startSequence() -> String {
        (reports, title) = ([], "")
        return capabilities.hasReports ? WindowTitle.beginning : ""
    }

    /// Returns the sequences that cancel all reports and restore the window's title, in any state.
    package static func endSequence(_ capabilities: Capabilities) -> String {
        guard capabilities.hasReports else { return "" }
        return TerminalReports.all.cancellation + WindowTitle.end
    }

    /// Returns the sequences that request these reports and cancel all others.
    package mutating func requestReports(_ wanted: TerminalReports) -> String {
        guard capabilities.hasReports else { return "" }
        defer { reports = wanted }
        return reports.subtracting(wanted).cancellation + wanted.subtracting(reports).request
    }

    /// Returns the sequences that link cells to their addresses: for new links, and for links with
    /// changed cells. The sequences leave the cursor's position and the current look unchanged.
    /// Call this before the canvas is stored in `shown`.
    package func linkSequences(of canvas: Canvas) -> [UInt8] {
        guard capabilities.hasReports, !canvas.links.isEmpty else { return [] }
        var output: [UInt8] = []
        for link in canvas.links {
            let isShown = shown.map { before in
                before.grid == canvas.grid && before.links.contains(link)
                    && before[link.run] == canvas[link.run]
            }
            guard isShown != true, let style = canvas[link.run].first?.style else { continue }
            output.append("\u{1B}7")
            CursorMoveSequence.to(link.run.start).append(to: &output)
            output.append("\u{1B}[m")
            if looks[style] != Look() {
                LookChangeSequence(from: nil, to: looks[style]).append(to: &output)
            }
            output.append(link.request)
            for cell in canvas[link.run] {
                if !isUnicode {
                    output.append(ascii: cell.glyph.ascii)
                } else if cell.glyph != .continuation {
                    output.append(cell.glyph)
                }
            }
            output.append(CanvasLink.end)
            output.append("\u{1B}8")
        }
        return output
    }

    /// Returns the sequence that sets the window's title; empty if the window already has this
    /// title.
    package mutating func setTitle(_ newTitle: String) -> String {
        guard capabilities.hasReports, newTitle != title else { return "" }
        title = newTitle
        return WindowTitle.escapeSequence(newTitle, isUnicode: isUnicode)
    }
}

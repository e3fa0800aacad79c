// Drawing: pictures of cells, keys, themes, and a painter for remote terminals.
// Not here: the local terminal (Terminal), the screens (Play).
// Start with `Canvas`; then `KeyParser`, `ANSIPainter`, `ForeignText`.

/// A grid of cells that screens are drawn on. Drawing outside of the grid is clipped.
///
/// A wide character takes two cells: the first holds its glyph, the second a continuation. If one
/// half is cut off or overwritten, the other becomes a blank.
package struct Canvas: Hashable, Sendable {
    let grid: Size
    private(set) var cells: [Cell]
    /// The position of the terminal's own cursor, counted from the corner of the whole canvas; nil
    /// if the cursor is hidden.
    package private(set) var cursor: Point?
    /// True if the terminal can draw sextants: characters that divide a cell into six blocks.
    package var hasSextants = false
    package var title = ""
    /// The hyperlinks: runs of cells, each with its address.
    package private(set) var links: [CanvasLink] = []
    /// The part of the grid that `drawInside` selected. Points count from its origin, and `size`
    /// returns its size.
    private var area: Area
    private var clip: Area

    /// Creates an empty canvas. The size is limited to the range from one cell to `Size.largest`.
    package init(_ size: Size) {
        self.init(size.clamped, filledWith: .blank)
    }

    init(_ grid: Size, filledWith cell: Cell) {
        self.grid = grid
        cells = Array(repeating: cell, count: grid.rows * grid.columns)
        area = Area(origin: .topLeft, size: grid)
        clip = area
    }

    /// The size of the part that `drawInside` selected. Outside `drawInside`, it is the size of the
    /// whole canvas.
    package var size: Size { area.size }

    /// The selected part as an area whose origin is at row 0 and column 0, for callers to divide.
    package var bounds: Area { Area(origin: .topLeft, size: area.size) }

    /// The cell at a point of the whole canvas, or nil outside.
    package subscript(point: Point) -> Cell? {
        guard Area(origin: .topLeft, size: grid).contains(point) else { return nil }
        return cells[index(point.row, point.column)]
    }

    package subscript(run: CellRun) -> ArraySlice<Cell> {
        cells[index(run.row, run.columns.lowerBound)..<index(run.row, run.columns.upperBound)]
    }

    /// Calls `draw` with a part of the canvas selected, and returns its result. Points count from
    /// the part's corner. Cells outside the part don't change, except the other half of a wide
    /// character that `draw` overwrites.
    @discardableResult
    package mutating func drawInside<Result>(
        _ part: Area, _ draw: (inout Canvas) -> Result
    ) -> Result {
        let outer = self.area
        let outerClip = clip
        let wholeGrid = grid
        area = Area(origin: outer.origin + part.origin, size: part.size)
        clip = outerClip.intersection(area)
        let result = draw(&self)
        precondition(grid == wholeGrid, "a part of a canvas can't change the size of the whole")
        area = outer
        clip = outerClip
        return result
    }

    package mutating func put(_ glyph: Glyph, at point: Point, _ style: Style = .plain) {
        draw(glyph, at: absolute(point), style)
    }

    package mutating func fill(_ part: Area, with glyph: Glyph = .blank, _ style: Style = .plain) {
        drawInside(part) { canvas in
            for row in canvas.clip.rows {
                let columns = canvas.clip.columns
                for column in stride(
                    from: columns.lowerBound, to: columns.upperBound, by: glyph.columns)
                {
                    canvas.draw(glyph, at: Point(row: row, column: column), style)
                }
            }
        }
    }

    /// Links the cells of a text that is `columns` cells wide to an address. Does nothing if the
    /// text is empty or cut off, or if the address is not valid.
    package mutating func linkIfUncut(_ address: String, at point: Point, columns: Int) {
        let start = absolute(point)
        guard columns > 0, clip.rows.contains(start.row), start.column >= clip.columns.lowerBound,
            start.column + columns <= clip.columns.upperBound,
            let link = CanvasLink(
                address,
                on: CellRun(row: start.row, columns: start.column..<start.column + columns))
        else { return }
        links.append(link)
    }

    /// Copies the cells of another canvas, with its top left corner at `origin`.
    package mutating func paste(_ other: Canvas, at origin: Point) {
        for row in 0..<other.grid.rows {
            for column in 0..<other.grid.columns {
                let cell = other.cells[other.index(row, column)]
                guard cell.glyph != .continuation else { continue }
                put(cell.glyph, at: origin + Point(row: row, column: column), cell.style)
            }
        }
    }

    /// Shows the terminal's cursor at a point where a screen reader or a screen magnifier should
    /// look. Hides the cursor if the point is clipped.
    package mutating func showCursor(at point: Point) {
        let cell = absolute(point)
        cursor = clip.contains(cell) ? cell : nil
    }

    package mutating func hideCursor() {
        cursor = nil
    }

    /// Converts a point of the selected part to a point of the whole canvas.
    func absolute(_ point: Point) -> Point {
        area.origin + point.withinReach
    }

    private mutating func draw(_ glyph: Glyph, at point: Point, _ style: Style) {
        guard clip.rows.contains(point.row) else { return }
        // A continuation is drawn only with its character.
        let glyph = glyph == .continuation ? .blank : glyph
        let first = index(point.row, point.column)
        let fits = clip.columns.contains(point.column)
        guard glyph.isWide else {
            if fits { setNarrowCell(Cell(glyph, style), at: first) }
            return
        }
        let nextFits = clip.columns.contains(point.column + 1)
        if fits { setNarrowCell(Cell(.blank, style), at: first) }
        if nextFits { setNarrowCell(Cell(.blank, style), at: first + 1) }
        guard fits, nextFits else { return }
        cells[first].glyph = glyph
        cells[first + 1].glyph = .continuation
    }

    private func index(_ row: Int, _ column: Int) -> Int {
        row * grid.columns + column
    }

    /// Writes a narrow cell. If the old cell was half of a wide character, the other half becomes a
    /// blank.
    private mutating func setNarrowCell(_ cell: Cell, at index: Int) {
        let before = cells[index].glyph
        if before == .continuation { cells[index - 1].glyph = .blank }
        if before.isWide { cells[index + 1].glyph = .blank }
        cells[index] = cell
    }
}

extension Canvas {
    /// Writes a text from `point` to the right. Returns the width of the text in cells, including
    /// clipped cells.
    @discardableResult
    package mutating func write(_ text: String, at point: Point, _ style: Style = .plain) -> Int {
        write(Glyphs(text), at: point, style)
    }

    /// Writes a text into `width` cells: a longer text is shortened, and a shorter text is padded
    /// with blanks.
    package mutating func write(
        _ text: String, at point: Point, width: Int, aligned alignment: Alignment = .left,
        _ style: Style = .plain
    ) {
        let area = Area(origin: point, size: Size(rows: 1, columns: width))
        let glyphs = Glyphs.fitting(text, columns: area.size.columns)
        let room = area.size.columns - glyphs.reduce(0) { $0 + $1.columns }
        let indent =
            switch alignment {
            case .left: 0
            case .centre: room / 2
            case .right: room
            }
        fill(area, style)
        write(glyphs, at: area.origin + Point(row: 0, column: indent), style)
    }

    @discardableResult
    private mutating func write(
        _ glyphs: some Sequence<Glyph>, at point: Point, _ style: Style
    ) -> Int {
        let start = point.withinReach
        var columns = 0
        for glyph in glyphs {
            put(glyph, at: start + Point(row: 0, column: columns), style)
            columns += glyph.columns
        }
        return columns
    }
}

extension Canvas {
    /// Draws a rule to the right, and joins it to rules that it meets.
    package mutating func drawHorizontalRule(at start: Point, columns: Int) {
        let rule = Area(origin: start, size: Size(rows: 1, columns: columns))
        for column in rule.columns.clamped(to: 0..<size.columns) {
            var arms: RuleArms = [.left, .right]
            if columns > 1, column == rule.columns.lowerBound { arms = .right }
            if columns > 1, column == rule.columns.upperBound - 1 { arms = .left }
            drawJoinedRule(arms, at: Point(row: rule.origin.row, column: column), .rule)
        }
    }

    /// Draws a rule downwards, and joins it to rules that it meets.
    package mutating func drawVerticalRule(at start: Point, rows: Int) {
        let rule = Area(origin: start, size: Size(rows: rows, columns: 1))
        for row in rule.rows.clamped(to: 0..<size.rows) {
            var arms: RuleArms = [.up, .down]
            if rows > 1, row == rule.rows.lowerBound { arms = .down }
            if rows > 1, row == rule.rows.upperBound - 1 { arms = .up }
            drawJoinedRule(arms, at: Point(row: row, column: rule.origin.column), .rule)
        }
    }

    /// Draws a frame just inside `area`; nothing if `area` has no room for the corners.
    package mutating func drawBox(_ area: Area, _ style: Style = .rule) {
        guard area.size.rows > 1, area.size.columns > 1 else { return }
        let inner = area.inset(rows: 1, columns: 1)
        let right = inner.columns.upperBound
        let bottom = inner.rows.upperBound
        for column in inner.columns.clamped(to: 0..<size.columns) {
            drawJoinedRule([.left, .right], at: Point(row: area.origin.row, column: column), style)
            drawJoinedRule([.left, .right], at: Point(row: bottom, column: column), style)
        }
        for row in inner.rows.clamped(to: 0..<size.rows) {
            drawJoinedRule([.up, .down], at: Point(row: row, column: area.origin.column), style)
            drawJoinedRule([.up, .down], at: Point(row: row, column: right), style)
        }
        drawJoinedRule([.down, .right], at: area.origin, style)
        drawJoinedRule([.down, .left], at: Point(row: area.origin.row, column: right), style)
        drawJoinedRule([.up, .right], at: Point(row: bottom, column: area.origin.column), style)
        drawJoinedRule([.up, .left], at: Point(row: bottom, column: right), style)
    }

    private mutating func drawJoinedRule(_ arms: RuleArms, at point: Point, _ style: Style) {
        let there = self[absolute(point)].flatMap { RuleArms($0.glyph) } ?? []
        put(there.union(arms).glyph, at: point, style)
    }
}

/// The sides of a cell that its rules reach.
private struct RuleArms: OptionSet {
    let rawValue: Int

    static let up = RuleArms(rawValue: 1)
    static let down = RuleArms(rawValue: 2)
    static let left = RuleArms(rawValue: 4)
    static let right = RuleArms(rawValue: 8)

    /// A glyph for each set of arms. A single arm has the glyph of a whole line.
    private static let glyphs: [Glyph] = [
        " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
    ]

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init?(_ glyph: Glyph) {
        guard let last = Self.glyphs.lastIndex(of: glyph) else { return nil }
        rawValue = last
    }

    var glyph: Glyph { Self.glyphs[rawValue] }
}

extension Canvas {
    /// The text of the canvas, row by row, without the blanks at the ends of the rows.
    package var text: String {
        texts.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }

    package var texts: [String] {
        (0..<grid.rows).map { row in
            var scalars = String.UnicodeScalarView()
            for cell in self[CellRun(row: row, columns: 0..<grid.columns)] {
                scalars.append(contentsOf: cell.glyph.scalars)
            }
            return String(scalars)
        }
    }

    /// A digest of the style of each cell and the position of the cursor, which `text` does not
    /// contain.
    package var styleDigest: UInt32 {
        var sum: UInt32 = 0x811C_9DC5
        func mixIntoDigest(_ number: Int) {
            sum = (sum ^ UInt32(truncatingIfNeeded: number)) &* 0x0100_0193
        }
        for cell in cells { mixIntoDigest(Int(cell.style.rawValue)) }
        mixIntoDigest(cursor.map { $0.row * grid.columns + $0.column } ?? -1)
        return sum
    }
}

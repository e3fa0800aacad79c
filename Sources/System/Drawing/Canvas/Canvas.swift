/// A grid of cells that screens are drawn on. Whatever lies outside it is cut off.
///
/// A wide character takes two cells: its own and a continuation. Neither ever stands alone: what
/// cuts one half off, or writes over it, leaves a blank in place of the other.
package struct Canvas: Hashable, Sendable {
    let grid: Size
    private(set) var cells: [Cell]
    /// Where the terminal's own cursor stands, in cells of the whole canvas.
    package private(set) var cursor: Point?
    /// Whether blocks of three rows may be drawn on it.
    package var hasSextants = false
    /// What the window is called meanwhile.
    package var title = ""
    /// What points are counted from, and the room that `size` tells of.
    private var area: Area
    /// What is left of that room within all that surrounds it.
    private var clip: Area

    /// An empty canvas of the nearest size to `size` that there can be.
    package init(_ size: Size) {
        self.init(size.clamped, filledWith: .blank)
    }

    init(_ grid: Size, filledWith cell: Cell) {
        self.grid = grid
        cells = Array(repeating: cell, count: grid.rows * grid.columns)
        area = Area(origin: .topLeft, size: grid)
        clip = area
    }

    /// How much room there is: that of the whole canvas, or of the part that is drawn in.
    package var size: Size { area.size }

    /// The room that there is, as an area to divide.
    package var bounds: Area { Area(origin: .topLeft, size: area.size) }

    /// The cell at a point of the whole canvas, or nil outside.
    package subscript(point: Point) -> Cell? {
        guard Area(origin: .topLeft, size: grid).contains(point) else { return nil }
        return cells[index(point.row, point.column)]
    }

    /// The cells of one run, from left to right.
    package subscript(run: Run) -> ArraySlice<Cell> {
        cells[index(run.row, run.columns.lowerBound)..<index(run.row, run.columns.upperBound)]
    }

    /// Draws in a part: points are counted from its corner, and nothing outside it changes.
    @discardableResult
    package mutating func inside<Result>(
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
        inside(part) { canvas in
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

    /// Puts the terminal's cursor where the eye of a reader or a magnifier should be.
    package mutating func showCursor(at point: Point) {
        let cell = absolute(point)
        cursor = clip.contains(cell) ? cell : nil
    }

    package mutating func hideCursor() {
        cursor = nil
    }

    /// Keeps what fits into the new size.
    package mutating func resize(to size: Size) {
        var resized = Canvas(size)
        let columns = min(grid.columns, resized.grid.columns)
        for row in 0..<min(grid.rows, resized.grid.rows) {
            for column in 0..<columns {
                resized.cells[resized.index(row, column)] = cells[index(row, column)]
            }
            let last = resized.index(row, columns - 1)
            if resized.cells[last].glyph.isWide { resized.cells[last].glyph = .blank }
        }
        resized.cursor = cursor.flatMap { resized.clip.contains($0) ? $0 : nil }
        self = resized
    }

    /// A point of the whole canvas, made of one of the part that is drawn in.
    func absolute(_ point: Point) -> Point {
        area.origin + point.withinReach
    }

    private mutating func draw(_ glyph: Glyph, at point: Point, _ style: Style) {
        guard clip.rows.contains(point.row) else { return }
        // A second cell is drawn with its character, and is nothing without it.
        let glyph = glyph == .continuation ? .blank : glyph
        let first = index(point.row, point.column)
        let fits = clip.columns.contains(point.column)
        guard glyph.isWide else {
            if fits { set(Cell(glyph, style), at: first) }
            return
        }
        let nextFits = clip.columns.contains(point.column + 1)
        if fits { set(Cell(.blank, style), at: first) }
        if nextFits { set(Cell(.blank, style), at: first + 1) }
        guard fits, nextFits else { return }
        cells[first].glyph = glyph
        cells[first + 1].glyph = .continuation
    }

    private func index(_ row: Int, _ column: Int) -> Int {
        row * grid.columns + column
    }

    /// Writes a narrow cell, and a blank over the half of a wide character that it leaves alone.
    private mutating func set(_ cell: Cell, at index: Int) {
        let before = cells[index].glyph
        if before == .continuation { cells[index - 1].glyph = .blank }
        if before.isWide { cells[index + 1].glyph = .blank }
        cells[index] = cell
    }
}

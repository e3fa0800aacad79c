extension Canvas {
    /// Writes a text from `point` on, and returns how many columns it takes.
    @discardableResult
    package mutating func write(_ text: String, at point: Point, _ style: Style = .plain) -> Int {
        write(Glyphs(text), at: point, style)
    }

    /// Writes a text into `width` cells: shortened if it takes more, surrounded by blanks if less.
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

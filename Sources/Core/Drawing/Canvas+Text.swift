/// Where a text stands in room that it does not fill.
package enum Alignment: Hashable, Sendable {
    case left
    case centre
    case right
}

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
        let place = Area(origin: point, size: Size(rows: 1, columns: width))
        let glyphs = Glyphs.fitting(text, columns: place.size.columns)
        let room = place.size.columns - glyphs.reduce(0) { $0 + $1.columns }
        let indent =
            switch alignment {
            case .left: 0
            case .centre: room / 2
            case .right: room
            }
        fill(place, style)
        write(glyphs, at: place.origin + Point(row: 0, column: indent), style)
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

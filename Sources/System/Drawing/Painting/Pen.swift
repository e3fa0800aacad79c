/// Where a terminal's cursor stands and how it draws, and the shortest way to change either.
struct Pen: Sendable {
    /// Nil when the terminal might disagree, as it may behind a line's last column.
    private var position: Point?
    private var look: Look?
    /// Whether an attribute can be ended without all that the terminal draws with.
    private let endsAttributes: Bool

    init(endsAttributes: Bool) {
        self.endsAttributes = endsAttributes
    }

    mutating func move(to point: Point, _ output: inout [UInt8]) {
        guard position != point else { return }
        CursorMove.shortest(from: position, to: point).append(to: &output)
        position = point
    }

    /// Takes on a look, if what is drawn next would show the difference.
    mutating func use(_ new: Look, toDraw glyph: Glyph, _ output: inout [UInt8]) {
        guard new != look else { return }
        let background = glyph == .blank ? new.backgroundOfBlank : nil
        if let background, background == look?.backgroundOfBlank { return }
        change(to: new, &output)
    }

    /// Draws a glyph, or what stands for it, on a screen of so many columns.
    mutating func draw(_ glyph: Glyph, columns: Int, isUnicode: Bool, _ output: inout [UInt8]) {
        if isUnicode {
            // In the last column some terminals, told not to wrap, put marks over the one before.
            let isLast = position.map { $0.column + glyph.columns == columns } ?? false
            output.append(isLast ? glyph.withoutMarks : glyph)
        } else {
            output.append(ascii: glyph.ascii)
            if glyph.isWide { output.append(ascii: " ") }
        }
        let isPredictable = !isUnicode || glyph.isMeasuredAlike
        guard let start = position, isPredictable, start.column + glyph.columns < columns else {
            position = nil
            return
        }
        position = Point(row: start.row, column: start.column + glyph.columns)
    }

    private mutating func change(to new: Look, _ output: inout [UInt8]) {
        let afresh = LookChange(from: nil, to: new)
        let onward = look.map { LookChange(from: $0, to: new) } ?? afresh
        let isKept = onward.endsNothing || endsAttributes && onward.length < afresh.length
        (isKept ? onward : afresh).append(to: &output)
        look = new
    }
}

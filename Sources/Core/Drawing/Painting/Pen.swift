/// Where a terminal's cursor stands and how it draws, and the shortest way to change either.
struct Pen: Sendable {
    /// Nil when the terminal might disagree, as it may behind a line's last column.
    private var position: Point?
    private var look: Look?
    /// Whether reversal can be ended without all that the terminal draws with.
    private let endsReversal: Bool

    init(endsReversal: Bool) {
        self.endsReversal = endsReversal
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
            output.append(UInt8(ascii: glyph.ascii))
            if glyph.isWide { output.append(" ") }
        }
        let isPredictable = !isUnicode || glyph.isMeasuredAlike
        guard let start = position, isPredictable, start.column + glyph.columns < columns else {
            position = nil
            return
        }
        position = Point(row: start.row, column: start.column + glyph.columns)
    }

    private mutating func change(to new: Look, _ output: inout [UInt8]) {
        var old = look ?? Look()
        output.append("\u{1B}[")
        if endsReversal, look != nil, old.attributes.subtracting(new.attributes) == .reverse {
            var rest = old
            rest.attributes.remove(.reverse)
            if new.adds(to: rest) {
                output.append("27;")
                old = rest
            }
        }
        if look == nil || !new.adds(to: old) {
            old = Look()
            if new != old { output.append("0;") }
        }
        for (attribute, code) in Self.codes
        where new.attributes.contains(attribute) && !old.attributes.contains(attribute) {
            output.append(code)
        }
        if new.foreground != old.foreground { append(new.foreground, from: 30, &output) }
        if new.background != old.background { append(new.background, from: 40, &output) }
        // The last parameter's semicolon gives way to the end of the sequence.
        if output.last == UInt8(ascii: ";") { output.removeLast() }
        output.append("m")
        look = new
    }

    private static let codes: [(Look.Attributes, String)] = [
        (.bold, "1;"), (.dim, "2;"), (.underline, "4;"), (.reverse, "7;"),
    ]

    private func append(_ colour: Colour, from first: Int, _ output: inout [UInt8]) {
        switch colour {
        case .standard:
            output.append(number: first + 9)
        case .palette(let index) where index < 8:
            output.append(number: first + Int(index))
        case .palette(let index) where index < 16:
            output.append(number: first + 52 + Int(index))
        case .palette(let index):
            output.append(number: first + 8)
            output.append(";5;")
            output.append(number: Int(index))
        case .rgb(let red, let green, let blue):
            output.append(number: first + 8)
            output.append(";2;")
            for part in [red, green] {
                output.append(number: Int(part))
                output.append(";")
            }
            output.append(number: Int(blue))
        }
        output.append(";")
    }
}

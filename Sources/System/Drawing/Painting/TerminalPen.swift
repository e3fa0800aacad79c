/// A terminal's cursor position and current look, with the shortest sequences that change them.
struct TerminalPen: Sendable {
    /// The position of the cursor; nil if it is uncertain, as after the last column of a row.
    private var position: Point?
    private var look: Look?
    /// True if an attribute can be ended alone.
    private let endsAttributes: Bool

    init(endsAttributes: Bool) {
        self.endsAttributes = endsAttributes
    }

    mutating func move(to point: Point, _ output: inout [UInt8]) {
        guard position != point else { return }
        CursorMoveSequence.shortest(from: position, to: point).append(to: &output)
        position = point
    }

    /// Changes the look if `glyph` would show the difference.
    mutating func setLook(_ new: Look, toDraw glyph: Glyph, _ output: inout [UInt8]) {
        guard new != look else { return }
        let background = glyph == .blank ? new.backgroundOfBlank : nil
        if let background, background == look?.backgroundOfBlank { return }
        change(to: new, &output)
    }

    /// Draws a glyph or its ASCII substitute, on a screen of `columns` columns.
    mutating func draw(_ glyph: Glyph, columns: Int, isUnicode: Bool, _ output: inout [UInt8]) {
        if isUnicode {
            // In the last column, some terminals without wrapping put marks over the cell before.
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
        let complete = LookChangeSequence(from: nil, to: new)
        let difference = look.map { LookChangeSequence(from: $0, to: new) } ?? complete
        let isShorter = endsAttributes && difference.length < complete.length
        (difference.endsNothing || isShorter ? difference : complete).append(to: &output)
        look = new
    }
}

/// An escape sequence that changes the terminal's look. `TerminalPen` sends the shorter of two:
/// only the difference, or a reset with the whole look. If the terminal can't end one attribute
/// alone, `TerminalPen` sends the reset whenever the change ends an attribute or a colour.
struct LookChangeSequence: Hashable, Sendable {
    /// The look before the change; nil to start with a reset.
    private let old: Look?
    private let new: Look

    init(from old: Look?, to new: Look) {
        self.old = old
        self.new = new
    }

    /// True if the change ends no attribute and no colour; false if it starts with a reset.
    var endsNothing: Bool { old.map(new.isAddition) ?? false }

    /// The number of bytes of the parameters with their separators.
    var length: Int {
        (startsWithReset ? 2 : 0) + 3 * ended.rawValue.nonzeroBitCount
            + 2 * begun.rawValue.nonzeroBitCount + (foreground.map(Self.length) ?? 0)
            + (background.map(Self.length) ?? 0)
    }

    func append(to output: inout [UInt8]) {
        output.append("\u{1B}[")
        if startsWithReset { output.append("0;") }
        let (ended, begun) = (ended, begun)
        // Most looks differ in their colours alone.
        if !ended.union(begun).isEmpty {
            for (attribute, _, end) in Self.codes where ended.contains(attribute) {
                output.append(end)
            }
            for (attribute, start, _) in Self.codes where begun.contains(attribute) {
                output.append(start)
            }
        }
        if let foreground { Self.append(foreground, from: 30, &output) }
        if let background { Self.append(background, from: 40, &output) }
        // The sequence's final byte replaces the last semicolon.
        if output.last == UInt8(ascii: ";") { output.removeLast() }
        output.append(ascii: "m")
    }

    private static let codes: [(Look.Attributes, start: String, end: String)] = [
        (.bold, "1;", "22;"), (.dim, "2;", "22;"), (.underline, "4;", "24;"),
        (.reverse, "7;", "27;"),
    ]
    private static let weights: Look.Attributes = [.bold, .dim]

    /// True if the parameters start with 0, a reset. For the default look, empty parameters are a
    /// reset already.
    private var startsWithReset: Bool { old == nil && new != Look() }

    /// The attributes to end. If bold and dim both end, only bold is listed, because its code ends
    /// both.
    private var ended: Look.Attributes {
        guard let old else { return [] }
        let gone = old.attributes.subtracting(new.attributes)
        return gone.isSuperset(of: Self.weights) ? gone.subtracting(.dim) : gone
    }

    private var begun: Look.Attributes {
        let lost = ended.isDisjoint(with: Self.weights) ? ended : ended.union(Self.weights)
        return new.attributes.subtracting(old?.attributes.subtracting(lost) ?? [])
    }

    private var foreground: Colour? {
        new.foreground == old?.foreground ?? .standard ? nil : new.foreground
    }

    private var background: Colour? {
        new.background == old?.background ?? .standard ? nil : new.background
    }

    private static func length(of colour: Colour) -> Int {
        switch colour {
        case .standard, .palette(..<8): 3
        case .palette(..<16): 4
        case .palette(let index): 6 + digits(Int(index))
        case .rgb(let red, let green, let blue):
            8 + digits(Int(red)) + digits(Int(green)) + digits(Int(blue))
        }
    }

    private static func append(_ colour: Colour, from first: Int, _ output: inout [UInt8]) {
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
                output.append(ascii: ";")
            }
            output.append(number: Int(blue))
        }
        output.append(ascii: ";")
    }
}

/// An escape sequence that moves the cursor. `shortest` compares the lengths of sequences without
/// writing them.
enum CursorMoveSequence: Hashable, Sendable {
    case to(Point)
    /// A relative move: down and to the right, or up and left if negative. If
    /// `fromFirstColumn`, a carriage return precedes it.
    case by(rows: Int, columns: Int, fromFirstColumn: Bool)

    /// Returns the shortest move from `start` to `end`. If `start` is nil, the position is unknown,
    /// and the move is absolute.
    static func shortest(from start: Point?, to end: Point) -> CursorMoveSequence {
        let address = CursorMoveSequence.to(end)
        guard let start else { return address }
        let rows = end.row - start.row
        let step = CursorMoveSequence.by(
            rows: rows, columns: end.column - start.column, fromFirstColumn: false)
        let stepFromFirst = CursorMoveSequence.by(
            rows: rows, columns: end.column, fromFirstColumn: true)
        let relative = step.length <= stepFromFirst.length ? step : stepFromFirst
        return relative.length < address.length ? relative : address
    }

    var length: Int {
        switch self {
        case .to(.topLeft): 3
        case .to(let point) where point.column == 0: 3 + digits(point.row + 1)
        case .to(let point): 4 + digits(point.row + 1) + digits(point.column + 1)
        case .by(let rows, let columns, let isFromFirstColumn):
            (isFromFirstColumn ? 1 : 0) + stepLength(rows)
                + (usesBackspaces(columns) ? -columns : stepLength(columns))
        }
    }

    func append(to output: inout [UInt8]) {
        switch self {
        case .to(let point):
            output.append("\u{1B}[")
            if point != .topLeft { output.append(number: point.row + 1) }
            if point.column > 0 {
                output.append(ascii: ";")
                output.append(number: point.column + 1)
            }
            output.append(ascii: "H")
        case .by(let rows, let columns, let isFromFirstColumn):
            if isFromFirstColumn { output.append(ascii: "\r") }
            append(step: rows, forwards: "B", backwards: "A", to: &output)
            if usesBackspaces(columns) {
                for _ in columns..<0 { output.append(ascii: "\u{8}") }
            } else {
                append(step: columns, forwards: "C", backwards: "D", to: &output)
            }
        }
    }

    private func usesBackspaces(_ columns: Int) -> Bool {
        (-3...(-1)).contains(columns)
    }

    private func stepLength(_ count: Int) -> Int {
        switch abs(count) {
        case 0: 0
        case 1: 3
        case let many: 3 + digits(many)
        }
    }

    private func append(
        step count: Int, forwards: Unicode.Scalar, backwards: Unicode.Scalar,
        to output: inout [UInt8]
    ) {
        guard count != 0 else { return }
        output.append("\u{1B}[")
        if abs(count) > 1 { output.append(number: abs(count)) }
        output.append(ascii: count > 0 ? forwards : backwards)
    }
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a single byte, which is faster than a text with one character.
    mutating func append(ascii scalar: Unicode.Scalar) {
        append(UInt8(ascii: scalar))
    }

    mutating func append(number: Int) {
        if number > 9 { append(number: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    mutating func append(_ glyph: Glyph) {
        for scalar in glyph.scalars {
            if scalar.isASCII {
                append(ascii: scalar)
            } else {
                append(contentsOf: scalar.utf8)
            }
        }
    }
}

/// Returns the number of digits of a number that is not negative.
func digits(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digits(number / 10)
}

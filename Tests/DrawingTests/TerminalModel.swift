import Drawing

/// A terminal, as far as a painter needs it. Unknown sequences are recorded as faults.
struct TerminalModel {
    struct Place: Equatable {
        /// A character with its marks; empty for the second half of a wide one.
        var text = " "
        var look = Look()

        /// A place that is equal for all places that look the same: for example with any colour of
        /// a blank's ink, or for a block and a reversed blank.
        var visible: Place {
            let cut = ["█": " ", "▛": "▗", "▜": "▖", "▙": "▝", "▟": "▘"]
            if let other = cut[text] { return Place(text: other, look: look.reversed).visible }
            guard text == " ", look.attributes.isDisjoint(with: [.reverse, .underline]) else {
                return self
            }
            return Place(look: Look(on: look.background))
        }
    }

    enum Wrapping {
        /// The cursor waits after the last column until the next character.
        case lazy
        /// It moves to the next line at once, and this can't be turned off.
        case eager
    }

    let size: Size
    let wrapping: Wrapping
    let erasesWithBackground: Bool
    /// The width of an emoji in cells. Old terminals don't know emoji.
    var emojiColumns = 2

    private(set) var places: [[Place]]
    private(set) var cursor = Point.topLeft
    private(set) var modes: Set<String>
    private(set) var complaints: [String] = []
    private var look = Look()

    init(
        _ size: Size, wrapping: Wrapping = .lazy, erasesWithBackground: Bool = false,
        modes: Set<String> = ["?7", "?25"]
    ) {
        self.size = size
        self.modes = modes
        self.wrapping = wrapping
        self.erasesWithBackground = erasesWithBackground
        // Earlier output, which a painter must clear.
        let litter = Place(
            text: "#", look: Look(.palette(1), on: .palette(2), attributes: .underline))
        places = Array(repeating: Array(repeating: litter, count: size.columns), count: size.rows)
        look = litter.look
        cursor = Point(row: size.rows - 1, column: size.columns - 1)
    }

    var isCursorShown: Bool { modes.contains("?25") }
    var text: String {
        places.map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    mutating func feed(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": obey(&rest)
            case "\r": cursor.column = 0
            case "\u{8}": cursor.column = max(min(cursor.column, size.columns - 1) - 1, 0)
            case _ where scalar.value < 0x20: complaints.append("control \(scalar.value)")
            default: show(scalar)
            }
        }
    }

    private mutating func obey(_ rest: inout Substring.UnicodeScalarView) {
        let introducer = rest.popFirst()
        if introducer == "]" { return skipTitle(&rest) }
        guard introducer == "[" else { return complaints.append("no sequence") }
        let parameters = String(rest.prefix { $0.value < 0x40 })
        rest = rest.dropFirst(parameters.count)
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        let count = max(numbers.first ?? 1, 1)
        switch rest.popFirst() {
        case "H": go(to: count - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "A": go(to: cursor.row - count, cursor.column)
        case "B": go(to: cursor.row + count, cursor.column)
        case "C": go(to: cursor.row, cursor.column + count)
        case "D": go(to: cursor.row, cursor.column - count)
        case "J":
            for row in cursor.row..<size.rows {
                erase(row, from: row == cursor.row ? cursor.column : 0)
            }
        case "K": erase(cursor.row, from: cursor.column)
        case "m": look.obey(parameters.isEmpty ? [0] : numbers)
        case "h": modes.insert(parameters)
        case "l": modes.remove(parameters)
        // An operation on the window's stack of titles.
        case "t": break
        default: complaints.append("unknown sequence with \(parameters)")
        }
    }

    private mutating func skipTitle(_ rest: inout Substring.UnicodeScalarView) {
        let text = String(rest.prefix { $0 != "\u{1B}" })
        rest = rest.dropFirst(text.unicodeScalars.count)
        guard text.hasPrefix("2;"), rest.popFirst() == "\u{1B}", rest.popFirst() == "\\" else {
            return complaints.append("no title")
        }
    }

    private mutating func go(to row: Int, _ column: Int) {
        cursor = Point(row: row, column: column)
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else {
            cursor = .topLeft
            return complaints.append("the cursor left the screen")
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        guard column < size.columns else { return complaints.append("erased behind the edge") }
        let blank = Place(look: Look(on: erasesWithBackground ? look.background : .standard))
        separate(row, column)
        for column in column..<size.columns { places[row][column] = blank }
    }

    private mutating func show(_ scalar: Unicode.Scalar) {
        let columns = columns(of: scalar)
        guard columns > 0 else {
            if cursor.column == size.columns { complaints.append("a mark behind the edge") }
            places[lastShown.row][lastShown.column].text.unicodeScalars.append(scalar)
            return
        }
        if cursor.column == size.columns { wrapOrStay() }
        guard cursor.column + columns <= size.columns else {
            return complaints.append("half a character at the edge")
        }
        for column in cursor.column..<cursor.column + columns {
            separate(cursor.row, column)
            places[cursor.row][column] = Place(text: "", look: look)
        }
        places[cursor.row][cursor.column].text = String(scalar)
        lastShown = cursor
        cursor.column += columns
        if cursor.column == size.columns, wrapping == .eager { wrapOrStay() }
    }

    private var lastShown = Point.topLeft

    private mutating func wrapOrStay() {
        guard wrapping == .eager || modes.contains("?7") else {
            cursor.column = size.columns - 1
            return
        }
        cursor = Point(row: cursor.row + 1, column: 0)
        guard cursor.row == size.rows else { return }
        complaints.append("the screen moved up")
        cursor.row -= 1
    }

    /// Half a wide character is removed when the other half is overwritten.
    private mutating func separate(_ row: Int, _ column: Int) {
        if places[row][column].text.isEmpty, column > 0 { places[row][column - 1].text = " " }
        if column + 1 < size.columns, places[row][column + 1].text.isEmpty {
            places[row][column + 1].text = " "
        }
    }

    private func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x3041...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: 2
        case 0x1F300...0x1FAFF: emojiColumns
        default: 1
        }
    }
}

extension Look {
    fileprivate mutating func obey(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = Look()
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 22: attributes.subtract([.bold, .dim])
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 30...37: foreground = .palette(UInt8(number - 30))
            case 38: foreground = Colour(&rest)
            case 39: foreground = .standard
            case 40...47: background = .palette(UInt8(number - 40))
            case 48: background = Colour(&rest)
            case 49: background = .standard
            case 90...97: foreground = .palette(UInt8(number - 82))
            case 100...107: background = .palette(UInt8(number - 92))
            default: preconditionFailure("no terminal knows rendition \(number)")
            }
        }
    }
}

extension Colour {
    fileprivate init(_ rest: inout ArraySlice<Int>) {
        let kind = rest.popFirst()
        let numbers = rest.prefix(kind == 2 ? 3 : 1).map { UInt8($0) }
        rest = rest.dropFirst(numbers.count)
        self =
            kind == 2
            ? .rgb(red: numbers[0], green: numbers[1], blue: numbers[2]) : .palette(numbers[0])
    }
}

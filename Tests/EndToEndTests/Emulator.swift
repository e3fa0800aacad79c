import Drawing
import Testing

/// A terminal emulator that shows what a program sends.
///
/// It supports the sequences that ncurses makes of the descriptions of xterm, screen, tmux, the
/// Linux console and the VT100.
struct Emulator: CustomTestStringConvertible {
    struct Place: Equatable {
        /// A character with its marks; empty for the second half of a wide one.
        var text = " "
        var isReversed = false
        var isBold = false
        var hasColour = false
    }

    private(set) var size: Size
    private(set) var cursor = Point.topLeft
    private(set) var modes: Set<String> = ["?7", "?25"]
    private(set) var bells = 0
    /// The number of times that the whole screen was cleared.
    private(set) var clears = 0
    /// All colour parameters that were sent.
    private(set) var colours: Set<Int> = []
    private(set) var hasSentBeyondASCII = false
    private(set) var unknown: [String] = []
    /// All titles of the window, in order.
    private(set) var titles: [String] = []
    /// The last text for the clipboard, in encoded form.
    private(set) var clipboard: String?

    var places: [[Place]]
    var pen = Place()
    private var otherScreen: (places: [[Place]], cursor: Point)?
    private var scrollTop = 0
    private var scrollBottom: Int
    private var saved = Point.topLeft
    private var lastShown: Unicode.Scalar = " "
    private var isDrawingLines = false
    private var pending: [UInt8] = []

    init(_ size: Size) {
        self.size = size
        scrollBottom = size.rows - 1
        places = Self.blank(size)
    }

    private static func blank(_ size: Size) -> [[Place]] {
        Array(repeating: Array(repeating: Place(), count: size.columns), count: size.rows)
    }

    var testDescription: String { "a screen of \(size.columns)x\(size.rows)" }
    var isOnSecondScreen: Bool { otherScreen != nil }
    var isCursorShown: Bool { modes.contains("?25") }

    var lines: [String] {
        places.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }
    var text: String { lines.joined(separator: "\n") }

    mutating func resize(to size: Size) {
        var resized = Self.blank(size)
        for row in 0..<min(size.rows, self.size.rows) {
            for column in 0..<min(size.columns, self.size.columns) {
                resized[row][column] = places[row][column]
            }
        }
        places = resized
        otherScreen = otherScreen.map { (Self.blank(size), $0.cursor) }
        self.size = size
        scrollTop = 0
        scrollBottom = size.rows - 1
        go(to: cursor.row, cursor.column)
    }

    mutating func feed(_ bytes: [UInt8]) {
        if bytes.contains(where: { $0 > 0x7E }) { hasSentBeyondASCII = true }
        // In small pieces, because bytes are removed from the front.
        for start in stride(from: 0, to: bytes.count, by: 256) {
            pending += bytes[start..<min(start + 256, bytes.count)]
            while !pending.isEmpty, let taken = takeOne() { pending.removeFirst(taken) }
        }
    }

    /// Performs the first pending sequence or character, and returns its length. Nil if it is
    /// incomplete.
    private mutating func takeOne() -> Int? {
        switch pending[0] {
        case 0x1B: return takeSequence()
        case 0x07: bells += 1
        case 0x08: go(to: cursor.row, min(cursor.column, size.columns - 1) - 1)
        case 0x09: go(to: cursor.row, cursor.column / 8 * 8 + 8)
        case 0x0A...0x0C: lineFeed()
        case 0x0D: cursor.column = 0
        case 0x0E: isDrawingLines = true
        case 0x0F: isDrawingLines = false
        case 0..<0x20: break
        case let byte:
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard pending.count >= length else { return nil }
            for scalar in String(decoding: pending.prefix(length), as: UTF8.self).unicodeScalars {
                show(scalar)
            }
            return length
        }
        return 1
    }

    private mutating func takeSequence() -> Int? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) })
            else { return nil }
            let text = String(decoding: pending[2..<end], as: UTF8.self)
            obey(Character(Unicode.Scalar(pending[end])), text)
            return end + 1
        case UInt8(ascii: "]"):
            guard let end = pending.dropFirst().firstIndex(where: { $0 == 0x07 || $0 == 0x1B }),
                pending[end] == 0x07 || end + 1 < pending.count
            else { return nil }
            let text = String(decoding: pending[2..<end], as: UTF8.self)
            if text.hasPrefix("52;c;") { clipboard = String(text.dropFirst(5)) }
            if text.hasPrefix("2;") { titles.append(String(text.dropFirst(2))) }
            return pending[end] == 0x07 ? end + 1 : end + 2
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "#"), UInt8(ascii: " "):
            guard pending.count > 2 else { return nil }
            if pending[1] == UInt8(ascii: "(") { isDrawingLines = pending[2] == UInt8(ascii: "0") }
            return 3
        case let byte:
            obeyShort(Character(Unicode.Scalar(byte)))
            return 2
        }
    }

    private mutating func obeyShort(_ character: Character) {
        switch character {
        case "7": saved = cursor
        case "8": cursor = saved
        case "D": lineFeed()
        case "M":
            if cursor.row == scrollTop {
                scroll(by: -1)
            } else {
                go(to: cursor.row - 1, cursor.column)
            }
        case "c": self = Emulator(size)
        case "=", ">", "\\", "H": break
        default: unknown.append("ESC \(character)")
        }
    }
}

extension Emulator {
    private mutating func obey(_ command: Character, _ parameters: String) {
        if parameters.hasPrefix("?") || "hl".contains(command) {
            return setModes(parameters, to: command)
        }
        guard !parameters.hasPrefix(">") else { return }
        let numbers = parameters.split(
            whereSeparator: { $0 == ";" || $0 == ":" }
        ).map { Int($0) ?? 0 }
        if command == "m" { return render(numbers.isEmpty ? [0] : numbers) }
        let count = max(numbers.first ?? 1, 1)
        switch command {
        case "H", "f":
            let fields = parameters.split(separator: ";", omittingEmptySubsequences: false)
            let places = fields.map { Int($0) ?? 1 }
            go(to: (places.first ?? 1) - 1, (places.count > 1 ? places[1] : 1) - 1)
        case "A": go(to: cursor.row - count, cursor.column)
        case "B", "e": go(to: cursor.row + count, cursor.column)
        case "C", "a": go(to: cursor.row, cursor.column + count)
        case "D": go(to: cursor.row, cursor.column - count)
        case "E": go(to: cursor.row + count, 0)
        case "d": go(to: count - 1, cursor.column)
        case "G", "`": go(to: cursor.row, count - 1)
        case "b": for _ in 0..<count { show(lastShown) }
        case "r": setMargins(numbers)
        default: edit(command, numbers.first ?? 0, count)
        }
    }

    private mutating func edit(_ command: Character, _ kind: Int, _ count: Int) {
        let column = min(cursor.column, size.columns - 1)
        let row = cursor.row
        var line = places[row]
        switch command {
        case "J":
            if kind == 2 || (kind == 0 && cursor == .topLeft) { clears += 1 }
            erase(rows: kind == 1 ? 0..<row : kind == 0 ? row + 1..<size.rows : 0..<size.rows)
            if kind < 2 { fallthrough }
        case "K":
            let range =
                kind == 1 ? 0..<column + 1 : kind == 2 ? 0..<size.columns : column..<size.columns
            for place in range { line[place] = Place() }
            places[row] = line
        case "X":
            for place in column..<min(column + count, size.columns) { line[place] = Place() }
            places[row] = line
        case "P":
            line.removeSubrange(column..<min(column + count, size.columns))
            places[row] = line + Array(repeating: Place(), count: size.columns - line.count)
        case "@":
            line.insert(contentsOf: Array(repeating: Place(), count: count), at: column)
            places[row] = Array(line.prefix(size.columns))
        case "L": shift(from: row, by: count)
        case "M": shift(from: row, by: -count)
        case "S": scroll(by: count)
        case "T": scroll(by: -count)
        case "n", "t", "c", "g", "s", "u", "i": break
        default: unknown.append("CSI \(command)")
        }
    }

    private mutating func erase(rows: Range<Int>) {
        for row in rows { places[row] = Array(repeating: Place(), count: size.columns) }
    }

    private mutating func setMargins(_ numbers: [Int]) {
        scrollTop = max((numbers.first ?? 1) - 1, 0)
        scrollBottom = min((numbers.count > 1 ? numbers[1] : size.rows) - 1, size.rows - 1)
        go(to: 0, 0)
    }

    private mutating func setModes(_ parameters: String, to command: Character) {
        let isPrivate = parameters.hasPrefix("?")
        for number in parameters.drop(while: { $0 == "?" }).split(separator: ";") {
            let mode = (isPrivate ? "?" : "") + number
            if command == "h" { modes.insert(mode) } else { modes.remove(mode) }
            guard ["?1049", "?1047", "?47"].contains(mode) else { continue }
            if command == "h", otherScreen == nil {
                otherScreen = (places, cursor)
                places = Self.blank(size)
                if mode == "?1049" { saved = cursor }
            } else if command == "l", let other = otherScreen {
                places = other.places
                go(to: other.cursor.row, other.cursor.column)
                otherScreen = nil
                if mode == "?1049" { cursor = saved }
            }
        }
    }

    private mutating func render(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: pen = Place()
            case 1: pen.isBold = true
            case 7: pen.isReversed = true
            case 22: pen.isBold = false
            case 27: pen.isReversed = false
            case 30...38, 40...48, 90...97, 100...107:
                colours.insert(number)
                pen.hasColour = true
                guard number % 10 == 8, number < 50 else { continue }
                rest = rest.dropFirst(rest.first == 2 ? 4 : 2)
            case 39, 49: pen.hasColour = false
            default: break
            }
        }
    }
}

extension Emulator {
    private mutating func go(to row: Int, _ column: Int) {
        cursor = Point(
            row: min(max(row, 0), size.rows - 1), column: min(max(column, 0), size.columns - 1))
    }

    private mutating func show(_ scalar: Unicode.Scalar) {
        if (0x300...0x36F).contains(scalar.value) {
            let column = max(cursor.column - 1, 0)
            places[cursor.row][column].text.unicodeScalars.append(scalar)
            return
        }
        if cursor.column >= size.columns {
            if modes.contains("?7") {
                cursor.column = 0
                lineFeed()
            } else {
                cursor.column = size.columns - 1
            }
        }
        lastShown = scalar
        var place = pen
        place.text = String(isDrawingLines ? Self.drawn(scalar) : scalar)
        places[cursor.row][cursor.column] = place
        cursor.column += 1
    }

    /// Returns a character of the VT100's line drawing set.
    private static func drawn(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "q": "─"
        case "x": "│"
        case "n": "┼"
        case "l": "┌"
        case "k": "┐"
        case "m": "└"
        case "j": "┘"
        default: scalar
        }
    }

    private mutating func lineFeed() {
        if cursor.row == scrollBottom {
            scroll(by: 1)
        } else {
            go(to: cursor.row + 1, cursor.column)
        }
    }

    private mutating func scroll(by rows: Int) {
        shift(from: scrollTop, by: -rows)
    }

    /// Moves the lines from `row` to the margin down by `rows`, or up if that is negative.
    private mutating func shift(from row: Int, by rows: Int) {
        guard (scrollTop...scrollBottom).contains(row) else { return }
        let blank = Array(repeating: Place(), count: size.columns)
        let part = Array(places[row...scrollBottom])
        let count = min(abs(rows), part.count)
        let blanks = Array(repeating: blank, count: count)
        let shifted: [[Place]] =
            rows > 0
            ? blanks + part.prefix(part.count - count) : part.suffix(part.count - count) + blanks
        places.replaceSubrange(row...scrollBottom, with: shifted)
    }
}

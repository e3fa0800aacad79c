/// The comments and the string literals of a file in Swift, read byte by byte.
struct SwiftReader {
    /// One line of a comment.
    struct Comment {
        let line: Int
        /// The place of the text behind the slashes.
        let text: Range<Int>
        /// True if it begins with three slashes.
        let isDoc: Bool
        /// True if no code is before it in its line.
        let isAlone: Bool
    }

    struct Literal {
        /// The number of the line that it begins in.
        let line: Int
        /// The text. Each interpolation is replaced by one byte, `interpolation`.
        let bytes: [UInt8]
        /// True if it is the display name of a test or a suite.
        let namesTest: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The byte that replaces an interpolation. No text contains it.
    static let interpolation: UInt8 = 0x1A
    /// The byte that replaces `\n`, so that it separates words.
    static let lineFeed: UInt8 = 0x1F

    private(set) var comments: [Comment] = []
    private(set) var literals: [Literal] = []
    /// The lines that begin inside a literal of several lines.
    private(set) var literalLines: Set<Int> = []

    private let source: [UInt8]
    private let lines: [Range<Int>]
    private var index = 0
    private var line = 1
    private var hasCode = false

    init(_ text: TextFile) {
        source = text.bytes
        lines = text.lines
        readCode(isInterpolated: false)
    }

    private var byte: UInt8? { index < source.count ? source[index] : nil }

    private func isNext(_ bytes: [UInt8]) -> Bool {
        guard index + bytes.count <= source.count else { return false }
        for offset in 0..<bytes.count where source[index + offset] != bytes[offset] {
            return false
        }
        return true
    }

    /// Reads code to its end, or to the parenthesis that ends an interpolation.
    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while true {
            skipPlainCode()
            guard index < source.count else { return }
            let byte = source[index]
            switch byte {
            case UInt8(ascii: "\n"):
                if isInterpolated, depth == 0 { return }
                line += 1
                hasCode = false
                index += 1
            case UInt8(ascii: "/") where isNext([byte, byte]): readComment()
            case UInt8(ascii: "\""): readLiteral(pounds: 0)
            case UInt8(ascii: "#"): readPounds()
            default:
                hasCode = true
                index += 1
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if isInterpolated, depth == 0 { return }
            }
        }
    }

    /// Skips blanks, letters and digits. This loop is most of the work, so it compares with plain
    /// numbers: a debug build calls a function for each `UInt8(ascii:)`.
    private mutating func skipPlainCode() {
        let (end, start) = (source.count, index)
        var (index, blanks) = (start, 0)
        while index < end {
            let byte = source[index]
            if byte == 0x20 { blanks += 1 } else if byte <= 0x2F { break }
            index += 1
        }
        if index - start > blanks { hasCode = true }
        self.index = index
    }

    private mutating func readComment() {
        let isDoc = isNext([UInt8](repeating: UInt8(ascii: "/"), count: 3))
        let start = index + (isDoc ? 3 : 2)
        index = lines[line - 1].upperBound
        comments.append(
            Comment(line: line, text: start..<index, isDoc: isDoc, isAlone: !hasCode))
    }

    private mutating func readPounds() {
        let start = index
        while byte == UInt8(ascii: "#") { index += 1 }
        hasCode = true
        if byte == UInt8(ascii: "\"") { readLiteral(pounds: index - start) }
    }

    private mutating func readLiteral(pounds: Int) {
        let quote = UInt8(ascii: "\"")
        // Otherwise it may be a short literal, such as `#""""#`.
        let isLong = isNext([quote, quote, quote, UInt8(ascii: "\n")])
        let quotes = [UInt8](repeating: quote, count: isLong ? 3 : 1)
        let marks = [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
        let (end, escape) = (quotes + marks, [UInt8(ascii: "\\")] + marks)
        let namesTest = isTestName
        let start = line
        var text: [UInt8] = []
        hasCode = true
        index += quotes.count
        while let byte, !(byte == quote && isNext(end)) {
            if byte == escape[0], isNext(escape) {
                index += escape.count
                if self.byte == UInt8(ascii: "(") {
                    readCode(isInterpolated: true)
                    text.append(Self.interpolation)
                    continue
                }
                if self.byte == UInt8(ascii: "\n") { line += 1 }
                if self.byte == UInt8(ascii: "n") { text.append(Self.lineFeed) }
                index += 1
            } else {
                if byte == UInt8(ascii: "\n") {
                    // A quotation mark without a second one is a part of a regular expression.
                    guard isLong else { return }
                    line += 1
                }
                let plain = plainText(from: index)
                text.append(contentsOf: source[plain])
                index = plain.upperBound
            }
        }
        index = min(index + end.count, source.count)
        if start < line { literalLines.formUnion(start + 1...line) }
        literals.append(Literal(line: start, bytes: text, namesTest: namesTest))
    }

    /// One byte, and all behind it up to a line feed, a quotation mark or a backslash.
    private func plainText(from start: Int) -> Range<Int> {
        var index = start + 1
        while index < source.count {
            let byte = source[index]
            if byte == 0x0A || byte == 0x22 || byte == 0x5C { break }
            index += 1
        }
        return start..<index
    }

    /// True if the literal that begins here is the first argument of `@Test` or `@Suite`.
    private var isTestName: Bool {
        var end = index
        while end > 0, source[end - 1] == UInt8(ascii: " ") || source[end - 1] == 10 { end -= 1 }
        return ["@Test(", "@Suite("].contains { source[..<end].ends(with: Array($0.utf8)) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}

extension SwiftReader.Literal {
    /// True if it reads like a part of a sentence: a word in small letters is beside another word,
    /// or beside an interpolation.
    var isProse: Bool {
        let parts = text.split(whereSeparator: \.isWhitespace).map(Self.part)
        return zip(parts, parts.dropFirst()).contains { one, other in
            one != .other && other != .other && (one == .word || other == .word)
        }
    }

    private enum Part {
        case word
        /// A single letter, which may be the name of a key, or an interpolation.
        case mayBeWord
        case other
    }

    private static func part(_ text: Substring) -> Part {
        if text.utf8.contains(SwiftReader.interpolation) { return .mayBeWord }
        if text.hasPrefix("tictactoe") { return .other }
        let letters = text.filter { !".,;:!?()“”\u{1F}".contains($0) }.utf8
        guard letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
            return .other
        }
        return letters.count > 1 ? .word : letters.isEmpty ? .other : .mayBeWord
    }
}

/// The texts between quotation marks in a file of Swift, read byte by byte: comments are none, and
/// what an interpolation gives stands as one mark.
struct StringLiterals {
    /// A text, with the number of the line that it begins on.
    struct Literal: Hashable {
        let line: Int
        let text: String
    }

    /// What stands for whatever an interpolation gives: no text has it.
    static let given: UInt8 = 0x1A

    private(set) var all: [Literal] = []
    private let source: [UInt8]
    private var index = 0
    private var line = 1

    init(in file: SourceFile) {
        source = Array(file.lines.joined(separator: "\n").utf8)
        readCode(inInterpolation: false)
    }

    private var byte: UInt8? { index < source.count ? source[index] : nil }

    private func hasNext(_ bytes: [UInt8]) -> Bool { source[index...].starts(with: bytes) }

    private mutating func step() {
        guard index < source.count else { return }
        if source[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    private mutating func skip(_ bytes: [UInt8]) {
        for _ in bytes { step() }
    }

    /// Reads code to its end, or to the parenthesis that ends an interpolation.
    private mutating func readCode(inInterpolation: Bool) {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "/") where hasNext([byte, byte]):
                while let byte = self.byte, byte != UInt8(ascii: "\n") { step() }
            case UInt8(ascii: "\""): readLiteral(pounds: [])
            case UInt8(ascii: "#"):
                let pounds = source[index...].prefix { $0 == byte }
                skip(Array(pounds))
                if self.byte == UInt8(ascii: "\"") { readLiteral(pounds: Array(pounds)) }
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                step()
                if inInterpolation, depth == 0 { return }
            }
        }
    }

    private mutating func readLiteral(pounds: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isLong = hasNext([quote, quote, quote])
        let quotes = isLong ? [quote, quote, quote] : [quote]
        let (end, escape) = (quotes + pounds, [UInt8(ascii: "\\")] + pounds)
        let start = line
        var text: [UInt8] = []
        skip(quotes)
        while let byte, !(byte == quote && hasNext(end)) {
            if byte == escape[0], hasNext(escape) {
                skip(escape)
                if self.byte == UInt8(ascii: "(") {
                    readCode(inInterpolation: true)
                    text.append(Self.given)
                } else {
                    step()
                }
            } else {
                text.append(byte)
                step()
            }
        }
        skip(end)
        all.append(Literal(line: start, text: String(decoding: text, as: UTF8.self)))
    }
}

extension StringLiterals.Literal {
    /// Whether it reads like a part of a sentence: a word in small letters beside another one, or
    /// beside what an interpolation gives.
    var isProse: Bool {
        let parts = text.split(whereSeparator: \.isWhitespace).map(Self.part)
        return zip(parts, parts.dropFirst()).contains { one, other in
            one != .other && other != .other && (one == .word || other == .word)
        }
    }

    private enum Part {
        case word
        /// A single letter, which may be a key's, or what an interpolation gives.
        case mayBeWord
        case other
    }

    private static func part(_ text: Substring) -> Part {
        if text.utf8.contains(StringLiterals.given) { return .mayBeWord }
        if text.hasPrefix("tictactoe") { return .other }
        let letters = text.filter { !".,;:!?()“”".contains($0) }.utf8
        guard letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
            return .other
        }
        return letters.count > 1 ? .word : letters.isEmpty ? .other : .mayBeWord
    }
}

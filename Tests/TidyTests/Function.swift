/// A declaration whose body runs: a function, an initialiser, a subscript, a computed property.
struct Function {
    /// The number of the line that declares it.
    let line: Int
    /// The number of lines from its declaration to its closing brace.
    let length: Int
    /// True if its body is one `switch` whose cases have at most two lines.
    let onlyRoutes: Bool

    /// Finds all of a file by their indentation: the formatter puts the closing brace under the
    /// first column of the declaration. Lines inside of string literals are skipped.
    static func all(in text: TextFile, without literalLines: Set<Int>) -> [Function] {
        let lines = CodeLines(text, without: literalLines)
        return lines.all.indices.compactMap { index in
            guard lines.declaresFunction(index) else { return nil }
            guard lines.isOpen(index) else {
                return Function(line: index + 1, length: 1, onlyRoutes: false)
            }
            return lines.end(of: index).map { end in
                Function(
                    line: index + 1, length: end - index + 1,
                    onlyRoutes: lines.isRouting(from: index, to: end))
            }
        }
    }
}

/// The lines of a file in Swift with what their first columns and their ends say of them.
private struct CodeLines {
    struct Line {
        let range: Range<Int>
        /// The number of blanks before its code.
        let indentation: Int
        /// False for a comment, an empty line, and a line inside of a literal.
        let isCode: Bool
    }

    let all: [Line]
    private let bytes: [UInt8]

    init(_ text: TextFile, without literalLines: Set<Int>) {
        let bytes = text.bytes
        var number = 0
        all = text.lines.map { line in
            number += 1
            var start = line.lowerBound
            while start < line.upperBound, bytes[start] == 0x20 { start += 1 }
            let isComment =
                start + 1 < line.upperBound && bytes[start] == 0x2F && bytes[start + 1] == 0x2F
            let isCode =
                start < line.upperBound && !isComment && !literalLines.contains(number)
            return Line(
                range: start..<line.upperBound, indentation: start - line.lowerBound,
                isCode: isCode)
        }
        self.bytes = bytes
    }

    /// True for a line whose first words contain a keyword, and for a property with a body.
    func declaresFunction(_ index: Int) -> Bool {
        let line = all[index]
        guard line.isCode else { return false }
        var start = line.range.lowerBound
        for _ in 0..<5 {
            var end = start
            var hash = NameWord.seed
            while end < line.range.upperBound, !bytes[end].endsWord {
                hash = NameWord.hash(hash, bytes[end])
                end += 1
            }
            if hash == Self.variable { return endsWithBrace(index) && !isAssigned(index) }
            if Self.keywords.contains(hash) { return true }
            while end < line.range.upperBound, bytes[end].endsWord { end += 1 }
            guard end < line.range.upperBound else { return false }
            start = end
        }
        return false
    }

    private static let variable = NameWord.hash("var")
    private static let keywords = Set(
        ["func", "init", "init?", "subscript", "deinit"].map(NameWord.hash))

    /// True if the body of a declaration begins at the end of its line, or in a later line.
    func isOpen(_ index: Int) -> Bool {
        endsWithBrace(index) || !bytes[all[index].range].contains(UInt8(ascii: "{"))
    }

    private func endsWithBrace(_ index: Int) -> Bool {
        let line = all[index]
        return line.isCode && bytes[line.range.upperBound - 1] == UInt8(ascii: "{")
    }

    private func isAssigned(_ index: Int) -> Bool {
        let line = bytes[all[index].range]
        return line.indices.dropLast(2).contains { index in
            line[index] == UInt8(ascii: " ") && line[index + 1] == UInt8(ascii: "=")
                && line[index + 2] == UInt8(ascii: " ")
        }
    }

    /// The line with the closing brace, or nil for a declaration without a body.
    func end(of start: Int) -> Int? {
        let indentation = all[start].indentation
        var index = start + 1
        while index < all.count {
            let line = all[index]
            if line.isCode, line.indentation <= indentation {
                let first = bytes[line.range.lowerBound]
                if line.indentation < indentation { return nil }
                if first == UInt8(ascii: "}") { return index }
                // A declaration of several lines has its last parenthesis or brace there.
                if first != UInt8(ascii: ")"), first != UInt8(ascii: "{"),
                    !continues(line)
                {
                    return nil
                }
            }
            index += 1
        }
        return nil
    }

    /// True for the line of a `where` clause, which may be under the first column, too.
    private func continues(_ line: Line) -> Bool { starts(line, with: "where ") }

    /// True if the body is one `switch` whose cases have two lines or fewer.
    func isRouting(from start: Int, to end: Int) -> Bool {
        let inner = all[start].indentation + 4
        let brace = (start..<end).first { index in
            all[index].indentation < inner && endsWithBrace(index)
        }
        let body = all[((brace ?? start) + 1)..<end].filter(\.isCode)
        guard let head = body.first, head.indentation == inner, starts(head, with: "switch "),
            let last = body.last, last.indentation == inner, last.range.count == 1,
            all[end - 1].range == last.range
        else { return false }
        var lengths: [Int] = []
        for line in body.dropFirst().dropLast() {
            if line.indentation == inner {
                guard isCase(line) else { return false }
                lengths.append(1)
            } else {
                guard !lengths.isEmpty else { return false }
                lengths[lengths.count - 1] += 1
            }
        }
        return lengths.allSatisfy { $0 <= 2 }
    }

    private func isCase(_ line: Line) -> Bool {
        ["case ", "default:", "@unknown default:"].contains { starts(line, with: $0) }
    }

    private func starts(_ line: Line, with text: String) -> Bool {
        bytes[line.range].starts(with: text.utf8)
    }
}

extension UInt8 {
    fileprivate var endsWord: Bool {
        // A blank, "(", "<" or "{".
        self == 0x20 || self == 0x28 || self == 0x3C || self == 0x7B
    }
}

/// The hashes of words, which are compared without making strings.
enum NameWord {
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    static func hash(_ word: String) -> UInt64 { word.utf8.reduce(seed, hash) }
}

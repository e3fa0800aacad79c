/// Finds the words that rules forbid in the comments and texts of one file.
struct ProseScanner {
    struct Finding: Hashable {
        /// The name of the rule.
        let rule: String
        let line: Int
    }

    private let table = WordTable(WordRule.all)
    private var findings: [Finding] = []
    /// The number of the word before, or a gap.
    private var previous = WordTable.gap
    /// True between two backticks.
    private var isInCode = false

    /// Reads all comments, and the literals that people read.
    mutating func findings(in file: SourceFile) -> [Finding] {
        findings = []
        var last: SwiftReader.Comment?
        for comment in file.comments {
            let continues =
                last.map { last in
                    last.line + 1 == comment.line && last.isDoc == comment.isDoc
                        && last.isAlone && comment.isAlone
                } ?? false
            if !continues { begin(isDoc: comment.isDoc) }
            // A doc comment's code is four columns further in than its text.
            let isCode = comment.isDoc && file.text.bytes[comment.text].starts(with: Self.margin)
            if isCode {
                previous = WordTable.gap
            } else {
                read(file.text.bytes, comment.text, line: comment.line)
            }
            last = comment
        }
        for literal in file.literals where isRead(literal, in: file) {
            begin(isDoc: false)
            read(literal.bytes, literal.bytes.indices, line: literal.line)
        }
        return findings
    }

    private static let margin = Array("     ".utf8)

    private func isRead(_ literal: SwiftReader.Literal, in file: SourceFile) -> Bool {
        guard file.isIn("Sources") else { return literal.namesTest }
        return file.target == "Wording" || literal.isProse
    }

    /// Reads a page in Markdown without its code, or one of the manual without its macros.
    mutating func findings(in page: TextFile) -> [Finding] {
        findings = []
        begin(isDoc: false)
        let isManual = !page.path.hasSuffix(".md")
        var isFenced = false
        for (number, line) in zip(1..., page.lines) {
            let text = page.bytes[line]
            let isFence = text.starts(with: "```".utf8)
            if isFence { isFenced.toggle() }
            let isCode =
                isManual ? text.first == UInt8(ascii: ".") : text.starts(with: "    ".utf8)
            if text.isEmpty || isFence || isFenced || isCode {
                previous = WordTable.gap
                isInCode = false
            } else {
                read(page.bytes, line, line: number)
            }
        }
        return findings
    }

    private mutating func begin(isDoc: Bool) {
        previous = isDoc ? WordTable.start : WordTable.gap
        isInCode = false
    }

    /// Reads words to the end of a range. Those that a line feed separates are beside each other.
    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, line: Int) {
        var (index, end, line) = (range.lowerBound, range.upperBound, line)
        while index < end {
            let byte = bytes[index]
            if byte.isOfWord {
                var hash = NameWord.seed
                while index < end, bytes[index].isOfWord {
                    let byte = bytes[index]
                    hash = NameWord.hash(hash, byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
                    index += 1
                }
                if !isInCode { check(table.number(ofHash: hash), line: line) }
                continue
            }
            if byte == 0x0A { line += 1 } else if byte != 0x20 { previous = WordTable.gap }
            if byte == 0x60 { isInCode.toggle() }
            index += 1
        }
    }

    private mutating func check(_ word: Int, line: Int) {
        if word != WordTable.plain {
            for rule in table.rules(brokenBy: word, after: previous) {
                findings.append(Finding(rule: rule, line: line))
            }
        }
        previous = word
    }
}

extension UInt8 {
    /// True for a letter, a digit and an underscore of ASCII.
    fileprivate var isOfWord: Bool {
        self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A
            || self >= 0x30 && self <= 0x39 || self == 0x5F
    }
}

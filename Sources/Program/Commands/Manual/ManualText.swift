internal import Drawing

extension MandocPage {
    /// The page as plain text, at most 78 columns wide. `tictactoe help` prints it, because the
    /// page itself may not be installed.
    package var plainText: String {
        var layout = ManualTextLayout()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            layout.add(line)
        }
        return layout.finishedText
    }
}

/// The layout of a man page as plain text. It supports only the macros that our pages contain.
private struct ManualTextLayout {
    private static let width = 78
    private static let indentation = 4

    private enum ManualListKind {
        case tagged
        case bulleted
        /// The number of the last item.
        case numbered(Int)
    }

    private var lines: [String] = []
    /// The words of the paragraph that is being read.
    private var paragraph = ManualTextParagraph()
    private var lists: [ManualListKind] = []
    private var isLiteral = false
    /// True if the last line is a heading. No gap follows it.
    private var isAfterHeading = false
    /// The bullet or the number in front of the next line; nil if there is none.
    private var bullet: String?
    private var pageName = ""

    var finishedText: String {
        mutating get {
            finishParagraph()
            return lines.drop { $0.isEmpty }.joined(separator: "\n")
        }
    }

    mutating func add(_ line: Substring) {
        guard line.hasPrefix(".") else {
            return isLiteral
                ? addUnfilledLine(ManualTextParagraph.unescaped(line)) : paragraph.add(line)
        }
        let words = line.dropFirst().split(separator: " ")
        guard let macro = words.first else { return }
        let operands = words.dropFirst()
        switch macro {
        case "Dd", "Dt", "Os", "\\\"": break
        case "Sh", "Ss":
            let heading = ManualTextParagraph.unescaped(operands.joined(separator: " ")[...])
            addHeading(heading, isMain: macro == "Sh")
        case "Pp": addBlankLineIfNeeded()
        case "Nd":
            paragraph.add("-")
            paragraph.add(operands.joined(separator: " ")[...])
        case "Bl": beginList(operands.first ?? "")
        case "It": beginItem(operands)
        case "El":
            finishParagraph()
            _ = lists.popLast()
            if lists.isEmpty { addBlankLineIfNeeded() }
        case "Bd":
            addBlankLineIfNeeded()
            isLiteral = true
        case "Ed":
            isLiteral = false
            addBlankLineIfNeeded()
        case "Dl":
            finishParagraph()
            addUnfilledLine(ManualTextParagraph.unescaped(operands.joined(separator: " ")[...]))
        default:
            if macro == "Nm", pageName.isEmpty { pageName = String(operands.first ?? "") }
            paragraph.addMacroLine(words, pageName: pageName)
        }
    }

    private var margin: Int { Self.indentation * (1 + lists.count) }

    private mutating func addHeading(_ heading: String, isMain: Bool) {
        addBlankLineIfNeeded()
        lines.append(isMain ? heading : "  \(heading)")
        isAfterHeading = true
    }

    private mutating func beginList(_ kind: Substring) {
        if lists.isEmpty { addBlankLineIfNeeded() } else { finishParagraph() }
        lists.append(kind == "-tag" ? .tagged : kind == "-enum" ? .numbered(0) : .bulleted)
    }

    private mutating func beginItem(_ operands: ArraySlice<Substring>) {
        finishParagraph()
        switch lists.last {
        case .numbered(let last):
            lists[lists.count - 1] = .numbered(last + 1)
            bullet = "\(last + 1)."
        case .bulleted: bullet = "-"
        case .tagged, nil:
            paragraph.addMacroLine(operands, pageName: pageName)
            let tag = paragraph.takeText()
            addLine(String(repeating: " ", count: margin - Self.indentation) + tag)
        }
    }

    /// Adds a line that is not filled, such as a command.
    private mutating func addUnfilledLine(_ line: String) {
        let blanks = String(repeating: " ", count: line.isEmpty ? 0 : margin + Self.indentation)
        addLine(blanks + line)
    }

    private mutating func addLine(_ line: String) {
        lines.append(line)
        isAfterHeading = false
    }

    /// Ends the paragraph, and adds its lines.
    private mutating func finishParagraph() {
        let words = paragraph.takeText()
        guard !words.isEmpty else { return }
        let blanks = String(repeating: " ", count: margin)
        var filled = words.lines(wide: Self.width - margin).map { blanks + $0 }
        if let bullet = bullet.take() {
            filled[0] =
                blanks.dropLast(bullet.count + 1) + bullet + " "
                + filled[0].dropFirst(margin)
        }
        filled.forEach { addLine($0) }
    }

    private mutating func addBlankLineIfNeeded() {
        finishParagraph()
        if lines.last?.isEmpty == false, !isAfterHeading { lines.append("") }
    }
}

/// The text of a paragraph, without macros and escapes.
private struct ManualTextParagraph {
    private var text = ""
    private var joinsNext = false

    mutating func takeText() -> String {
        defer { self = ManualTextParagraph() }
        return text
    }

    /// Adds a line of words without macros.
    mutating func add(_ line: Substring) {
        append(Self.unescaped(line))
    }

    /// Adds a line of macros and their operands. A punctuation mark follows the word before it
    /// without a blank.
    mutating func addMacroLine(_ words: some Collection<Substring>, pageName: String) {
        var macro: Substring = ""
        var closing: [String] = []
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if Self.isPunctuation(word) {
                appendClosingMarks(&closing)
                text += word
            } else if ManualTextParagraph.macros.contains(word) {
                macro = word
                switch word {
                case "Op": openBracket("[", &closing, "]")
                case "Pq": openBracket("(", &closing, ")")
                case "Dq": openBracket("\"", &closing, "\"")
                case "Ql": openBracket("'", &closing, "'")
                case "Ns": joinsNext = true
                case "Nm" where words.first.map(Self.isPunctuation) ?? true: append(pageName)
                default: break
                }
            } else if macro == "Xr", let section = words.popFirst() {
                append("\(word)(\(section))")
            } else {
                append((macro == "Fl" ? "-" : "") + Self.unescaped(word))
                if macro == "Fl" { macro = "" }
            }
        }
        appendClosingMarks(&closing)
    }

    private mutating func openBracket(_ mark: String, _ closing: inout [String], _ end: String) {
        append(mark)
        joinsNext = true
        closing.append(end)
    }

    private mutating func appendClosingMarks(_ closing: inout [String]) {
        while let end = closing.popLast() { text += end }
    }

    private mutating func append(_ word: String) {
        guard !word.isEmpty else { return }
        text += text.isEmpty || joinsNext ? word : " \(word)"
        joinsNext = false
    }

    private static let macros: Set<Substring> = [
        "Ar", "Cm", "Dq", "Dv", "Ev", "Fl", "Ic", "Li", "Nm", "No", "Ns", "Op", "Pa", "Pq", "Ql",
        "Xr",
    ]

    private static func isPunctuation(_ word: Substring) -> Bool {
        [".", ",", ";", ":", ")", "?", "!"].contains(word)
    }

    static func unescaped(_ text: Substring) -> String {
        let pairs = [
            ("\\-", "-"), ("\\&", ""), ("\\(<-", "←"), ("\\(da", "↓"), ("\\(ua", "↑"),
            ("\\(->", "→"), ("\\e", "\\"),
        ]
        var result = ""
        var rest = text
        while let first = rest.first {
            if let (escape, character) = pairs.first(where: { rest.hasPrefix($0.0) }) {
                result += character
                rest = rest.dropFirst(escape.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}

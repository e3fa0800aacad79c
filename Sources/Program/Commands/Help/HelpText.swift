internal import Wording

/// What `--help` tells, at most 80 columns wide.
package struct HelpText: Hashable, Sendable {
    private static let width = 80
    /// A first column wider than this has its line to itself.
    private static let widestWord = 24

    package let text: String

    /// About one command, or all.
    package init(_ command: CommandName?) {
        text = command.map { Self.about($0) } ?? Self.overall
    }

    private static let options = "[\(PlaceholderWords.option)]..."

    private static let overall =
        """
        \(HelpWords.title)

        \(HelpWords.usage("tictactoe [\(PlaceholderWords.command)] \(options)"))

        \(rows(CommandName.shown.map { ($0.wordAndOperand, $0.summary) }))

        \(rows([Option.help, .version].map { ($0.usage, $0.summary) }))

        \(HelpWords.ending)
        """

    private static func about(_ command: CommandName) -> String {
        let options = command.options + CommandName.commonOptions
        return """
            \(HelpWords.title(of: command.rawValue, summary: command.summary))

            \(HelpWords.usage(command.usage))

            \(rows(options.map { ($0.usage, $0.summary + $0.remark) }))

            \(ExampleWords.example(command.example))
            """
    }

    private static func rows(_ rows: [(word: String, summary: String)]) -> String {
        let indentation = min(rows.map(\.word.count).max() ?? 0, widestWord) + 5
        return rows.flatMap { word, summary in
            var lines = summary.lines(wide: width - indentation).map { line in
                String(repeating: " ", count: indentation) + line
            }
            if word.count + 5 <= indentation {
                lines[0] = "  \(word)" + lines[0].dropFirst(word.count + 2)
            } else {
                lines.insert("  \(word)", at: 0)
            }
            return lines
        }.joined(separator: "\n")
    }
}

extension CommandName {
    var wordAndOperand: String { rawValue + (operand.map { " \($0)" } ?? "") }
    var usage: String {
        let more = options.isEmpty ? "" : " [\(PlaceholderWords.option)]..."
        return "tictactoe \(wordAndOperand)\(more)"
    }
}

extension Option {
    /// What holds if nothing is said, behind a summary.
    fileprivate var remark: String { (standard ?? usual).map(HelpWords.remark) ?? "" }
}

internal import Drawing

/// The text of `--help`, at most 80 columns wide.
package struct HelpText: Hashable, Sendable {
    private static let width = 80
    /// The maximum width of a word in the first column. A longer word has its own line.
    private static let widestWord = 24

    private struct HelpRow {
        let word: String
        let summary: String
    }

    private struct HelpSection {
        let heading: String
        let rows: [HelpRow]
    }

    package let text: String

    /// Creates the help for one command, or for all commands if `command` is nil.
    package init(_ command: CommandName?) {
        text = command.map { Self.commandHelp($0) } ?? Self.overall
    }

    private static var overall: String {
        let groups = CommandGroup.allCases.map { group in
            HelpSection(
                heading: group.rawValue,
                rows: group.commands.map { HelpRow(word: $0.rawValue, summary: $0.summary) })
        }
        let options = HelpSection(
            heading: "Options",
            rows: [Option.help, .version].map { HelpRow(word: $0.usage, summary: $0.summary) })
        return joinedByBlankLines([
            HelpWords.title,
            HelpWords.usage("tictactoe [COMMAND] [OPTION]..."),
            layout(of: groups + [options]),
            HelpWords.ending,
        ])
    }

    private static func commandHelp(_ command: CommandName) -> String {
        let options = command.options + CommandName.commonOptions
        return joinedByBlankLines([
            HelpWords.title(of: command.rawValue, summary: command.summary),
            HelpWords.usage(command.usage),
            layout(of: [
                HelpSection(heading: "Arguments", rows: command.arguments.map(row)),
                HelpSection(
                    heading: "\(command.choiceNoun.capitalised)s", rows: command.choices.map(row)),
                HelpSection(heading: "Options", rows: options.map { row($0, of: command) }),
            ]),
            HelpWords.example(command.example),
        ])
    }

    private static func row(_ choice: CommandOperandHelp) -> HelpRow {
        HelpRow(word: choice.usage, summary: choice.summary)
    }

    private static func row(_ option: Option, of command: CommandName) -> HelpRow {
        let texts = command.texts(of: option)
        let remark = texts.defaultDescription.map(HelpWords.defaultValue) ?? ""
        return HelpRow(
            word: option.usage(with: texts.placeholder),
            summary: texts.summary + option.choices + remark)
    }

    private static func joinedByBlankLines(_ parts: [String]) -> String {
        parts.joined(separator: "\n\n")
    }

    /// Returns the text of the sections, without sections that have no rows. All first columns have
    /// the same width.
    private static func layout(of sections: [HelpSection]) -> String {
        let words = sections.flatMap(\.rows).map(\.word.count)
        let indentation = min(words.max() ?? 0, widestWord) + 5
        return joinedByBlankLines(
            sections.filter { !$0.rows.isEmpty }.map { section in
                ([section.heading] + section.rows.flatMap { lines(of: $0, indentation) })
                    .joined(separator: "\n")
            })
    }

    private static func lines(of row: HelpRow, _ indentation: Int) -> [String] {
        var lines = row.summary.lines(wide: width - indentation).map { line in
            String(repeating: " ", count: indentation) + line
        }
        if row.word.count + 5 <= indentation {
            lines[0] = "  \(row.word)" + lines[0].dropFirst(row.word.count + 2)
        } else {
            lines.insert("  \(row.word)", at: 0)
        }
        return lines
    }
}

extension CommandName {
    var wordAndOperand: String { rawValue + (operand.map { " \($0)" } ?? "") }
    var usage: String { usage(of: nil) }

    /// Returns the usage of an action, or of the command if `action` is nil.
    func usage(of action: String?) -> String {
        let choice = action.flatMap { word in choices.first { $0.word == word } }
        let words = choice.map { "\(rawValue) \($0.usage)" } ?? wordAndOperand
        let more = options.isEmpty ? "" : " [OPTION]..."
        return "tictactoe \(words)\(more)"
    }
}

extension Option {
    /// The text after the summary: the names of the built-in themes, or a hint about the actions of
    /// keys. Empty for other options.
    fileprivate var choices: String {
        switch kind {
        case .theme: HelpWords.choices(kind.words)
        case .key: HelpWords.keyActionsHint
        default: ""
        }
    }
}

/// A group of commands in `--help`, by its heading.
package enum CommandGroup: String, Hashable, Sendable, CaseIterable {
    case play = "Play"
    case watch = "Watch"
    case you = "You"
    case hosting = "Hosting"
    case more = "More"

    package var commands: [CommandName] {
        switch self {
        case .play: [.play, .join, .bot, .local, .puzzle, .games, .replay, .export]
        case .watch: [.watch, .players]
        case .you: [.account, .friends, .stats, .status]
        case .hosting: [.serve, .door, .backup, .copy, .accounts, .ban]
        case .more: [.doctor, .completions, .help]
        }
    }
}

extension String {
    /// Returns the text in lines of at most `width` characters, broken between words. A longer word
    /// has its own line. An empty text has one empty line.
    func lines(wide width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ") {
            let last = lines.removeLast()
            if last.isEmpty {
                lines.append(String(word))
            } else if last.count + 1 + word.count <= width {
                lines.append("\(last) \(word)")
            } else {
                lines += [last, String(word)]
            }
        }
        return lines
    }
}

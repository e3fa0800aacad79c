/// A man page in mandoc's language. Its lists of commands, options, exit statuses and keys are
/// generated from the program's own tables.
package struct MandocPage: Hashable, Sendable {
    package let text: String

    package init(
        _ page: ManualPage, keys: [KeyManualSection], limits: [(name: String, limit: String)]
    ) {
        let titleAndSection = page.rawValue.split(separator: ".")
        let blocks =
            switch page {
            case .game: GameManualPage.blocks(keys: keys)
            case .configuration: ConfigurationManualPage.blocks
            case .server: ServerManualPage.blocks(limits: limits)
            }
        text = """
            .\\" \(ManualWords.headerComment(on: page.rawValue))
            .Dd November 20, 2026
            .Dt \(titleAndSection[0].uppercased()) \(titleAndSection[1])
            .Os
            \(blocks.source)

            """
    }
}

/// A page of the manual, by its file name.
package enum ManualPage: String, Hashable, Sendable, CaseIterable {
    case game = "tictactoe.6"
    case configuration = "tictactoe.5"
    case server = "tictactoe-server.8"

    /// The word that selects this page in `tictactoe help`.
    package var topic: String {
        switch self {
        case .game: "game"
        case .configuration: "config"
        case .server: "server"
        }
    }

    package init?(topic: String) {
        guard let page = Self.allCases.first(where: { $0.topic == topic }) else { return nil }
        self = page
    }
}

/// A part of a man page in mandoc's language. The prose is in `GameManualPage`,
/// `ConfigurationManualPage` and `ServerManualPage`.
///
/// A paragraph is a string literal. It contains mandoc macros only inside sentences: for the names
/// of programs, options and files, and for hyphens that a reader may copy.
enum ManualBlock {
    /// The name of the page, and its subject.
    case name(String, summary: String)
    case heading(String)
    case subheading(String)
    case paragraph(String)
    /// Commands and other lines that a reader types.
    case commands([String])
    case fileContent(String)
    case items([(term: String, text: String)], width: String = "Ds")
    case numbered([String])
    case bullets([String])

    fileprivate var source: String {
        switch self {
        case .name(let name, let summary): ".Sh NAME\n.Nm \(name)\n.Nd \(summary)"
        case .heading(let heading): ".Sh \(heading)"
        case .subheading(let heading): ".Ss \(heading)"
        case .paragraph(let text): text
        case .commands(let lines):
            ".Pp\n" + lines.map { ".Dl \($0.escaped)" }.joined(separator: "\n")
        case .fileContent(let lines): ".Bd -literal -offset indent\n\(lines.escaped)\n.Ed"
        case .items(let items, let width):
            Self.list("-tag -width \(width)", items.map { ".It \($0.term)\n\($0.text)" })
        case .numbered(let texts): Self.list("-enum", texts.map { ".It\n\($0)" })
        case .bullets(let texts): Self.list("-bullet -compact", texts.map { ".It\n\($0)" })
        }
    }

    private static func list(_ kind: String, _ items: [String]) -> String {
        ([".Bl \(kind)"] + items + [".El"]).joined(separator: "\n")
    }
}

extension ManualBlock: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self = .paragraph(text) }
}

extension [ManualBlock] {
    /// The blocks in mandoc's language, with a break before each paragraph that does not follow a
    /// heading.
    fileprivate var source: String {
        var parts: [String] = []
        var isAfterHeading = false
        for block in self {
            if case .paragraph = block, !isAfterHeading { parts.append(".Pp") }
            parts.append(block.source)
            isAfterHeading =
                switch block {
                case .heading, .subheading: true
                default: false
                }
        }
        return parts.joined(separator: "\n")
    }
}

/// Lists from the program's own tables.
extension ManualBlock {
    /// Returns a list of terms and their texts. Escapes the texts for mandoc, and adds a full stop
    /// to each.
    static func definitionList(_ items: [(term: String, text: String)]) -> ManualBlock {
        .items(items.map { ($0.term, $0.text.escapedSentence) })
    }

    /// Returns a list of commands with their summaries and operands.
    static func commandList(_ commands: [CommandName]) -> ManualBlock {
        .items(
            commands.map { command in
                let operand = command.operand.map { " Ar \($0.escaped)" } ?? ""
                // The page has a section about the actions of `account`.
                let operands = command == .account ? nil : operandList(of: command)
                let inner = operands.map { "\n\($0.source)" } ?? ""
                return (
                    term: "Cm \(command.rawValue)\(operand)",
                    text: command.summary.escapedSentence + inner
                )
            })
    }

    /// Returns a list of a command's operands; nil if none needs an explanation.
    static func operandList(of command: CommandName) -> ManualBlock? {
        let arguments = command.arguments.map { argument in
            (term: "Ar \(argument.word.escaped)", text: argument.summary)
        }
        let choices = command.choices.map { choice in
            let operand = choice.operand.map { " Ar \($0.escaped)" } ?? ""
            return (term: "Cm \(choice.word.escaped)\(operand)", text: choice.summary)
        }
        let items = arguments + choices
        return items.isEmpty ? nil : definitionList(items)
    }

    /// Returns a list of options as flags, with their summaries. If `command` is not nil, the texts
    /// are those for that command.
    static func optionList(_ options: [Option], of command: CommandName? = nil) -> ManualBlock {
        definitionList(
            options.map { option in
                let texts = command?.texts(of: option) ?? option.texts
                let short = option.letter.map { "Fl \($0) , " } ?? ""
                let value = texts.placeholder.map { " Ar \($0.escaped)" } ?? ""
                let flag = option.flag.dropFirst(1).escaped
                return ("\(short)Fl \(flag)\(value)", texts.summaryWithDefault)
            })
    }

    static var exitStatusList: ManualBlock {
        definitionList(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    }
}

extension OptionHelpTexts {
    var summaryWithDefault: String {
        summary + (defaultDescription.map(ManualWords.defaultSuffix) ?? "")
    }
}

extension StringProtocol {
    /// The text in mandoc's language, with backslashes, hyphens and arrows escaped.
    var escaped: String {
        map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "←": "\\(<-"
            case "↓": "\\(da"
            case "↑": "\\(ua"
            case "→": "\\(->"
            default: String(character)
            }
        }.joined()
    }
}

extension String {
    /// The text with a full stop, in mandoc's language.
    fileprivate var escapedSentence: String {
        "\(self).".lines(wide: 72).map(\.escaped).joined(separator: "\n")
    }
}

/// The texts that all man pages share.
private enum ManualWords {
    static func headerComment(on page: String) -> String {
        "Generated by tictactoe manual \(page)"
    }

    /// Returns the text about an option's default, to add to the summary.
    static func defaultSuffix(_ usual: String) -> String { "; default: \(usual)" }
}

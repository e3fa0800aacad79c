internal import Drawing

/// A man page, in the language of mandoc. Its lists of commands, options, exit statuses and keys
/// are generated from the program's own tables.
package struct Manual: Hashable, Sendable {
    package let text: String

    package init(
        _ page: ManualPage, keys: [KeyManualSection], limits: [(name: String, limit: String)]
    ) {
        let (title, section) = page.parts
        let body =
            switch page {
            case .game: Self.gamePage(keys)
            case .configuration: Self.configuration
            case .server: Self.serverPage(limits)
            }
        text = """
            .\\" \(ManualHeadings.headerComment(on: page.rawValue))
            .Dd November 20, 2026
            .Dt \(title.uppercased()) \(section)
            .Os
            \(body)

            """
    }
}

extension ManualPage {
    /// The name of the page, and its section in the manual.
    fileprivate var parts: (title: String, section: String) {
        switch self {
        case .game: ("tictactoe", "6")
        case .configuration: ("tictactoe", "5")
        case .server: ("tictactoe-server", "8")
        }
    }
}

extension Manual {
    /// Returns a list of commands with their summaries, and with the words that may follow each.
    static func commandList(_ commands: [CommandName]) -> String {
        definitionList(
            commands.map { command -> (term: String, text: String, inner: String?) in
                let operand = command.operand.map { " Ar \($0.escaped)" } ?? ""
                // The page has a section about the actions of `account`.
                let inner = command == .account ? nil : explainedOperandList(of: command)
                return (".It Cm \(command.rawValue)\(operand)", command.summary, inner)
            })
    }

    /// Returns a list of the words that may follow a command; nil if none needs an explanation.
    static func explainedOperandList(of command: CommandName) -> String? {
        let arguments = command.arguments.map { argument -> (term: String, text: String) in
            (".It Ar \(argument.word.escaped)", argument.summary)
        }
        let choices = command.choices.map { choice -> (term: String, text: String) in
            let operand = choice.operand.map { " Ar \($0.escaped)" } ?? ""
            return (".It Cm \(choice.word.escaped)\(operand)", choice.summary)
        }
        return arguments.isEmpty && choices.isEmpty ? nil : definitionList(arguments + choices)
    }

    /// Returns a list of options as flags, with their summaries. With a `command`, the texts are
    /// those for that command.
    static func optionList(_ options: [Option], of command: CommandName? = nil) -> String {
        definitionList(
            options.map { option in
                let texts = command?.texts(of: option) ?? option.texts
                let short = option.letter.map { "Fl \($0) , " } ?? ""
                let value = texts.placeholder.map { " Ar \($0.escaped)" } ?? ""
                let flag = option.flag.dropFirst(1).escaped
                return (".It \(short)Fl \(flag)\(value)", texts.story)
            })
    }

    static func statusList(_ statuses: [ExitStatus]) -> String {
        definitionList(statuses.map { (".It \($0.rawValue)", $0.meaning) })
    }

    /// Returns a list of terms with a text for each.
    static func definitionList(_ items: [(term: String, text: String)]) -> String {
        definitionList(
            items.map { item -> (term: String, text: String, inner: String?) in
                (item.term, item.text, nil)
            })
    }

    /// Returns a list of terms with a text for each; some items contain an inner list.
    private static func definitionList(_ items: [(term: String, text: String, inner: String?)])
        -> String
    {
        let lines = items.flatMap { item -> [String] in
            let text = (item.text + ".").lines(wide: 72).map(\.escaped)
            return [item.term] + text + [item.inner].compactMap(\.self)
        }
        return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
    }
}

extension OptionHelpTexts {
    /// The summary and the default.
    var story: String {
        summary + (usual.map(ManualHeadings.defaultSuffix) ?? "")
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

/// A page of the manual, by its file name.
package enum ManualPage: String, Hashable, Sendable, CaseIterable {
    case game = "tictactoe.6"
    case configuration = "tictactoe.5"
    case server = "tictactoe-server.8"

    /// The topic that shows the page with `tictactoe help`.
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

    var summary: String {
        switch self {
        case .game: ActionSummaryWords.ManualPages.game
        case .configuration: ActionSummaryWords.ManualPages.configuration
        case .server: ActionSummaryWords.ManualPages.server
        }
    }
}

/// A part of a man page in mandoc's language. The prose is in `GameManualPage`,
/// `ConfigurationManualPage` and `ServerManualPage`.
enum ManualBlock {
    /// The name of the page, and its subject.
    case name(String, summary: String)
    case heading(String)
    case subheading(String)
    /// Text without a paragraph break before it, such as the first text after a heading.
    case text(String)
    case paragraph(String)
    /// Paragraphs after a heading.
    case paragraphs([String])
    /// Paragraphs after another block.
    case moreParagraphs([String])
    /// Commands and other lines that a reader types.
    case commands([String])
    /// Lines of a file.
    case lines(String)
    case items([(term: String, text: String)], width: String = "Ds")
    case numbered([String])
    case bullets([String])

    var source: String {
        switch self {
        case .name(let name, let summary):
            ".Sh \(ManualHeadings.name)\n.Nm \(name)\n.Nd \(summary)"
        case .heading(let heading): ".Sh \(heading)"
        case .subheading(let heading): ".Ss \(heading)"
        case .text(let text): text
        case .paragraph(let text): ".Pp\n\(text)"
        case .paragraphs(let texts): texts.joined(separator: "\n.Pp\n")
        case .moreParagraphs(let texts): texts.map { ".Pp\n\($0)" }.joined(separator: "\n")
        case .commands(let lines): ".Pp\n" + lines.map { ".Dl \($0)" }.joined(separator: "\n")
        case .lines(let lines): ".Bd -literal -offset indent\n\(lines)\n.Ed"
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

extension [ManualBlock] {
    var source: String { map(\.source).joined(separator: "\n") }
}

/// The headings of the man pages, and the remark in their first line.
///
/// The texts in this folder contain mandoc macros only inside sentences: for the names of programs,
/// options and files, and for hyphens that a reader may copy. `Manual` lays out headings, lists
/// and examples.
enum ManualHeadings {
    static func headerComment(on page: String) -> String {
        "Generated by tictactoe manual \(page)"
    }

    static var name: String { "NAME" }
    static var synopsis: String { "SYNOPSIS" }
    static var description: String { "DESCRIPTION" }
    static var commands: String { "COMMANDS" }
    static var options: String { "OPTIONS" }
    static var commandsAndOptions: String { "COMMANDS AND OPTIONS" }
    static var settings: String { "SETTINGS" }
    static var keys: String { "KEYS" }
    static var recordings: String { "RECORDINGS" }
    static var signals: String { "SIGNALS" }
    static var environment: String { "ENVIRONMENT" }
    static var files: String { "FILES" }
    static var powerCut: String { "After a power cut" }
    static var limits: String { "LIMITS" }
    static var exitStatus: String { "EXIT STATUS" }
    static var examples: String { "EXAMPLES" }
    static var seeAlso: String { "SEE ALSO" }

    /// Returns the default of an option, to follow its summary.
    static func defaultSuffix(_ usual: String) -> String { "; default: \(usual)" }

    static func sentence(of words: [String]) -> String { ListWords.andList(words) + "." }
}

package import Wording

/// A man page, in the language of mandoc. Its lists of commands, options, exit statuses and keys
/// are made from the tables that the program uses.
package struct Manual: Hashable, Sendable {
    package let text: String

    package init(_ page: ManualPage, keys: [KeyChapter], limits: [LimitWord]) {
        let (title, section) = page.parts
        let body =
            switch page {
            case .game: Self.game(keys)
            case .configuration: Self.configuration
            case .server: Self.server(limits)
            }
        text = """
            .\\" \(ManualHeadings.remark(on: page.rawValue))
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
    /// A list of commands with their summaries, and with the words that may follow each.
    static func list(_ commands: [CommandName]) -> String {
        list(
            commands.map { command -> (term: String, text: String, inner: String?) in
                let operand = command.operand.map { " Ar \($0.escaped)" } ?? ""
                // The page has a section about the actions of `account`.
                let inner = command == .account ? nil : words(of: command)
                return (".It Cm \(command.rawValue)\(operand)", command.summary, inner)
            })
    }

    /// A list of the words that may follow a command; nil if none needs an explanation.
    static func words(of command: CommandName) -> String? {
        let arguments = command.arguments.map { argument -> (term: String, text: String) in
            (".It Ar \(argument.word.escaped)", argument.summary)
        }
        let choices = command.choices.map { choice -> (term: String, text: String) in
            let operand = choice.operand.map { " Ar \($0.escaped)" } ?? ""
            return (".It Cm \(choice.word.escaped)\(operand)", choice.summary)
        }
        return arguments.isEmpty && choices.isEmpty ? nil : list(arguments + choices)
    }

    /// A list of options as flags, with their summaries: those of `command`, unless it is nil.
    static func list(_ options: [Option], of command: CommandName? = nil) -> String {
        list(
            options.map { option in
                let texts = command?.texts(of: option) ?? option.texts
                let short = option.letter.map { "Fl \($0) , " } ?? ""
                let value = texts.placeholder.map { " Ar \($0.escaped)" } ?? ""
                let flag = option.flag.dropFirst(1).escaped
                return (".It \(short)Fl \(flag)\(value)", texts.story)
            })
    }

    static func list(_ statuses: [ExitStatus]) -> String {
        list(statuses.map { (".It \($0.rawValue)", $0.meaning) })
    }

    /// A list of terms with a text for each.
    static func list(_ items: [(term: String, text: String)]) -> String {
        list(
            items.map { item -> (term: String, text: String, inner: String?) in
                (item.term, item.text, nil)
            })
    }

    /// A list of terms with a text for each, and a list within some of them.
    private static func list(_ items: [(term: String, text: String, inner: String?)]) -> String {
        let lines = items.flatMap { item -> [String] in
            let text = (item.text + ".").lines(wide: 72).map(\.escaped)
            return [item.term] + text + [item.inner].compactMap(\.self)
        }
        return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
    }
}

extension OptionTexts {
    /// The summary and the default.
    var story: String {
        summary + (usual.map(ManualHeadings.otherwise) ?? "")
    }
}

extension StringProtocol {
    /// The same text for mandoc, which has escapes for its own character, hyphens and arrows.
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

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
    /// A list of commands with their summaries.
    static func list(_ commands: [CommandName]) -> String {
        list(
            commands.map { command in
                let operand = command.operand.map { " Ar \($0.escaped)" } ?? ""
                return (".It Cm \(command.rawValue)\(operand)", command.summary)
            })
    }

    /// A list of options as flags, with their summaries.
    static func list(_ options: [Option]) -> String {
        list(
            options.map { option in
                let short = option.letter.map { "Fl \($0) , " } ?? ""
                let value = option.form.placeholder.map { " Ar \($0.escaped)" } ?? ""
                let flag = option.flag.dropFirst(1).escaped
                return (".It \(short)Fl \(flag)\(value)", option.story)
            })
    }

    static func list(_ statuses: [ExitStatus]) -> String {
        list(statuses.map { (".It \($0.rawValue)", $0.meaning) })
    }

    /// A list of terms with a text for each.
    static func list(_ items: [(term: String, text: String)]) -> String {
        let lines = items.flatMap { [$0.term] + ($0.text + ".").lines(wide: 72).map(\.escaped) }
        return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
    }
}

extension Option {
    /// The summary and the default.
    var story: String {
        let remark = (standard ?? usual).map(ManualHeadings.otherwise) ?? ""
        return summary + remark
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

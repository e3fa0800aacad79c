package import Wording

/// A page of the manual, in the language of mandoc. What it tells of commands, options, variables,
/// statuses and keys is taken from their tables.
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
    /// The page's name, and the section of the manual that it is in.
    fileprivate var parts: (title: String, section: String) {
        switch self {
        case .game: ("tictactoe", "6")
        case .configuration: ("tictactoe", "5")
        case .server: ("tictactoe-server", "8")
        }
    }
}

extension Manual {
    /// A list of commands, each with what it is for.
    static func list(_ commands: [CommandName]) -> String {
        list(
            commands.map { command in
                let operand = command.operand.map { " Ar \($0.escaped)" } ?? ""
                return (".It Cm \(command.rawValue)\(operand)", command.summary)
            })
    }

    /// A list of options as flags, each with the commands that have it, if they are few.
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

    /// Terms, and what is to be said of each.
    static func list(_ items: [(term: String, text: String)]) -> String {
        let lines = items.flatMap { [$0.term] + ($0.text + ".").lines(wide: 72).map(\.escaped) }
        return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
    }
}

extension Option {
    /// What a manual tells of it: its summary, and what holds if nothing is said.
    var story: String {
        let remark = (standard ?? usual).map(ManualHeadings.otherwise) ?? ""
        return summary + remark
    }
}

extension StringProtocol {
    /// As mandoc reads it as text: its own sign, the hyphens that must stay hyphens, and arrows.
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

internal import Wording

extension Completions {
    /// One line for each word that can be completed.
    static var fish: String {
        let commands = CommandName.shown.map { command in
            "complete -c tictactoe -n __fish_use_subcommand"
                + " -a \(command.rawValue) -d '\(command.summary.escaped)'"
        }
        let first = (CommandName.play.options + CommandName.commonOptions + [.version]).map {
            "complete -c tictactoe -n __fish_use_subcommand" + flag($0, of: .play)
        }
        let lines = commands + first + CommandName.shown.flatMap(lines)
        return """
            # \(CompletionWords.remark(on: "fish"))
            complete -c tictactoe -f
            \(lines.joined(separator: "\n"))

            """
    }

    private static func lines(of command: CommandName) -> [String] {
        let start = "complete -c tictactoe -n '__fish_seen_subcommand_from \(command.rawValue)'"
        let words = command.operandWords.joined(separator: " ")
        return (words.isEmpty ? [] : ["\(start) -a '\(words)'"])
            + (command.options + CommandName.commonOptions).map { start + flag($0, of: command) }
    }

    private static func flag(_ option: Option, of command: CommandName) -> String {
        let words = option.form.words.joined(separator: " ")
        let list = words.isEmpty ? "" : " -a '\(words)'"
        let value =
            if option.form.placeholder == nil {
                ""
            } else {
                option.form.namesFile ? " -r -F\(list)" : " -x\(list)"
            }
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let name = option.flag.dropFirst(2)
        return "\(letter) -l \(name)\(value) -d '\(command.texts(of: option).summary.escaped)'"
    }
}

extension String {
    /// As it stands between single quotes, where fish knows two signs to be escaped.
    fileprivate var escaped: String {
        map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

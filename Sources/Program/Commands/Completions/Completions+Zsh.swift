internal import Wording

extension Completions {
    /// A function around zsh's own `_arguments`, with one branch for each command.
    static var zsh: String {
        """
        #compdef tictactoe
        # \(CompletionWords.remark(on: "zsh"))
        _tictactoe() {
            local context state state_descr line
            typeset -A opt_args
            local -a commands=(
        \(CommandName.shown.map(describe).joined(separator: "\n"))
            )
            _arguments -C \\
                \(flags(of: .play)) \\
                '--version[\(Option.version.summary.escaped)]' \\
                '1: :->command' '*:: :->rest'
            case $state in
                command) _describe command commands ;;
                rest)
                    case $line[1] in
        \(CommandName.shown.map(branch).joined(separator: "\n"))
                    esac ;;
            esac
        }
        if [[ $funcstack[1] == _tictactoe ]]; then
            _tictactoe "$@"
        else
            compdef _tictactoe tictactoe
        fi

        """
    }

    private static func describe(_ command: CommandName) -> String {
        "        '\(command.rawValue):\(command.summary.escaped)'"
    }

    private static func branch(_ command: CommandName) -> String {
        let words = command.operandWords.joined(separator: " ")
        let operand = words.isEmpty ? "" : " \\\n                '1: :(\(words))'"
        return """
                        \(command.rawValue)) _arguments \\
                            \(flags(of: command))\(operand) ;;
            """
    }

    private static func flags(of command: CommandName) -> String {
        (command.options + CommandName.commonOptions).map { flag($0, of: command) }
            .joined(separator: " \\\n        ")
    }

    private static func flag(_ option: Option, of command: CommandName) -> String {
        let words = option.form.words.joined(separator: " ")
        let value =
            if option.form.placeholder == nil {
                ""
            } else if option.form.namesFile {
                ":\(CompletionWords.file):_files"
            } else {
                words.isEmpty
                    ? ":\(CompletionWords.value): " : ":\(CompletionWords.value):(\(words))"
            }
        let mark = option.isRepeatable ? "*" : ""
        let summary = command.texts(of: option).summary.escaped
        return "'\(mark)\(option.flag)[\(summary)]\(value)'"
    }
}

extension String {
    /// As `_arguments` takes a text between quotes, with its own signs escaped.
    fileprivate var escaped: String {
        map { "[]:\\".contains($0) ? "\\\($0)" : $0 == "'" ? "'\\''" : String($0) }.joined()
    }
}

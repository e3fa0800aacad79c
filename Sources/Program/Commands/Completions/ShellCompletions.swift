/// A shell's completion script, generated from the tables of commands and options.
package struct ShellCompletions: Hashable, Sendable {
    package let text: String

    package init(_ shell: ShellName) {
        text =
            switch shell {
            case .bash: Self.bash
            case .zsh: Self.zsh
            case .fish: Self.fish
            }
    }
}

extension ShellCompletions {
    /// The completions for bash: a function that finds the command among the words, and completes
    /// its options and operands.
    static var bash: String {
        """
        # \(CompletionWords.headerComment(on: "bash"))
        _tictactoe() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            local command='' words i
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                    \(commands.joined(separator: "|")))
                        command=${COMP_WORDS[i]}; break ;;
                esac
            done
            case $before in
        \(values)
            esac
            case $command in
        \(bashCases.joined(separator: "\n"))
        \(bashCase("*", commands + words(behind: .play) + [Option.version.flag]))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -F _tictactoe tictactoe

        """
    }

    private static var commands: [String] { CommandName.shown.map(\.rawValue) }

    /// The branches of the bash function that complete the values of options.
    private static var values: String {
        Option.all.filter { $0.kind.placeholder != nil }.map { option in
            let words = option.kind.words
            let list = words.isEmpty ? "" : "-W '\(words.joined(separator: " "))' "
            let reply =
                if option.kind.namesFile {
                    // A folder gets a slash, and a name may contain blanks.
                    "compopt -o filenames; "
                        + "mapfile -t COMPREPLY < <(compgen -f \(list)-- \"$word\")"
                } else {
                    list.isEmpty ? "COMPREPLY=()" : "COMPREPLY=($(compgen \(list)-- \"$word\"))"
                }
            return "        --\(option.name)) \(reply); return ;;"
        }.joined(separator: "\n")
    }

    private static func words(behind command: CommandName) -> [String] {
        command.operandWords + (command.options + CommandName.commonOptions).map(\.flag)
    }

    private static var bashCases: [String] {
        CommandName.shown.map { bashCase($0.rawValue, words(behind: $0)) }
    }

    private static func bashCase(_ pattern: String, _ words: [String]) -> String {
        "        \(pattern)) words='\(words.joined(separator: " "))' ;;"
    }
}

extension ShellCompletions {
    /// The completions for zsh: a function around `_arguments`, with a branch for each command.
    static var zsh: String {
        """
        #compdef tictactoe
        # \(CompletionWords.headerComment(on: "zsh"))
        _tictactoe() {
            local context state state_descr line
            typeset -A opt_args
            local -a commands=(
        \(CommandName.shown.map(zshDescription).joined(separator: "\n"))
            )
            _arguments -C \\
                \(zshFlags(of: .play)) \\
                '--version[\(Option.version.summary.escapedForZsh)]' \\
                '1: :->command' '*:: :->rest'
            case $state in
                command) _describe command commands ;;
                rest)
                    case $line[1] in
        \(CommandName.shown.map(zshCase).joined(separator: "\n"))
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

    private static func zshDescription(_ command: CommandName) -> String {
        "        '\(command.rawValue):\(command.summary.escapedForZsh)'"
    }

    private static func zshCase(_ command: CommandName) -> String {
        let words = command.operandWords.joined(separator: " ")
        let operand = words.isEmpty ? "" : " \\\n                '1: :(\(words))'"
        return """
                        \(command.rawValue)) _arguments \\
                            \(zshFlags(of: command))\(operand) ;;
            """
    }

    private static func zshFlags(of command: CommandName) -> String {
        (command.options + CommandName.commonOptions).map { zshFlag($0, of: command) }
            .joined(separator: " \\\n        ")
    }

    private static func zshFlag(_ option: Option, of command: CommandName) -> String {
        let words = option.kind.words.joined(separator: " ")
        let value =
            if option.kind.placeholder == nil {
                ""
            } else if option.kind.namesFile {
                ":\(CompletionWords.file):_files"
            } else {
                words.isEmpty
                    ? ":\(CompletionWords.value): " : ":\(CompletionWords.value):(\(words))"
            }
        let mark = option.isRepeatable ? "*" : ""
        let summary = command.texts(of: option).summary.escapedForZsh
        return "'\(mark)\(option.flag)[\(summary)]\(value)'"
    }
}

extension String {
    /// The text, escaped for a single-quoted operand of `_arguments` in zsh.
    fileprivate var escapedForZsh: String {
        map { "[]:\\".contains($0) ? "\\\($0)" : $0 == "'" ? "'\\''" : String($0) }.joined()
    }
}

extension ShellCompletions {
    /// The completions for fish: lines for each command, its words and its options.
    static var fish: String {
        let commands = CommandName.shown.map { command in
            "complete -c tictactoe -n __fish_use_subcommand"
                + " -a \(command.rawValue) -d '\(command.summary.escapedForFish)'"
        }
        let first = (CommandName.play.options + CommandName.commonOptions + [.version]).map {
            "complete -c tictactoe -n __fish_use_subcommand" + fishFlag($0, of: .play)
        }
        let lines = commands + first + CommandName.shown.flatMap(fishLines)
        return """
            # \(CompletionWords.headerComment(on: "fish"))
            complete -c tictactoe -f
            \(lines.joined(separator: "\n"))

            """
    }

    private static func fishLines(of command: CommandName) -> [String] {
        let start = "complete -c tictactoe -n '__fish_seen_subcommand_from \(command.rawValue)'"
        let words = command.operandWords.joined(separator: " ")
        return (words.isEmpty ? [] : ["\(start) -a '\(words)'"])
            + (command.options + CommandName.commonOptions).map {
                start + fishFlag($0, of: command)
            }
    }

    private static func fishFlag(_ option: Option, of command: CommandName) -> String {
        let words = option.kind.words.joined(separator: " ")
        let list = words.isEmpty ? "" : " -a '\(words)'"
        let value =
            if option.kind.placeholder == nil {
                ""
            } else {
                option.kind.namesFile ? " -r -F\(list)" : " -x\(list)"
            }
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let name = option.flag.dropFirst(2)
        return
            "\(letter) -l \(name)\(value) -d '\(command.texts(of: option).summary.escapedForFish)'"
    }
}

extension String {
    /// The text, escaped for single quotes in fish.
    fileprivate var escapedForFish: String {
        map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

/// A shell with support for completions.
package enum ShellName: String, Hashable, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
}

/// The comment at the top of a completion file, and the placeholders that a shell shows.
private enum CompletionWords {
    static func headerComment(on shell: String) -> String {
        "\(shell) completion for tictactoe, generated by tictactoe completions \(shell)"
    }

    static var file: String { "file" }
    static var value: String { "value" }
}

internal import Wording

extension Completions {
    /// One function that looks for the command among the words, and offers what may follow.
    static var bash: String {
        """
        # \(CompletionWords.remark(on: "bash"))
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
        \(CommandName.shown.map { row($0.rawValue, words(behind: $0)) }.joined(separator: "\n"))
        \(row("*", commands + words(behind: .play) + [Option.version.flag]))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -F _tictactoe tictactoe

        """
    }

    private static var commands: [String] { CommandName.shown.map(\.rawValue) }

    /// What stands behind an option that takes a value.
    private static var values: String {
        Option.all.filter { $0.form.placeholder != nil }.map { option in
            let words = option.form.words
            let list = words.isEmpty ? "" : "-W '\(words.joined(separator: " "))' "
            let reply =
                if option.form.namesFile {
                    // A folder gets its slash, and a name may have spaces.
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

    private static func row(_ pattern: String, _ words: [String]) -> String {
        "        \(pattern)) words='\(words.joined(separator: " "))' ;;"
    }
}

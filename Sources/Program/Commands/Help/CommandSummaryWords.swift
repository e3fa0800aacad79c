internal import Drawing
internal import Game

extension CommandName {
    /// The summary in `--help`, the manual and the completions.
    var summary: String {
        switch self {
        case .play: "look for an opponent online (the default command)"
        case .join: "join a friend's match with an invite code"
        case .watch: "watch other players' matches"
        case .players: "list the players online and what they are doing"
        case .account: "sign up, sign in or out, link devices, change your password"
        case .stats: "show your results, overall or against one opponent"
        case .friends: "list your friends and your results against them"
        case .games: "list your correspondence games; with an ACTION, play them"
        case .status: "show how many games are waiting for your move"
        case .local: "play against another person at this keyboard"
        case .bot: "play against a bot"
        case .puzzle: "solve the puzzle of the day: find the best move"
        case .replay: "replay a round with notes on each move"
        case .export: "print a round as text, JSON, an SVG image or an asciinema cast"
        case .serve: "run a server"
        case .background: "run a server for the clients on this machine"
        case .backup: "back up a server's data, even while the server runs"
        case .copy: "copy all of a server's data between a file and Redis"
        case .accounts: "manage accounts and app keys; import and export notes"
        case .ban: "ban addresses and SSH keys, or lift a ban"
        case .door: "accept ssh guests for a server on another machine"
        case .doctor: "show all settings and check for problems"
        case .completions: "print shell completions"
        case .manual: "print the source of a manual page"
        case .help: "show help for a command or a topic"
        }
    }

    /// The example at the end of the command's `--help`.
    var example: String {
        switch self {
        case .play: "tictactoe play --vs okafor --target 3"
        case .join: "tictactoe join NZWG --server play.example"
        case .watch: "tictactoe watch okafor"
        case .players: "tictactoe players --follow"
        case .account: "tictactoe account link"
        case .stats: "tictactoe stats okafor"
        case .friends: "tictactoe friends"
        case .games: "tictactoe games new okafor --days 3"
        case .status: "tictactoe status --short"
        case .local: "tictactoe local --keypad"
        case .bot: "tictactoe bot perfect"
        case .puzzle: "tictactoe puzzle"
        case .replay: "tictactoe replay 1"
        case .export: "tictactoe export 1 --format cast > round.cast"
        case .serve: "tictactoe serve --listen 8383 --ssh 2222"
        case .background: "tictactoe serve"
        case .backup: "tictactoe backup yesterday.db"
        case .copy: "tictactoe copy server.db redis://10.0.0.5"
        case .accounts: "tictactoe accounts import kim@example.org notes.zip --app notes"
        case .ban: "tictactoe ban add 203.0.113.7 --store redis://10.0.0.5"
        case .door: "tictactoe door --server play.example --door-token-file token"
        case .doctor: "tictactoe doctor"
        case .completions: "tictactoe completions bash >> ~/.bash_completion"
        case .manual: "tictactoe manual tictactoe.6"
        case .help: "tictactoe help watch"
        }
    }
}

/// An operand of a command, or its placeholder, as `--help` lists it.
struct CommandOperandHelp: Hashable, Sendable {
    let word: String
    /// The placeholders of further operands; nil if there are none.
    let operand: String?
    let summary: String

    init(_ word: String, _ operand: String? = nil, summary: String) {
        self.word = word
        self.operand = operand
        self.summary = summary
    }

    var usage: String { operand.map { "\(word) \($0)" } ?? word }

    /// A topic of `tictactoe help` that is not a page of the manual.
    static var keys: CommandOperandHelp {
        CommandOperandHelp("keys", summary: "the keys of all screens")
    }

    /// Returns a row for each choice. `help` returns a choice's operand and summary.
    fileprivate static func rows<Action: CaseIterable & RawRepresentable>(
        _ help: (Action) -> (operand: String?, summary: String)
    ) -> [CommandOperandHelp] where Action.RawValue == String {
        Action.allCases.map { action in
            let (operand, summary) = help(action)
            return CommandOperandHelp(action.rawValue, operand, summary: summary)
        }
    }
}

extension CommandName {
    /// The words that the first operand can be, if they are a fixed set; otherwise empty. For
    /// `help`, only the topics.
    var choices: [CommandOperandHelp] {
        switch self {
        case .account: CommandOperandHelp.rows(\AccountOptions.AccountCommandAction.help)
        case .accounts:
            CommandOperandHelp.rows(\OperatorAccountsOptions.OperatorAccountsAction.help)
        case .ban: CommandOperandHelp.rows(\BanOptions.BanListAction.help)
        case .bot: CommandOperandHelp.rows(\Bot.help)
        case .completions: CommandOperandHelp.rows(\ShellName.help)
        case .games: CommandOperandHelp.rows(\GamesOptions.CorrespondenceAction.help)
        case .help:
            ManualPage.allCases.map { CommandOperandHelp($0.topic, summary: $0.summary) } + [.keys]
        case .manual:
            ManualPage.allCases.map { CommandOperandHelp($0.rawValue, summary: $0.summary) }
        default: []
        }
    }

    /// The noun for one of the choices.
    var choiceNoun: String {
        switch self {
        case .bot: "level"
        case .completions: "shell"
        case .help: "topic"
        case .manual: "page"
        default: "action"
        }
    }

    /// The placeholders in the usage line, each with its explanation.
    var arguments: [CommandOperandHelp] {
        switch self {
        case .join: [CommandOperandHelp("CODE", summary: "your friend's invite code")]
        case .watch:
            [
                CommandOperandHelp("NAME", summary: "a player's name"),
                CommandOperandHelp("MATCH", summary: "a match's id, as printed by watch --json"),
            ]
        case .replay, .export:
            [
                CommandOperandHelp(
                    "ROUND",
                    summary: "a round from your account: 1 is the last one (default), "
                        + "2 the one before"),
                CommandOperandHelp(
                    "FILE",
                    summary: "a file written by tictactoe export, in any format"),
                CommandOperandHelp("-", summary: "standard input"),
            ]
        case .backup: [CommandOperandHelp("FILE", summary: "the file to create")]
        case .copy:
            [
                CommandOperandHelp(
                    "FROM",
                    summary: "the data file or redis://HOST to copy; stop its servers first"),
                CommandOperandHelp(
                    "TO",
                    summary: "a file to create, or an empty redis://HOST; "
                        + "the keys file is not copied"),
            ]
        case .ban:
            [
                CommandOperandHelp(
                    "TARGET",
                    summary: "an address, a range such as 10.0.0.0/8, or an SSH key fingerprint"),
                CommandOperandHelp("UNTIL", summary: "the last day of the ban, such as 2027-01-31"),
                CommandOperandHelp("REASON", summary: "a message to show the banned guest"),
            ]
        case .help: [CommandOperandHelp("COMMAND", summary: "a command listed by tictactoe --help")]
        default: []
        }
    }
}

extension AccountOptions.AccountCommandAction: CommandAction {
    static var command: CommandName { .account }

    var help: (operand: String?, summary: String) {
        switch self {
        case .signup: ("[NAME]", "create an account and sign in")
        case .signin: ("[NAME]", "sign in on this machine")
        case .signout: (nil, "sign out and remove the account's data from this machine")
        case .link:
            ("[CODE]", "show a code to type on another device, or sign in with the CODE it shows")
        case .sessions: ("[end N|others]", "list your sessions, or end one of them or all others")
        case .password: (nil, "change your password and end all other sessions")
        case .reset: ("[NAME]", "set a new password with a code from the server's operator")
        case .delete: (nil, "delete your account")
        case .show: (nil, "show the account that is signed in (default)")
        }
    }
}

extension OperatorAccountsOptions.OperatorAccountsAction: CommandAction {
    static var command: CommandName { .accounts }

    var help: (operand: String?, summary: String) {
        switch self {
        case .list: (nil, "list all accounts")
        case .add: ("NAME", "create an account")
        case .lock: ("NAME", "lock an account and sign it out everywhere")
        case .unlock: ("NAME", "allow an account to sign in again")
        case .reset: ("NAME", "print a code that lets the player set a new password")
        case .delete: ("NAME", "delete an account and all its data")
        case .keys: (nil, "print the app's keys; create them if there are none")
        case .import: ("NAME FILE", "add the notes of a Simplenote export to an account")
        case .export: ("NAME FILE", "write an account's notes to a new file in Simplenote's JSON")
        }
    }
}

extension BanOptions.BanListAction: CommandAction {
    static var command: CommandName { .ban }

    var help: (operand: String?, summary: String) {
        switch self {
        case .add: ("TARGET [UNTIL] [REASON]", "ban a target, permanently or until a given day")
        case .remove: ("TARGET", "lift a ban")
        case .list: (nil, "list all bans")
        }
    }
}

extension GamesOptions.CorrespondenceAction: CommandAction {
    static var command: CommandName { .games }

    var help: (operand: String?, summary: String) {
        switch self {
        case .new: ("NAME", "invite NAME to a game")
        case .accept: ("N", "accept the invitation with number N in the list")
        case .decline: ("N", "decline invitation N, or withdraw yours")
        case .show: ("N", "show the board of game N")
        case .move: ("N SQUARE", "place your piece in game N, on a square from 1 to 9")
        }
    }
}

extension Bot {
    fileprivate var help: (operand: String?, summary: String) {
        switch self {
        case .easy: (nil, "completes its own line, otherwise moves at random")
        case .medium: (nil, "also blocks your line (default)")
        case .hard: (nil, "plays four moves out of five perfectly")
        case .perfect: (nil, "never loses")
        }
    }
}

/// The file for the completions of each shell.
extension ShellName {
    fileprivate var help: (operand: String?, summary: String) {
        switch self {
        case .bash: (nil, "append to ~/.bash_completion")
        case .zsh: (nil, "save as _tictactoe in a directory in $fpath")
        case .fish: (nil, "save as ~/.config/fish/completions/tictactoe.fish")
        }
    }
}

extension ManualPage {
    fileprivate var summary: String {
        switch self {
        case .game: "commands, options and keys"
        case .configuration: "settings, keys and themes"
        case .server: "running a server"
        }
    }
}

/// The sentences of `--help`.
enum HelpWords {
    static var title: String {
        "Tic-tac-toe for the terminal: play people or bots, watch matches, run a server."
    }

    static func usage(_ usage: String) -> String { "usage: \(usage)" }

    static func title(of command: String, summary: String) -> String {
        "tictactoe \(command): \(summary)"
    }

    /// Returns the last line of a command's help.
    static func example(_ example: String) -> String { "example: \(example)" }

    /// Returns the text about an option's default, to add to the summary.
    static func defaultValue(_ usual: String) -> String { " (default: \(usual))" }

    /// Returns the text about an option's values, to add to the summary.
    static func choices(_ words: [String]) -> String { ": \(ListWords.orList(words))" }

    static var keyActionsHint: String { "; tictactoe help config lists the actions" }

    static var ending: String {
        """
        tictactoe COMMAND --help lists a command's options.
        tictactoe help TOPIC prints the manual; topics: game, config, server and keys.
        In the game, press ? for all keys and q to quit.
        """
    }
}

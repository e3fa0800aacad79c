internal import Drawing

/// The summary of each command in `--help`, the manual and the completions.
enum CommandSummaryWords {
    static func summary(of command: CommandName) -> String {
        switch command {
        case .play: "look for an opponent online (the default command)"
        case .join: "join a friend's match with an invite code"
        case .watch: "watch other players' matches"
        case .players: "list the players online and what they are doing"
        case .account: "sign up, sign in or out, link devices, change your password"
        case .stats: "show your results, overall or against one opponent"
        case .friends: "list your friends and your results against them"
        case .games: "list, start and play correspondence games"
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
}

/// The summaries of the words that may follow a command, for its `--help`.
enum ActionSummaryWords {
    enum Account {
        static var signup: String { "create an account and sign in" }
        static var signin: String { "sign in on this machine" }
        static var signout: String { "sign out and remove the account's data from this machine" }
        static var link: String {
            "show a code to type on another device, or sign in with the CODE it shows"
        }
        static var sessions: String { "list your sessions, or end one of them or all others" }
        static var password: String { "change your password and end all other sessions" }
        static var reset: String { "set a new password with a code from the server's operator" }
        static var delete: String { "delete your account" }
        static var show: String { "show the account that is signed in (default)" }
    }

    enum Accounts {
        static var list: String { "list all accounts" }
        static var add: String { "create an account" }
        static var lock: String { "lock an account and sign it out everywhere" }
        static var unlock: String { "allow an account to sign in again" }
        static var reset: String { "print a code that lets the player set a new password" }
        static var delete: String { "delete an account and all its data" }
        static var keys: String { "print the app's keys; create them if there are none" }
        static var importNotes: String { "add the notes of a Simplenote export to an account" }
        static var exportNotes: String {
            "write an account's notes to a new file, as Simplenote does"
        }
    }

    enum Ban {
        static var add: String { "ban a target, permanently or until a given day" }
        static var remove: String { "lift a ban" }
        static var list: String { "list all bans" }
    }

    enum Games {
        static var new: String { "invite NAME to a game (default: list your games)" }
        static var accept: String { "accept the invitation with number N in the list" }
        static var decline: String { "decline invitation N, or withdraw yours" }
        static var show: String { "show the board of game N" }
        static var move: String { "place your piece in game N, on a square from 1 to 9" }
    }
}

extension ActionSummaryWords {
    enum BotLevels {
        static var easy: String { "completes its own line, otherwise moves at random" }
        static var medium: String { "also blocks your line (default)" }
        static var hard: String { "plays four moves out of five perfectly" }
        static var perfect: String { "never loses" }
    }

    /// The advice beside each shell: the file for its completions.
    enum CompletionInstallAdvice {
        static var bash: String { "append to ~/.bash_completion" }
        static var zsh: String { "save as _tictactoe in a directory in $fpath" }
        static var fish: String { "save as ~/.config/fish/completions/tictactoe.fish" }
    }

    enum ManualPages {
        static var game: String { "commands, options and keys" }
        static var configuration: String { "settings, keys and themes" }
        static var server: String { "running a server" }
        static var keys: String { "the keys of all screens" }
    }

    /// The explanations of the placeholders in usage lines.
    enum Arguments {
        static var code: String { "your friend's invite code" }
        static var player: String { "a player's name" }
        static var match: String { "a match's id, as printed by watch --json" }
        static var round: String {
            "a round from your account: 1 is the last one (default), 2 the one before"
        }
        static var roundFile: String { "a file written by tictactoe export, in any format" }
        static var standardInput: String { "standard input" }
        static var backup: String { "the file to create" }
        static var store: String {
            "the data file or redis://HOST to copy; stop its servers first"
        }
        static var copy: String {
            "a file to create, or an empty redis://HOST; the keys file is not copied"
        }
        static var target: String {
            "an address, a range such as 10.0.0.0/8, or an SSH key fingerprint"
        }
        static var until: String { "the last day of the ban, such as 2027-01-31" }
        static var reason: String { "a message to show the banned guest" }
        static var command: String { "a command listed by tictactoe --help" }
    }
}

/// An example of each command, for the end of its `--help`.
enum CommandExampleWords {
    static func example(of command: CommandName) -> String {
        switch command {
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

    /// Returns the last line of a command's `--help`.
    static func line(for command: CommandName) -> String { "example: \(example(of: command))" }
}

/// The headings and sentences of `--help`.
enum HelpWords {
    static var title: String {
        "Tic-tac-toe for the terminal: play people or bots, watch matches, run a server."
    }

    static func usage(_ usage: String) -> String { "usage: \(usage)" }

    static func title(of command: String, summary: String) -> String {
        "tictactoe \(command): \(summary)"
    }

    /// Returns the default of an option, to follow its summary.
    static func defaultValue(_ usual: String) -> String { " (default: \(usual))" }

    /// Returns the values of an option, to follow its summary.
    static func choices(_ words: [String]) -> String { ": \(ListWords.orList(words))" }

    static var purposes: String { "; tictactoe help config lists the actions" }

    static var ending: String {
        """
        tictactoe COMMAND --help lists a command's options.
        tictactoe help TOPIC prints the manual; the topics are game, config and server.
        In the game, press ? for all keys and q to quit.
        """
    }
}

extension HelpWords {
    static var play: String { "Play" }
    static var watch: String { "Watch" }
    static var you: String { "You" }
    static var hosting: String { "Hosting" }
    static var more: String { "More" }
    static var arguments: String { "Arguments" }
    static var actions: String { "Actions" }
    static var levels: String { "Levels" }
    static var shells: String { "Shells" }
    static var pages: String { "Pages" }
    static var topics: String { "Topics" }
    static var options: String { "Options" }
}

/// The end of an error message: the most similar word, or a way to find the right one.
enum UsageErrorAdviceWords {
    static func didYouMean(_ word: String) -> String { ". Did you mean \(word)?" }

    static func choices(_ words: [String]) -> String {
        " (\(words.joined(separator: ", ")))"
    }

    static var commands: String { " (tictactoe --help lists the commands)" }
    static var topics: String { " (tictactoe help --help lists the topics)" }
    static var options: String { " (tictactoe COMMAND --help lists the options)" }
    static var purposes: String { " (tictactoe help config lists the actions)" }
    static var settings: String { " (tictactoe help config lists the settings)" }
}

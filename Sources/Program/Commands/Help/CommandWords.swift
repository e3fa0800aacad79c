internal import Drawing

/// The summary of each command in `--help`, the manual and the completions.
enum CommandWords {
    static let play = "look for an opponent online (the default command)"
    static let join = "join a friend's match with an invite code"
    static let watch = "watch other players' matches"
    static let players = "list the players online and what they are doing"
    static let account =
        "sign up, sign in or out, link devices, change your password"
    static let stats = "show your results, overall or against one opponent"
    static let friends = "list your friends and your results against them"
    static let games = "list your correspondence games, or start one"
    static let status = "show how many games are waiting for your move"
    static let local = "play against another person at this keyboard"
    static let bot = "play against a bot"
    static let puzzle = "solve the puzzle of the day: find the best move"
    static let replay = "replay a round with notes on each move"
    static let export = "print a round as text, JSON or an asciinema recording"
    static let serve = "run a server"
    static let background = "run a server for the clients on this machine"
    static let backup = "back up a server's data, even while the server runs"
    static let copy = "copy all of a server's data between a file and Redis"
    static let accounts = "list, lock, unlock, reset or delete accounts"
    static let ban = "ban addresses and SSH keys, or lift a ban"
    static let door = "accept ssh guests for a server on another machine"
    static let load = "test a server under load"
    static let doctor = "show all settings and check for problems"
    static let completions = "print shell completions"
    static let manual = "print the source of a manual page"
    static let help = "show help for a command or a topic"
}

/// The summaries of the words that may follow a command, for its `--help`.
enum ActionWords {
    enum Account {
        static let signup = "create an account and sign in"
        static let signin = "sign in on this machine"
        static let signout = "sign out and remove the account's data from this machine"
        static let link =
            "show a code to type on another device, or sign in with the CODE it shows"
        static let password = "change your password"
        static let delete = "delete your account"
        static let show = "show the account that is signed in (default)"
    }

    enum Accounts {
        static let list = "list all accounts"
        static let lock = "lock an account and sign it out everywhere"
        static let unlock = "allow an account to sign in again"
        static let reset = "print a code that lets the player set a new password"
        static let delete = "delete an account and all its data"
    }

    enum Ban {
        static let add = "ban a target, permanently or until a given day"
        static let remove = "lift a ban"
        static let list = "list all bans"
    }

    enum Games {
        static let new = "start a game against NAME (default: list your games)"
    }
}

extension ActionWords {
    enum Bot {
        static let easy = "completes its own line, otherwise moves at random"
        static let medium = "also blocks your line (default)"
        static let hard = "plays four moves out of five perfectly"
        static let perfect = "never loses"
    }

    /// The advice beside each shell: the place for its completions.
    enum Shells {
        static let bash = "append to ~/.bash_completion"
        static let zsh = "save as _tictactoe in a directory in $fpath"
        static let fish = "save as ~/.config/fish/completions/tictactoe.fish"
    }

    enum Pages {
        static let game = "commands, options and keys"
        static let configuration = "settings, keys and themes"
        static let server = "running a server"
    }

    /// The explanations of placeholders.
    enum Arguments {
        static let code = "your friend's invite code"
        static let player = "a player's name"
        static let match = "a match's id, as printed by watch --json"
        static let round =
            "a round from your account: 1 is the last one (default), 2 the one before"
        static let roundFile = "a file written by tictactoe export, in any format"
        static let standardInput = "standard input"
        static let backup = "the file to create"
        static let store =
            "the data file or redis://HOST to copy; stop its servers first"
        static let copy =
            "a file to create, or an empty redis://HOST; the keys file is not copied"
        static let target =
            "an address, a range such as 10.0.0.0/8, or an SSH key fingerprint"
        static let until = "the last day of the ban, such as 2027-01-31"
        static let reason = "a message to show the banned guest"
        static let command = "a command listed by tictactoe --help"
    }
}

/// An example of each command, for the end of its `--help`.
enum ExampleWords {
    static let play = "tictactoe play --vs okafor --target 3"
    static let join = "tictactoe join NZWG --server play.example"
    static let watch = "tictactoe watch okafor"
    static let players = "tictactoe players --follow"
    static let account = "tictactoe account link"
    static let stats = "tictactoe stats okafor"
    static let friends = "tictactoe friends"
    static let games = "tictactoe games new okafor --days 3"
    static let status = "tictactoe status --short"
    static let local = "tictactoe local --keypad"
    static let bot = "tictactoe bot perfect"
    static let puzzle = "tictactoe puzzle"
    static let replay = "tictactoe replay 1"
    static let export = "tictactoe export 1 --format cast > round.cast"
    static let serve = "tictactoe serve --listen 8383 --ssh 2222"
    static let background = "tictactoe serve"
    static let backup = "tictactoe backup yesterday.db"
    static let copy = "tictactoe copy server.db redis://10.0.0.5"
    static let accounts = "tictactoe accounts list"
    static let ban = "tictactoe ban add 203.0.113.7 --store redis://10.0.0.5"
    static let door = "tictactoe door --server play.example --door-token-file token"
    static let load = "tictactoe load --players 200 --seconds 60"
    static let doctor = "tictactoe doctor"
    static let completions = "tictactoe completions bash >> ~/.bash_completion"
    static let manual = "tictactoe manual tictactoe.6"
    static let help = "tictactoe help watch"

    static func example(_ line: String) -> String { "example: \(line)" }
}

/// The headings and sentences of `--help`.
enum HelpWords {
    static let title =
        "Tic-tac-toe for the terminal: play people or bots, watch matches, run a server."

    static func usage(_ usage: String) -> String { "usage: \(usage)" }

    static func title(of command: String, summary: String) -> String {
        "tictactoe \(command): \(summary)"
    }

    /// The default of an option, behind its summary.
    static func remark(_ usual: String) -> String { " (default: \(usual))" }

    /// The values of an option, behind its summary.
    static func choices(_ words: [String]) -> String { ": \(ListWords.any(words))" }

    static let purposes = "; man 5 tictactoe lists the actions"

    static let ending = """
        tictactoe COMMAND --help lists a command's options.
        See also: man 6 tictactoe, man 5 tictactoe (settings), man 8 tictactoe-server.
        In the game, press ? for all keys and q to quit.
        """
}

extension HelpWords {
    static let play = "Play"
    static let watch = "Watch"
    static let you = "You"
    static let hosting = "Hosting"
    static let more = "More"
    static let arguments = "Arguments"
    static let actions = "Actions"
    static let levels = "Levels"
    static let shells = "Shells"
    static let pages = "Pages"
    static let topics = "Topics"
    static let options = "Options"
}

/// The answers of `tictactoe help` to a topic that has a manual page.
extension HelpWords {
    static let game = "To read about commands, options and keys, run: man 6 tictactoe"
    static let config = "To read about settings, keys and themes, run: man 5 tictactoe"
    static let server = "To read about running a server, run: man 8 tictactoe-server"
}

/// The end of an error message: the most similar word, or a way to find the right one.
enum AdviceWords {
    static func meant(_ word: String) -> String { ". Did you mean \(word)?" }

    static func choices(_ words: [String]) -> String {
        " (\(words.joined(separator: ", ")))"
    }

    static let commands = " (tictactoe --help lists the commands)"
    static let topics = " (tictactoe help --help lists the topics)"
    static let options = " (tictactoe COMMAND --help lists the options)"
    static let purposes = " (man 5 tictactoe lists the actions)"
    static let settings = " (man 5 tictactoe lists the settings)"
}

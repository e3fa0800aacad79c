/// The summaries of the words that may follow a command, for its `--help`.
package enum ActionWords {
    package enum Account {
        package static let signup = "create an account and sign in"
        package static let signin = "sign in on this machine"
        package static let signout = "sign out and remove the account's data from this machine"
        package static let link = "show a code for another device, or enter its CODE here"
        package static let password = "change your password"
        package static let delete = "delete your account"
        package static let show = "show the account that is signed in (default)"
    }

    package enum Accounts {
        package static let list = "list all accounts"
        package static let lock = "lock an account and sign it out everywhere"
        package static let unlock = "allow an account to sign in again"
        package static let reset = "print a code that lets the player set a new password"
        package static let delete = "delete an account and all its data"
    }

    package enum Ban {
        package static let add = "ban a target for good, or until a day"
        package static let remove = "lift a ban"
        package static let list = "list all bans"
    }

    package enum Games {
        package static let new = "start a game against NAME (without an action: list games)"
    }
}

extension ActionWords {
    package enum Bot {
        package static let easy = "completes its own line, otherwise moves at random"
        package static let medium = "also blocks your line (default)"
        package static let hard = "plays perfectly four times out of five"
        package static let perfect = "never loses"
    }

    /// The advice beside each shell: the place for its completions.
    package enum Shells {
        package static let bash = "append to ~/.bash_completion"
        package static let zsh = "save as _tictactoe in a directory of $fpath"
        package static let fish = "save as ~/.config/fish/completions/tictactoe.fish"
    }

    package enum Pages {
        package static let game = "commands, options and keys"
        package static let configuration = "settings, keys and themes"
        package static let server = "running a server"
    }

    /// The explanations of placeholders.
    package enum Arguments {
        package static let code = "the invite code of your friend"
        package static let player = "the name of a player"
        package static let match = "the id of a match, as watch --json prints it"
        package static let round =
            "a round of your account: its number (default: 1, the last one) or key"
        package static let roundFile = "a file that tictactoe export wrote"
        package static let standardInput = "standard input"
        package static let backup = "the new file for the copy"
        package static let store = "a file or redis://HOST"
        package static let target = "an address, a range such as 10.0.0.0/8, or a key fingerprint"
        package static let until = "the last day of the ban, such as 2027-01-31"
        package static let reason = "a text for the banned guest"
        package static let command = "a command that tictactoe --help lists"
    }
}

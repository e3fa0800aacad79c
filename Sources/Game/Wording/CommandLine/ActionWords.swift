/// The summaries of the words that may follow a command, for its `--help`.
package enum ActionWords {
    package enum Account {
        package static let signup = "create an account and sign in"
        package static let signin = "sign in on this machine"
        package static let signout = "sign out and remove the account's data from this machine"
        package static let link =
            "show a code to type on another device, or sign in with the CODE it shows"
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
        package static let add = "ban a target, permanently or until a given day"
        package static let remove = "lift a ban"
        package static let list = "list all bans"
    }

    package enum Games {
        package static let new = "start a game against NAME (default: list your games)"
    }
}

extension ActionWords {
    package enum Bot {
        package static let easy = "completes its own line, otherwise moves at random"
        package static let medium = "also blocks your line (default)"
        package static let hard = "plays four moves out of five perfectly"
        package static let perfect = "never loses"
    }

    /// The advice beside each shell: the place for its completions.
    package enum Shells {
        package static let bash = "append to ~/.bash_completion"
        package static let zsh = "save as _tictactoe in a directory in $fpath"
        package static let fish = "save as ~/.config/fish/completions/tictactoe.fish"
    }

    package enum Pages {
        package static let game = "commands, options and keys"
        package static let configuration = "settings, keys and themes"
        package static let server = "running a server"
    }

    /// The explanations of placeholders.
    package enum Arguments {
        package static let code = "your friend's invite code"
        package static let player = "a player's name"
        package static let match = "a match's id, as printed by watch --json"
        package static let round =
            "a round from your account: 1 is the last one (default), 2 the one before"
        package static let roundFile = "a file written by tictactoe export, in any format"
        package static let standardInput = "standard input"
        package static let backup = "the file to create"
        package static let store =
            "the data file or redis://HOST to copy; stop its servers first"
        package static let copy =
            "a file to create, or an empty redis://HOST; the keys file is not copied"
        package static let target =
            "an address, a range such as 10.0.0.0/8, or an SSH key fingerprint"
        package static let until = "the last day of the ban, such as 2027-01-31"
        package static let reason = "a message to show the banned guest"
        package static let command = "a command listed by tictactoe --help"
    }
}

extension ServerPage {
    package enum Door {
        package static let heading = "THE SSH DOOR"
        package static let introduction = #"""
            The door accepts guests who have
            .Xr ssh 1
            but not this program.
            A server starts its own door on port 2222.
            .Fl \-ssh
            names another port, and
            .Fl \-no\-door
            turns the door off.
            """#
        /// The list of actions follows.
        package static let guests = """
            Guests need no account, no password and no key, and can use any user name.
            A guest with a key is shown its fingerprint,
            and is signed in if the key belongs to an account.
            In the game a guest can create an account with the key.
            A guest with any key can resume a match after a lost connection.
            The user name, or the words after the host, select an action:
            """
        package static let limits = """
            The door executes nothing else, serves no files and forwards no ports.
            A guest who presses no key for 30 minutes is disconnected,
            with a warning one minute before.
            Spectators are not disconnected.
            A connection that is silent for 40 seconds is closed,
            and the seat is held for 60 more.
            A guest with a slow connection skips positions and sees the newest one next.
            """
        package static let process = """
            The door of a server is a process of its own.
            The server restarts a door that exits,
            and kills and restarts a door that hangs.
            Matches of other players continue.
            """
        package static let key = """
            The host key is created once and never replaced.
            Keep a copy: if the key changes, ssh warns every guest of an attack.
            The door prints the fingerprint at each start, so that guests can compare it.
            """
        package static let sshd = """
            To run the game behind
            .Xr sshd 8
            instead, see
            .Pa Assets/ssh/sshd_config.sample
            in the source.
            The package has it in
            .Pa /usr/share/doc/tictactoe/examples .
            """
    }
}

extension ServerPage.Door {
    /// A door on a machine of its own.
    package enum Elsewhere {
        package static let heading = "A door on another machine"
        package static let introduction = "A door can run on another machine than its server:"
        package static let token = #"""
            Give the server and the door the same
            .Fl \-door\-token\-file .
            The file starts with 32 letters and digits.
            Keep it secret.
            Without it the server counts all spectators of the door as one,
            and keys cannot sign in.
            To sign in by a key, the door must also reach the server by
            .Ql wss:// .
            The server must accept a connection for each player of the door
            .Pq Fl \-max\-per\-address .
            """#
    }

    /// The results of the actions that a guest can select.
    package enum Wishes {
        package static let play = """
            plays as
            .Ar NAME ,
            without characters that a name cannot contain.
            .Cm play ,
            .Cm guest
            and similar user names are not used as a name.
            """
        package static let watch = "lists the matches and shows them."
        package static let code = """
            plays with the friend who made the invite code.
            Write the code in capitals.
            """
        package static let join = "does the same under your own name."
        package static let watchSomebody = "watches the match of a player, or lists the matches."
        package static let link = """
            links your key to an account.
            Another device of that account shows the code.
            """
        package static let players = "prints the number of players and spectators."
        package static let games = """
            lists the correspondence games of your key's account, as
            .Nm tictactoe Cm games
            does.
            """
        package static let status = """
            prints how many of these games wait for your move, for a shell prompt.
            The exit status is 0 if at least one waits, and 4 otherwise.
            """
        package static let lines = #"""
            plays in text mode, without a terminal.
            So does
            .Fl \-plain
            after
            .Cm play , join
            or
            .Cm watch .
            """#
        package static let keypad = """
            numbers the squares as on a keypad, also after
            .Cm join
            and
            .Cm watch .
            """
    }
}

extension GameManualPage {
    static var textMode: [ManualBlock] {
        [
            .heading("TEXT MODE"),
            #"""
            With
            .Fl \-plain ,
            or on a terminal that can only print,
            .Nm
            prints a line for each event.
            To act, type a command or the number of a square.
            .Ql help
            lists the commands.
            """#,
        ]
    }

    static var correspondenceGames: [ManualBlock] {
        [
            .heading("CORRESPONDENCE GAMES"),
            #"""
            Two players with accounts can play a game with one,
            three or seven days a move.
            Invite a player with
            .Ic games new Ar NAME ,
            or on the player's card:
            press Enter on the player's name, or
            .Ql p
            after a match.
            The game starts when they accept, and they move first.
            A first move accepts, too.
            A player who is not your friend can have three open invitations from you.
            If you block a player, their invitations and games without two moves end.
            If a player resigns before both have moved, the game ends without a result.
            The statistics do not include correspondence games.
            """#,
            #"""
            .Ic games
            numbers your games.
            .Ic games show Ar N
            prints a board,
            .Ic games move Ar N SQUARE
            places your piece, and
            .Ic games accept Ar N
            or
            .Ic games decline Ar N
            answers an invitation.
            The numbers change with each move, so a script uses the
            .Ql key
            of a game from
            .Fl \-json
            in place of
            .Ar N .
            """#,
        ]
    }

    static var waitingGames: [ManualBlock] {
        [
            #"""
            .Ic games Fl \-wait
            prints a line whenever a game begins to wait for you, or an object with
            .Fl \-json .
            For a notification on your desktop, or on your phone by ntfy.sh:
            .Bd -literal -offset indent -compact
            tictactoe games \-\-wait | while read \-r line; do
              notify\-send tictactoe "$line"
              curl \-d "$line" https://ntfy.sh/YOUR\-TOPIC
            done
            .Ed
            """#,
            #"""
            .Ql \&]
            opens the next game that is waiting for your move.
            You can move offline.
            The move is sent as soon as the server can be reached.
            When your opponent's time is up,
            .Ql c
            claims the game.
            """#,
            #"""
            .Ic status
            prints how many games are waiting for your move.
            Its exit status is 0 if at least one game is waiting, and 4 otherwise.
            With
            .Fl \-short
            it prints a few characters for a shell prompt, or nothing.
            """#,
        ]
    }

    static var puzzles: [ManualBlock] {
        [
            .heading("PUZZLES"),
            """
            .Ic puzzle
            shows the puzzle of the day, which is the same for all players.
            One move is better than all others.
            After your answer, the puzzle shows the best move and explains it.
            You can answer only once, even as a guest or on another device of your account.
            Days solved in a row form a streak.
            A new puzzle starts at midnight UTC.
            """,
        ]
    }

    static var replaysAndRecordings: [ManualBlock] {
        [
            .heading("REPLAYS"),
            """
            After a round,
            .Ql v
            replays it, move by move.
            .Ql s
            shows the value of each move, computed from the whole game tree:
            """,
            .bullets([
                "whether the move wins, draws or loses, and in how many moves,",
                "whether it was the only such move,",
                "whether it missed a win or a draw, and which moves were better.",
            ]),
            #"""
            .Ic replay
            and
            .Ic export
            take a round from your account, by its number.
            Number 1, the default, is the last round, and 2 the one before.
            They also read a file written by
            .Ic export
            in any format, or standard input with
            .Ql \- .
            """#,
            .heading("RECORDINGS"),
            #"""
            .Fl \-record Ar FILE
            records a game in a new file.
            The file contains the keys and lines you type,
            the server's messages, and the screens, each with its time.
            Only you can read the file.
            A recording never replaces another file, and stops at 256 MiB.
            Tokens and other secrets are replaced by other text.
            Names, invite and link codes, and all other text stay readable.
            """#,
            .commands(["tictactoe doctor --replay FILE"]),
            """
            replays a recording without a terminal and without a server,
            and prints the first line that differs.
            A recording makes the best bug report.
            Each line has a checksum, which detects changes.
            If you edit a recording, remove the member
            .Ql check
            at the end of every line.
            Then only the results are compared.
            """,
        ]
    }

    static var environment: [ManualBlock] {
        [
            .heading("SIGNALS"),
            .items([("Dv SIGUSR2", "Reread the settings.")], width: "SIGUSR2"),
            .heading("ENVIRONMENT"),
            """
            Every setting of
            .Xr tictactoe 5
            is also an environment variable:
            .Ev TICTACTOE_
            and the name in capitals, with _ for each hyphen, as in
            .Ev TICTACTOE_MAX_GUESTS .
            These variables are also read:
            """,
            .items([
                ("Ev NO_COLOR", "turns colours off, if not empty."),
                ("Ev TERM", "the terminal type."),
                ("Ev COLORTERM", "truecolor, if the terminal supports 24\\-bit colour."),
                ("Ev LC_ALL , LC_CTYPE , LANG", "the locale: UTF\\-8 or ASCII."),
                ("Ev USER , LOGNAME", "your name, until you choose another one."),
                ("Ev SSL_CERT_FILE", "certificates to trust for wss://, instead of the system's."),
                ("Ev TICTACTOE_CONFIG", "a configuration file to read instead of your own."),
                (
                    "Ev XDG_CONFIG_HOME , XDG_DATA_HOME , XDG_STATE_HOME",
                    "replace ~/.config, ~/.local/share and ~/.local/state."
                ),
                ("Ev XDG_CONFIG_DIRS", "directories to use instead of /etc/xdg."),
            ]),
        ]
    }

    static var files: [ManualBlock] {
        [
            .heading("FILES"),
            .items([
                ("Pa ~/.config/tictactoe/config", "your configuration file."),
                (
                    "Pa /etc/xdg/tictactoe/config",
                    "the configuration file for all users of the machine."
                ),
                (
                    "Pa ~/.local/share/tictactoe",
                    "the data directory: your accounts, and a local server's data."
                ),
                ("Pa ~/.local/state/tictactoe/choices", "the settings that you chose in the game."),
                (
                    "Pa ~/.local/state/tictactoe/seats",
                    "the matches that you can resume at the next start."
                ),
                ("Pa ~/.local/state/tictactoe/server.log", "the background server's log."),
            ]),
            .subheading("After a power cut"),
            """
            A power cut never leaves the accounts or the choices half-written.
            You can lose:
            """,
            .items([
                (
                    "the accounts in Pa ~/.local/share/tictactoe",
                    """
                    the last edits to friends, results and settings,
                    and a sign-in of the last moment.
                    An edit is on the disk before it is sent.
                    """
                ),
                ("Pa ~/.local/state/tictactoe/choices", "the setting that you chose last."),
                (
                    "Pa ~/.local/state/tictactoe/seats",
                    """
                    the way back to a match, if the power fails while you are online.
                    A move without a connection is on the disk before it is sent.
                    """
                ),
                (
                    "a server in the background",
                    """
                    some seconds of its matches.
                    A server that the game starts does not wait for the disk.
                    """
                ),
                ("a recording, or the log", "the last lines."),
            ]),
            .heading("EXIT STATUS"),
            .exitStatusList,
            "If a signal ends the game, the status is 128 plus the signal's number.",
        ]
    }

    static var examples: [ManualBlock] {
        [
            .heading("EXAMPLES"),
            "Play with the next available player:",
            .commands(["tictactoe"]),
            "Challenge a player on another server:",
            .commands(["tictactoe --server play.example --vs okafor"]),
            "Join a friend with an invite code:",
            .commands([CommandName.join.example]),
            "Challenge a player to a series with a clock:",
            .commands(["tictactoe play --vs okafor --clock 30 --target 3"]),
            "Show how many players are free:",
            .commands(["tictactoe players --json | jq .free"]),
            "Install the completions for bash:",
            .commands(["tictactoe completions bash >> ~/.bash_completion"]),
            .heading("SEE ALSO"),
            ".Xr tictactoe 5 ,\n.Xr tictactoe-server 8",
        ]
    }
}

internal import Drawing
internal import Game

/// The texts of tictactoe(6), the man page of the game.
enum GameManualPage {
    static var summary: String { "tic-tac-toe for two players at two terminals" }
    static var command: String { "command" }
    static var option: String { "option" }

    static var description: [String] {
        [
            #"""
            .Nm
            is tic\-tac\-toe for two players at two terminals.
            Without a command it opens the lobby, which lists the players,
            and looks for an opponent.
            On the first start, it asks for your name.
            You don't need an account.
            """#,
            """
            To play on one machine, run
            .Nm
            in two terminals.
            The two players are matched at once.
            """,
            """
            To play with a friend, press
            .Ql i
            in the lobby.
            The lobby then shows an invite code,
            and the command that your friend has to run.
            You must both be able to reach the same server.
            .Xr tictactoe-server 8
            describes how to run one.
            """,
            """
            .Ic tictactoe watch
            shows the matches on the server, and
            .Ic tictactoe watch Ar NAME
            shows one player's match.
            """,
            #"""
            A server can also accept guests over
            .Xr ssh 1 ,
            who don't need this program.
            To play, a guest runs
            .Ql ssh \-p 2222 HOST ;
            to watch,
            .Ql ssh \-p 2222 watch@HOST .
            """#,
        ] + connections
    }

    /// The paragraphs about accounts and connections.
    private static var connections: [String] {
        [
            """
            With an account, your name, friends,
            results and settings are the same on all your devices.
            See ACCOUNTS.
            """,
            """
            If you lose the connection, close the window, or restart your machine,
            the match is kept for 60 seconds.
            Run
            .Nm
            again within that time to resume the match.
            After 15 seconds, however, your opponent can claim the round.
            A match also survives a server restart.
            The first line of the screen shows the state of the connection.
            """,
            #"""
            If no server is named and none is running on this machine,
            .Nm
            starts one in the background.
            That server exits after two minutes without clients.
            Connections shorter than two seconds do not count.
            Only playing, watching on a screen and
            .Ic account signup
            start a server.
            If none is running,
            .Ic players
            and
            .Ic watch Fl \-plain
            say so and exit with status 0.
            """#,
        ]
    }

    static var operatorsCommands: String {
        """
        The commands for operators are in
        .Xr tictactoe-server 8 .
        """
    }

    static let options = #"""
        Each command accepts some of these options.
        .Nm
        .Ar command
        .Fl \-help
        lists them.
        An option without a value is a switch.
        Add or remove
        .Ql no\-
        in front of its name to reverse it, as in
        .Fl \-no\-quick
        and
        .Fl \-sound .
        """#

    static let keys = #"""
        The last line of a screen lists the six keys that matter most there.
        .Ql \&:
        or Ctrl-P opens a list of all actions, also of those without a key:
        type a part of the name, then press Enter.
        .Ql \&?
        shows all keys, as
        .Ic tictactoe help keys
        does.
        .Xr tictactoe 5
        describes how to choose other keys.
        """#
}

extension GameManualPage {
    enum Matches {
        static var heading: String { "MATCHES" }
        static var texts: [String] {
            [
                """
                A match is two players at one board, until one of them leaves.
                It consists of one or more rounds.
                A round starts with an empty board and ends with a win or a draw.
                A series is a match that ends when a player has won a set number of rounds:
                \(ListWords.orList(SeriesTarget.numbers)).
                """,
                """
                Two players who are looking for a match are matched at once
                if both want the same clock, or have chosen none.
                After five seconds, two with different clocks are matched,
                with the slower clock of the two, or none.
                A player you invite has 20 seconds to answer:
                play, later, no, or do not disturb.
                """,
                """
                If you leave a round after both players have moved, you lose it.
                If your opponent has been away for 15 seconds, you can claim the round,
                end the match without a result, or keep waiting.
                """,
                #"""
                A match can have a clock of \#(ListWords.orList(MoveLimit.numbers)) seconds a move.
                Set it with
                .Fl \-clock ,
                or with
                .Ql C
                in the lobby.
                If neither player chooses one or
                .Ql none ,
                a quick match has 60 seconds a move.
                If a match starts with an invitation or an invite code,
                the inviting player's clock applies.
                A player whose time runs out loses the round.
                The clock keeps running while a player is disconnected.
                After a server restart, the player to move gets the full time again.
                """#,
                #"""
                Set the length of a series with
                .Fl \-target ,
                or with
                .Ql T
                in the lobby.
                The length applies to your invitations and invite codes,
                and to a quick match if both players have chosen one.
                Otherwise it is proposed after the first round.
                """#,
                """
                After a round,
                .Ql C
                and
                .Ql T
                propose another clock or another series length.
                The proposal takes effect if your opponent proposes the same,
                or accepts the rematch.
                """,
                """
                .Ql g
                sends one of a few phrases to your opponent and the spectators,
                who can read it for five seconds.
                The action
                .Ql mute
                hides the phrases of other players.
                """,
            ]
        }
    }

    enum Accounts {
        static var heading: String { "ACCOUNTS" }
        static var introduction: String {
            """
            An account reserves your name on a server, and stores your friends,
            blocked players,
            results and settings there.
            All your devices have a copy.
            You can change your data offline, and the changes are merged later.
            .Ic tictactoe account Ar ACTION
            manages the account:
            """
        }
        static var signup: String { "creates an account, and signs in." }
        static var signin: String { "signs in with the password." }
        static let signout = #"""
            signs out, and removes the account's data from this machine.
            If the server does not have all your changes yet, only
            .Fl \-force
            signs out, and those changes are lost.
            """#
        static var link: String {
            """
            shows a code for another device, which is valid for five minutes.
            When the code is used,
            the command asks you to allow the device.
            """
        }
        static var linkByCode: String {
            """
            signs in with the code that another device shows.
            Then allow this device on the other one.
            """
        }
        static var sessions: String {
            """
            lists the sessions of the account:
            each device that is signed in, its address,
            and the days of the sign-in and the last use.
            """
        }
        static var endSession: String {
            """
            ends the session with this number, or all others.
            A session that was unused for a year ends by itself.
            """
        }
        static var password: String {
            "changes the password, and ends all other sessions."
        }
        static var reset: String {
            """
            sets a new password with a code from the server's operator,
            and signs in.
            """
        }
        static var delete: String {
            """
            deletes the account along with its friends and results.
            The name stays reserved for 90 days.
            """
        }
        static var show: String {
            """
            shows the account's name and server.
            This is the default action.
            """
        }

        static var texts: [String] {
            [
                #"""
                A password has at least 8 characters.
                The command reads it from the terminal, or from the file named by
                .Fl \-password\-file .
                A password is sent to another machine only if the connection is encrypted
                .Pq Ql wss:// ,
                unless
                .Fl \-insecure\-account
                is set.
                """#,
                #"""
                You can also sign in with an ssh key.
                .Ql ssh \-t \-p 2222 HOST link CODE
                links your key to the account.
                """#,
                """
                .Ic stats , friends , replay , export , games
                and
                .Ic status
                ask the server.
                If it does not answer within two seconds,
                they ask a game that is running on this machine,
                or read the copy that the last one left,
                and print the time of that copy on standard error.
                If there is no copy, they exit with status 3.
                """,
                """
                A friendship begins when the other player accepts:
                ask on the player's card, or with + in the list of friends.
                If you block a player, you lose them as a friend, and their invitations end.
                """,
                """
                You can continue a match on another device of your account.
                Settings that you choose in the game apply to all devices of your account,
                or, without an account, to this machine.
                The command line, the environment and the configuration files override them.
                """,
            ]
        }
    }

    enum TextMode {
        static var heading: String { "TEXT MODE" }
        static let text = #"""
            With
            .Fl \-plain ,
            or on a terminal that can only print,
            .Nm
            prints a line for each event.
            To act, type a command or the number of a square.
            .Ql help
            lists the commands.
            """#
    }

    enum Correspondence {
        static var heading: String { "CORRESPONDENCE GAMES" }
        static var texts: [String] {
            [
                #"""
                Two players with accounts can play a game with one,
                three or seven days a move.
                Invite a player with
                .Ic games new Ar NAME ,
                or on the player's card:
                Enter on the player's name, or
                .Ql p
                after a match.
                The game starts when they accept, and they move first.
                A first move accepts, too.
                A player who is not your friend can have three open invitations from you.
                If you block a player, their invitations and games without two moves end.
                If a player resigns before both have moved, the game ends without a result.
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
    }

    enum Puzzles {
        static var heading: String { "PUZZLES" }
        static var text: String {
            """
            .Ic puzzle
            shows the puzzle of the day, which is the same for all players.
            One move is better than all others.
            After your answer, the puzzle shows the best move and explains it.
            You answer once, also as a guest or on another device of your account.
            Days solved in a row form a streak.
            A new puzzle starts at midnight UTC.
            """
        }
    }

    enum RoundReplays {
        static var heading: String { "REPLAYS" }
        static var keys: String {
            """
            After a round,
            .Ql v
            replays it, move by move.
            .Ql s
            shows the value of each move, computed from the whole game tree:
            """
        }
        static var values: [String] {
            [
                "whether the move wins, draws or loses, and in how many moves,",
                "whether it was the only such move,",
                "whether it missed a win or a draw, and which moves were better.",
            ]
        }
        static let commands = #"""
            .Ic replay
            and
            .Ic export
            take a round from your account, by its number.
            Number 1, the default, is the last round, and 2 the one before.
            They also read a file written by
            .Ic export
            in any format, or standard input with
            .Ql \- .
            """#
    }

    enum Recordings {
        static let introduction = #"""
            .Fl \-record Ar FILE
            records a game in a new file.
            The file contains the keys and lines you type,
            the server's messages, and the screens, each with its time.
            Only you can read the file.
            A recording never replaces another file, and stops at 256 MiB.
            Tokens and other secrets are replaced by other text.
            Names, invite and link codes, and all other text stay readable.
            """#
        static var replay: String {
            """
            replays a recording without a terminal and without a server,
            and prints the first line that differs.
            A recording makes the best bug report.
            Each line has a checksum, which detects changes.
            If you edit a recording, remove the member
            .Ql check
            at the end of every line.
            Then only the results are compared.
            """
        }
    }

    static var reload: String { "Reread the settings." }

    enum EnvironmentVariables {
        static var introduction: String {
            """
            Every setting of
            .Xr tictactoe 5
            is also an environment variable:
            .Ev TICTACTOE_
            and the name in capitals, with _ for each hyphen, as in
            .Ev TICTACTOE_MAX_GUESTS .
            These variables are also read:
            """
        }
        static var noColor: String { "turns colours off, if not empty" }
        static var terminal: String { "the terminal type" }
        static var colours: String { "truecolor, if the terminal supports 24-bit colour" }
        static var locale: String { "the locale: UTF-8 or ASCII" }
        static var user: String { "your name, until you choose another one" }
        static var authorities: String {
            "certificates to trust for wss://, instead of the system's"
        }
        static var configuration: String { "a configuration file to read instead of your own" }
        static var folders: String { "replace ~/.config, ~/.local/share and ~/.local/state" }
        static var machineFolders: String { "directories to use instead of /etc/xdg" }
    }

    enum Files {
        static var ownSettings: String { "your configuration file" }
        static var machineSettings: String { "the configuration file for all users of the machine" }
        static var data: String {
            "the data directory: your accounts, and a local server's data"
        }
        static var choices: String { "the settings that you chose in the game" }
        static var seats: String { "the matches that you can resume at the next start" }
        static var log: String { "the background server's log" }
    }

    /// The parts of each file that can be lost in a power cut.
    enum PowerCutLosses {
        static var introduction: String {
            """
            A power cut never leaves a part of the accounts or the choices.
            It can take:
            """
        }
        static var accounts: String {
            """
            edits of the last moment to friends, results and settings,
            and a sign-in of that moment.
            An edit is on the disk before it is sent.
            """
        }
        static var choices: String { "the setting that you chose last." }
        static var seats: String {
            """
            the way back to a match, if the power fails while you are online.
            A move without a connection is on the disk before it is sent.
            """
        }
        static var backgroundServer: String {
            """
            some seconds of its matches.
            A server that the game starts does not wait for the disk.
            """
        }
        static var recordings: String { "the last lines." }
    }

    static var signalStatus: String {
        "If a signal ends the game, the status is 128 plus the signal's number."
    }

    enum Examples {
        static var opponent: String { "Play with the next available player:" }
        static var friend: String { "Challenge a player on another server:" }
        static var code: String { "Join a friend with an invite code:" }
        static var series: String { "Challenge a player to a series with a clock:" }
        static var count: String { "Show how many players are free:" }
        static var completions: String { "Install the completions for bash:" }
    }
}

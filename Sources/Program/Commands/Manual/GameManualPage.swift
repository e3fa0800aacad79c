internal import Drawing
internal import Game

/// The text of tictactoe(6), the man page of the game.
enum GameManualPage {
    private static let commands: [CommandName] = [
        .play, .join, .watch, .players, .account, .stats, .friends, .games, .status, .local, .bot,
        .puzzle, .replay, .export, .doctor, .completions, .help,
    ]

    /// The options of the commands on this page, each once.
    private static let options = Option.all.filter { option in
        commands.contains { $0.options.contains(option) }
            || CommandName.commonOptions.contains(option) || option == .version
    }

    /// Returns the page. `keys` are the keys of all screens.
    static func blocks(keys: [KeyManualSection]) -> [ManualBlock] {
        let parts: [[ManualBlock]] = [
            introduction, connections, commandsAndOptions, keys.flatMap(keySubsection), matches,
            matchTerms, accounts, accountActions, accountNotes, textMode, correspondenceGames,
            waitingGames, puzzles, replaysAndRecordings, environment, files, examples,
        ]
        return parts.flatMap(\.self)
    }

    private static func keySubsection(_ keys: KeyManualSection) -> [ManualBlock] {
        // The escape `\&` is needed because a key, or the first word of a heading, can be the name
        // of a mandoc macro.
        [
            .subheading("\\&\(keys.heading)"),
            .definitionList(keys.rows.map { ("Ic \\&\($0.keys.escaped)", $0.meaning) }),
        ]
    }

    static var introduction: [ManualBlock] {
        [
            .name("tictactoe", summary: "tic-tac-toe for two players at two terminals"),
            .heading("SYNOPSIS"),
            ".Nm\n.Op Ar command\n.Op Ar option ...",
            .heading("DESCRIPTION"),
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
        ]
    }

    static var connections: [ManualBlock] {
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

    static var commandsAndOptions: [ManualBlock] {
        [
            .heading("COMMANDS"),
            .commandList(commands),
            """
            The commands for operators are in
            .Xr tictactoe-server 8 .
            """,
            .heading("OPTIONS"),
            #"""
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
            """#,
            .optionList(options),
            .heading("KEYS"),
            #"""
            The last line of a screen lists the six keys that matter most there.
            .Ql \&:
            or Ctrl-P opens a list of all actions, also of those without a key:
            type a part of the name, then press Enter.
            Below, an action without a key has a colon and words to type there.
            .Ql \&?
            shows all keys, as
            .Ic tictactoe help keys
            does.
            .Xr tictactoe 5
            describes how to choose other keys.
            """#,
        ]
    }

    static var matches: [ManualBlock] {
        [
            .heading("MATCHES"),
            """
            A match is played by two players at one board, until one of them leaves.
            It consists of one or more rounds.
            A round starts with an empty board and ends with a win or a draw.
            A series is a match that ends when a player has won a set number of rounds:
            \(ListWords.orList(SeriesTarget.numbers)).
            """,
            """
            Two players who are looking for a match are matched at once
            if both want the same clock, or have not chosen one.
            After five seconds, players with different clocks are matched, too,
            with the slower clock, or without a clock if one of them chose
            .Ql none .
            A player you invite has 20 seconds to answer:
            play, later, no, or do not disturb.
            """,
            """
            If you leave a round after both players have moved, you lose it.
            If your opponent has been away for 15 seconds, you can claim the round,
            end the match without a result, or keep waiting.
            """,
        ]
    }

    static var matchTerms: [ManualBlock] {
        [
            #"""
            A match can have a clock of \#(ListWords.orList(MoveTimeLimit.numbers)) seconds a move.
            Set it with
            .Fl \-clock ,
            or with
            .Ql C
            in the lobby.
            If you choose neither a time nor
            .Ql none ,
            the clock is
            .Ql auto :
            60 seconds a move in a quick match, unless your opponent chose none.
            Invitations and invite codes then have no clock.
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

    static var accounts: [ManualBlock] {
        [
            .heading("ACCOUNTS"),
            """
            An account reserves your name on a server, and stores your friends,
            blocked players,
            results and settings there.
            All your devices have a copy.
            You can change your data offline, and the changes are merged later.
            .Ic tictactoe account Ar ACTION
            manages the account:
            """,
        ]
    }

    static var accountActions: [ManualBlock] {
        [
            .items([
                ("Cm signup Op Ar NAME", "creates an account, and signs in."),
                ("Cm signin Op Ar NAME", "signs in with the password."),
                (
                    "Cm signout",
                    #"""
                    signs out, and removes the account's data from this machine.
                    If the server does not have all your changes yet, only
                    .Fl \-force
                    signs out, and those changes are lost.
                    """#
                ),
                (
                    "Cm link",
                    """
                    shows a code for another device, which is valid for five minutes.
                    When the code is used,
                    the command asks you to allow the device.
                    """
                ),
                (
                    "Cm link Ar CODE",
                    """
                    signs in with the code that another device shows.
                    Then allow this device on the other one.
                    """
                ),
                (
                    "Cm sessions",
                    """
                    lists the sessions of the account:
                    each device that is signed in, its address,
                    and the days of the sign-in and the last use.
                    """
                ),
                (
                    "Cm sessions end Ar N|others",
                    """
                    ends the session with this number, or all others.
                    A session that is unused for a year ends by itself.
                    """
                ),
                ("Cm password", "changes the password, and ends all other sessions."),
                (
                    "Cm reset Op Ar NAME",
                    """
                    sets a new password with a code from the server's operator,
                    and signs in.
                    """
                ),
                (
                    "Cm delete",
                    """
                    deletes the account along with its friends and results.
                    The name stays reserved for 90 days.
                    """
                ),
                (
                    "Cm show",
                    """
                    shows the account's name and server.
                    This is the default action.
                    """
                ),
            ])
        ]
    }

    static var accountNotes: [ManualBlock] {
        [
            """
            .Cm signup
            and
            .Cm link Ar CODE
            fail while you are signed in;
            .Cm signin
            and
            .Cm reset
            fail while you are signed in to another account.
            """,
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
            or read the copy that the last game left,
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

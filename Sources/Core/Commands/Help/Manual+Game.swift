extension Manual {
    private static let commands: [CommandName] = [
        .play, .join, .watch, .players, .local, .bot, .doctor, .completions, .help,
    ]

    /// The options of these commands, each told once.
    private static let options = Option.all.filter { option in
        commands.contains { $0.options.contains(option) }
            || CommandName.commonOptions.contains(option) || option == .version
    }

    /// tictactoe(6): the game.
    static func game(_ keys: [KeyChapter]) -> String {
        ([upToKeys] + keys.map(chapter) + [fromKeysOn]).joined(separator: "\n")
    }

    private static let upToKeys = """
        .Sh NAME
        .Nm tictactoe
        .Nd the game for two terminals
        .Sh SYNOPSIS
        .Nm
        .Op Ar command
        .Op Ar option ...
        .Sh DESCRIPTION
        .Nm
        is tic\\-tac\\-toe for two people at two terminals, and for all who care to watch.
        Without a command it looks for an opponent at once,
        and shows meanwhile who else is here.
        Nobody needs an account.
        .Pp
        If no server is named and none runs on this machine,
        one is started in the background.
        It leaves when nobody has needed it for two minutes;
        to look for less than two seconds is no need.
        Only who plays, or watches on a screen, starts one:
        .Ic players ,
        and
        .Ic watch
        in lines, only look, and say where there is no server that nobody is here.
        That is an answer, with the exit status 0.
        .Pp
        A match goes on when a line breaks, a laptop sleeps
        or the server is started anew.
        The first line of the screen tells in words how it stands.
        .Ss Commands
        \(list(commands))
        .Pp
        .Xr tictactoe-server 8
        tells how to be the server for others.
        .Sh OPTIONS
        Each command takes those that mean something to it;
        .Nm
        .Ar command
        .Fl \\-help
        lists them.
        Each option that can be set to yes or no can be turned round:
        .Ql no\\-
        before its name, or without it.
        \(list(options))
        .Sh KEYS
        The last line of a screen shows the keys that work there, and
        .Ql \\&?
        all of them.
        .Xr tictactoe 5
        tells how to choose others.
        """

    private static let fromKeysOn = """
        .Ss Without a screen
        With
        .Fl \\-plain ,
        or on a terminal that can only print,
        .Nm
        talks in lines.
        Each thing that happens is one line, and each thing to do is a word:
        .Ql help
        tells them.
        .Ss Recordings
        With
        .Fl \\-record
        all that happens to the game goes into a file, and what came of it:
        keys and typed lines, what the server says, each with its time,
        and what the screen shows.
        The file is yours alone, is never written over another one,
        and ends at 256 MiB.
        In place of tokens and other secrets
        something else of the same length stands in it;
        names, codes to join by and all else that was typed or shown
        stand there as they were.
        .Pp
        .Dl tictactoe doctor \\-\\-replay FILE
        .Pp
        plays it again without a terminal and without a server,
        and tells in which line something comes out otherwise than it was recorded.
        Such a file makes the best report of a fault.
        Each line has a check, so that none is altered unnoticed;
        of a recording whose lines have none, as you may leave them when you edit it,
        only what comes of them counts.
        .Sh SIGNALS
        .Dv SIGUSR2
        has the game read its settings again.
        .Sh ENVIRONMENT
        Every setting of
        .Xr tictactoe 5
        is a variable, too:
        .Ev TICTACTOE_
        and its name in capitals, as in
        .Ev TICTACTOE_THEME .
        Besides:
        \(list(variables))
        .Sh FILES
        \(list(files))
        .Sh EXIT STATUS
        \(list(ExitStatus.allCases))
        .Pp
        A signal that ends the game gives 128 and its number.
        .Sh EXAMPLES
        Play with whoever comes:
        .Pp
        .Dl tictactoe
        .Pp
        Play with a friend on their machine:
        .Pp
        .Dl tictactoe \\-\\-server play.example \\-\\-vs okafor
        .Pp
        How many people wait for an opponent:
        .Pp
        .Dl tictactoe players \\-\\-json | jq .free
        .Pp
        Complete our words in bash:
        .Pp
        .Dl tictactoe completions bash >> ~/.bash_completion
        .Sh SEE ALSO
        .Xr tictactoe 5 ,
        .Xr tictactoe-server 8
        """

    private static func chapter(_ keys: KeyChapter) -> String {
        // A key, or the word that a heading begins with, may mean something to mandoc.
        let rows = keys.rows.map { (".It Ic \\&\($0.keys.escaped)", $0.meaning) }
        return ".Ss \\&\(keys.heading)\n\(list(rows))"
    }

    private static let variables = [
        (".It Ev NO_COLOR", "if not empty, nothing is coloured"),
        (".It Ev TERM", "the kind of terminal"),
        (".It Ev LC_ALL , LC_CTYPE , LANG", "tell whether the terminal shows UTF-8"),
        (".It Ev USER", "what the others call you if nothing else is set"),
        (
            ".It Ev XDG_CONFIG_HOME , XDG_DATA_HOME , XDG_STATE_HOME",
            "where files are kept, instead of the places below"
        ),
    ]

    private static let files = [
        (".It Pa ~/.config/tictactoe/config", "your settings"),
        (".It Pa /etc/xdg/tictactoe/config", "the settings of the machine"),
        (".It Pa ~/.local/share/tictactoe", "what must not be lost"),
        (".It Pa ~/.local/state/tictactoe/server.log", "the log of the server in the background"),
    ]
}

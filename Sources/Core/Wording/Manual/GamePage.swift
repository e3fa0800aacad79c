/// tictactoe(6): the game.
package enum GamePage {
    package static let summary = "the game for two terminals"
    package static let command = "command"
    package static let option = "option"

    package static let description = [
        #"""
        .Nm
        is tic\-tac\-toe for two people at two terminals, and for all who care to watch.
        Without a command it looks for an opponent at once,
        and shows meanwhile who else is here.
        Nobody needs an account.
        The first start asks for a name, and what is chosen in the game
        holds at the next start, too:
        for all devices of whoever is signed in, else for this machine.
        What the command line, the environment or a file says comes before it.
        """#,
        """
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
        """,
        """
        Two who look for anybody are brought together at once.
        Everybody else is asked first:
        for twenty seconds they can play, say later or no,
        or have nobody ask them any more.
        """,
        """
        Who leaves a round in which both have moved loses it.
        When the other one has been away for fifteen seconds,
        whoever waits can take the round, end the match without a result, or wait on.
        """,
        #"""
        A match may have a clock, of 10, 30 or 60 seconds a move:
        .Fl \-clock ,
        or
        .Ql C
        in the lobby.
        Two who look for anybody are brought together only where both want the same one;
        who is asked, and who joins by a code, plays by the asker's.
        Who lets the time run out loses the round.
        A broken line does not stop the clock;
        when the server starts again, whoever is to move has all the time once more.
        """#,
        #"""
        A series ends when somebody has won 3, 5 or 10 rounds:
        .Fl \-target ,
        or
        .Ql T
        in the lobby, goes with every question and every code.
        When a round is over,
        .Ql C
        and
        .Ql T
        say what you would like the next one to be played by;
        it is so if the other wants the same, or agrees by a rematch.
        """#,
        #"""
        Who plays says one of a few phrases by
        .Ql g ;
        the other and those who watch read it for five seconds.
        .Ql m
        hides what this opponent says, and again what anybody says.
        """#,
        #"""
        .Ic puzzle
        shows a position, the same for everybody on that day,
        in which one move is better than all others.
        There is one answer; then it is told why.
        An account keeps it under its date, and counts the days solved in a row.
        """#,
        #"""
        Two with accounts can play with one, three or seven days for each move:
        .Ql o
        on a friend, or when a match is over, or
        .Ic games new
        and a name, begins such a game, and whoever is asked has the first move.
        .Ql \&]
        leads to the next one that waits for you.
        Moves are made offline, too, and sent later.
        When the other one's time is up,
        .Ql c
        takes the game.
        .Ic status
        tells in a line how many wait for you;
        with
        .Fl \-short
        it suits a prompt, and its exit status is 0 only if one does.
        """#,
        """
        A match goes on when a line breaks, a laptop sleeps
        or the server is started anew.
        The first line of the screen tells in words how it stands.
        """,
    ]

    package enum Commands {
        package static let heading = "Commands"
        package static let server = """
            .Xr tictactoe-server 8
            tells how to be the server for others.
            """
    }

    package static let options = #"""
        Each command takes those that mean something to it;
        .Nm
        .Ar command
        .Fl \-help
        lists them.
        Each option that can be set to yes or no can be turned round:
        .Ql no\-
        before its name, or without it.
        """#

    package static let keys = #"""
        The last line of a screen shows the keys that work there, and
        .Ql \&?
        all of them.
        .Xr tictactoe 5
        tells how to choose others.
        """#
}

extension GamePage {
    package enum Lines {
        package static let heading = "Without a screen"
        package static let text = #"""
            With
            .Fl \-plain ,
            or on a terminal that can only print,
            .Nm
            talks in lines.
            Each thing that happens is one line, and each thing to do is a word:
            .Ql help
            tells them.
            """#
    }

    package enum Rounds {
        package static let heading = "Rounds seen again"
        package static let text = #"""
            When a round is over,
            .Ql v
            shows it again, move by move, and
            .Ql x
            tells what each move was worth, from the whole game tree:
            whether it wins, draws or loses, and in how many moves,
            whether it was the only one, what it let slip,
            and where it would have been better.
            .Ic replay
            and
            .Ic export
            take a round of the account by its number, counted from the last, which is 1,
            or by its key; a file that
            .Ic export
            has written; or, as
            .Ql \- ,
            standard input.
            Without a word it is the last round.
            """#
    }

    package enum Recordings {
        package static let heading = "Recordings"
        package static let introduction = #"""
            With
            .Fl \-record
            all that happens to the game goes into a file, and what came of it:
            keys and typed lines, what the server says, each with its time,
            and what the screen shows.
            The file is yours alone, is never written over another one,
            and ends at 256 MiB.
            In place of tokens and other secrets
            something else of the same length stands in it;
            names, codes to join by and all else that was typed or shown
            stand there as they were.
            """#
        package static let replay = """
            plays it again without a terminal and without a server,
            and tells in which line something comes out otherwise than it was recorded.
            Such a file makes the best report of a fault.
            Each line has a check, so that none is altered unnoticed;
            of a recording whose lines have none, as you may leave them when you edit it,
            only what comes of them counts.
            """
    }

    package static let reload = """
        .Dv SIGUSR2
        has the game read its settings again.
        """

    package enum Variables {
        package static let introduction = """
            Every setting of
            .Xr tictactoe 5
            is a variable, too:
            .Ev TICTACTOE_
            and its name in capitals, as in
            .Ev TICTACTOE_THEME .
            Besides:
            """
        package static let noColor = "if not empty, nothing is coloured"
        package static let terminal = "the kind of terminal"
        package static let locale = "tell whether the terminal shows UTF-8"
        package static let user = "what the others call you if nothing else is set"
        package static let folders = "where files are kept, instead of the places below"
    }

    package enum Files {
        package static let ownSettings = "your settings"
        package static let machineSettings = "the settings of the machine"
        package static let data = "what must not be lost"
        package static let choices = "what was chosen in the game"
        package static let log = "the log of the server in the background"
    }

    package static let signalStatus = "A signal that ends the game gives 128 and its number."

    package enum Examples {
        package static let anybody = "Play with whoever comes:"
        package static let friend = "Play with a friend on their machine:"
        package static let count = "How many people wait for an opponent:"
        package static let completions = "Complete our words in bash:"
    }
}

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
        The first start asks for a name.
        What you choose in the game holds at the next start, too:
        on all your devices if you are signed in, else on this machine.
        The command line, the environment and the configuration files come before it.
        """#,
        """
        If no server is named and none runs on this machine,
        one is started in the background.
        It ends when nobody has needed it for two minutes;
        a look of less than two seconds does not count.
        Only playing, and watching on a screen, start one.
        .Ic players ,
        and
        .Ic watch
        in lines, never do: where there is no server they say that nobody is here,
        with the exit status 0.
        """,
        """
        Two people who both look for a match are brought together at once.
        Everybody else is asked first, and has twenty seconds to answer:
        play, later, no, or do not disturb.
        """,
        """
        Whoever leaves a round in which both have moved loses it.
        When your opponent has been away for fifteen seconds,
        you can take the round, end the match without a result, or go on waiting.
        """,
        #"""
        A match may have a clock, of 10, 30 or 60 seconds a move:
        .Fl \-clock ,
        or
        .Ql C
        in the lobby.
        Two who look for a match are brought together only if both want the same clock;
        whoever is asked, or joins by a code, plays by the clock of the one who asks.
        Whoever lets the time run out loses the round.
        A broken line does not stop the clock;
        when the server is started anew, whoever is to move has the full time again.
        """#,
        #"""
        A series ends when somebody has won 3, 5 or 10 rounds:
        .Fl \-target ,
        or
        .Ql T
        in the lobby, goes with all that you ask and with your codes.
        When a round is over,
        .Ql C
        and
        .Ql T
        propose another clock or another length;
        it holds if your opponent proposes the same, or takes the rematch.
        """#,
        #"""
        With
        .Ql g
        a player says one of a few phrases;
        the opponent and those who watch can read it for five seconds.
        .Ql m
        hides what this opponent says; pressed again, what anybody says.
        """#,
        #"""
        .Ic puzzle
        shows a position, the same for everybody on that day,
        in which one move is better than all others.
        You answer once, and then it tells why.
        An account keeps the answer, and counts the days solved in a row.
        """#,
        #"""
        Two people with accounts can play a game over days,
        with one, three or seven days for each move:
        .Ql o
        on a friend, or after a match, begins one, and so does
        .Ic games new
        with a name.
        Whoever is asked has the first move.
        .Ql \&]
        leads to the next game that waits for you.
        You can move offline, too; the move is sent later.
        When your opponent's time is up,
        .Ql c
        takes the game.
        .Ic status
        tells in a line how many games wait for you;
        with
        .Fl \-short
        it suits a prompt, and its exit status is 0 only if one waits.
        """#,
        """
        A match goes on when a line breaks, a laptop sleeps
        or the server is started anew.
        The first line of the screen tells in words how things are with the server.
        """,
    ]

    package enum Commands {
        package static let heading = "Commands"
        package static let server = """
            .Xr tictactoe-server 8
            tells how to run a server for others.
            """
    }

    package static let options = #"""
        Each command takes those that mean something to it;
        .Nm
        .Ar command
        .Fl \-help
        lists them.
        An option that is either on or off can be turned round by
        .Ql no\-
        before its name, as in
        .Fl \-no\-quick
        and
        .Fl \-sound .
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
            Each thing that happens is one line, and each thing to do is a word;
            .Ql help
            lists the words.
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
            whether it was the only one that does, what it let slip,
            and which move would have been better.
            .Ic replay
            and
            .Ic export
            take a round of the account by its number, counted from the last, which is 1,
            or by its key; a file that
            .Ic export
            has written; or, as
            .Ql \- ,
            standard input.
            Without any of these it is the last round.
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
            names, codes and everything else that was typed or shown
            stand there as they were.
            """#
        package static let replay = """
            replays it without a terminal and without a server,
            and tells the first line that comes out differently.
            Such a file makes the best report of a fault.
            Each line has a check, so that no change goes unnoticed.
            If you edit a recording, take all the checks away:
            then only what comes of its lines counts.
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
            can be a variable, too:
            .Ev TICTACTOE_
            and its name in capitals, as in
            .Ev TICTACTOE_THEME .
            These count besides:
            """
        package static let noColor = "if not empty, nothing is coloured"
        package static let terminal = "the kind of terminal"
        package static let locale = "tell whether the terminal shows UTF-8"
        package static let user = "what others call you if nothing else is set"
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
        package static let count = "Count the people who are free to play:"
        package static let completions = "Complete commands and options in bash:"
    }
}

extension ServerManualPage {
    static var door: [ManualBlock] {
        [
            .heading("THE SSH DOOR"),
            #"""
            The door accepts guests who have
            .Xr ssh 1
            but not this program.
            A server starts its own door on port 2222.
            .Fl \-ssh
            names another port, and
            .Fl \-no\-door
            turns the door off.
            """#,
            """
            Guests need no account, no password and no key, and can use any user name.
            The door shows guests with a key its fingerprint,
            and signs them in if the key belongs to an account.
            In the game, guests can create an account with their key.
            With any key, they can resume a match
            for 60 seconds after the connection has ended.
            Without a key, the match ends with the connection.
            The user name, or the words after the host, select an action:
            """,
            .items(guestActions),
            """
            The door executes nothing else, serves no files and forwards no ports.
            A guest who presses no key for 30 minutes is disconnected,
            with a warning one minute before.
            Spectators are not disconnected.
            A connection that does not answer the door's probes for 40 seconds is closed,
            and the seat of a guest with a key is held for 60 seconds more.
            On a slow connection, a guest sees the latest position
            and misses some of those before it.
            """,
            """
            A server's door is a separate process.
            The server restarts a door that exits,
            and kills and restarts a door that hangs.
            Other players' matches continue.
            """,
            """
            The host key is created once and never replaced.
            Keep a copy: if the key changes, every guest's ssh warns of an attack.
            The door prints the fingerprint at each start, so that guests can compare it.
            """,
            """
            To run the game behind
            .Xr sshd 8
            instead, see
            .Pa Assets/ssh/sshd_config.sample
            in the source.
            The package contains it in
            .Pa /usr/share/doc/tictactoe/examples .
            """,
        ]
    }

    /// The actions that a guest can select, with their results.
    private static let guestActions: [(term: String, text: String)] = [
        (
            "Ic ssh Fl p Ar PORT Ar NAME Ns @ Ns Ar HOST",
            """
            opens the lobby as
            .Ar NAME ,
            with a list of the players who wait.
            Characters that a name cannot contain are removed.
            .Cm play ,
            .Cm guest
            and similar user names are not used as a name.
            """
        ),
        (
            "Ic ssh Fl t Fl p Ar PORT Ar HOST Cm play",
            """
            finds a match at once, as
            .Cm play Ns @ Ns Ar HOST
            does.
            """
        ),
        ("Ic ssh Fl p Ar PORT Cm watch Ns @ Ns Ar HOST", "lists the matches and shows them."),
        (
            "Ic ssh Fl p Ar PORT Ar CODE Ns @ Ns Ar HOST",
            """
            plays against the friend who created the invite code.
            Type the code in capitals.
            """
        ),
        ("Ic ssh Fl t Fl p Ar PORT Ar HOST Cm join Ar CODE", "does the same under your own name."),
        (
            "Ic ssh Fl t Fl p Ar PORT Ar HOST Cm watch Op Ar NAME",
            "watches a player's match, or lists the matches."
        ),
        (
            "Ic ssh Fl t Fl p Ar PORT Ar HOST Cm link Op Ar CODE",
            """
            links your key to an account.
            Another device of that account shows the code.
            """
        ),
        (
            "Ic ssh Fl p Ar PORT Ar HOST Cm players Op Fl \\-json",
            "prints how many players are free, playing or watching."
        ),
        (
            "Ic ssh Fl p Ar PORT Ar HOST Cm games Op Fl \\-json",
            """
            lists the correspondence games of your key's account, as
            .Nm tictactoe Cm games
            does.
            """
        ),
        (
            "Ic ssh Fl p Ar PORT Ar HOST Cm status Op Fl \\-short",
            """
            prints how many of these games are waiting for your move.
            The exit status is 0 if at least one is waiting, and 4 otherwise.
            """
        ),
        ("Ic ssh Fl p Ar PORT Ar HOST Cm help", "lists these commands."),
        (
            "Ic ssh Fl T Fl p Ar PORT Ar HOST",
            #"""
            plays in text mode, without a terminal.
            So does
            .Fl \-plain
            after
            .Cm play , join
            or
            .Cm watch .
            """#
        ),
        (
            "Ic ssh Fl t Fl p Ar PORT Ar HOST Cm play Fl \\-keypad",
            """
            numbers the squares as on a keypad; also works after
            .Cm join
            and
            .Cm watch .
            """
        ),
    ]

    static var publicDoor: [ManualBlock] {
        [
            .subheading("A door for the public"),
            """
            Robots try passwords on every ssh server.
            The door has no passwords to guess.
            Before you announce the address:
            """,
            .bullets([
                #"""
                Keep a copy of the host key, and publish its fingerprint.
                """#,
                #"""
                Set
                .Fl \-max\-guests
                to the number that the machine can serve: see below.
                .Fl \-max\-guests\-per\-address
                is 8, and an address can connect 10 times at once, and then 30 times a minute.
                """#,
                #"""
                Create a ban list and name it with
                .Fl \-bans ,
                so that a ban needs only
                .Ic tictactoe ban
                and a reload.
                """#,
                #"""
                Behind a TCP load balancer, have it send the PROXY protocol to the door,
                and name it with
                .Fl \-trusted\-proxy .
                Otherwise all guests have one address, and only eight of them enter.
                """#,
                #"""
                To let guests use port 22, move
                .Xr sshd 8
                to another port, and add
                .Fl \-ssh Ar 22
                and the capability that CERTIFICATE describes.
                """#,
                #"""
                Watch the log for
                .Ql banned ,
                .Ql door ended
                and
                .Ql guest not accepted ,
                and the CPU time of both processes.
                """#,
            ]),
            #"""
            The server and its door are two processes, and each uses one core.
            On a machine with two virtual CPUs, 300 guests in a lobby where 100 players make
            50 moves a second use one core, and 300 guests in an empty lobby use 15% of it.
            A guest who plays takes 173 KB of memory, and one who watches 68 KB.
            So
            .Fl \-max\-guests Ar 300
            suits such a machine, and the unit's limit of 1 GB leaves room.
            """#,
        ]
    }

    static var doorOnOtherMachine: [ManualBlock] {
        [
            .subheading("A door on another machine"),
            "A door can run on a different machine from its server:",
            .fileContent(
                #"""
                tictactoe door --server wss://play.example \
                    --door-token-file /etc/tictactoe/door
                """#),
            #"""
            Give the server and the door the same
            .Fl \-door\-token\-file .
            The first word of the file is a token of at least 32 letters and digits.
            To create such a file, run
            .Ic openssl rand \-hex 16 > FILE .
            Keep the file secret.
            Without it, the server counts all of the door's spectators as one,
            and guests cannot sign in with a key.
            To sign guests in with a key, the door must also connect by
            .Ql wss:// .
            The server must accept a connection from the door for each player
            .Pq Fl \-max\-per\-address .
            """#,
        ]
    }
}

extension ServerPage {
    package enum Door {
        package static let introduction = #"""
            .Ic tictactoe door
            lets guests in who have nothing but
            .Xr ssh 1 .
            A server starts one by itself, unless it is told
            .Fl \-no\-door ;
            a door can stand on a machine of its own, too.
            There it should have the server's
            .Fl \-door\-token\-file ,
            a file with 32 letters and digits that both keep to themselves:
            without it the server takes all who watch through the door for one.
            The server must let it have a connection for each player
            .Pq Fl \-max\-per\-address .
            """#
        /// What a guest may type comes behind it.
        package static let guests = """
            When it opens it prints the line that guests have to type.
            Everybody gets in, under any name and without an account.
            A guest who comes with a key is told its fingerprint,
            and is signed in if the key is linked to an account or has made one;
            for that a door on another machine must reach the server by
            .Ql wss:// .
            A guest with a key who loses the line and comes back in time
            goes on with the match.
            The name, or the words behind the host, tell what a guest wants:
            """
        package static let limits = """
            Nothing else is executed, no file is served, and nothing is forwarded.
            A guest who presses no key for half an hour is warned a minute before,
            and then sent away; whoever watches may stay for ever.
            A line that is silent for 40 seconds is given up,
            and the seat is held for a minute more.
            A slow reader is shown the newest position next, and skips those before it.
            """
        package static let process = """
            The door of a server is a process of its own.
            It is started again when it ends and killed when it hangs,
            and the matches of everybody else go on.
            Its host key is made at its first start and never replaced:
            its fingerprint is printed at each start, for guests to compare.
            A sample of a unit for
            .Xr systemd 1 ,
            and one of a configuration for those who want
            .Xr sshd 8
            in front of the game, are in
            .Pa Assets
            of the source.
            """
    }
}

extension ServerPage.Door {
    /// What comes of what a guest may type.
    package enum Wishes {
        package static let play = """
            plays as
            .Ar NAME ,
            without the characters that no name may have;
            .Cm play ,
            .Cm guest
            and the like are not taken for names.
            """
        package static let watch = "lists the matches, and shows them."
        package static let code = "plays whoever made that code, which is written in capitals."
        package static let join = "the same, under your own name."
        package static let watchSomebody = "watches the match of somebody."
        package static let link = "links a key to the account whose other device shows that code."
        package static let players = "tells how many are here."
        package static let games = """
            tells the games over days of the key's account, as
            .Nm tictactoe Cm games
            does.
            """
        package static let status = """
            tells whether any of them waits, and ends with 0 if one does,
            else with 4: for a prompt.
            """
        package static let lines = #"""
            plays in lines of text, without a terminal; so does
            .Fl \-plain
            behind
            .Cm play , join
            or
            .Cm watch .
            """#
        package static let keypad = """
            numbers the squares as a keypad; so it does behind
            .Cm join
            and
            .Cm watch .
            """
    }

    package enum Bans {
        package static let introduction = #"""
            Somebody whom the file of
            .Fl \-bans
            names is told so at the door, with the reason, and not let in;
            over HTTP they get no connection.
            The log tells of it, once for each address.
            Each line is an address, a range of them, or the fingerprint of a key;
            then the last day on which that holds, in UTC, if it has one;
            then the reason, if it is to be told.
            What begins with
            .Ql #
            is a remark.
            """#
        package static let example = """
            203.0.113.0/24 2027-01-31 Too many robots: write to host@example.org
            2001:db8::/32
            SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 Left every game
            """
        package static let reload = """
            The file is read again at
            .Dv SIGHUP ;
            whoever is here already stays.
            As nobody needs a key, only an address keeps out somebody
            who comes without the key that is banned.
            """
    }
}

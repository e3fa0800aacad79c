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
            When it opens it prints the line that a guest types.
            Everybody gets in, under any name and without an account.
            Guests who sign in with a key are told its fingerprint,
            and whose key is linked to an account, or has made one, is its holder.
            A door on another machine than the server must reach it by
            .Ql wss://
            for that.
            If one of them loses the line, and comes back with the key in time,
            the match goes on.
            What a guest wants is told by the name, or by the words behind the host:
            """
        package static let limits = """
            Nothing else is executed, no file is served, and nothing is forwarded.
            A guest who presses no key for half an hour is told so a minute before,
            and then sent away; whoever watches may do so for ever.
            A line that is silent for 40 seconds is given up,
            and the seat is held for a minute more.
            A slow reader is shown the newest position next, and none of those before.
            """
        package static let process = """
            The door of a server is a process of its own.
            It is started again when it ends and killed when it hangs,
            and the matches of everybody else go on.
            Its host key is made at its first start and never replaced:
            its fingerprint is told each time, for guests to compare.
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
            cleaned of what may not be in one;
            .Cm play ,
            .Cm guest
            and the like are no names.
            """
        package static let watch = "lists the matches, and shows them."
        package static let code = "plays whoever made that code, which is written in capitals."
        package static let join = "the same, under the name of one's own."
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
            The log has it, once for each address.
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
            As nobody needs a key, somebody who comes without the one that is banned
            is kept out by an address only.
            """
    }
}

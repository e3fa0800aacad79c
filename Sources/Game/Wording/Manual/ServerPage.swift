/// tictactoe-server(8): how to be the server.
package enum ServerPage {
    package static let summary = "the server of tictactoe"
    package static let option = "option"

    package static let description = [
        """
        .Ic tictactoe serve
        keeps the lobby and its matches for everybody who can reach this machine,
        and answers any client of Simperium besides.
        All is on one port: the sockets at
        .Pa /sock/1/ Ns Ar APP Ns Pa /websocket ,
        the API at
        .Pa /1/ Ns Ar APP ,
        .Pa /healthz
        and
        .Pa /metrics .
        """,
        """
        It runs until a signal ends it.
        Its log goes to standard error, one line for each event.
        It never waits for whoever reads the log:
        lines that are not read in time are dropped,
        and so are those beyond 200 in a second or 200,000 in a day;
        a later line tells how many.
        What happens again and again is one line with a count.
        On its first start it makes the token of its administrator,
        and tells where that is.
        Everything it keeps is in one file.
        """,
        """
        An address may make a thousand requests a second over HTTP;
        each change in one counts as a request, and so do 16 KB sent or answered.
        Beyond that the answer is 429, with the seconds to wait in
        .Li Retry-After ,
        and the connection is closed.
        """,
    ]

    /// The limits come behind it.
    package static let limits = """
        What clients of any app may do, beyond what options say:
        """

    package static let backup = """
        .Ic tictactoe backup Ar FILE
        writes everything that the server keeps at this instant to a new file,
        and its keys to another one beside it, called
        .Ar FILE Ns Pa .keys .
        The server may run meanwhile, and is not disturbed.
        A server with
        .Fl \\-store Ar FILE
        goes on from there.
        """

    package static let copy = """
        .Ic tictactoe copy Ar FROM TO
        has
        .Ar TO
        keep all that
        .Ar FROM
        does, of which each is a file or an engine, as
        .Fl \\-store
        names it: accounts, tokens, options, and all objects with their past.
        Clients go on where they were, with what they have not sent yet.
        No server may use either meanwhile, and
        .Ar TO
        must be empty, or a file that does not exist yet;
        otherwise nothing is done, and a sentence tells why.
        Keys are not copied: use the same file of keys for both.
        Whoever follows the changes of all users begins anew.
        """

    package static let accounts = """
        .Ic tictactoe accounts list
        tells who has an account on the server of this machine;
        .Cm lock
        and
        .Cm unlock
        .Ar NAME
        shut somebody out and let them in again,
        .Cm reset
        makes a code with which they choose another password,
        and
        .Cm delete
        removes all that is theirs.
        It reads the administrator's token from the file of keys.
        """

    package static let ban = """
        .Ic tictactoe ban add Ar WHO Op Ar UNTIL Op Ar WHY
        keeps out whoever comes from an address or a range,
        or has a key of that fingerprint,
        until a day if one is named;
        .Cm remove Ar WHO
        lets them in again, and
        .Cm list
        tells who is kept out.
        It changes the file that
        .Fl \\-bans
        names, which a server reads again at
        .Dv SIGHUP ,
        or, with
        .Fl \\-store Ar redis://HOST ,
        the list that all servers there obey a second later.
        A door on another machine has a file of its own.
        """

    package static let load = """
        .Ic tictactoe load
        plays and watches with many programs at once, and tells how long a move took.
        """

    package enum Signals {
        package static let end = """
            let nobody in any more, ask all who are here to come back soon,
            and end within five seconds.
            """
        package static let reload = #"""
            read the certificate and its key again, and whom
            .Fl \-bans
            keeps out; without either, end as above.
            """#
    }

    package enum Files {
        package static let data = """
            the store,
            .Pa server.db ,
            and the keys of its apps,
            .Pa server.db.keys ,
            unless options name others.
            """
        package static let hostKey = "the key by which guests know the door."
        package static let log = """
            the log of the server that
            .Xr tictactoe 6
            starts in the background.
            """
    }

    package enum Examples {
        package static let internet =
            "A server for the whole internet, with guests by ssh:"
        package static let status = "See how the server on this machine is doing, and end it:"
        package static let backup = """
            Copy all that it keeps every night, by
            .Xr crontab 5 :
            """
    }
}

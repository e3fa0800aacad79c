extension Manual {
    private static let commands: [CommandName] = [.serve, .backup, .door, .load]

    private static func synopsis(_ command: CommandName) -> String {
        let operand = command.operand.map { "\n.Ar \($0)" } ?? ""
        return ".Nm tictactoe\n.Cm \(command.rawValue)\n.Op Ar option ...\(operand)"
    }

    /// What people who run a server ask sooner or later.
    private static let care = """
        .Sh LOOKING AFTER A SERVER
        .Bl -tag -width Ds
        .It Going on from a copy
        End the server.
        Move the store away, with all files whose names begin as its does;
        a log that is left behind would be taken for the copy's.
        Put the copy in its place, and its keys beside it, as
        .Pa server.db
        and
        .Pa server.db.keys ;
        or name the copy by
        .Fl \\-store .
        What came after it is lost, and programs that know more read all buckets anew.
        The door's host key is in no copy: keep one of it once and for all.
        .It A newer version
        Put the new program in the place of the old one, and start the server anew;
        matches wait for it.
        It opens the store of every earlier version.
        An earlier version refuses the store of a newer one, and leaves it as it is,
        so make a copy before.
        .It A certificate that was renewed
        Send
        .Dv SIGHUP .
        If the new files can't be used the log says why,
        and those that were read before stay.
        .It What to watch
        .Pa /healthz
        is an object in JSON, and
        .Pa /metrics
        is for Prometheus.
        Both are told to everybody who reaches the port.
        .It Behind a proxy
        A proxy must let WebSockets through.
        To the server all who come by it have one address:
        .Fl \\-max\\-per\\-address
        and what an address may ask count for all of them.
        .El
        """

    /// tictactoe-server(8): how to be the server.
    static let server = """
        .Sh NAME
        .Nm tictactoe-server
        .Nd the server of tictactoe
        .Sh SYNOPSIS
        \(commands.map(synopsis).joined(separator: "\n"))
        .Sh DESCRIPTION
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
        .Pp
        It runs until a signal ends it.
        Its log goes to standard error, one line for each event.
        It never waits for whoever reads there:
        lines that nobody takes are dropped in the end, and a later one tells how many.
        On its first start it makes the token of its administrator,
        and tells where that is.
        Everything it keeps is in one file.
        .Pp
        An address may ask a thousand things a second over HTTP,
        where each change of many is one, and so are 16 KB of what is sent or answered.
        Who asks more hears 429, with the seconds to wait in
        .Li Retry-After ,
        and the connection is closed.
        .Ss serve
        \(list(CommandName.serve.options))
        .Ss backup
        .Ic tictactoe backup Ar FILE
        writes everything that the server keeps at this instant to a new file,
        and its keys to another one beside it, called
        .Ar FILE Ns Pa .keys .
        The server may go on meanwhile, and does not notice.
        A server that is told to keep everything in
        .Ar FILE
        goes on from there.
        \(list(CommandName.backup.options))
        .Ss door
        .Ic tictactoe door
        lets guests in who have nothing but
        .Xr ssh 1 .
        A server starts one by itself, unless it is told
        .Fl \\-no\\-door ;
        a door can stand on a machine of its own, too.
        There it should have the server's
        .Fl \\-door\\-token\\-file ,
        a file with 32 letters and digits that both keep to themselves:
        without it the server takes all who watch through the door for one.
        The server must let it have a connection for each player
        .Pq Fl \\-max\\-per\\-address .
        \(list(CommandName.door.options))
        .Pp
        When it opens it prints the line that a guest types.
        Everybody gets in, under any name and without an account.
        Guests who sign in with a key are told its fingerprint.
        If one of them loses the line, and comes back with the key in time,
        the match goes on.
        What a guest wants is told by the name, or by the words behind the host:
        .Bl -tag -width Ds
        .It Ic ssh Fl p Ar PORT Ar NAME Ns @ Ns Ar HOST
        plays as
        .Ar NAME ,
        cleaned of what may not be in one;
        .Cm play ,
        .Cm guest
        and the like are no names.
        .It Ic ssh Fl p Ar PORT Cm watch Ns @ Ns Ar HOST
        lists the matches, and shows them.
        .It Ic ssh Fl p Ar PORT Ar CODE Ns @ Ns Ar HOST
        plays whoever made that code, which is written in capitals.
        .It Ic ssh Fl t Fl p Ar PORT Ar HOST Cm join Ar CODE
        the same, under the name of one's own.
        .It Ic ssh Fl t Fl p Ar PORT Ar HOST Cm watch Op Ar NAME
        watches the match of somebody.
        .It Ic ssh Fl p Ar PORT Ar HOST Cm players Op Fl \\-json
        tells how many are here.
        .It Ic ssh Fl T Fl p Ar PORT Ar HOST
        plays in lines of text, without a terminal; so does
        .Fl \\-plain
        behind
        .Cm play , join
        or
        .Cm watch .
        .It Ic ssh Fl t Fl p Ar PORT Ar HOST Cm play Fl \\-keypad
        numbers the squares as a keypad; so it does behind
        .Cm join
        and
        .Cm watch .
        .El
        .Pp
        Somebody whom the file of
        .Fl \\-bans
        names is told so, with the reason, and not let in; the log has it, too.
        Each line is an address, a range of them, or the fingerprint of a key;
        then the last day on which that holds, in UTC, if it has one;
        then the reason, if it is to be told.
        What begins with
        .Ql #
        is a remark.
        .Bd -literal -offset indent
        203.0.113.0/24 2027-01-31 Too many robots: write to host@example.org
        2001:db8::/32
        SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 Left every game
        .Ed
        .Pp
        The file is read again at
        .Dv SIGHUP ;
        whoever is here already stays.
        As nobody needs a key, somebody who comes without the one that is banned
        is kept out by an address only.
        .Pp
        Nothing else is executed, no file is served, and nothing is forwarded.
        A guest who presses no key for half an hour is told so a minute before,
        and then sent away; whoever watches may do so for ever.
        A line that is silent for 40 seconds is given up,
        and the seat is held for ten more.
        A slow reader is shown the newest position next, and none of those before.
        .Pp
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
        .Ss load
        .Ic tictactoe load
        plays and watches with many programs at once, and tells how long a move took.
        \(list(CommandName.load.options))
        \(care)
        .Ss Recordings
        With
        .Fl \\-record ,
        .Ic serve
        writes all that its buckets are asked and answer
        into a new file in that folder,
        and a door all that its guests type and are shown,
        each with its time, up to 256 MiB; the log tells where.
        .Ic tictactoe doctor Fl \\-replay
        takes such a file again, and tells in which line something comes out otherwise.
        In place of tokens and other secrets something else stands in it.
        All else is there as it was, such as the objects and the names of your users:
        hand it to nobody whom you would not show your store.
        .Sh SIGNALS
        .Bl -tag -width SIGTERM
        .It Dv SIGTERM , SIGINT
        take nobody in any more, ask all who are here to come back soon,
        and end within five seconds.
        .It Dv SIGHUP
        read the certificate and its key again, and whom
        .Fl \\-bans
        keeps out; without either, end as above.
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa ~/.local/share/tictactoe
        the store,
        .Pa server.db ,
        and the keys of its apps,
        .Pa server.db.keys ,
        unless options name others.
        .It Pa ~/.local/share/tictactoe/ssh_host_ed25519_key
        the key by which guests know the door.
        .It Pa ~/.local/state/tictactoe/server.log
        the log of the server that
        .Xr tictactoe 6
        starts in the background.
        .El
        .Sh EXIT STATUS
        \(list(ExitStatus.allCases))
        .Sh EXAMPLES
        A server for the whole internet, with guests by ssh:
        .Pp
        .Dl tictactoe serve \\-\\-listen 443 \\-\\-tls\\-cert c \\-\\-tls\\-key k \\-\\-ssh 2222
        .Pp
        See how the server on this machine is doing, and end it:
        .Pp
        .Dl tictactoe serve \\-\\-status
        .Dl tictactoe serve \\-\\-stop
        .Pp
        Copy all that it keeps every night, by
        .Xr crontab 5 :
        .Pp
        .Dl 0 4 * * * tictactoe backup /backups/$(date +\\e%F)
        .Sh SEE ALSO
        .Xr ssh 1 ,
        .Xr tictactoe 5 ,
        .Xr tictactoe 6
        """
}

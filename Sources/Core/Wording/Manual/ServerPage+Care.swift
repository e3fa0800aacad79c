extension ServerPage {
    /// What people who run a server ask sooner or later.
    package static let care = [
        (
            "Going on from a copy",
            #"""
            End the server.
            Move the store away, with all files whose names begin as its does;
            a log that is left behind would be taken for the copy's.
            Put the copy in its place, and its keys beside it, as
            .Pa server.db
            and
            .Pa server.db.keys ;
            or name the copy by
            .Fl \-store .
            What came after it is lost, and programs that know more read all buckets anew.
            The door's host key is in no copy: keep one of it once and for all.
            """#
        ),
        (
            "Keys of apps",
            #"""
            The file
            .Pa server.db.keys ,
            or the one that
            .Fl \-keys
            names, has a line for each app:
            its name, an API key and an administrator's token, with one blank between them.
            It may be edited, and counts from the next start on.
            An app may have several lines, of which all count:
            so a key can be replaced while programs still have the old one.
            A server that keeps all in memory makes new keys at each start.
            It tells them once, if its output is a terminal,
            and with
            .Fl \-keys
            it keeps them in that file, which only its owner may read.
            """#
        ),
        (
            "A newer version",
            """
            Put the new program in the place of the old one, and start the server anew;
            matches wait for it.
            It opens the store of every earlier version.
            An earlier version refuses the store of a newer one, and leaves it as it is,
            so make a copy before.
            """
        ),
        (
            "A certificate that was renewed",
            """
            Send
            .Dv SIGHUP .
            If the new files can't be used the log says why,
            and those that were read before stay.
            """
        ),
        (
            "What to watch",
            """
            .Pa /healthz
            is an object in JSON, and
            .Pa /metrics
            is for Prometheus.
            Both are told to everybody who reaches the port.
            .Li tictactoe_queued_bytes
            is what waits in the server for clients to take it,
            or of clients to be worked on.
            More than
            .Fl \\-max\\-memory
            it never is for long: those that read nothing are hung up on,
            the largest first.
            .Li tictactoe_busy_max_microseconds
            and
            .Li tictactoe_commit_max_microseconds
            are how long all others waited at most, for one event and for the disk.
            The status of
            .Pa /healthz
            is 503, and
            .Li failing
            instead of
            .Li ok ,
            for a minute after the store could last not be read or written,
            and from the start on if a page of it is damaged.
            A store of up to 64 MB is looked through at each start, any store by
            .Ic tictactoe doctor .
            """
        ),
        (
            "Behind a proxy",
            #"""
            A proxy must let WebSockets through, and be named by
            .Fl \-trusted\-proxy .
            Then it has to say for whom it speaks: by a header of the PROXY protocol,
            version 1 or 2, ahead of each connection, the door's included,
            or over HTTP by the last address of
            .Li X-Forwarded-For
            that is not a trusted proxy's.
            Without either it is turned away, but for
            .Pa /healthz
            and
            .Pa /metrics ;
            from anybody else neither is read.
            .Fl \-bans , \-max\-per\-address
            and what an address may ask go by the address that it tells.
            If most connections come from one address that is not trusted,
            the log says so once, and so does
            .Ic tictactoe doctor .
            """#
        ),
        (
            "Pages of the web",
            #"""
            A server that listens on this machine only does not answer pages of other sites,
            which anybody's browser would else let in,
            nor requests to another machine's name.
            .Fl \-allow\-origin
            names those that may, such as
            .Li https://example.org .
            A server that others can reach answers all pages.
            """#
        ),
    ]

    package enum Recordings {
        package static let heading = "Recordings"
        package static let text = #"""
            With
            .Fl \-record ,
            .Ic serve
            writes all that its buckets are asked and answer
            into a new file in that folder,
            and a door all that its guests type and are shown,
            each with its time, up to 256 MiB; the log tells where.
            .Ic tictactoe doctor Fl \-replay
            takes such a file again, and tells in which line something comes out otherwise.
            In place of tokens and other secrets something else stands in it.
            All else is there as it was, such as the objects and the names of your users:
            hand it to nobody whom you would not show your store.
            """#
    }
}

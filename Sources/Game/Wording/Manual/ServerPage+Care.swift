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
            What came after the copy is lost,
            and programs that know more read all buckets anew.
            The door's host key is not in the copy: keep a copy of that file, too.
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
            its name, an API key and an administrator's token, with one space between them.
            It may be edited, and counts from the next start on.
            An app may have several lines, and all of them count:
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
            Everybody who reaches the port can read them.
            .Li tictactoe_queued_bytes
            counts the bytes that wait in the server for clients to read them,
            or to be worked on.
            They never stay above
            .Fl \\-max\\-memory :
            connections that read nothing are closed, the largest first.
            .Li tictactoe_busy_max_microseconds
            and
            .Li tictactoe_commit_max_microseconds
            are the longest times that all others waited for one event, and for the disk.
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
            A proxy that says neither is turned away, except from
            .Pa /healthz
            and
            .Pa /metrics ;
            from anybody else neither is believed.
            .Fl \-bans , \-max\-per\-address
            and what an address may ask go by the address that the proxy tells.
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
            replays such a file, and tells the first line that comes out differently.
            In place of tokens and other secrets something else stands in it.
            All else is there as it was, such as the objects and the names of your users:
            hand it to nobody whom you would not show your store.
            """#
    }
}

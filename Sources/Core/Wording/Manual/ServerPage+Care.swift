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
            """
        ),
        (
            "Behind a proxy",
            #"""
            A proxy must let WebSockets through.
            To the server all who come by it have one address:
            .Fl \-max\-per\-address
            and what an address may ask count for all of them.
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

extension ServerPage.Nodes {
    /// What may happen to servers that share an engine, as a host wants to know it.
    package static let failureRows = [
        (
            "A server is killed",
            "its clients are at another one, back in their matches, within 3 seconds."
        ),
        (
            "Its machine or its line dies",
            #"""
            the same within 12 seconds.
            What nobody comes back to is removed 20 seconds later.
            """#
        ),
        (
            "A server is paused, and goes on",
            #"""
            its clients have moved.
            It begins anew, and writes nothing of what it had in memory.
            """#
        ),
        (
            "The line to Redis breaks",
            #"""
            nothing is acknowledged,
            .Pa /healthz
            is 503, nobody is let in, and Redis is tried again at least every 2 seconds.
            After 6 seconds all clients are sent to another server.
            """#
        ),
        (
            "Redis is killed and comes back",
            #"""
            with
            .Cm appendfsync always
            nothing that was acknowledged is lost.
            """#
        ),
        (
            "A replica takes its place",
            #"""
            servers that were given
            .Ar redis://A,B
            find it: it is the one that takes writes.
            """#
        ),
        (
            "Redis forgets everything",
            #"""
            clients read anew as after a lost store, and keep what they have.
            Servers that run go on; one that is started later says that Redis is new,
            and ends, unless it is told
            .Fl \-new .
            Restore a backup first.
            """#
        ),
        (
            "Redis is full",
            #"""
            changes wait, and whoever waits is sent away in the end;
            everything else goes on.
            Give it more
            .Cm maxmemory .
            """#
        ),
        (
            "A token is revoked, somebody is banned",
            "at all servers within a second."
        ),
        (
            "A copy was not finished",
            #"""
            no server begins on half a copy.
            Empty Redis, and copy again.
            """#
        ),
    ]
}

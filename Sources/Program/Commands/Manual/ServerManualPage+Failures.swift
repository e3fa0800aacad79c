extension ServerManualPage {
    /// Symptoms of failures, with the cause and the remedy of each.
    static var failures: [ManualBlock] {
        [
            .heading("WHEN SOMETHING FAILS"),
            "The server does not start, and prints an error:",
            .items(failuresAtStart),
            "The server runs, but there is a problem:",
            .items(failuresOfRunningServer),
            "With multiple servers on one Redis:",
            .items(failuresOfNodes),
        ]
    }

    private static let failuresAtStart: [(term: String, text: String)] = [
        (
            "The address is in use",
            #"""
            Another server is using the port.
            .Ic serve Fl \-status
            shows it, and
            .Ic serve Fl \-stop
            stops it.
            For the unit, use
            .Ic systemctl stop tictactoe ,
            because the unit restarts its server.
            """#
        ),
        (
            "Permission denied for a port below 1024",
            """
            Give the service the capability
            .Li CAP_NET_BIND_SERVICE ,
            as described under CERTIFICATE.
            """
        ),
        (
            "Another program uses the data file",
            #"""
            Only one server can use a file.
            Stop the other server with
            .Ic serve Fl \-stop
            or, for the unit, with
            .Ic systemctl stop tictactoe ,
            or quit all games on this machine and wait two minutes.
            """#
        ),
        (
            "The data file is so damaged that the server cannot open it",
            """
            The server leaves it unchanged.
            Restore a backup.
            """
        ),
        (
            "The data file has a newer format",
            """
            A newer version has used the file.
            Install that version again, or restore a backup from before the upgrade.
            """
        ),
        (
            "A line of the keys or of the ban list is wrong",
            """
            The error contains the line number.
            Correct that line.
            A ban list must exist, even if it is empty.
            """
        ),
        (
            "The certificate cannot be used",
            "Check that both files are readable, and that the key matches the certificate."
        ),
        (
            "The host key is damaged, or other users can read it or own it",
            """
            Restore the key from a copy, or give it to the server's user, and run
            .Ic chmod 600
            on it.
            If you create a new key, every guest's ssh warns of an attack.
            """
        ),
    ]

    private static let failuresOfRunningServer: [(term: String, text: String)] = [
        (
            "Pa /healthz No returns 503",
            #"""
            If the log contains
            .Ql not written
            or
            .Ql unreadable ,
            the disk is full or failing.
            If a write fails, the affected clients are disconnected
            and send their changes again later.
            Free some space: one minute after the last failure,
            the status is good again.
            If the log contains
            .Ql damaged ,
            run
            .Ic tictactoe doctor Fl \-store Ar FILE ,
            and restore a backup.
            """#
        ),
        (
            "The log contains Ql too many connections",
            #"""
            One address, or all addresses together, have too many connections.
            Raise
            .Fl \-max\-per\-address
            or
            .Fl \-max\-connections
            if these are real players.
            """#
        ),
        (
            "The log contains Ql connection not accepted",
            """
            The process has run out of file descriptors.
            Raise
            .Li LimitNOFILE
            in the unit, or
            .Ic ulimit -n .
            """
        ),
        (
            "The log contains Ql door ended",
            """
            The door exited or hung, and is restarted automatically.
            Guests with a key resume their matches.
            """
        ),
        (
            "The log contains Ql certificate not reloaded",
            """
            The new certificate is wrong.
            The old one stays in use.
            """
        ),
        (
            "The log contains Ql ban list not updated",
            """
            The new ban list is wrong.
            The old one stays in use.
            """
        ),
        (
            "systemd kills the server",
            #"""
            It needs more memory than
            .Li MemoryMax
            in the unit allows.
            Raise that limit, or lower
            .Fl \-max\-memory
            or
            .Fl \-max\-connections .
            """#
        ),
        (
            "Guests are told that the server is full",
            #"""
            Raise
            .Fl \-max\-guests
            or
            .Fl \-max\-guests\-per\-address .
            """#
        ),
        (
            "HTTP requests through a proxy get status 400",
            """
            A trusted proxy does not report the client.
            See BEHIND A PROXY.
            """
        ),
        (
            "HTTP requests get status 429",
            """
            The address has exceeded one of the LIMITS.
            Wait for the number of seconds in
            .Li Retry-After .
            """
        ),
        (
            "Web pages from another site get status 403",
            #"""
            The server listens only on this machine.
            Name the site with
            .Fl \-allow\-origin .
            """#
        ),
        (
            "Ic tictactoe accounts No finds no keys",
            #"""
            It looks in your own data directory.
            Add
            .Fl \-store Pa /var/lib/tictactoe/server.db .
            """#
        ),
        (
            "Many TLS connections from one address open slowly",
            """
            The server does about 125 TLS handshakes per second for one address.
            Further ones wait; none is refused.
            """
        ),
    ]

    private static let failuresOfNodes: [(term: String, text: String)] = [
        (
            "A server is killed",
            """
            The others take its shards.
            Their players are back in their matches within 3 seconds,
            most of them within one.
            Players who were connected through it, but play in another server's shard,
            continue through another one at once.
            All others notice nothing.
            """
        ),
        (
            "A server's machine or network fails",
            """
            The other servers wait 3 seconds for it, and then take over.
            Players are back within 5 seconds.
            """
        ),
        (
            "A server pauses for a while and continues",
            """
            The others have taken its shards after 3 seconds.
            When it continues, it closes its connections and joins again.
            Messages that it still sends are ignored.
            """
        ),
        (
            "Two servers cannot reach each other",
            """
            Each serves the shards that it has.
            The one without the first shard returns 503 from
            .Pa /healthz ,
            and closes its clients that need that shard; they try the next address.
            Check the inner addresses and the firewall.
            """
        ),
        (
            "Redis is slow or unreachable",
            """
            For up to 2.4 seconds, players only wait.
            Then the servers stop reading from clients, and their
            .Pa /healthz
            returns 503.
            After 6 seconds they close all clients with the code 1013.
            They return when Redis does: the servers retry at least every 2 seconds.
            The log contains
            .Ql no answer from Redis .
            """
        ),
        (
            "Redis is killed and starts again",
            """
            The servers continue, and clients reconnect once.
            With
            .Cm appendfsync always ,
            no acknowledged change is lost.
            """
        ),
        (
            "A replica takes over",
            #"""
            Servers with
            .Fl \-store Ar redis://A,B
            find it, and clients reconnect once.
            With
            .Fl \-store\-replicas ,
            no acknowledged change is lost.
            If too few replicas are attached, nothing is acknowledged,
            and a server that starts waits for them.
            The log shows it.
            """#
        ),
        (
            "Redis loses all its data",
            #"""
            Restore a backup before you start a server.
            Running servers continue, and clients reload their buckets
            and keep their data.
            A server that starts later reports that Redis is new and exits, unless
            .Fl \-new
            is set.
            """#
        ),
        (
            "Redis is full",
            """
            Changes that add data are refused for 10 seconds at a time:
            with 503, or by a disconnect with the code 1013.
            Reading and removing continue.
            The log contains
            .Ql not written .
            Raise
            .Cm maxmemory .
            """
        ),
        (
            "A copy was interrupted",
            """
            No server starts on an incomplete copy.
            Empty Redis and copy again.
            """
        ),
    ]
}

extension ServerPage {
    /// Symptoms, with the cause and the remedy of each.
    package enum Failures {
        package static let heading = "WHEN SOMETHING FAILS"
        package static let start = "The server does not start, and prints an error:"
        package static let startRows = [
            (
                "The address is in use",
                #"""
                Another server has the port.
                .Ic serve Fl \-status
                shows it, and
                .Ic serve Fl \-stop
                stops it.
                """#
            ),
            (
                "Permission denied for a port below 1024",
                """
                Give the service the capability
                .Li CAP_NET_BIND_SERVICE ,
                as under CERTIFICATE.
                """
            ),
            (
                "Another program uses the data file",
                """
                Only one server can use a file.
                Stop the other server, or quit all games on this machine and wait two minutes.
                """
            ),
            (
                "The data file is damaged",
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
                Correct the line with that number.
                A ban list must exist, even if it is empty.
                """
            ),
            (
                "The certificate cannot be used",
                "Check that both files are readable, and that the key belongs to the certificate."
            ),
            (
                "The host key is damaged, or others can read it",
                """
                Restore the key from a copy, or run
                .Ic chmod 600
                on it.
                If you create a new key, ssh warns every guest.
                """
            ),
        ]
        package static let running = "The server runs, but there is a problem:"
        package static let runningRows = [
            (
                "Pa /healthz No is 503",
                """
                If the log contains
                .Ql not written
                or
                .Ql unreadable ,
                the disk is full or fails.
                Clients of a failed write are disconnected and send it again later.
                Free space: the status is good again one minute after the last failure.
                If the log contains
                .Ql the store is damaged ,
                restore a backup.
                """
            ),
            (
                "The log contains Ql too many connections",
                #"""
                One address, or all together, have too many connections,
                or open them too fast.
                An address can open about 125 TLS connections a second.
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
                The process has no file descriptors left.
                Raise
                .Li LimitNOFILE
                in the unit, or
                .Ic ulimit -n .
                """
            ),
            (
                "The log contains Ql door ended",
                """
                The door exited or hung, and is started again by itself.
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
                "Guests see that the server is full",
                #"""
                Raise
                .Fl \-max\-guests
                or
                .Fl \-max\-guests\-per\-address .
                """#
            ),
            (
                "HTTP requests through a proxy are answered 400",
                """
                A trusted proxy reports no client.
                See BEHIND A PROXY.
                """
            ),
            (
                "HTTP requests are answered 429",
                """
                The address exceeds one of the LIMITS.
                Wait for the seconds in
                .Li Retry-After .
                """
            ),
            (
                "Web pages of another site are answered 403",
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
                "Ic tictactoe accounts No reports another kind of server",
                """
                The server uses TLS.
                See CERTIFICATE.
                """
            ),
        ]
    }
}

extension ServerPage.Failures {
    /// Failures of servers that share a Redis.
    package enum Nodes {
        package static let introduction = "With several servers on one Redis:"
        package static let rows = [
            (
                "A server is killed",
                "Its clients are at another server, back in their matches, within 3 seconds."
            ),
            (
                "A machine or its network fails",
                #"""
                The same happens within 12 seconds.
                Objects of clients that do not return are removed 20 seconds later.
                """#
            ),
            (
                "A server stops for a while and continues",
                """
                Its clients have moved to the others.
                It discards the data in its memory, and starts again.
                """
            ),
            (
                "A server cannot reach Redis",
                """
                It acknowledges no change, accepts no clients, and its
                .Pa /healthz
                is 503.
                It tries Redis again at least every 2 seconds.
                After 6 seconds it sends all clients to other servers.
                """
            ),
            (
                "Redis is killed and starts again",
                """
                With
                .Cm appendfsync always
                no acknowledged change is lost.
                """
            ),
            (
                "A replica takes over",
                #"""
                Servers with
                .Fl \-store Ar redis://A,B
                find it, because it accepts writes.
                """#
            ),
            (
                "Redis loses all its data",
                #"""
                Restore a backup before you start a server.
                Running servers continue, and clients load their buckets again and keep
                their data.
                A server that starts later reports that Redis is new and exits, unless it has
                .Fl \-new .
                """#
            ),
            (
                "Redis is full",
                """
                New data waits, and clients that wait too long are disconnected.
                Everything else continues.
                Raise
                .Cm maxmemory .
                """
            ),
            (
                "A token is revoked, or a player is banned",
                "This takes effect at all servers within a second."
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
}

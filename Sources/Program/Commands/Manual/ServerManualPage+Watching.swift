extension ServerManualPage {
    static var monitoring: [ManualBlock] {
        [
            .heading("MONITORING"),
            """
            .Pa /healthz
            returns a JSON object with the members status, version, pid,
            connections, uptime and durability.
            .Pa /metrics
            is in Prometheus format.
            Any program that can reach the port can read both.
            """,
            """
            .Pa /healthz
            returns 503 with the status
            .Li failing ,
            instead of
            .Li ok ,
            for a minute after the server failed to read or write its data,
            and while Redis cannot be reached.
            A server that can open its data file, but found a damaged page at the start,
            runs and returns 503 until you restore a backup.
            """,
            "Watch these metrics:",
            .items([
                (
                    "Li tictactoe_queued_bytes",
                    #"""
                    bytes waiting to be processed, or to be read by clients.
                    The value stays below
                    .Fl \-max\-memory :
                    connections that do not read are closed, those with the most bytes first.
                    """#
                ),
                (
                    "Li tictactoe_busy_max_seconds",
                    "the longest time that one event delayed all others."
                ),
                (
                    "Li tictactoe_commit_max_seconds",
                    "the longest time that acknowledgements waited for one write to the disk."
                ),
                (
                    "Li tictactoe_http_responses_total",
                    """
                    HTTP responses by status.
                    Failed sign-ins count as 401, and exceeded limits as 429.
                    """
                ),
                (
                    "Li tictactoe_store_failing",
                    "1 while the data cannot be read or written."
                ),
            ]),
        ]
    }

    static var nodeMetrics: [ManualBlock] {
        [
            "With Redis, also watch these:",
            .items([
                (
                    "Li tictactoe_node_alive",
                    "1 while the server serves clients: it is the writer, or reaches the writer."
                ),
                (
                    "Li tictactoe_node_writer",
                    "1 on the writer; the sum over all servers should be 1."
                ),
                ("Li tictactoe_node_shards", "shards that it has; the sum should be 16."),
                (
                    "Li tictactoe_shards_without_owner",
                    "shards that no server has, above 0 only for a moment after a failure."
                ),
                (
                    "Li tictactoe_shard_opening_max_seconds",
                    "longest time from taking a shard until its clients were served."
                ),
                (
                    "Li tictactoe_inserts_due",
                    "results of rounds that are not in the accounts yet, usually 0."
                ),
                (
                    "Li tictactoe_node_term",
                    """
                    the writer's term, a number that grows each time a server takes the first shard.
                    Each change means that its clients have reconnected once.
                    """
                ),
                ("Li tictactoe_node_others", "number of other servers on this Redis."),
                (
                    "Li tictactoe_node_relayed_connections",
                    "connections that it passes to other servers."
                ),
                (
                    "Li tictactoe_node_renewal_age_seconds",
                    """
                    time since the server last renewed its entry in Redis, usually below 0.6.
                    From 3 on, the other servers treat it as failed.
                    """
                ),
                (
                    "Li tictactoe_engine_memory_bytes",
                    """
                    memory that Redis uses.
                    Its limit is
                    .Li tictactoe_engine_memory_max_bytes .
                    """
                ),
            ]),
        ]
    }

    static var log: [ManualBlock] {
        [
            .subheading("Log"),
            #"""
            The log is written to standard error, one line for each event,
            with the time, the level, the event and details.
            With
            .Fl \-log Cm json
            each line is a JSON object.
            The first lines, with addresses and files, are written to standard output.
            """#,
            """
            The log records the start and the end of the server,
            and each reload of the certificate and of the ban list.
            With the caller's address, it records sign-ins, sign-ups,
            changes and deletions of accounts, refusals of these,
            the operator's actions on accounts except imports and exports,
            and clients that open a bucket.
            In a line about a refusal, the user is the name that was given.
            Passwords, codes and tokens are never logged.
            """,
            .commands(["journalctl -u tictactoe -g refused", "journalctl -u tictactoe -g sign-up"]),
            """
            Repeated events are combined into one line,
            which follows after 10 seconds with their number.
            A slow reader of the log never delays the server: unread lines are dropped.
            So are lines beyond 200 per second or 200,000 per day.
            A later line contains the number of dropped lines.
            """,
        ]
    }

    static var capacity: [ManualBlock] {
        [
            .heading("CAPACITY"),
            #"""
            The lobby is divided into halls of about 100 people each
            .Pq Fl \-hall\-size .
            Each event is sent to one hall only,
            so the cost grows in proportion to the number of people.
            Suppose that half of them are watching and half are playing,
            with a move every two seconds in each match.
            Then each person costs 100 microseconds of CPU time per second,
            16 KB of memory, and 3 KB per second on the network.
            """#,
            #"""
            A server uses one core for all this, and another one for its file.
            So 5,000 such people use half of a core, and 8,000 are the most.
            One server is enough up to there.
            Beyond that, add servers on one Redis: each serves the halls of its shards.
            Accounts and HTTP stay at the writer, so leave it some room:
            lower its share with
            .Fl \-spread
            if
            .Li tictactoe_busy_max_seconds
            rises there.
            Old or third-party clients that do not support halls all go into the first one.
            .Fl \-plain\-clients
            limits how many of them a server accepts.
            """#,
            .heading("RECORDINGS"),
            #"""
            With
            .Fl \-record Ar DIRECTORY ,
            a server records all requests to its buckets, and its responses,
            in a new file in that directory, and prints the file's path.
            A door records all of its guests' input and output.
            A recording stops at 256 MiB.
            Servers on Redis cannot record.
            """#,
            #"""
            .Ic tictactoe doctor Fl \-replay Ar FILE
            replays a recording, and prints the first line that differs.
            In a recording, tokens and other secrets are replaced.
            All other data, such as objects and user names, is unchanged,
            so protect a recording like the data file.
            """#,
        ]
    }
}

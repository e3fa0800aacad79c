extension ServerPage {
    /// Health, metrics, log, recordings and capacity.
    package enum Monitoring {
        package static let heading = "MONITORING"
        package static let health = """
            .Pa /healthz
            returns a JSON object with the members status, version, pid,
            connections and uptime.
            .Pa /metrics
            has the format of Prometheus.
            Every program that can reach the port can read both.
            """
        package static let failing = """
            .Pa /healthz
            answers 503 with the status
            .Li failing ,
            instead of
            .Li ok ,
            for a minute after the server failed to read or write its data.
            It also answers 503 if the start found a damaged page,
            or while Redis cannot be reached.
            """
        package static let metrics = "Watch these metrics:"
        /// The metrics of each server.
        package static let metricRows = [
            (
                "tictactoe_queued_bytes",
                #"""
                bytes that wait for clients to read them, or to be processed.
                They stay below
                .Fl \-max\-memory :
                connections that read nothing are closed, the largest first.
                """#
            ),
            (
                "tictactoe_busy_max_microseconds",
                "the longest time that one event delayed all others."
            ),
            (
                "tictactoe_commit_max_microseconds",
                "the longest time that a write to the disk delayed all others."
            ),
            (
                "tictactoe_http_responses_total",
                """
                HTTP answers by status.
                Failed sign-ins count as 401, and exceeded limits as 429.
                """
            ),
            (
                "tictactoe_store_failing",
                "1 while the data cannot be read or written."
            ),
        ]
        package static let nodeMetrics = "With Redis, watch these as well:"
        /// The metrics of a server on Redis.
        package static let nodeMetricRows = [
            ("tictactoe_node_alive", "1 while the server can use Redis."),
            ("tictactoe_node_others", "other servers on this Redis."),
            (
                "tictactoe_node_renewal_age_milliseconds",
                """
                time since the server last renewed its entry in Redis.
                Above 6,000 the others treat it as failed.
                """
            ),
            (
                "tictactoe_engine_memory_bytes",
                """
                memory of Redis.
                Its limit is
                .Li tictactoe_engine_memory_max_bytes .
                """
            ),
            (
                "tictactoe_node_appends_overtaken_total",
                "retried writes, which grow if players of one hall are at several servers."
            ),
            (
                "tictactoe_node_resets_total",
                """
                logs that were read again.
                It should not grow.
                """
            ),
        ]
    }

    package enum ServerLog {
        package static let heading = "Log"
        package static let text = #"""
            The log goes to standard error, one line for each event,
            with the time, the level, the event and details.
            With
            .Fl \-log Cm json
            each line is a JSON object.
            The first lines, with addresses and files, go to standard output as text.
            Failed sign-ins are not logged.
            """#
        package static let limits = """
            A repeated event is one line with a count.
            A slow reader of the log never delays the server: unread lines are dropped.
            So are lines above 200 a second or 200,000 a day.
            A later line contains the number of dropped lines.
            """
    }

    package enum Recordings {
        package static let text = #"""
            With
            .Fl \-record Ar FOLDER ,
            a server records all requests and answers of its buckets in a new file there,
            and prints its path.
            A door records all input and output of its guests.
            A file ends at 256 MiB.
            Servers on Redis cannot record.
            """#
        package static let replay = #"""
            .Ic tictactoe doctor Fl \-replay Ar FILE
            replays a recording, and prints the first line that differs.
            Tokens and other secrets are replaced.
            All other data, such as objects and names of users, is unchanged,
            so treat a recording like the data file.
            """#
    }

    package enum Capacity {
        package static let heading = "CAPACITY"
        package static let halls = #"""
            The lobby is divided into halls of about 100 people each
            .Pq Fl \-hall\-size .
            Each event is sent to one hall only,
            so the cost grows in proportion to the people.
            Suppose that half of them play, with a move every two seconds in each match,
            and half watch.
            Then a person costs 100 microseconds of a core a second, 16 KB of memory,
            and 3 KB a second on the network.
            With Redis a person costs 150 microseconds.
            Redis itself needs 40 microseconds and 8 KB more.
            With Redis this adds up to:
            """#
        package static let figures = [
            "15 cores, 2 GB and 2.5 Gbit/s for 100,000 people, and 4 cores for Redis;",
            "150 cores, 16 GB and 25 Gbit/s for 1,000,000 people, and 40 cores for Redis.",
        ]
        package static let limits = """
            A server uses one core, and serves about 4,000 such people.
            So these figures need 25 and 250 servers.
            Redis also uses one core, which is enough for about 25,000 people.
            For more people use a Redis cluster, which spreads the halls.
            Only the list of halls is in one place,
            and each server writes to it once a second.
            The highest hall number is 9,999.
            """
        package static let load = """
            .Ic tictactoe load
            plays and watches with simulated players,
            and measures the time from a move to the opponent and the spectators.
            """
    }
}

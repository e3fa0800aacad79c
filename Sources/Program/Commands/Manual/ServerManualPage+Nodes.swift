extension ServerManualPage {
    static var nodes: [ManualBlock] {
        [
            .heading("MULTIPLE SERVERS ON ONE REDIS"),
            #"""
            Servers with the same
            .Fl \-store Ar redis://HOST
            and the same keys are one service: one lobby, one list of users.
            Redis holds all data, in 16 shards.
            One server, the writer, has the first shard:
            all accounts and objects, and the first halls of the lobby.
            While there are few people, it does the work exactly as a single server does,
            and the others stand by:
            they accept clients, and pass their connections to the writer.
            With more people in the lobby than
            .Fl \-spread ,
            new halls open at the other servers, which write the shards of these halls.
            If a server fails, the others take its shards within 3 seconds,
            and players continue their matches.
            You do not choose who has which shard:
            servers share them evenly, and pass them on, one a second,
            10 seconds after one has joined.
            """#,
            .subheading("When to add a server"),
            """
            Add a second server if the service must continue
            while a machine is down or restarts, and a third one
            if it must survive a failure during an upgrade.
            Add one also if the lobby has more people than one core can serve:
            see CAPACITY.
            One server with a file needs less: no Redis, and no network between machines.
            """,
        ]
    }

    static var redisSetup: [ManualBlock] {
        [
            .subheading("Set up Redis"),
            """
            Redis must be version 7, or Valkey, with one primary; Redis Cluster is refused.
            It must contain no other program's data.
            First, set in
            .Pa redis.conf :
            """,
            .fileContent(
                """
                appendonly yes
                appendfsync always
                maxmemory-policy noeviction
                stream-node-max-bytes 1024
                """),
            #"""
            Unless
            .Fl \-store\-may\-forget
            is set, a server refuses to start without
            .Cm appendonly yes ,
            or with a
            .Cm maxmemory\-policy
            that starts with
            .Ql allkeys .
            With
            .Cm appendfsync always ,
            acknowledged changes survive a power cut, as with
            .Fl \-durability Ar disk .
            With
            .Cm appendfsync everysec ,
            a change takes half the time.
            However, if the whole machine fails, and not only Redis,
            the last second is lost, and clients reload their buckets.
            The last setting saves memory for users with few objects.
            """#,
        ]
    }

    static var redisAccess: [ManualBlock] {
        [
            #"""
            To survive the loss of the Redis machine, add a replica, and name both with
            .Fl \-store Ar redis://A,B .
            You, or Redis Sentinel, promote the replica.
            The servers find the primary, because it accepts writes.
            With
            .Fl \-store\-replicas Ar 1 ,
            a change is acknowledged when the replica has it, so a promotion loses nothing.
            Without it, a promotion may lose the last second.
            """#,
            #"""
            If Redis needs a password,
            .Fl \-store\-password\-file
            names the file with the password, and
            .Ar redis://NAME@HOST
            names the user.
            .Ar rediss://HOST
            encrypts the connection.
            The system must then trust the Redis certificate, or
            .Fl \-store\-authorities
            must name the file with the certificate of its authority.
            A Redis user for the servers and for
            .Ic tictactoe copy
            needs only these permissions, given in one line:
            """#,
            .fileContent(
                """
                ACL SETUSER tictactoe on >PASSWORD resetchannels resetkeys
                ~s1{* ~s2{* -@all +hello +auth +role +info +time +type +dbsize
                +wait +config|get +bgrewriteaof +script|load +eval +evalsha
                +exists +unlink +keys +randomkey +hget +hmget +hset +hdel +hgetall
                +hkeys +hvals +hlen +hexists +hincrby +hscan +hrandfield +lindex
                +lpop +lrange +ltrim +rpush +xadd +xrange +xrevrange +xtrim +zadd
                +zrem +zcard +zcount +zscore +zrange +zrangebyscore +zrangebylex
                +zrevrangebylex
                """),
        ]
    }

    static var startOfNodes: [ManualBlock] {
        [
            .subheading("Start the servers"),
            """
            Create the keys once, on one machine, and copy their file to the others.
            The first command also starts that server, so run the others
            in a second terminal:
            """,
            .fileContent(
                #"""
                tictactoe serve --store redis://10.0.0.5 \
                    --inner-address 10.0.0.11:8384 \
                    --keys /etc/tictactoe/keys --new-keys
                scp /etc/tictactoe/keys b.example:/etc/tictactoe/keys
                ssh b.example tictactoe serve --store redis://10.0.0.5 \
                    --inner-address 10.0.0.12:8384 \
                    --keys /etc/tictactoe/keys
                """#),
            #"""
            .Fl \-inner\-address
            is this server's own address and port, where the other servers reach it.
            Without this option, only servers on the same machine do.
            Each server needs its own: one with the address of another exits with a message.
            Servers prove to each other that they have the same keys.
            Clients' connections are not encrypted between servers,
            so use a private network, and let the firewall admit only the other servers.
            """#,
            #"""
            All servers need the same keys,
            .Fl \-lobby\-token\-file ,
            .Fl \-app
            and
            .Fl \-hall\-size .
            A server with a different value prints the name of the option and exits.
            To change a value, stop all servers, and start the first with
            .Fl \-new .
            Also give all servers the same options for limits, because any of them can
            become the writer.
            Any server may have to serve all clients:
            .Fl \-max\-connections
            and
            .Fl \-max\-memory
            must be large enough for them.
            Copy the door's host key to all servers.
            """#,
        ]
    }

    static var loadBalancer: [ManualBlock] {
        [
            .subheading("Clients and load balancers"),
            #"""
            Players name all servers with
            .Fl \-server Ar A,B,C ,
            or one name of a TCP load balancer.
            The balancer can send a client to any server.
            Let it check
            .Pa /healthz ,
            and report its clients' addresses by the PROXY protocol,
            so that bans and limits apply to them.
            Name it on all servers with
            .Fl \-trusted\-proxy .
            For HAProxy,
            .Pa Assets/examples/haproxy.cfg
            in the source does this:
            """#,
            .fileContent(
                """
                server a 10.0.0.11:8383 send-proxy-v2 check
                server b 10.0.0.12:8383 send-proxy-v2 check
                """),
            #"""
            A server that passes on a connection sends the client's address along,
            so all limits and bans work as on a single server.
            """#,
        ]
    }

    static var dailyOperation: [ManualBlock] {
        [
            .subheading("Daily operation"),
            #"""
            .Ic serve Fl \-status
            shows if a server is the writer or stands by, the number of its shards,
            and the state of Redis.
            .Ic doctor
            with
            .Ev TICTACTOE_STORE=redis://HOST
            in its environment shows the number of servers.
            MONITORING lists the metrics to watch,
            and WHEN SOMETHING FAILS has the symptoms of each failure.
            """#,
            #"""
            .Ic tictactoe ban Fl \-store Ar redis://HOST
            bans a target on all servers, within 3 seconds.
            A revoked token is void everywhere at once.
            """#,
            #"""
            To restart or upgrade without an outage, do it one server at a time,
            the writer last:
            stop it with
            .Dv SIGTERM ,
            start it, and wait until its
            .Pa /healthz
            returns 200.
            A server that stops hands its shards over at once,
            and the players in them see a short reconnect.
            """#,
            """
            To make a backup, detach a replica, copy its data, and attach it again.
            Use a replica that no server's
            .Fl \\-store
            names, and that
            .Fl \\-store\\-replicas
            does not need.
            Wait five seconds before copying.
            By then, the entries of the running servers have expired on the replica:
            """,
            .commands([
                "redis-cli -h replica replicaof no one && sleep 5",
                "tictactoe copy redis://replica /backups/tictactoe-$(date +%F).db",
                "redis-cli -h replica replicaof 10.0.0.5 6379",
            ]),
            """
            To restore the backup, stop all servers, empty Redis with
            .Cm flushall ,
            copy the file to it, and start the servers.
            Also keep a copy of the keys file, which is not in the backup.
            The list of bans is not in it either.
            """,
        ]
    }
}

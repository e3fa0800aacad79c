extension ServerPage {
    /// How one server becomes several, and what its host looks after then.
    package enum Nodes {
        package static let heading = "SEVERAL SERVERS"

        package static let introduction = #"""
            Servers that are given one Redis of version 7, or Valkey, by
            .Fl \-store Ar redis://HOST
            serve the same lobby and the same users, each on a machine of its own.
            Any of them may die.
            They never speak to each other, none of them leads,
            and all that they keep is in Redis.
            """#

        package static let begin = #"""
            To begin, set in
            .Pa redis.conf :
            """#

        package static let configuration = [
            "appendonly yes",
            "appendfsync always",
            "maxmemory-policy noeviction",
            "stream-node-max-bytes 1024",
        ]

        package static let settings = #"""
            A server refuses to begin without the first and the third.
            With
            .Cm appendfsync everysec
            a change takes half the time, but if the machine of Redis fails,
            and not Redis alone, the last second is lost:
            clients that know of it read everything anew.
            The last setting more than halves the memory of a user with few objects.
            If Redis wants a password,
            .Fl \-store\-password\-file
            names its file, and
            .Ar redis://NAME@HOST
            names the user.
            .Ar rediss://HOST
            is encrypted, and needs a certificate by an authority
            that the system trusts,
            or by one in the file that
            .Fl \-store\-authorities
            names.
            If the servers have a user of their own in Redis, it needs no more than this:
            """#

        package static let access = [
            "ACL SETUSER tictactoe on >PASSWORD resetkeys ~s1{* resetchannels &s1{* -@all",
            "+hello +auth +ping +info +role +time +dbsize +evalsha +eval +ssubscribe",
            "+sunsubscribe +spublish +hget +hmget +hset +hdel +hgetall +hkeys +hvals +hlen",
            "+hexists +hincrby +hscan +scan +xadd +xlen +xrange +xrevrange +xtrim +zadd +zrem",
            "+zcard +zcount +zscore +zrange +zrangebyscore +zrangebylex +zrevrangebylex",
            "+sadd +srem +scard +sismember +smembers +exists +rpush +ltrim +lrange +unlink",
            "+zremrangebyscore +del +rename +randomkey +hrandfield +wait +asking +bgrewriteaof",
        ]

        package static let first = "Make the keys once, on one machine, and take the file to all:"

        package static let firstCommands = [
            "tictactoe serve --store redis://10.0.0.5 --keys /etc/tictactoe/keys --new-keys",
            "scp /etc/tictactoe/keys b.example:/etc/tictactoe/keys",
            "ssh b.example tictactoe serve --store redis://10.0.0.5 --keys /etc/tictactoe/keys",
        ]

        package static let common = #"""
            All have the keys,
            .Fl \-lobby\-token\-file ,
            .Fl \-app ,
            .Fl \-firehose
            and
            .Fl \-hall\-size
            in common; one that differs says in which, and ends.
            To change one, stop all and begin the first with
            .Fl \-new .
            Take the door's host key to all of them, too.
            Whoever is banned by
            .Ic tictactoe ban Fl \-store Ar redis://HOST
            is kept out by all.
            How often something may be tried each server counts by itself,
            so three servers allow three times as much.
            Of an app that
            .Fl \-firehose
            names, an administrator can ask any of them for everybody's changes;
            each change is then written twice,
            and may be told twice when a server was killed.
            """#

        package static let clients = #"""
            People name all of them,
            .Fl \-server Ar A,B,C ,
            or one name behind any balancer of TCP.
            Have it ask
            .Pa /healthz ,
            which is 503 while a server does not hear of Redis;
            it need not lead a client back to the same server,
            for clients find their seat at any.
            If it speaks for its clients, name it by
            .Fl \-trusted\-proxy .
            """#

        package static let watch = #"""
            .Ic tictactoe serve Fl \-status
            and
            .Ic tictactoe doctor Fl \-store Ar redis://HOST
            tell how the servers and Redis are doing.
            In
            .Pa /metrics
            look at
            .Li tictactoe_node_alive ,
            .Li tictactoe_node_others ,
            .Li tictactoe_node_renewal_age_milliseconds ,
            above 6,000 of which others take the server for dead;
            .Li tictactoe_engine_memory_bytes
            beside
            .Li tictactoe_engine_memory_max_bytes ;
            .Li tictactoe_node_appends_overtaken_total ,
            which grows with people of one hall at several servers;
            and
            .Li tictactoe_node_resets_total ,
            which should stay where it is.
            """#

        package static let upgrade = #"""
            To upgrade, stop one server after the other by
            .Dv SIGTERM ,
            which hands its clients to the others, and begin the new version in its place.
            An older server that meets what only newer ones write says so, and ends.
            """#

        package static let backup = #"""
            To back up, take a replica, make it independent, copy it, and put it back:
            """#

        package static let backupCommands = [
            "redis-cli -h replica replicaof no one && sleep 10",
            "tictactoe copy redis://replica /backups/$(date +\\e%F).db",
            "redis-cli -h replica replicaof 10.0.0.5 6379",
        ]

        package static let restore = #"""
            To restore, stop all servers, empty Redis by
            .Cm flushall ,
            copy the file to it, and begin the servers.
            The same moves a server from its file to Redis, and back.
            The keys are not in the copy: keep a copy of their file, too.
            """#

        package static let failures = "What fails, and what comes of it:"
    }
}

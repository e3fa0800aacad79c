extension ServerPage {
    /// Several servers on one Redis.
    enum Nodes {
        static var heading: String { "MULTIPLE SERVERS ON ONE REDIS" }

        static let introduction = #"""
            Servers with the same
            .Fl \-store Ar redis://HOST
            share the lobby and all users, each on its own machine.
            Any of them can fail.
            They have no leader and no connections to each other,
            and all data is in Redis.
            Redis must be version 7, or Valkey.
            """#

        static let begin = #"""
            First, set in
            .Pa redis.conf :
            """#

        static var configuration: [String] {
            [
                "appendonly yes",
                "appendfsync always",
                "maxmemory-policy noeviction",
                "stream-node-max-bytes 1024",
            ]
        }

        static let settings = #"""
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
            The last setting more than halves the memory for a user with few objects.
            """#

        static let password = #"""
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
            A Redis user for the servers needs only these permissions:
            """#

        static var access: [String] {
            [
                "ACL SETUSER tictactoe on >PASSWORD resetkeys ~s1{* resetchannels",
                "&s1{* -@all +hello +auth +ping +info +role +time +dbsize +evalsha",
                "+eval +ssubscribe +sunsubscribe +spublish +hget +hmget +hset +hdel",
                "+hgetall +hkeys +hvals +hlen +hexists +hincrby +hscan +scan +xadd",
                "+xlen +xrange +xrevrange +xtrim +zadd +zrem +zcard +zcount +zscore",
                "+zrange +zrangebyscore +zrangebylex +zrevrangebylex +sadd +srem",
                "+scard +sismember +smembers +exists +rpush +ltrim +lrange +unlink",
                "+zremrangebyscore +del +rename +randomkey +hrandfield +wait",
                "+asking +bgrewriteaof +config|get",
            ]
        }

        static var first: String {
            """
            Create the keys once, on one machine, and copy their file to the others.
            The first command also starts that server, so run the others
            in a second terminal:
            """
        }

        static let firstCommands = [
            #"tictactoe serve --store redis://10.0.0.5 \"#,
            "    --keys /etc/tictactoe/keys --new-keys",
            "scp /etc/tictactoe/keys b.example:/etc/tictactoe/keys",
            #"ssh b.example tictactoe serve --store redis://10.0.0.5 \"#,
            "    --keys /etc/tictactoe/keys",
        ]

        static let common = #"""
            All servers need the same keys,
            .Fl \-lobby\-token\-file ,
            .Fl \-app
            and
            .Fl \-hall\-size .
            A server with a different value prints the name of the option and exits.
            To change a value, stop all servers, and start the first with
            .Fl \-new .
            Also copy the door's host key to all servers.
            """#

        static let limits = #"""
            .Ic tictactoe ban Fl \-store Ar redis://HOST
            bans a target on all servers.
            A ban or a revoked token takes effect on all of them within a second.
            Each server counts attempts and requests separately,
            so three servers allow three times as many.
            """#

        static let clients = #"""
            Players name all servers with
            .Fl \-server Ar A,B,C ,
            or one name of a TCP load balancer.
            The balancer can send a client to any server:
            clients find their seat on each of them.
            Let the balancer check
            .Pa /healthz ,
            which returns 503 while a server cannot reach Redis.
            If the balancer reports its clients' addresses, name it with
            .Fl \-trusted\-proxy .
            """#

        static var backup: String {
            """
            To make a backup, detach a replica, copy its data, and attach it again.
            Wait ten seconds before copying.
            By then, the entries of the running servers have expired on the replica:
            """
        }

        static var backupCommands: [String] {
            [
                "redis-cli -h replica replicaof no one && sleep 10",
                "tictactoe copy redis://replica /backups/tictactoe-$(date +%F).db",
                "redis-cli -h replica replicaof 10.0.0.5 6379",
            ]
        }

        static var restore: String {
            """
            To restore the backup, stop all servers, empty Redis with
            .Cm flushall ,
            copy the file to it, and start the servers.
            Also keep a copy of the keys file, which is not in the backup.
            """
        }

        static let watch = #"""
            .Ic serve Fl \-status
            shows the state of a server and of its Redis.
            So does
            .Ic doctor
            with
            .Ev TICTACTOE_STORE=redis://HOST
            in its environment.
            """#
    }
}

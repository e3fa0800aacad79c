package import Drawing
package import RedisWire

/// Messages for the operator about the Redis that several servers share.
package enum SharedRedisWords {
    package static func unreachable(_ address: String, reason: String?) -> String {
        "can't use Redis at \(address)" + (reason.map { ": \($0)" } ?? "")
    }

    package static let nobodyThere = "connection refused"
    package static let nameUnknown = "no such host"
    package static let silent = "no answer"
    package static let hungUp = "it closed the connection"
    package static let noRedis = "it is not Redis 7 or later"
    package static let unencrypted =
        "it does not use TLS: use redis:// instead of rediss://, or set up TLS there"
    package static let replica = "it is a replica: name the primary"
    package static let wantsPassword =
        "it needs a password: name the file with --store-password-file"
    package static let wrongPassword = "wrong user name or password"

    package static func answered(_ error: RedisError) -> String {
        "it answered \(ForeignText(error.code)) \(ForeignText(error.message))"
    }

    static func answered(_ error: String) -> String { "it answered \(ForeignText(error))" }
    static func failed(_ error: String) -> String { "can't use Redis: \(answered(error))" }

    package static func badAuthorities(_ fault: String) -> String {
        "can't use the CA certificates for Redis: \(fault)"
    }

    package static func badPassword(in path: String, reason: String) -> String {
        "can't read the Redis password from \(path): \(reason)"
    }

    package static let noPassword = "its first line is empty"

    package static func newerFormat(_ format: Int) -> String {
        "a newer version of this program wrote the data in Redis (format \(format))"
    }

    package static func olderFormat(_ format: Int) -> String {
        "an older version of this program wrote the data in Redis (format \(format)): "
            + "bring it to an empty Redis with tictactoe copy, and serve that"
    }

    package static func foreign(_ key: ForeignText) -> String {
        "this Redis contains another program's data, such as \(key): "
            + "give tictactoe its own Redis"
    }

    /// Returns the message about a Redis setting with an unsuitable value.
    package static func unfit(_ setting: String) -> String {
        switch setting {
        case "appendonly": "Redis does not save its data to disk: set \(setting) to yes"
        case "cluster-enabled": "Redis Cluster is not supported: name a single Redis"
        case "redis_version": noRedis
        default: "Redis may evict data: set \(setting) to noeviction"
        }
    }

    static func sameAddress(_ address: String) -> String {
        "another server has the inner address \(address): "
            + "give each server its own with --inner-address"
    }

    /// Returns the message about options whose values differ between servers.
    package static func differs(_ names: [String]) -> String {
        let options = names.map { "--\($0)" }.joined(separator: ", ")
        return "this server and the others have different values for \(options): use the same"
            + " values everywhere, or stop the others and start this one with --new"
    }

    package static let forgotten =
        "this Redis is new, but the keys were used with another one: name the right one,"
        + " restore its data, or start with --new"

    package static let beingCopied = "the data in Redis is being copied: try again in a minute"
    package static let unfinishedCopy =
        "the data in Redis is an incomplete copy: empty Redis and copy again"

    package static let damaged = "the data in Redis is not from this program"

    /// Returns the state of a server on Redis, as the end of its status line.
    package static func node(
        isAlive: Bool, role: ForeignText, others: Int, shards: (own: Int, all: Int), renewed: Int?
    ) -> String {
        guard isAlive else { return "; it can't reach Redis or the writer, and accepts no clients" }
        let age = renewed.map { ", last renewed \($0) ms ago" } ?? ""
        return "; \(role), shards \(shards.own) of \(shards.all), registered in Redis\(age), "
            + "other servers \(others)"
    }

    package static func redis(
        version: ForeignText, role: ForeignText, replicas: Int, memory: Int, most: Int,
        policy: ForeignText
    ) -> String {
        guard !version.isEmpty else { return "" }
        let limit = most == 0 ? "no limit" : "limit \(most >> 20) MB"
        return
            "; Redis \(version): \(role), replicas \(replicas), memory"
            + " \(memory >> 20) MB, \(limit), \(policy)"
    }

    package static func runningServers(_ count: Int, at place: String) -> String {
        "\(place): running servers \(count)"
    }

    // The names of log events.
    package static let keysNotMarked = "keys not marked"
    package static let notReached = "Redis not reached"
    package static let noRoom = "Redis is out of memory: raise maxmemory"
}

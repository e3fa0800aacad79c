package import Drawing
package import RedisWire

/// Messages for the operator about the Redis that several servers share.
package enum SharedRedisWords {
    package static func unreachable(_ address: String, reason: String?) -> String {
        "can't use Redis at \(address)" + (reason.map { ": \($0)" } ?? "")
    }

    package static let silent = "no answer"
    package static let hungUp = "it closed the connection"
    package static let noRedis = "it is not Redis 7 or later"

    package static func answered(_ error: RedisError) -> String {
        "it answered \(ForeignText(error.code)) \(ForeignText(error.message))"
    }

    static func answered(_ error: String) -> String { "it answered \(ForeignText(error))" }

    package static func unreadablePassword(in path: String, reason: String) -> String {
        "can't read the Redis password from \(path): \(reason)"
    }

    package static let noPassword = "its first line is empty"

    package static func unfitSetting(_ setting: String) -> String {
        switch setting {
        case "appendonly": "Redis does not save its data to disk: set \(setting) to yes"
        case "cluster-enabled": "Redis Cluster is not supported: name a single Redis"
        case "redis_version": noRedis
        default: "Redis may evict data: set \(setting) to noeviction"
        }
    }

    package static let damaged = "the data in Redis is not from this program"

    /// Returns the state of a server on Redis, as the end of its status line. `replicas` is nil
    /// unless the server waits for replicas.
    package static func nodeStatus(
        isAlive: Bool, role: ForeignText, others: Int, shards: (own: Int, all: Int), renewed: Int?,
        replicas: (attached: Int, required: Int)?
    ) -> String {
        if let replicas {
            return "; it waits for replicas of Redis, "
                + "\(attachedReplicas(replicas.attached, of: replicas.required))"
        }
        guard isAlive else { return "; it can't reach Redis or the writer, and accepts no clients" }
        let age = renewed.map { ", last renewed \($0) ms ago" } ?? ""
        return "; \(role), shards \(shards.own) of \(shards.all), registered in Redis\(age), "
            + "other servers \(others)"
    }

    static func attachedReplicas(_ attached: Int, of required: Int) -> String {
        "attached \(attached) of \(required) (--store-replicas)"
    }

    package static func redisStatus(
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
    static let held = "no answer from Redis; the server is waiting"
    static let stranger = "connection to the inner address without the keys"
    static let waitsForReplicas = "the server waits for replicas of Redis"
    static let steppedDown = "clients closed: another server may take over"
    package static let keysNotMarked = "keys not marked"
    package static let notReached = "Redis not reached"
}

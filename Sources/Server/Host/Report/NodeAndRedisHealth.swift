import SimperiumClock
import SimperiumJSON

/// The state of a server that shares a Redis with others, and the state of that Redis.
package struct NodeAndRedisHealth: Hashable, Sendable {
    /// The state of Redis, from its last answer.
    package struct RedisRoleAndMemory: Hashable, Sendable {
        package var version = ""
        package var role = ""
        package var replicas = 0
        /// The number of replicas that must have a write before the server reports its outcome.
        package var requiredReplicas = 0
        package var usedMemory = 0
        /// The most memory that Redis may use, in bytes; zero if there is no limit.
        package var mostMemory = 0
        package var evictionPolicy = ""
        /// The number of objects that wait to be inserted into the buckets of accounts.
        package var dueInserts = 0

        package init() {}

        /// True if the server must wait until more replicas are attached to Redis.
        package var lacksReplicas: Bool { !version.isEmpty && replicas < requiredReplicas }
    }

    /// True if the server serves clients: it owns the first shard, or reaches the owner of that
    /// shard.
    package var isAlive = false
    /// True if the server owns the first shard.
    package var isWriter = false
    package var generation = 0
    /// The term of the first shard's owner.
    package var term = 0
    /// The number of other servers on the same Redis.
    package var others = 0
    /// The number of connections that the server passes to other servers.
    package var relayed = 0
    /// The time since the last renewal of the server's entry in Redis; nil before the first
    /// renewal.
    package var renewalAge: Duration?
    package var redis = RedisRoleAndMemory()
    /// The generation of the owner of each shard; 0 for a shard without an owner.
    package var owners: [Int] = []
    /// The longest time from this server's claim of a shard until the shard's clients were served.
    package var longestOpening = Duration.zero

    package init() {}

    /// The number of shards that this server owns.
    package var owned: Int { owners.count { $0 == generation && generation > 0 } }
}

extension NodeAndRedisHealth {
    /// The value of the member `node` in `/healthz`. It contains no address, because any client may
    /// read this page.
    var json: JSONObject {
        var json: JSONObject = [
            "alive": .bool(isAlive), "generation": JSON(generation), "term": JSON(term),
            "role": JSON(isWriter ? LogWords.writer : LogWords.standsBy), "others": JSON(others),
        ]
        if !owners.isEmpty { json["shards"] = .array(owners.map { JSON($0) }) }
        if let renewalAge { json["renewed"] = JSON(renewalAge.wholeMilliseconds) }
        json["engine"] = [
            "version": JSON(redis.version), "role": JSON(redis.role),
            "replicas": JSON(redis.replicas), "required": JSON(redis.requiredReplicas),
            "memory": JSON(redis.usedMemory),
            "maxmemory": JSON(redis.mostMemory), "policy": JSON(redis.evictionPolicy),
        ]
        return json
    }
}

extension MetricsPage {
    mutating func add(_ node: NodeAndRedisHealth) {
        add(
            .gauge, "node_alive",
            "1 while the server serves clients: it is the writer, or reaches the writer.",
            node.isAlive ? 1 : 0)
        add(
            .gauge, "node_writer", "1 on the writer; the sum over all servers should be 1.",
            node.isWriter ? 1 : 0)
        add(
            .gauge, "node_generation",
            "Number of this server's start, counted over all servers on this Redis.",
            node.generation)
        add(
            .gauge, "node_term",
            "The writer's term; it grows each time a server takes the first shard.", node.term)
        add(.gauge, "node_others", "Other servers on this Redis.", node.others)
        add(
            .gauge, "node_shards",
            "Shards that the server has; the sum over all servers should be 16.", node.owned)
        add(
            .gauge, "shard_opening_max_seconds",
            "The longest time from taking a shard until its clients were served.",
            node.longestOpening)
        add(
            .gauge, "shards_without_owner", "Shards that no server has.",
            node.owners.count { $0 == 0 })
        add(
            .gauge, "node_relayed_connections",
            "Connections that the server passes to other servers.", node.relayed)
        if let renewalAge = node.renewalAge {
            add(
                .gauge, "node_renewal_age_seconds",
                "Time since the server last renewed its entry in Redis; from 3 on it counts as "
                    + "failed.",
                renewalAge)
        }
        add(.gauge, "engine_memory_bytes", "Memory that Redis uses.", node.redis.usedMemory)
        add(
            .gauge, "engine_memory_max_bytes", "The limit of Redis's memory; 0 without one.",
            node.redis.mostMemory)
        add(.gauge, "engine_replicas", "Replicas of Redis.", node.redis.replicas)
        add(
            .gauge, "inserts_due", "Results of rounds that are not in the accounts yet, usually 0.",
            node.redis.dueInserts)
    }
}

import SimperiumClock
import SimperiumJSON

/// The state of a server that shares a Redis with others, and the state of that Redis.
package struct NodeGauges: Hashable, Sendable {
    /// The state of Redis, from its last answer.
    package struct RedisServerState: Hashable, Sendable {
        package var version = ""
        package var role = ""
        package var replicas = 0
        package var usedMemory = 0
        /// The most memory that Redis may use, in bytes; zero if there is no limit.
        package var mostMemory = 0
        package var evictionPolicy = ""
        /// The number of objects that wait to be inserted into the buckets of accounts.
        package var dueInserts = 0

        package init() {}
    }

    /// True if the server serves clients: it has the first shard, or reaches the server that has
    /// it.
    package var isAlive = false
    /// True if the server has the first shard.
    package var isWriter = false
    package var generation = 0
    /// The term of the first shard's owner.
    package var term = 0
    /// The number of other servers.
    package var others = 0
    /// The number of connections that the server passes to other servers.
    package var relayed = 0
    /// The time since the last renewal of the server's entry in Redis; nil if there was none.
    package var renewalAge: Duration?
    package var engine = RedisServerState()
    /// The generation of the owner of each shard; 0 for a shard without an owner.
    package var owners: [Int] = []
    /// The longest time from the claim of a shard until its clients were served.
    package var longestOpening = Duration.zero

    package init() {}

    /// The number of shards of this server.
    package var owned: Int { owners.count { $0 == generation && generation > 0 } }
}

extension NodeGauges {
    /// The member `node` of `/healthz`. It has no address, because any client may read it.
    var json: JSONObject {
        var json: JSONObject = [
            "alive": .bool(isAlive), "generation": JSON(generation), "term": JSON(term),
            "role": JSON(isWriter ? LogWords.writer : LogWords.standsBy), "others": JSON(others),
        ]
        if !owners.isEmpty { json["shards"] = .array(owners.map { JSON($0) }) }
        if let renewalAge { json["renewed"] = JSON(renewalAge.wholeMilliseconds) }
        json["engine"] = [
            "version": JSON(engine.version), "role": JSON(engine.role),
            "replicas": JSON(engine.replicas), "memory": JSON(engine.usedMemory),
            "maxmemory": JSON(engine.mostMemory), "policy": JSON(engine.evictionPolicy),
        ]
        return json
    }

    func add(to page: inout MetricsPage) {
        page.add(.nodeAlive, isAlive ? 1 : 0)
        page.add(.nodeWriter, isWriter ? 1 : 0)
        page.add(.nodeGeneration, generation)
        page.add(.nodeTerm, term)
        page.add(.nodeOthers, others)
        page.add(.nodeShards, owned)
        page.add(.longestOpening, longestOpening)
        page.add(.withoutOwner, owners.count { $0 == 0 })
        page.add(.relayed, relayed)
        if let renewalAge { page.add(.renewalAge, renewalAge) }
        page.add(.usedMemory, engine.usedMemory)
        page.add(.mostMemory, engine.mostMemory)
        page.add(.replicas, engine.replicas)
        page.add(.dueInserts, engine.dueInserts)
    }
}

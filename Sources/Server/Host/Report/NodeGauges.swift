import SimperiumJSON

/// The state of one of several servers on a Redis, and of that Redis.
package struct NodeGauges: Hashable, Sendable {
    /// The state of Redis, from its last answer.
    package struct Engine: Hashable, Sendable {
        package var version = ""
        package var role = ""
        package var replicas = 0
        package var usedMemory = 0
        /// Zero if there is no limit.
        package var mostMemory = 0
        package var evictionPolicy = ""

        package init() {}
    }

    /// True if it serves clients: it is the writer, or reaches the writer.
    package var isAlive = false
    package var isWriter = false
    package var generation = 0
    /// The term of the writer.
    package var term = 0
    /// The number of other servers.
    package var others = 0
    /// The number of connections that it passes to the writer.
    package var relayed = 0
    /// Milliseconds since the last renewal of its entry in Redis; nil if there was none.
    package var renewalAge: Int?
    package var engine = Engine()

    package init() {}
}

extension NodeGauges {
    /// The member `node` of `/healthz`. It has no address, because any client may read it.
    var json: JSONObject {
        var json: JSONObject = [
            "alive": .bool(isAlive), "generation": JSON(generation), "term": JSON(term),
            "role": JSON(isWriter ? LogWords.writer : LogWords.standsBy), "others": JSON(others),
        ]
        if let renewalAge { json["renewed"] = JSON(renewalAge) }
        json["engine"] = [
            "version": JSON(engine.version), "role": JSON(engine.role),
            "replicas": JSON(engine.replicas), "memory": JSON(engine.usedMemory),
            "maxmemory": JSON(engine.mostMemory), "policy": JSON(engine.evictionPolicy),
        ]
        return json
    }

    func add(to page: inout MetricsPage) {
        page.add("node_alive", .gauge, value: isAlive ? 1 : 0)
        page.add("node_writer", .gauge, value: isWriter ? 1 : 0)
        page.add("node_generation", .gauge, value: generation)
        page.add("node_term", .gauge, value: term)
        page.add("node_others", .gauge, value: others)
        page.add("node_relayed_connections", .gauge, value: relayed)
        if let renewalAge {
            page.add("node_renewal_age_milliseconds", .gauge, value: renewalAge)
        }
        page.add("engine_memory_bytes", .gauge, value: engine.usedMemory)
        page.add("engine_memory_max_bytes", .gauge, value: engine.mostMemory)
        page.add("engine_replicas", .gauge, value: engine.replicas)
    }
}

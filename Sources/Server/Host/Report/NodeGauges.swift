import SimperiumJSON

/// How a server is that shares its engine with others, and how that engine is.
package struct NodeGauges: Hashable, Sendable {
    /// As the engine says of itself, at its last answer.
    package struct Engine: Hashable, Sendable {
        package var address = ""
        package var version = ""
        package var role = ""
        package var replicas = 0
        package var usedMemory = 0
        /// Zero if it may take as much as there is.
        package var mostMemory = 0
        package var evictionPolicy = ""
        package var durability = Gauges.Durability.unknown

        package init() {}
    }

    /// Whether it lives there, so that it lets people in.
    package var isAlive = false
    package var incarnation = 0
    package var epoch = 0
    /// Who else lives there, and of how many dead not everything is taken care of.
    package var others = 0
    package var dead = 0
    /// Milliseconds since the last renewal of its life; nil if there was none.
    package var renewalAge: Int?
    package var engine = Engine()
    /// Logs that it follows now; and since it started what it has written, in how many batches, how
    /// often somebody had written before it, and how often it read a log anew.
    package var logs = 0
    package var appends = 0
    package var overtaken = 0
    package var resets = 0

    package init() {}
}

extension NodeGauges {
    /// For programs that look after it. The engine's address is told by the log alone: everybody
    /// may read this.
    var json: JSONObject {
        var json: JSONObject = [
            "alive": .bool(isAlive), "incarnation": JSON(incarnation), "epoch": JSON(epoch),
            "others": JSON(others), "dead": JSON(dead),
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
        page.add("node_incarnation", .gauge, value: incarnation)
        page.add("node_epoch", .gauge, value: epoch)
        page.add("node_others", .gauge, value: others)
        page.add("node_dead", .gauge, value: dead)
        if let renewalAge {
            page.add("node_renewal_age_milliseconds", .gauge, value: renewalAge)
        }
        page.add("node_logs_followed", .gauge, value: logs)
        page.add("node_appends", .counter, value: appends)
        page.add("node_appends_overtaken", .counter, value: overtaken)
        page.add("node_resets", .counter, value: resets)
        page.add("engine_memory_bytes", .gauge, value: engine.usedMemory)
        page.add("engine_memory_max_bytes", .gauge, value: engine.mostMemory)
        page.add("engine_replicas", .gauge, value: engine.replicas)
    }
}

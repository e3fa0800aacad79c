import EngineSamples
import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// On what terms a node takes a real Redis.
@Suite("A node's terms", .serialized, .waits)
struct TermsTests {
    private static let log = Names.logs[0]
    private static let hour = Duration.seconds(3_600)

    private func hello(_ terms: NodeTerms = NodeTerms()) -> EngineDeed {
        .node(.hello(seen: 0, life: Self.hour, terms))
    }

    @Test(
        "S182 A Redis with keys of somebody else, or of a newer format, is left as it is",
        arguments: [
            ("x", EngineAnswer.foreign("x")), ("s1", .foreign("s1")),
            ("s3{app/ann}", .newerFormat(3)),
        ])
    func keys(key: String, answer: EngineAnswer) throws {
        let server = try RedisServer()
        try server.command("set", key, "1")
        let node = try Node(at: [server.port])
        node.awaitReady()
        #expect(node.answer(hello()) == answer)
        #expect(try server.command("dbsize") == "1")
        // Of ours some may be left when all else was forgotten.
        try server.command("rename", key, "s1{app/ann}")
        guard case .life? = node.answer(hello()) else {
            Issue.record("it is not taken")
            return
        }
        // From here on it is ours, whatever somebody puts there.
        try server.command("set", "x", "1")
        guard case .life? = node.answer(hello()) else {
            Issue.record("it is not taken any more")
            return
        }
    }

    @Test("S183 A Redis that may lose something is taken by who says so, and by nobody else")
    func forgetful() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        for (setting, value) in [("appendonly", "no"), ("maxmemory-policy", "allkeys-lfu")] {
            try server.command("config", "set", setting, value)
            #expect(node.answer(hello()) == .unfit(setting))
            guard case .life? = node.answer(hello(NodeTerms(mayForget: true))) else {
                Issue.record("\(setting) is not taken")
                return
            }
            try server.command("config", "set", "appendonly", "yes")
        }
    }

    @Test("S184 In a cluster no replica has it all")
    func cluster() throws {
        let node = try Node(at: [try SharedServers.cluster.get()], prefix: "t-terms")
        node.awaitReady()
        #expect(node.answer(hello(NodeTerms(replicas: 1))) == .unfit("cluster-enabled"))
    }

    private func append(
        _ version: Int, by incarnation: Incarnation, on head: Ordinal, epoch: UInt32
    ) throws -> EngineDeed {
        let change = EngineChange(
            Names.keys[0], in: Names.buckets[0], version: try #require(EntityVersion(version)),
            previous: nil, by: Names.changeIDs[version], entry: [1], object: [1])
        let writer = EngineWriter(
            incarnation, on: head, at: Ordinal(epoch: epoch, count: head.count + 1))
        return .log(.append([change], writer, wantsTurn: false), Self.log)
    }

    /// A server with a replica that has all of it.
    private func pair() throws -> (old: RedisServer, new: RedisServer) {
        let old = try RedisServer()
        let new = try RedisServer(isCluster: false, "--replicaof", "127.0.0.1", "\(old.port)")
        try new.await("master_link_status:up", in: "info", "replication")
        return (old, new)
    }

    private func begin(_ node: Node) throws -> (incarnation: Incarnation, epoch: UInt32) {
        node.awaitReady()
        node.follow(Self.log)
        guard case .life(let epoch, _, _) = node.answer(hello(NodeTerms(replicas: 1))),
            case .incarnation(let incarnation) = node.answer(
                .node(.begin(seen: epoch, life: Self.hour))),
            case .opened(let log) = node.answer(
                .log(.open(incarnation, epoch: epoch, grace: Self.hour), Self.log))
        else { throw RedisServer.NotThere(description: "no beginning") }
        return (incarnation, log.epoch)
    }

    @Test("S184 A replica that is named first is passed over by all lines, and told of once")
    func namedFirst() throws {
        let old = try RedisServer()
        let new = try RedisServer(isCluster: false, "--replicaof", "127.0.0.1", "\(old.port)")
        try new.await("master_link_status:up", in: "info", "replication")
        let node = try Node(at: [new.port, old.port], awaiting: 1)
        node.awaitReady()
        #expect(node.refusals == [.replica])
    }

    @Test("S184 Nothing is said before a replica has it, and it is there when that is promoted")
    func replicas() throws {
        let (old, new) = try pair()
        let node = try Node(at: [old.port, new.port], awaiting: 1)
        let other = try Node(at: [old.port])
        let (incarnation, epoch) = try begin(node)
        other.awaitReady()
        other.follow(Self.log)
        // Without a replica others may hear of it, but not this one, nor by being told.
        try new.command("replicaof", "no", "one")
        try old.await("connected_slaves:0", in: "info", "replication")
        var outcome: EngineOutcome?
        node.store?.ask(try append(1, by: incarnation, on: .zero, epoch: epoch)) {
            outcome = $0
        }
        var isHeld = true
        #expect(
            node.loop.run {
                _ = other.answer(.read(.buckets, Self.log))
                isHeld = isHeld && outcome == nil && node.told.isEmpty
                return other.told[Self.log]?.count == 1
            })
        #expect(isHeld)
        try new.command("replicaof", "127.0.0.1", "\(old.port)")
        #expect(node.loop.run { outcome != nil && node.told[Self.log]?.count == 1 })
        guard case .answered(.written(let head, _))? = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        try expectKept(
            try append(2, by: incarnation, on: head, epoch: epoch), of: node, from: old, to: new)
    }

    @Test("S248 No number that a node was told is given to another when a replica is promoted")
    func numbers() throws {
        let (old, new) = try pair()
        let node = try Node(at: [old.port, new.port], awaiting: 1)
        let (first, _) = try begin(node)
        // Of what is given out now it hears nothing any more.
        try new.command("replicaof", "no", "one")
        try old.await("connected_slaves:0", in: "info", "replication")
        var told: [EngineOutcome] = []
        for _ in 0..<4 {
            node.store?.ask(.node(.begin(seen: Self.ahead, life: Self.hour))) { told.append($0) }
        }
        // This is answered behind them, and waits for nobody.
        guard case .alive? = node.answer(.node(.renew(first, life: Self.hour))) else {
            Issue.record("it does not live")
            return
        }
        let other = try Node(at: [new.port])
        other.awaitReady()
        _ = other.answer(.node(.hello(seen: Self.ahead, life: Self.hour)))
        let given = (0..<4).compactMap { _ in
            other.answer(.node(.begin(seen: Self.ahead, life: Self.hour)))
        }
        #expect(given.count == 4)
        #expect(given.allSatisfy { !told.contains(.answered($0)) }, "\(told)")
    }

    /// Above all numbers that a clock would give.
    private static let ahead: UInt32 = 4_000_000_000

    /// What was said to be written is with the replica at that moment.
    private func expectKept(
        _ deed: EngineDeed, of node: Node, from old: RedisServer, to new: RedisServer
    ) throws {
        guard case .written(let last, _)? = node.answer(deed) else {
            Issue.record("not written")
            return
        }
        try new.command("replicaof", "no", "one")
        try old.command("replicaof", "127.0.0.1", "\(new.port)")
        let survivor = try Node(at: [new.port])
        survivor.awaitReady()
        guard case .fact(_, at: last)? = survivor.answer(.read(.buckets, Self.log)) else {
            Issue.record("what was said is not there")
            return
        }
    }
}

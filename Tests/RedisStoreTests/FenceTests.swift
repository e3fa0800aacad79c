import Cluster
import RedisSamples
import RedisStore
import RedisWire
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Fences in Redis", .waits)
struct FenceTests {
    @Test("S302 A batch of a former writer is refused as a whole, and its queries too")
    func former() throws {
        let terms = SharedRedis.terms()
        let old = try RedisNode.leading(terms)
        #expect(old.perform([.change(1, "a", by: "kim")]).failure == nil)
        let new = try RedisNode.leading(terms)
        #expect(new.ownership.term > old.ownership.term)
        let entries = [StoreBatchEntry.state("kim"), .change(2, "b", by: "kim", on: 1)]
        #expect(old.perform(entries).failure == .fenced)
        #expect(old.perform([.state("kim")]).failure == .fenced)
        #expect(new.count(of: "kim") == 1)
        // The same node under a new term.
        try old.lead()
        #expect(old.perform([.change(2, "b", by: "kim", on: 1), .state("kim")]).counts == [2])
        #expect(new.perform([.state("kim")]).failure == .fenced)
    }

    @Test("The writer's own former term is refused")
    func formerTerm() throws {
        let node = try RedisNode.leading()
        let old = node.ownership.term
        try node.lead()
        node.store?.setOwnership(of: .home, node.generation, under: old)
        #expect(node.perform([.change(1, "a", by: "kim")]).failure == .fenced)
        try node.lead()
        #expect(node.count(of: "kim") == 0)
    }

    @Test("A node that does not lead performs nothing")
    func notLeading() throws {
        let node = try RedisNode.ready(SharedRedis.terms())
        #expect(node.perform([.state("kim")]).failure == .fenced)
        _ = try node.join()
        #expect(node.perform([.state("kim")]).failure == .fenced)
    }

    @Test("A Redis that has lost its data refuses the writer")
    func forgetting() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        try server.command("flushall")
        #expect(node.perform([.change(1, "a", by: "kim")]).failure == .fenced)
        #expect(try server.command("dbsize") == "0")
        #expect(node.renew() == .dead)
    }

    @Test("S302 A Redis that has lost its last writes refuses the writer")
    func older() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        _ = node.perform([.change(1, "a", by: "kim")])
        try server.command("hincrby", "s2{s00}", "writes", "-1")
        #expect(node.perform([.change(2, "b", by: "kim", on: 1)]).failure == .fenced)
    }

    @Test("S302 A batch whose connection breaks fails, and is kept as a whole or not at all")
    func cut() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        var head = 0
        var kept = 0
        for cut in 0..<12 {
            // Without queries it is one script, with them it is several.
            let entries = (1...6).map {
                StoreBatchEntry.change(head + $0, "k\(head + $0)", by: "kim", on: head + $0 - 1)
            }
            // A pause holds up writes, so the batch is on its way when the connection ends.
            let isHeld = cut.isMultiple(of: 2)
            if isHeld { try server.command("client", "pause", "300", "write") }
            var outcome: StoreBatchResult?
            var batch = StoreBatch()
            for entry in entries { batch.append(entry) }
            node.store?.perform(batch, in: .home) { outcome = $0 }
            try server.command("client", "kill", "type", "normal")
            #expect(node.loop.run { outcome != nil && node.readyCount == cut + 2 })
            try node.lead()
            let count = node.count(of: "kim")
            #expect(count == kept || count == kept + 6)
            if outcome?.failure == nil {
                #expect(count == kept + 6)
            } else {
                #expect(outcome?.failure == .lost)
            }
            if isHeld { #expect(count == kept) }
            if count > kept { head += 6 }
            kept = count
        }
    }

    @Test("S116 A primary that becomes a replica refuses the batch, and is no server any more")
    func demoted() throws {
        let other = try RedisServer()
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        try server.command("replicaof", "127.0.0.1", "\(other.port)")
        let failure = node.perform([.change(1, "a", by: "kim")]).failure
        #expect(failure == .readOnly || failure == .lost)
        #expect(node.loop.run { !node.refusals.isEmpty })
        #expect(node.refusals.first == .replica)
    }

    @Test("S184 With replicas nothing is told before one has it, and it is there after a promotion")
    func replicas() throws {
        let old = try RedisServer()
        let new = try RedisServer(isCluster: false, "--replicaof", "127.0.0.1", "\(old.port)")
        try new.await("master_link_status:up", in: "info", "replication")
        var terms = RedisStoreLink.RedisDurabilityDemands()
        terms.replicas = 1
        let node = try RedisNode.leading(terms, at: old)
        #expect(node.perform([.change(1, "a", by: "kim")]).failure == nil)
        try new.command("replicaof", "no", "one")
        try old.await("connected_slaves:0", in: "info", "replication")
        var (outcome, reply): (StoreBatchResult?, ClusterRegistryReply??)
        var batch = StoreBatch()
        batch.append(.change(2, "b", by: "kim", on: 1))
        node.store?.perform(batch, in: .home) { outcome = $0 }
        node.store?.ask(.takeNumber(atLeast: number(1))) { reply = .some($0) }
        // Renewals continue.
        for _ in 0..<3 {
            guard case .view? = node.renew() else {
                Issue.record("not renewed")
                return
            }
        }
        #expect(outcome == nil && reply == nil)
        #expect(try old.command("hget", "s2{s00}", "writes") == "2")
        try new.command("replicaof", "127.0.0.1", "\(old.port)")
        #expect(node.loop.run { outcome != nil && reply != nil })
        #expect(outcome?.failure == nil && reply.flatMap { $0 } != nil)
        try new.command("replicaof", "no", "one")
        let survivor = try RedisNode.leading(at: new)
        #expect(survivor.count(of: "kim") == 2)
        #expect(survivor.ownership.term > node.ownership.term)
    }

    @Test("A killed Redis has all that was acknowledged, under a new term of another life")
    func restarted() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        guard case .view(let before)? = node.renew() else { return }
        _ = node.perform([.change(1, "a", by: "kim")])
        try server.restart()
        #expect(node.loop.run { node.readyCount == 2 })
        guard case .view(let after)? = node.renew() else {
            Issue.record("not renewed")
            return
        }
        #expect(after.run != before.run && after.ownerships == before.ownerships)
        try node.lead()
        #expect(node.count(of: "kim") == 1)
    }

    @Test("The promise of Redis is known")
    func syncing() throws {
        for (setting, isAlways) in [("always", true), ("everysec", false)] {
            let server = try RedisServer(isCluster: false, "--appendfsync", setting)
            let node = try RedisNode.leading(at: server)
            #expect(node.store?.syncsAlways == isAlways)
        }
    }
}

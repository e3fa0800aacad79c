import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// A cluster of two servers, where a log's keys may be at the other one, or on their way.
@Suite("A shared store on a cluster", .serialized, .waits)
struct ClusterTests {
    private static let log = Names.logs[0]
    private static let hour = Duration.seconds(3_600)
    private static let slot = "\(RedisSlot(of: EngineKeys().log(log)).rawValue)"

    /// Two servers that know each other. All slots are the first one's.
    private func pair() throws -> (first: RedisServer, second: RedisServer) {
        let first = try RedisServer(isCluster: true)
        let second = try RedisServer(isCluster: true, hasSlots: false)
        try first.command("cluster", "meet", "127.0.0.1", "\(second.port)", "\(second.otherPort)")
        for server in [first, second] {
            try server.await("cluster_known_nodes:2", in: "cluster", "info")
            try server.await("cluster_state:ok", in: "cluster", "info")
        }
        return (first, second)
    }

    private func begin(_ node: Node) -> (incarnation: Incarnation, log: EngineLog)? {
        node.awaitReady()
        guard
            case .life(let epoch, _, _) = node.answer(.node(.hello(seen: 0, life: Self.hour))),
            case .incarnation(let incarnation) = node.answer(
                .node(.begin(seen: 0, life: Self.hour))),
            case .opened(let log) = node.answer(
                .log(.open(incarnation, epoch: epoch, grace: Self.hour), Self.log))
        else { return nil }
        return (incarnation, log)
    }

    private func append(
        _ number: Int, by incarnation: Incarnation, on head: Ordinal, epoch: UInt32
    ) -> EngineDeed {
        let change = EngineChange(
            Names.keys[number], in: Names.buckets[0], version: .first, previous: nil,
            by: Names.changeIDs[number], entry: [1], object: [1])
        let writer = EngineWriter(
            incarnation, on: head, at: Ordinal(epoch: epoch, count: head.count + 1))
        return .log(.append([change], writer, wantsTurn: false), Self.log)
    }

    @Test("S117 Who asks the wrong server is sent to the right one, also to follow")
    func moved() throws {
        let (first, second) = try pair()
        let node = try Node(at: [second.port])
        let (incarnation, log) = try #require(begin(node))
        node.follow(Self.log)
        let deed = append(1, by: incarnation, on: log.head, epoch: log.epoch)
        guard case .written(let head, _) = node.answer(deed) else {
            Issue.record("not written")
            return
        }
        expect(node) { $0.told[Self.log]?.count == 1 }
        #expect(node.told[Self.log]?.first?.entry.place == head)
        #expect(try first.command("dbsize") != "0" && second.command("dbsize") == "0")
    }

    @Test(
        "S116 S117 A log that moves to another server is read all along, and written there"
    )
    func moving() throws {
        let (first, second) = try pair()
        let node = try Node(at: [first.port])
        let (incarnation, log) = try #require(begin(node))
        node.follow(Self.log)
        let deed = append(1, by: incarnation, on: log.head, epoch: log.epoch)
        guard case .written(let head, _) = node.answer(deed) else {
            Issue.record("not written")
            return
        }
        let old = try first.command("cluster", "myid")
        let new = try second.command("cluster", "myid")
        try second.command("cluster", "setslot", Self.slot, "importing", old)
        try first.command("cluster", "setslot", Self.slot, "migrating", new)
        // What has some keys here and some nowhere waits until the move is over.
        let next = append(2, by: incarnation, on: head, epoch: log.epoch)
        expectTryAgain(node.ask(next))
        try migrate(from: first, to: second)
        expectTryAgain(node.ask(next))
        // What has one key is asked for where it is by now, once.
        let buckets = EngineFact.stored(.buckets([Names.buckets[0]]))
        #expect(node.answer(.read(.buckets, Self.log)) == .fact(buckets, at: head))
        for server in [second, first] {
            try server.command("cluster", "setslot", Self.slot, "node", new)
        }
        expect(node) { $0.gaps > 0 }
        guard case .written(let place, _) = node.answer(next) else {
            Issue.record("not written")
            return
        }
        expect(node) { $0.told[Self.log]?.last?.entry.place == place }
        #expect(node.faults == [])
    }

    private func expect(_ node: Node, _ isTrue: @escaping (Node) -> Bool) {
        let came = node.loop.run { [unowned node] in isTrue(node) }
        #expect(came, "waited in vain")
    }

    private func expectTryAgain(_ outcome: EngineOutcome) {
        guard case .refused(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == "TRYAGAIN" && error.isPassing)
    }

    private func migrate(from first: RedisServer, to second: RedisServer) throws {
        let keys = try first.command("cluster", "getkeysinslot", Self.slot, "1000")
            .split(separator: "\n").map(String.init)
        try first.command(
            ["migrate", "127.0.0.1", "\(second.port)", "", "0", "5000", "keys"] + keys)
        #expect(try first.command("cluster", "countkeysinslot", Self.slot) == "0")
    }
}

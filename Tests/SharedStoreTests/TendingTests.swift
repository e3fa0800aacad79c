import EngineSamples
import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// What is let go on a real Redis.
@Suite("A Redis that is kept small", .serialized, .waits)
struct TendingTests {
    private static let bucket = Names.logs[0].bucket(Names.buckets[0])
    private static let limits = StoreLimits(logLength: 50, removals: 50)
    private static let hour = Duration.seconds(3_600)

    private func writer(on node: Node) throws -> WritingNode {
        node.awaitReady()
        guard
            case .life(let epoch, _, _) = node.answer(.node(.hello(seen: 0, life: Self.hour))),
            case .incarnation(let incarnation) = node.answer(
                .node(.begin(seen: epoch, life: Self.hour)))
        else { throw RedisServer.NotThere(description: "no beginning") }
        return WritingNode(
            incarnation, epoch: epoch, keeping: Self.limits, in: Self.bucket
        ) { node.ask($0) }
    }

    private func keys(_ count: Int) -> [ObjectKey] {
        (0..<count).compactMap { ObjectKey("key-\($0)") }
    }

    private func stored(_ server: RedisServer, _ pattern: String) throws -> Int {
        try server.command("keys", pattern).split(separator: "\n").filter { !$0.isEmpty }.count
    }

    @Test("S189 A log stays as long as it may be, and who was too long away reads anew")
    func bounded() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        var writer = try writer(on: node)
        writer.change([Names.keys[0]])
        let old = writer.head
        let stream = "s1{app-1/ann}:l/notes"
        for _ in 0..<40 {
            writer.change((0..<10).map { _ in Names.keys[0] })
            #expect(try Int(server.command("xlen", stream)) ?? .max <= 50 + 50 + 10)
        }
        #expect(writer.head.count == 401)
        let portion = Portion(entries: 1_000)
        writer.ask(.changes(after: old, in: Self.bucket, atMost: portion))
        #expect(writer.answers.last == .changes(nil, hasMore: false))
        let late = Ordinal(epoch: writer.head.epoch, count: writer.head.count - 40)
        writer.ask(.changes(after: late, in: Self.bucket, atMost: portion))
        guard case .changes(let changes?, hasMore: false) = writer.answers.last else {
            Issue.record("\(String(describing: writer.answers.last))")
            return
        }
        #expect(changes.count == 40)
    }

    @Test("S190 Of a bucket that was dropped nothing is left, nor of a history that was forgotten")
    func dropped() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        var writer = try writer(on: node)
        writer.change(keys(600))
        writer.change(keys(600))
        #expect(try stored(server, "s1{app-1/ann}:[vc]/*") == 1_200)
        writer.drop()
        #expect(try stored(server, "s1{app-1/ann}:[vcd]/*") == 0)
        #expect(try !server.command("hkeys", "s1{app-1/ann}").contains("d/"))
        writer.change(keys(40))
        writer.empty()
        #expect(try Int(server.command("xlen", "s1{app-1/ann}:l/notes")) == 0)
        #expect(node.faults.isEmpty)
    }

    @Test("S191 Redis writes its file anew when it is told to, and once more does no harm")
    func rewriting() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        for _ in 0..<2 {
            var outcome: EngineOutcome?
            node.store?.ask(.rewriteFile) { outcome = $0 }
            #expect(node.loop.run { outcome != nil })
            switch outcome {
            case .answered(.operating(.done)), .refused: break
            default: Issue.record("\(String(describing: outcome))")
            }
        }
        #expect(try server.command("info", "commandstats").contains("cmdstat_bgrewriteaof:calls=2"))
        #expect(node.faults.isEmpty)
    }
}

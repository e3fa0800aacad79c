import Cluster
import RedisSamples
import RedisStore
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Batches in Redis", .waits)
struct BatchTests {
    @Test("A refused write leaves out its log, for each write in turn, and no other log")
    func refusal() throws {
        let users = ["kim", "lee", "max"]
        for refused in 0..<9 {
            let node = try RedisNode.leading()
            var entries: [StoreBatchEntry] = []
            var heads: [String: Int] = [:]
            for number in 0..<9 {
                let user = users[number % 3]
                let head = number == refused ? 77 : heads[user] ?? 0
                entries.append(.change(number + 1, "k\(number)", by: user, on: head))
                heads[user] = number + 1
                if number.isMultiple(of: 2) { entries.append(.state(user)) }
            }
            let outcome = node.perform(entries)
            let log = bucket(users[refused % 3]).log
            #expect(outcome.refused == [.log(log): .staleHead])
            #expect(outcome.failure == nil && outcome.answers.count == 5)
            for (index, user) in users.enumerated() where index != refused % 3 {
                #expect(node.count(of: user) == 3)
            }
            #expect(node.count(of: users[refused % 3]) <= refused / 3)
        }
    }

    @Test("Queries behind a refused write see the writes between, in their order")
    func behind() throws {
        let node = try RedisNode.leading()
        let outcome = node.perform([
            .change(1, "a", by: "kim", on: 9), .change(2, "a", by: "lee"), .state("lee"),
            .change(3, "b", by: "lee", on: 2), .state("lee"), .lost,
        ])
        #expect(outcome.refused == [.log(bucket("kim").log): .staleHead])
        #expect(Array(outcome.counts.prefix(2)) == [1, 2])
        guard outcome.answers.count == 3, case .lost = outcome.answers[2] else {
            Issue.record("\(outcome.answers)")
            return
        }
    }

    @Test("Logs that one write ties are refused together")
    func tied() throws {
        let node = try RedisNode.leading()
        #expect(node.perform([.change(1, "a", by: "kim")]).refused.isEmpty)
        let mirroring = ChangeCopiesForSharers(
            of: .trappingIfInvalid("a"), in: bucket("kim"), at: ordinal(1), nil, [])
        let change = StoredChange(
            ordinal: ordinal(2), key: .trappingIfInvalid("a"), version: .first, previous: nil,
            changeID: .trappingIfInvalid("m"), entry: [])
        let copy = StoredEntity(
            key: .trappingIfInvalid("a"), version: .first, isRemoved: false, object: [1],
            changed: ordinal(2),
            sharing: .mirror(of: .trappingIfInvalid("kim")))
        let tying = ChangeCopiesForSharers(
            of: mirroring.key, in: mirroring.bucket, at: mirroring.head, nil,
            [ChangeCopiesForSharers.SharedCopyChange(change, making: copy, in: bucket("lee"))])
        let outcome = node.perform([
            .write(.mirror(tying)), .change(3, "b", by: "kim", on: 9), .change(4, "c", by: "max"),
        ])
        #expect(
            outcome.refused == [
                .log(bucket("kim").log): .staleHead, .log(bucket("lee").log): .staleHead,
            ])
        #expect(node.count(of: "max") == 1)
        guard case .bucket(let state) = try node.answer(.bucket(bucket("lee"))) else { return }
        #expect(state == StoredBucket())
    }

    @Test("S111 Scripts that were flushed are sent again, in their order")
    func flushed() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        #expect(node.perform([.change(1, "a", by: "kim"), .state("kim")]).counts == [1])
        try server.command("script", "flush")
        // The script of reads is known, that of writes is not.
        #expect(node.count(of: "kim") == 1)
        let outcome = node.perform([
            .state("kim"), .change(2, "b", by: "kim", on: 1), .state("kim"),
            .change(3, "c", by: "kim", on: 2), .state("kim"),
        ])
        // A query that was overtaken has no answer, and is asked again.
        #expect(outcome.counts == [1, -1, 3] && outcome.refused.isEmpty)
        #expect(outcome.failure == nil && node.count(of: "kim") == 3)
    }

    @Test("S180 Without memory nothing is added, data is read and removed, and room helps at once")
    func full() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        _ = node.perform([.change(1, "a", by: "kim"), .change(2, "a", by: "lee")])
        try server.command("config", "set", "maxmemory", "1")
        let outcome = node.perform([
            .change(3, "b", by: "kim", on: 1), .state("lee"),
            .change(4, "a", by: "lee", on: 2, version: 2, removes: true), .state("lee"),
            .accountWrite(.change(UserChange(copying: user))),
        ])
        #expect(
            outcome.refused == [
                .log(bucket("kim").log): .store(.outOfMemory), .accounts: .store(.outOfMemory),
            ])
        #expect(outcome.failure == nil && Array(outcome.counts.prefix(2)) == [1, 0])
        guard outcome.answers.count == 3, case .lost = outcome.answers[2] else {
            Issue.record("\(outcome.answers)")
            return
        }
        // A node lives on, and another one may lead.
        guard case .view? = node.renew() else {
            Issue.record("not renewed")
            return
        }
        try node.lead()
        try server.command("config", "set", "maxmemory", "0")
        #expect(node.perform([.change(5, "b", by: "kim", on: 1), .state("kim")]).counts == [2])
    }

    private var user: StoredUser {
        StoredUser(
            app: .trappingIfInvalid("demo"), id: .trappingIfInvalid("u"),
            name: .trappingIfInvalid("U"),
            folded: "u", password: nil)
    }

    @Test("S115 All keys begin with that of a shard, and of a dropped bucket nothing is left")
    func dropping() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        _ = node.perform([.change(1, "x", by: "lee")])
        let before = try server.command("dbsize")
        var entries = [StoreBatchEntry.change(2, "k0", by: "kim")]
        for number in 3...300 {
            entries.append(.change(number, "k\(number % 150)", by: "kim", on: number - 1))
        }
        entries.append(
            .write(.forgetHistory(of: bucket("kim"), emptiedBy: .trappingIfInvalid("e"))))
        entries.append(.write(.drop(bucket("kim"))))
        #expect(node.perform(entries).refused.isEmpty)
        let keys = try server.command("keys", "*").split(separator: "\n")
        #expect(keys.count > 10 && keys.allSatisfy { $0.hasPrefix("s2{s00}") }, "\(keys)")
        for _ in 0..<12 { _ = node.perform([.write(.drop(bucket("kim")))]) }
        #expect(try server.command("dbsize") == before)
        #expect(try server.command("zcard", "s2{s00}:f/demo/todo") == "1")
    }

    @Test("A batch of megabytes arrives")
    func large() throws {
        let node = try RedisNode.leading()
        let entries = (1...16).map { number in
            StoreBatchEntry.change(
                number, "k\(number)", by: "kim", on: number - 1, size: 512 << 10)
        }
        #expect(node.perform(entries + [.state("kim")]).counts == [16])
        let slice = IndexSliceQuery(
            .oldestFirst, hasObjects: true, atMost: StoreAnswerLimit(entries: 16, bytes: 1 << 20))
        guard
            case .index(let objects, hasMore: true) = try node.answer(
                .index(slice, of: bucket("kim")))
        else {
            Issue.record("not the first part")
            return
        }
        #expect(objects.count == 2)
    }
}

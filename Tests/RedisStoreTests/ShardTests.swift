import Cluster
import RedisSamples
import RedisStore
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Shards in Redis", .waits)
struct ShardTests {
    private static func shard(_ number: Int) throws -> Shard {
        try #require(Shard(number: number))
    }

    /// Two nodes. The first one leads the shards with even numbers, the other one the rest.
    private static func pair(
        at server: RedisServer? = nil
    ) throws -> [(node: RedisNode, shards: [Shard])] {
        let terms = server == nil ? SharedRedis.terms() : RedisStoreLink.RedisDurabilityDemands()
        return try [true, false].map { isEven in
            let node = try RedisNode.ready(terms, at: server)
            let shards = Shard.all.filter { $0.number.isMultiple(of: 2) == isEven }
            try node.lead(shards)
            return (node, shards)
        }
    }

    @Test("Two nodes write to eight shards each at once, and each shard has its own data")
    func together() throws {
        let pair = try Self.pair()
        for round in 1...3 {
            var outcomes: [StoreBatchResult] = []
            for (node, shards) in pair {
                for shard in shards {
                    var batch = StoreBatch()
                    // The bucket has the same name in all shards, and other contents.
                    if round <= shard.number % 3 + 1 {
                        batch.append(.change(round, "k\(round)", by: "kim", on: round - 1))
                    }
                    batch.append(.state("kim"))
                    node.store?.perform(batch, in: shard) { outcomes.append($0) }
                }
            }
            for (index, (node, _)) in pair.enumerated() {
                #expect(node.loop.run { outcomes.count >= 8 * (index + 1) })
            }
            #expect(outcomes.allSatisfy { $0.failure == nil && $0.refused.isEmpty })
        }
        for (node, shards) in pair {
            for shard in shards {
                #expect(node.count(of: "kim", in: shard) == shard.number % 3 + 1)
            }
        }
    }

    @Test("A claim leaves alone the shards that another node has claimed meanwhile")
    func claims() throws {
        let terms = SharedRedis.terms()
        let (one, other) = (try RedisNode.ready(terms), try RedisNode.ready(terms))
        _ = try one.join()
        _ = try other.join()
        let none = ShardOwnership(owner: nil, term: number(0))
        let (low, high) = (try one.takeNumber(), try other.takeNumber())
        let shards = try (0...2).map(Self.shard)
        _ = one.claim(low, replacing: [shards[1]: none])
        guard
            case .view(let view)? = other.claim(
                high, replacing: [shards[0]: none, shards[1]: none, shards[2]: none])
        else {
            Issue.record("no view")
            return
        }
        let (mine, theirs) = (
            ShardOwnership(owner: one.generation, term: low),
            ShardOwnership(owner: other.generation, term: high)
        )
        #expect(Array(view.ownerships.prefix(4)) == [theirs, mine, theirs, none])
        #expect(view.members.count == 2)
    }

    @Test("A shard that is passed on is fenced at once, and its heir claims it")
    func passing() throws {
        let pair = try Self.pair()
        let (one, other) = (pair[0].node, pair[1].node)
        let shard = try Self.shard(4)
        let before = one.ownership
        #expect(one.perform([.change(1, "a", by: "kim")], in: shard).failure == nil)
        // It is another node's, or was owned under another term.
        for (node, term) in [(other, before.term), (one, other.ownership.term)] {
            guard case .view(let view)? = node.pass(shard, to: other.generation, term: term)
            else {
                Issue.record("no view")
                return
            }
            #expect(view.ownerships[4] == before)
        }
        guard case .view(let view)? = one.pass(shard, to: other.generation, term: before.term)
        else {
            Issue.record("not passed")
            return
        }
        #expect(view.ownerships[4] == ShardOwnership(owner: other.generation, term: before.term))
        #expect(one.perform([.change(2, "b", by: "kim", on: 1)], in: shard).failure == .fenced)
        try other.lead([shard])
        #expect(other.count(of: "kim", in: shard) == 1)
        // The others are led as before.
        #expect(one.count(of: "kim", in: pair[0].shards[0]) == 0)
        #expect(other.count(of: "kim", in: pair[1].shards[0]) == 0)
        guard case .view(let last)? = one.renew() else {
            Issue.record("not renewed")
            return
        }
        #expect(last.members.count == 2)
    }

    @Test("The shards of a node that leaves go to their heirs, or to none")
    func leaving() throws {
        let pair = try Self.pair()
        let (one, other) = (pair[0].node, pair[1].node)
        let (mine, theirs) = (one.ownership, other.ownership)
        // One of the heirs is named for a shard that is not the leaving node's.
        let heirs = try [
            Self.shard(2): other.generation, Self.shard(3): one.generation,
        ]
        #expect(one.leave(heirs: heirs) == .left)
        guard case .view(let view)? = other.renew() else {
            Issue.record("not renewed")
            return
        }
        for shard in Shard.all {
            let expected =
                switch shard.number {
                case 2: ShardOwnership(owner: other.generation, term: mine.term)
                case let number where number.isMultiple(of: 2):
                    ShardOwnership(owner: nil, term: mine.term)
                default: theirs
                }
            #expect(view.ownerships[shard.number] == expected)
        }
        #expect(one.perform([.state("kim")]).failure == .fenced)
    }

    @Test("A shard that another node has claimed does not stop the other shards of its node")
    func fenced() throws {
        let terms = SharedRedis.terms()
        let (old, new) = (try RedisNode.ready(terms), try RedisNode.ready(terms))
        let shards = try [3, 4].map(Self.shard)
        try old.lead(shards)
        try new.lead([shards[0]])
        #expect(old.perform([.state("kim")], in: shards[0]).failure == .fenced)
        #expect(old.perform([.change(1, "a", by: "kim")], in: shards[1]).failure == nil)
        #expect(old.count(of: "kim", in: shards[1]) == 1)
        old.store?.endOwnership(of: shards[1])
        #expect(old.perform([.state("kim")], in: shards[1]).failure == .fenced)
    }

    @Test("S303 All shards of a node are refused after its connection broke")
    func broken() throws {
        let server = try RedisServer()
        let pair = try Self.pair(at: server)
        try server.command("client", "kill", "type", "normal")
        for (node, shards) in pair {
            #expect(node.loop.run { node.faults.count == 1 && node.readyCount == 2 })
            for shard in shards {
                #expect(node.perform([.state("kim")], in: shard).failure == .fenced)
            }
        }
    }

    @Test("S313 A node reads what the owner of another shard has written")
    func peek() throws {
        let pair = try Self.pair()
        let (one, other) = (pair[0].node, pair[1].node)
        let shard = try Self.shard(6)
        _ = one.perform([.change(1, "a", by: "kim")], in: shard)
        for node in [one, other] {
            guard case .bucket(let state)? = node.peek(.bucket(bucket("kim")), in: shard) else {
                Issue.record("not read")
                return
            }
            #expect(state.count == 1)
        }
        // It does not count as a script of the owner.
        #expect(one.count(of: "kim", in: shard) == 1)
        other.store?.close()
        #expect(other.peek(.bucket(bucket("kim")), in: shard) == nil)
    }

    @Test("An insert that a shard owes is settled at home, and owed again does no harm")
    func debts() throws {
        let pair = try Self.pair()
        let (home, other) = (pair[0].node, pair[1].node)
        let shard = try Self.shard(5)
        let owed = PendingCrossLogInsert(
            bucket: bucket("kim"), key: .trappingIfInvalid("r"), object: Array("{}".utf8),
            isDue: true)
        let owe = StoreBatchEntry.write(.owe([owed], for: bucket("hall")))
        func debts() throws -> [PendingCrossLogInsert] {
            guard case .debts(let found, hasMore: false) = try home.answer(.debts(atMost: 9))
            else { return [] }
            return found
        }
        #expect(other.perform([owe], in: shard).failure == nil)
        #expect(try debts() == [owed])
        let settle = StoreBatchEntry.write(.settle(owed.key, in: owed.bucket))
        // The object is not inserted yet.
        _ = home.perform([settle])
        #expect(try debts() == [owed])
        _ = home.perform([.change(1, "r", by: "kim"), settle])
        #expect(try debts().isEmpty)
        #expect(other.perform([owe], in: shard).failure == nil)
        #expect(try debts() == [owed])
        _ = home.perform([settle])
        #expect(try debts().isEmpty)
        #expect(home.count(of: "kim") == 1)
    }

    @Test("A copy of a Redis without a free number is refused, and Redis is not changed")
    func exhausted() throws {
        let server = try RedisServer()
        try server.command("hset", "s2{s00}", "format", "2", "last", "4294967295")
        let before = try server.command("debug", "digest")
        let copier = try RedisNode.ready(.init(), at: server)
        #expect(copier.reserve(isCopy: false) == nil)
        #expect(try server.command("debug", "digest") == before)
    }

    @Test("A copy reserves all shards, and finds the logs of each")
    func copying() throws {
        let server = try RedisServer()
        let pair = try Self.pair(at: server)
        let shard = try Self.shard(5)
        _ = pair[0].node.perform([.change(1, "a", by: "kim")])
        _ = pair[1].node.perform([.change(1, "a", by: "lee")], in: shard)
        for (node, _) in pair { #expect(node.leave() == .left) }
        let copier = try RedisNode.ready(.init(), at: server)
        let term = try #require(copier.reserve(isCopy: false))
        for (node, shards) in pair {
            for shard in shards {
                #expect(node.perform([.state("kim")], in: shard).failure == .fenced)
            }
        }
        let logs = [bucket("kim").log, bucket("lee").log]
        #expect(copier.read(.owners(after: nil)) == .success(.owners(logs, next: nil)))
        for (user, shard) in [("kim", .home), ("lee", shard)] {
            let read = copier.read(.keys(after: nil, in: bucket(user)), in: shard)
            #expect(read == .success(.keys([.trappingIfInvalid("a")], next: nil)))
        }
        #expect(copier.release(term) == .reserved(term))
        guard case .view(let view)? = try copier.join() else {
            Issue.record("not released")
            return
        }
        #expect(Set(view.ownerships) == [ShardOwnership(owner: nil, term: term)])
    }

    @Test("Lines about halls are read by all nodes for ten seconds, until they are replaced")
    func halls() throws {
        let server = try RedisServer()
        let (one, other) = (
            try RedisNode.ready(.init(), at: server), try RedisNode.ready(.init(), at: server)
        )
        #expect(one.halls() == [])
        let text: [UInt8] = [0, 10, 32, 255]
        _ = one.halls(reporting: [
            HallStatusLine(hall: 18, text: text), HallStatusLine(hall: 2, text: [65]),
        ])
        let lines = try #require(other.halls(reporting: [HallStatusLine(hall: 3, text: [66])]))
        #expect(lines.map(\.hall) == [2, 3, 18] && lines.map(\.text) == [[65], [66], text])
        #expect(lines.allSatisfy { (.zero..<Duration.seconds(10)).contains($0.age) })
        _ = one.halls(reporting: [
            HallStatusLine(hall: 2, text: []), HallStatusLine(hall: 3, text: [67]),
        ])
        #expect(other.halls()?.map(\.text) == [[67], text])
        for line in ["1 old", "altered"] {
            try server.command("hset", "s2{s00}:halls", "18", line)
            #expect(other.halls()?.map(\.hall) == [3])
            #expect(try server.command("hlen", "s2{s00}:halls") == "1")
        }
        other.store?.close()
        #expect(other.halls() == nil)
    }
}

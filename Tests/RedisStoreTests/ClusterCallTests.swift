import Cluster
import RedisSamples
import RedisStore
import RedisWire
import SimperiumClock
import SimperiumNetwork
import TestKit
import TestSupport
import Testing

@Suite("Calls of a cluster to Redis", .waits)
struct ClusterCallTests {
    private static let setting = ClusterJoinConditions.SharedOptionDigest(
        name: "app", digest: [1, 2])

    @Test("S125 No number comes twice, and all are at least the seconds and the least one")
    func numbers() throws {
        let server = try RedisServer()
        let (one, other) = (
            try RedisNode.ready(.init(), at: server), try RedisNode.ready(.init(), at: server)
        )
        var last = try one.takeNumber()
        #expect(last.rawValue > 1_700_000_000)
        for node in [one, other, one, other] {
            let next = try node.takeNumber()
            #expect(next > last)
            last = next
        }
        let high = try other.takeNumber(atLeast: 4_000_000_000)
        #expect(high.rawValue == 4_000_000_000)
        #expect(try one.takeNumber().rawValue == 4_000_000_001)
        try server.restart()
        #expect(one.loop.run { one.readyCount == 2 })
        // A replica in its place could lack the latest numbers.
        let leapt = try one.takeNumber().rawValue
        #expect((4_000_000_062...4_000_000_317).contains(leapt))
        #expect(try one.takeNumber().rawValue == leapt + 1)
    }

    @Test("Nodes see each other, with their ages, until they leave or are removed")
    func registry() throws {
        let terms = SharedRedis.terms()
        let (one, other) = (try RedisNode.ready(terms), try RedisNode.ready(terms))
        guard case .view(let first)? = try one.join(at: "a:1", [Self.setting]) else {
            Issue.record("not joined")
            return
        }
        #expect(first.elapsed == nil && first.members.map(\.address) == ["a:1"])
        #expect(Set(first.ownerships) == [ShardOwnership(owner: nil, term: number(0))])
        guard case .view? = try other.join(at: "b:2", [Self.setting]),
            case .view(let view)? = one.renew()
        else {
            Issue.record("not joined")
            return
        }
        #expect(view.members.map(\.generation) == [one.generation, other.generation])
        #expect(view.members.map(\.address) == ["a:1", "b:2"])
        #expect(view.members.allSatisfy { (.zero...Duration.seconds(30)).contains($0.age) })
        #expect(view.elapsed != nil && view.last >= other.generation)
        // Another process can't renew it.
        #expect(other.ask(.renew(one.generation, nonce: 1, removing: [])) == .dead)
        guard case .view(let alone)? = one.renew(removing: [other.generation]) else { return }
        #expect(alone.members.map(\.generation) == [one.generation])
        #expect(other.renew() == .dead)
        #expect(other.leave() == .left)
        #expect(one.leave() == .left)
        #expect(one.renew() == .dead)
    }

    @Test("S301 Of two claims of one ownership one is made; it ends with its node")
    func claims() throws {
        let terms = SharedRedis.terms()
        let (one, other) = (try RedisNode.ready(terms), try RedisNode.ready(terms))
        _ = try one.join()
        _ = try other.join()
        let none = ShardOwnership(owner: nil, term: number(0))
        let (low, high) = (try one.takeNumber(), try other.takeNumber())
        let owned = ShardOwnership(owner: one.generation, term: low)
        for (node, term) in [(one, low), (other, high)] {
            guard case .view(let view)? = node.claim(term, replacing: [.home: none]) else {
                Issue.record("no view")
                return
            }
            #expect(view.ownerships[0] == owned)
        }
        // No term is lower than the one before it.
        guard case .view(let view)? = other.claim(number(5), replacing: [.home: owned]) else {
            return
        }
        #expect(view.ownerships[0] == owned && view.members.count == 2)
        guard case .view(let taken)? = other.claim(high, replacing: [.home: owned]) else { return }
        #expect(taken.ownerships[0] == ShardOwnership(owner: other.generation, term: high))
        #expect(taken.members.map(\.generation) == [other.generation])
        #expect(one.renew() == .dead && one.claim(high, replacing: [.home: owned]) == .dead)
        #expect(one.pass(.home, to: one.generation, term: high) == .dead)
        #expect(other.leave() == .left)
        let third = try RedisNode.ready(terms)
        guard case .view(let left)? = try third.join() else { return }
        #expect(left.ownerships[0] == ShardOwnership(owner: nil, term: high))
    }

    @Test("S203 A node whose keys were used elsewhere is refused, and leaves Redis empty")
    func forgotten() throws {
        let server = try RedisServer()
        let node = try RedisNode.ready(.init(), at: server)
        #expect(try node.join(mayBegin: false) == .refused(.forgotten))
        #expect(try server.command("dbsize") == "0")
    }

    @Test("S202 Nodes with other settings are refused, unless they replace them alone")
    func settings() throws {
        let terms = SharedRedis.terms()
        let (one, other) = (try RedisNode.ready(terms), try RedisNode.ready(terms))
        #expect(try one.join([Self.setting], mayBegin: false) == .refused(.forgotten))
        _ = try one.join([Self.setting])
        let different = [ClusterJoinConditions.SharedOptionDigest(name: "app", digest: [3])]
        #expect(try other.join(different) == .refused(.differs(["app"])))
        #expect(try other.join(different, isReplacing: true) == .refused(.differs(["app"])))
        guard case .view? = try other.join([Self.setting], mayBegin: false) else {
            Issue.record("not joined")
            return
        }
        _ = one.leave()
        _ = other.leave()
        guard case .view? = try other.join(different, isReplacing: true) else {
            Issue.record("not replaced")
            return
        }
        #expect(try one.join([Self.setting]) == .refused(.differs(["app"])))
    }

    @Test(
        "S125, S182 A Redis with other data or no free number is refused and not changed",
        arguments: [
            (["set", "x", "1"], ClusterRefusal.foreign("x")),
            (["set", "s2", "1"], .foreign("s2")),
            (["set", "s1{app/ann}", "1"], .olderFormat(1)),
            (["set", "s3{s00}", "1"], .newerFormat(3)),
            (["set", "s2{s00}", "1"], .damaged),
            (["hset", "s2{s00}", "format", "3"], .newerFormat(3)),
            (["hset", "s2{s00}", "format", "2", "unfinished", "1"], .copying(isWhole: false)),
            (["hset", "s2{s00}", "format", "2", "last", "4294967295"], .exhausted),
        ])
    func keys(command: [String], refusal: ClusterRefusal) throws {
        let server = try RedisServer()
        try server.command(command)
        let before = try server.command("debug", "digest")
        let node = try RedisNode.ready(.init(), at: server)
        #expect(try node.join() == .refused(refusal))
        #expect(try server.command("debug", "digest") == before)
    }

    @Test(
        "S182 S183 An operator's check has the refusal of a node, and changes nothing",
        arguments: [
            (["set", "x", "1"], ClusterRefusal.foreign("x")),
            (["set", "s1{app/ann}", "1"], .olderFormat(1)),
            (["hset", "s2{s00}", "format", "2", "unfinished", "1"], .copying(isWhole: false)),
            (["config", "set", "appendonly", "no"], .unfit("appendonly")),
            (["hset", "s2{s00}", "format", "2"], nil), (["ping"], nil),
        ] as [([String], ClusterRefusal?)])
    func check(command: [String], refusal: ClusterRefusal?) throws {
        let server = try RedisServer()
        try server.command(command)
        let before = try server.command("debug", "digest")
        let node = try RedisNode.ready(.init(), at: server)
        var reply: RedisOperatorReply?
        node.store?.ask(RedisOperatorCommand.check(mayForget: false, mayBegin: true)) { reply = $0 }
        #expect(node.loop.run { reply != nil })
        let expected = refusal.map { RedisOperatorReply.unfit($0) } ?? .fit
        #expect(reply == expected)
        #expect(try server.command("debug", "digest") == before)
    }

    @Test("S183 A Redis that may lose data is refused and not changed, unless that is allowed")
    func unfit() throws {
        let server = try RedisServer()
        var forgetful = RedisStoreLink.RedisDurabilityDemands()
        forgetful.mayForget = true
        for (setting, bad, good) in [
            ("appendonly", "no", "yes"), ("maxmemory-policy", "allkeys-lfu", "noeviction"),
        ] {
            try server.command("flushall")
            try server.command("config", "set", setting, bad)
            let node = try RedisNode.ready(.init(), at: server)
            #expect(try node.join() == .refused(.unfit(setting)))
            #expect(try server.command("dbsize") == "0")
            guard case .view? = try RedisNode.ready(forgetful, at: server).join() else {
                Issue.record("\(setting) is not accepted")
                return
            }
            try server.command("config", "set", setting, good)
            guard case .view? = try node.join() else {
                Issue.record("\(setting) is not accepted")
                return
            }
        }
        let cluster = try RedisServer(isCluster: true)
        let node = try RedisNode.ready(.init(), at: cluster)
        #expect(try node.join() == .refused(.unfit("cluster-enabled")))
        #expect(try cluster.command("dbsize") == "0")
    }

    @Test("S110 A password admits, and a missing or wrong one has its own fault")
    func password() throws {
        let server = try RedisServer(isCluster: false, "--requirepass", "sesame")
        let good = try RedisNode(
            at: [server.port], as: RedisCredentials(password: "sesame"))
        #expect(good.awaitReady())
        for credentials in [nil, RedisCredentials(password: "wrong")] {
            let bad = try RedisNode(at: [server.port], as: credentials)
            #expect(bad.loop.run { !bad.refusals.isEmpty })
            guard case .unwelcome(let error)? = bad.refusals.first ?? nil else {
                Issue.record("\(bad.refusals)")
                return
            }
            #expect(error.code == (credentials == nil ? "NOAUTH" : "WRONGPASS"))
        }
    }

    @Test("A server with a certificate is used over TLS; one of another name is not")
    func encrypted() throws {
        let certificates = Certificates.shared
        let server = try RedisServer(
            encryption: (certificates.path("good"), certificates.key, certificates.authority))
        let trust = try TLSContext.client(authorities: certificates.authority)
        let node = try RedisNode(at: [server.otherPort], trusting: trust, host: "localhost")
        #expect(node.awaitReady())
        try node.lead()
        #expect(node.count(of: "kim") == 0)
        let stranger = try TLSContext.client(authorities: certificates.path("stranger"))
        let other = try RedisNode(at: [server.otherPort], trusting: stranger, host: "localhost")
        #expect(
            other.loop.run {
                if case .broken(.tls) = other.store?.lastFailure { true } else { false }
            })
    }

    @Test("S114 A replica that is named first is passed over")
    func namedFirst() throws {
        let old = try RedisServer()
        let new = try RedisServer(isCluster: false, "--replicaof", "127.0.0.1", "\(old.port)")
        try new.await("master_link_status:up", in: "info", "replication")
        let node = try RedisNode(at: [new.port, old.port])
        #expect(node.awaitReady())
        #expect(node.refusals == [.replica] && node.store?.address?.port == old.port)
    }
}

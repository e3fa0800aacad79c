import EngineSamples
import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumNetwork
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// What becomes of a node's way to a real Redis when that fails.
@Suite("A shared store", .serialized, .waits)
struct SharedStoreTests {
    private static let log = Names.logs[0]
    private static let hour = Duration.seconds(3_600)
    private static let hello = EngineDeed.node(.hello(seen: 0, life: hour))

    /// Says hello, begins an incarnation and opens the log.
    private func begin(
        _ node: Node, seen: UInt32 = 0
    ) throws -> (epoch: UInt32, incarnation: Incarnation, log: EngineLog) {
        guard case .life(let epoch, _, _) = node.answer(.node(.hello(seen: seen, life: Self.hour))),
            case .incarnation(let incarnation) = node.answer(
                .node(.begin(seen: epoch, life: Self.hour))),
            case .opened(let log) = node.answer(
                .log(.open(incarnation, epoch: epoch, grace: Self.hour), Self.log))
        else { throw RedisServer.NotThere(description: "no beginning") }
        return (log.epoch, incarnation, log)
    }

    private func append(
        _ version: Int, by incarnation: Incarnation, on head: Ordinal, epoch: UInt32,
        size: Int = 3
    ) throws -> EngineDeed {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        let change = EngineChange(
            Names.keys[0], in: Names.buckets[0], version: try #require(EntityVersion(version)),
            previous: nil, by: Names.changeIDs[version], entry: bytes, object: bytes)
        let writer = EngineWriter(
            incarnation, on: head, at: Ordinal(epoch: epoch, count: head.count + 1))
        return .log(.append([change], writer, wantsTurn: false), Self.log)
    }

    @Test("S111 Scripts that were flushed are told once more, and nobody notices")
    func flushedScripts() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        let first = node.ask(Self.hello)
        try server.command("script", "flush")
        let second = node.ask(Self.hello)
        guard case .answered(.life(let epoch, true, _)) = first,
            case .answered(.life(let same, false, _)) = second
        else {
            Issue.record("\(first), \(second)")
            return
        }
        #expect(epoch == same && node.faults == [])
    }

    @Test("S113 A line that is cut is there again, and what was followed is followed anew")
    func cut() throws {
        let server = try RedisServer()
        let (node, other) = (try Node(at: [server.port]), try Node(at: [server.port]))
        node.awaitReady()
        other.awaitReady()
        let (epoch, incarnation, _) = try begin(other)
        node.follow(Self.log)
        try server.command("client", "kill", "type", "pubsub")
        node.awaitReady(2)
        #expect(node.faults == [nil])
        // Nothing is told before it is followed once more.
        let first = other.answer(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .written(let head, _) = first else { return #expect(first == nil) }
        node.follow(Self.log)
        _ = other.ask(try append(2, by: incarnation, on: head, epoch: epoch))
        #expect(node.loop.run { node.told[Self.log]?.count == 1 })
        #expect(node.told[Self.log]?.first?.previousHead == head)
    }

    @Test("S125 A Redis that is killed and begun anew has all that was acknowledged, in a new life")
    func restarted() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        let (epoch, incarnation, _) = try begin(node)
        let written = node.answer(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .written(let head, _) = written else { return #expect(written == nil) }
        try server.restart()
        node.awaitReady(2)
        let (next, another, log) = try begin(node, seen: incarnation.rawValue)
        #expect(next > incarnation.rawValue && another.rawValue > next)
        #expect(log.head == head && log.epoch == next)
        #expect(log.beginnings == [EngineLog.Beginning(epoch: next, behind: head)])
        // The old place is not given out again.
        let late = node.answer(try append(2, by: another, on: head, epoch: epoch))
        #expect(late == .earlierEpoch(next))
    }

    @Test("S125 S126 A Redis that has forgotten everything is another one, and knows no old life")
    func forgetful() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        let (epoch, incarnation, _) = try begin(node)
        let written = node.answer(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .written(let head, _) = written else { return #expect(written == nil) }
        try server.command("flushall")
        #expect(node.answer(.node(.renew(incarnation, life: Self.hour))) == .dead)
        let late = node.answer(try append(2, by: incarnation, on: head, epoch: epoch))
        #expect(late == .fenced)
        let (next, another, log) = try begin(node, seen: incarnation.rawValue)
        #expect(next > incarnation.rawValue && log.head == .zero && log.epoch >= next)
        #expect(another > incarnation)
    }

    @Test(
        "S114 S116 When a replica is promoted the node goes there, to a new life with all it knew")
    func promoted() throws {
        let name = "s1{\(Self.log.app.text)/\(Self.log.user.text)}"
        let old = try RedisServer()
        let new = try RedisServer(isCluster: false, "--replicaof", "127.0.0.1", "\(old.port)")
        try new.await("master_link_status:up", in: "info", "replication")
        let node = try Node(at: [new.port, old.port])
        // The replica is asked first, and left.
        node.awaitReady()
        let (epoch, incarnation, _) = try begin(node)
        let written = node.answer(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .written(let head, _) = written else { return #expect(written == nil) }
        while try new.command("hget", name, "h") != "\(head.epoch)-\(head.count)" { continue }
        try new.command("replicaof", "no", "one")
        try old.command("replicaof", "127.0.0.1", "\(new.port)")
        let refused = node.ask(.node(.renew(incarnation, life: Self.hour)))
        guard case .refused(let error) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(error.code == "READONLY" && error.isPassing)
        node.awaitReady(2)
        #expect(node.faults == [.replica])
        let (next, _, log) = try begin(node, seen: incarnation.rawValue)
        #expect(next > incarnation.rawValue && log.head == head)
    }

    /// What it has in such need: its life, newcomers, and what makes room.
    private func expectLife(of incarnation: Incarnation, epoch: UInt32, on node: Node) throws {
        guard case .alive? = node.answer(.node(.renew(incarnation, life: Self.hour))),
            .done == node.answer(.node(.note(Names.logs[1], incarnation))),
            case .opened(let log)? = node.answer(
                .log(.open(incarnation, epoch: epoch, grace: Self.hour), Names.logs[1]))
        else {
            Issue.record("it does not live")
            return
        }
        let removal = EngineChange(
            Names.keys[0], in: Names.buckets[0], version: .first, previous: nil,
            by: Names.changeIDs[1], entry: [1], object: nil)
        // A log that is new may be of a later second than the engine's life.
        let place = Ordinal(epoch: log.epoch, count: 1)
        let writer = EngineWriter(incarnation, on: .zero, at: place)
        let deed = EngineDeed.log(
            .append([removal], writer, wantsTurn: false), Names.logs[1])
        guard case .written? = node.answer(deed) else {
            Issue.record("nothing is removed")
            return
        }
    }

    @Test("S116 S180 Without memory nothing is made, and what is there is read on, and removed")
    func outOfMemory() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        let (epoch, incarnation, _) = try begin(node)
        try server.command("config", "set", "maxmemory", "1")
        let refused = node.ask(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .refused(let error) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(error.code == "OOM" && error.isPassing)
        #expect(node.answer(.read(.buckets, Self.log)) == .fact(.stored(.buckets([])), at: .zero))
        try expectLife(of: incarnation, epoch: epoch, on: node)
        try server.command("config", "set", "maxmemory", "0")
        let done = node.answer(try append(1, by: incarnation, on: .zero, epoch: epoch))
        guard case .written = done else { return #expect(done == nil) }
    }

    @Test("S110 A password lets in, and a wrong one is told as what it is")
    func password() throws {
        let server = try RedisServer(isCluster: false, "--requirepass", "sesame")
        let good = try Node(at: [server.port], as: RedisCredentials(password: "sesame"))
        good.awaitReady()
        #expect(good.answer(Self.hello) != nil)
        for credentials in [nil, RedisCredentials(password: "wrong")] {
            let bad = try Node(at: [server.port], as: credentials)
            #expect(bad.loop.run { !bad.refusals.isEmpty })
            guard case .unwelcome(let error)? = bad.refusals.first ?? nil else {
                Issue.record("\(bad.refusals)")
                return
            }
            #expect(error.code == (credentials == nil ? "NOAUTH" : "WRONGPASS"))
        }
    }

    @Test(
        "S131 A key that somebody has written to is no answer, and the next deed is as good as ever"
    )
    func altered() throws {
        let server = try RedisServer()
        let node = try Node(at: [server.port])
        node.awaitReady()
        let (epoch, incarnation, _) = try begin(node)
        _ = node.ask(try append(1, by: incarnation, on: .zero, epoch: epoch))
        let name = "s1{\(Self.log.app.text)/\(Self.log.user.text)}"
        try server.command("hset", name + ":h/notes", "a", "1 x 0 - x 5 id")
        let entity = LogQuery.entity(Names.keys[0], in: Names.buckets[0])
        #expect(node.ask(.read(entity, Self.log)) == .unreadable)
        // Nothing of a batch is done on top of that.
        let head = Ordinal(epoch: epoch, count: 1)
        let second = node.ask(try append(2, by: incarnation, on: head, epoch: epoch))
        guard case .refused(let alteration) = second else { return #expect(second == .lost) }
        #expect(alteration.code == "ALTERED")
        let missed = LogQuery.missed(
            after: head, in: [Names.buckets[0]], atMost: Portion(entries: 9))
        let nothing = EngineFact.missed([], unknown: [], hasMore: false)
        #expect(node.answer(.read(missed, Self.log)) == .fact(nothing, at: head))
        try server.command("set", name + ":y/notes", "x")
        let refused = node.ask(.read(.bucket(Names.buckets[0]), Self.log))
        guard case .refused(let error) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(error.code == "WRONGTYPE" && !error.isPassing)
        #expect(node.answer(.read(.buckets, Self.log)) != nil)
    }

    @Test("A batch of megabytes arrives, and is told without what it says")
    func large() throws {
        let server = try RedisServer()
        let (node, other) = (try Node(at: [server.port]), try Node(at: [server.port]))
        node.awaitReady()
        other.awaitReady()
        let (epoch, incarnation, _) = try begin(other)
        node.follow(Self.log)
        var head = Ordinal.zero
        for version in 1...8 {
            let deed = try append(version, by: incarnation, on: head, epoch: epoch, size: 512 << 10)
            guard case .written(let next, _) = other.answer(deed) else { continue }
            head = next
        }
        #expect(node.loop.run { node.told[Self.log]?.count == 8 })
        let missed = LogQuery.missed(
            after: .zero, in: [Names.buckets[0]], atMost: Portion(entries: 64, bytes: 1 << 20))
        guard case .fact(.missed(let entries, _, true), head) = node.answer(.read(missed, Self.log))
        else {
            Issue.record("not read")
            return
        }
        #expect(entries.count == 2)
    }

    @Test("A server with a certificate is spoken to in secret; one of another name is not")
    func encrypted() throws {
        let certificates = Certificates.shared
        let server = try RedisServer(
            encryption: (certificates.path("good"), certificates.key, certificates.authority))
        let trust = try TLSContext.client(authorities: certificates.authority)
        let node = try Node(at: [server.otherPort], trusting: trust, host: "localhost")
        node.awaitReady()
        #expect(node.answer(Self.hello) != nil)
        let stranger = try TLSContext.client(authorities: certificates.path("stranger"))
        let other = try Node(at: [server.otherPort], trusting: stranger, host: "localhost")
        #expect(
            other.loop.run {
                if case .broken(.tls) = other.store?.lastFailure { true } else { false }
            })
    }
}

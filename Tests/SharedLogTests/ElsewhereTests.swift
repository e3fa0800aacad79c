import EngineSamples
import SharedLog
import SimperiumClock
import SyncHub
import Testing

@Suite("What is owned by clients that are at another node by now")
struct ElsewhereTests {
    /// A client that had an object at the first node, and lost its line there.
    private func away(hasSeat: Bool) throws -> (pair: NodePair, secret: String) {
        var pair = NodePair()
        pair.enter(1, at: 0, hasSeat: hasSeat)
        pair.insert("a", on: 1)
        let secret = try #require(pair.secret(on: 1))
        // Somebody else, so that the second node has the bucket, too.
        pair.enter(9, at: 1, as: "other")
        pair.say("0:i:1:::100", on: 9)
        pair.leave(1)
        try #require(pair.objects() == ["a"])
        return (pair, secret)
    }

    /// A client whose object is on its way from the first node to the engine.
    private func inserting() throws -> (pair: NodePair, secret: String) {
        var pair = NodePair()
        pair.enter(9, at: 1, as: "other")
        pair.enter(1, at: 0)
        let secret = try #require(pair.secret(on: 1))
        pair.hold(0)
        pair.insert("a", on: 1)
        return (pair, secret)
    }

    private func stays(_ connection: UInt64, _ pair: NodePair) {
        var pair = pair
        pair.pass(NodePair.grace * 2)
        #expect(!pair.closed.contains(connection))
        #expect(pair.objects() == ["a"])
        #expect(pair.faults == [])
    }

    @Test("S243 Who has left is not kept by a server that forgets what it knew of the log")
    func forgetting() throws {
        var pair = NodePair()
        pair.enter(1, at: 0)
        pair.insert("a", on: 1)
        try #require(pair.objects() == ["a"])
        pair.hold(0)
        pair.deafen(0, true)
        pair.leave(1, .goodbye)
        pair.write(9, on: 2, at: 1)
        pair.deafen(0, false)
        pair.release(0)
        try #require(pair.resets == [1, 0])
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects() == [])
        #expect(pair.faults == [])
    }

    @Test("S243 Who is here without a channel there keeps what is theirs in it")
    func failing() throws {
        var pair = NodePair()
        pair.enter(1, at: 0, hasSeat: true)
        pair.insert("a", on: 1)
        pair.insert("b", on: 1, channel: 1)
        let secret = try #require(pair.secret(on: 1))
        pair.leave(1)
        pair.enter(2, at: 0, resuming: secret, hasSeat: true, channels: 1)
        pair.fail(1, at: 0)
        pair.pass(NodePair.grace * 2)
        #expect(pair.closed == [])
        #expect(pair.objects(in: 1) == ["b"])
        pair.leave(2, .goodbye)
        #expect(pair.objects(in: 1) == [])
    }

    @Test("S244 What has waited for the engine is not asked for who has gone on meanwhile")
    func waitingForEngine() throws {
        var (pair, secret) = try away(hasSeat: false)
        pair.cut(1)
        pair.enter(2, at: 1, resuming: secret)
        pair.leave(2)
        pair.enter(3, at: 0, resuming: secret)
        try #require(pair.secret(on: 3) == secret)
        pair.mend(1)
        stays(3, pair)
    }

    @Test("S244 Nor for who has gone on while it waited for others' works")
    func waitingForWorks() throws {
        var (pair, secret) = try away(hasSeat: true)
        pair.hold(1)
        pair.enter(2, at: 1, resuming: secret, hasSeat: true)
        pair.say("0:i:1:::100", on: 9)
        for _ in 0..<9 where pair.secret(on: 2) == nil { pair.release(1, first: 1) }
        try #require(pair.secret(on: 2) == secret)
        pair.leave(2)
        pair.enter(3, at: 0, resuming: secret, hasSeat: true)
        pair.release(1)
        stays(3, pair)
    }

    @Test("S244 Who came back and was gone again before an answer was lost is away")
    func lostAnswer() throws {
        var (pair, secret) = try away(hasSeat: false)
        pair.hold(1)
        pair.enter(2, at: 1, resuming: secret)
        pair.cut(1, afterAll: true)
        pair.leave(2)
        pair.mend(1)
        #expect(pair.objects() == ["a"])
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects() == [])
    }

    @Test("S244 Who came back in the time that an engine gives anew has that time once more")
    func anotherLife() throws {
        var (pair, secret) = try away(hasSeat: true)
        pair.restart()
        pair.hold(1)
        pair.enter(2, at: 1, resuming: secret, hasSeat: true)
        for _ in 0..<9 where pair.secret(on: 2) == nil { pair.release(1, first: 1) }
        try #require(pair.secret(on: 2) == secret)
        pair.leave(2)
        // By the clock here that is over.
        pair.pass(NodePair.grace + .seconds(1))
        pair.release(1)
        #expect(pair.objects() == ["a"])
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects() == [])
    }

    @Test("S245 What begins late on a line that its client has left does it no harm elsewhere")
    func lateBeginning() throws {
        var (pair, secret) = try away(hasSeat: true)
        pair.enter(2, at: 0, resuming: secret, hasSeat: true)
        pair.hold(0)
        pair.deafen(0, true)
        pair.insert("late", on: 2, channel: 1)
        // What there is under that key is read first.
        pair.release(0, first: 1)
        pair.enter(3, at: 1, resuming: secret, hasSeat: true)
        pair.insert("b", on: 3, channel: 1)
        try #require(pair.objects(in: 1) == ["b"])
        pair.deafen(0, false)
        pair.release(0)
        #expect(pair.closed == [2])
        pair.leave(3)
        pair.enter(4, at: 1, resuming: secret, hasSeat: true)
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects() == ["a"])
        #expect(pair.objects(in: 1) == ["b"])
    }

    @Test(
        "S245 What is made late for who came to nothing elsewhere goes at once",
        arguments: [true, false])
    func lateInsertion(hasSeat: Bool) throws {
        var pair = NodePair()
        pair.enter(1, at: 0, hasSeat: hasSeat)
        let secret = try #require(pair.secret(on: 1))
        pair.hold(0)
        pair.insert("a", on: 1)
        pair.enter(2, at: 1, resuming: secret, hasSeat: hasSeat)
        try #require(pair.secret(on: 2) != secret)
        pair.say("0:i:1:::100", on: 2)
        pair.release(0)
        #expect(pair.objects() == [])
        #expect(pair.closed == [1])
        // It may be made by that client itself.
        pair.insert("b", on: 2)
        #expect(pair.objects() == ["b"])
        #expect(pair.faults == [])
    }

    @Test("S245 It stays if its client is given it before that is known there")
    func lateReturn() throws {
        var (pair, secret) = try inserting()
        pair.hold(1)
        pair.enter(2, at: 1, resuming: secret)
        pair.release(0)
        try #require(pair.objects() == ["a"])
        pair.release(1)
        #expect(pair.secret(on: 2) == secret)
        #expect(pair.closed == [1])
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects() == ["a"])
    }

    @Test("S249 What was asked for before somebody came does not say what is theirs")
    func olderAnswer() throws {
        var pair = NodePair()
        pair.enter(9, at: 1, as: "other")
        pair.enter(1, at: 0, hasSeat: true)
        let secret = try #require(pair.secret(on: 1))
        pair.delay(1)
        // Somebody else is looked for there, and all that is found so far is that nothing is.
        pair.enter(8, at: 1, as: "third", resuming: "no-seat-that-anybody-has", hasSeat: true)
        pair.insert("a", on: 1)
        pair.leave(1)
        pair.enter(2, at: 1, resuming: secret, hasSeat: true)
        pair.catchUp(1)
        #expect(pair.secret(on: 8) != nil)
        #expect(pair.secret(on: 2) == secret)
        stays(2, pair)
    }

    @Test(
        "S245 It stays if its client has gone on meanwhile, and comes by the same secret",
        arguments: [true, false])
    func givenUpNoMore(isAsked: Bool) throws {
        var (pair, secret) = try inserting()
        pair.enter(2, at: 1, resuming: secret)
        try #require(pair.secret(on: 2) != secret)
        pair.hold(1)
        // With it the bucket has something else to do.
        if !isAsked { pair.insert("b", on: 9) }
        pair.release(0)
        pair.leave(2)
        pair.enter(3, at: 1, resuming: secret)
        pair.release(1)
        #expect(pair.secret(on: 3) == secret)
        pair.pass(NodePair.grace * 2)
        #expect(pair.objects().first == "a")
        #expect(pair.faults == [])
    }
}

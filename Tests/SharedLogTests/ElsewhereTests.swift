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
}

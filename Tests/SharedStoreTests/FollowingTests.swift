import EngineSamples
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// Nodes on a real Redis, while that and they have trouble.
@Suite("Several nodes on one Redis", .serialized, .waits)
struct FollowingTests {
    private static let count = 120

    private final class Crowd {
        let loop: Loop
        let connectionSet: ConnectionSet
        let server: RedisServer
        var members: [Member] = []

        init(_ count: Int) throws {
            loop = try Loop()
            connectionSet = ConnectionSet(on: loop)
            server = try RedisServer()
            for name in 0..<count { add(name) }
        }

        func add(_ name: Int) {
            members.append(
                Member(
                    name, batches: FollowingTests.count, at: server.port, on: connectionSet))
        }

        deinit {
            for member in members { member.end() }
            members = []
            connectionSet.dropAll()
            loop.close()
        }

        func run(until isTrue: @escaping ([Member]) -> Bool) {
            let came = loop.run { [unowned self] in isTrue(members) }
            #expect(came, "waited in vain")
        }

        /// Until somebody has so many acknowledgements.
        func run(to count: Int) {
            run { $0.contains { $0.acknowledged.count >= count } }
        }

        /// All that the engine has, in its order.
        func log() throws -> [EngineEntry] {
            let node = try Node(at: [server.port])
            node.awaitReady()
            let all = Portion(entries: 10_000)
            let query = LogQuery.missed(after: .zero, in: Names.buckets, atMost: all)
            guard
                case .fact(.missed(let entries, [], false), _) = node.answer(
                    .read(query, Member.log))
            else { throw RedisServer.NotThere(description: "no log") }
            return entries
        }

        /// Ends when all have what they want and know all, and looks what came of it.
        func check() throws {
            run { members in
                let heads = Set(members.map(\.head))
                return members.allSatisfy(\.isAtRest) && heads.count == 1
            }
            let log = try log()
            #expect(log.map(\.place.count) == Array(1...UInt64(log.count)))
            let ids = log.compactMap(\.changeID)
            #expect(Set(ids).count == ids.count, "a change is there twice")
            for member in members {
                #expect(member.problems == [])
                #expect(Set(member.acknowledged).subtracting(ids) == [])
                #expect(member.folded == Array(log.suffix(member.folded.count)))
            }
        }
    }

    @Test("S118 S120 Three that append at once come to one order, each change there once")
    func together() throws {
        let crowd = try Crowd(3)
        try crowd.check()
        #expect(crowd.members.allSatisfy { $0.deaths == 0 })
    }

    @Test("S113 S125 Lines cut and a Redis killed again and again lose nothing and double nothing")
    func trouble() throws {
        let crowd = try Crowd(3)
        for round in 1...6 {
            crowd.run(to: round * 15)
            switch round % 3 {
            case 0: try crowd.server.restart()
            case 1: try crowd.server.command("client", "kill", "type", "normal")
            default: try crowd.server.command("client", "kill", "type", "pubsub")
            }
        }
        try crowd.check()
    }

    @Test("S119 S126 S127 A node that slept for longer than its life is buried, and begins anew")
    func slept() throws {
        let crowd = try Crowd(3)
        crowd.run(to: 20)
        crowd.members[0].pause()
        crowd.run { $0.contains { !$0.buried.isEmpty } }
        crowd.members[0].resume()
        try crowd.check()
        #expect(crowd.members[0].deaths == 1)
        // It is the same engine that it comes back to.
        #expect(crowd.members.allSatisfy { $0.epochs.count == 1 })
    }

    @Test("S127 A node that is gone is buried, and the others go on")
    func killed() throws {
        let crowd = try Crowd(3)
        crowd.run(to: 20)
        crowd.members.removeFirst().end()
        crowd.run { $0.contains { !$0.buried.isEmpty } }
        try crowd.check()
    }
}

import Cluster
import RedisStore
import RedisWire
import SimperiumClock
import SimperiumWire
import Testing

/// The machine alone, with answers that a test makes up: those of a real Redis 6, and late ones.
@Suite("The link of a store in Redis")
struct RedisStoreLinkTests {
    private struct Talk {
        var link = RedisStoreLink(to: [RedisAddress(host: "h")])
        let line: RedisClient.RedisConnectionID
        var replies: [ClusterRegistryReply?] = []
        var outcomes: [StoreBatchResult] = []
        /// The number of scripts that were asked for.
        var sent = 0

        init() throws {
            var link = link
            let dial = try #require(link.handle(.begin, at: .start).first)
            guard case .dial(let line, _) = dial else {
                throw StorageError.lost
            }
            self.line = line
            self.link = link
            handle(.opened(line))
            // The greeting, the role, six scripts, and the setting.
            receive("%0\r\n*1\r\n$6\r\nmaster\r\n")
            for _ in 0..<6 { receive("+OK\r\n") }
            receive("%1\r\n$11\r\nappendfsync\r\n$6\r\nalways\r\n")
        }

        mutating func receive(_ text: String) { handle(.received(line, Array(text.utf8))) }

        mutating func handle(_ event: RedisStoreLink.Event) {
            for effect in link.handle(event, at: .start) {
                switch effect {
                case .replied(_, .call(let reply)): replies.append(reply)
                case .replied(_, .batch(let outcome)): outcomes.append(outcome)
                case .send: sent += 1
                default: break
                }
            }
        }
    }

    @Test("S183 Redis 6, which does not know the first line of a script, is refused")
    func version() throws {
        var talk = try Talk()
        #expect(talk.link.syncsAlways == true)
        talk.handle(.request(.call(.takeNumber(atLeast: number(1))), 1))
        talk.receive("-NOSCRIPT No matching script.\r\n")
        talk.receive(
            "-ERR Error compiling script (new function): user_script:1: unexpected '#'\r\n")
        #expect(talk.replies == [.refused(.unfit("redis_version"))])
    }

    @Test("Replies that the program does not know are none, and a batch fails by them")
    func unknown() throws {
        var talk = try Talk()
        for text in ["+OK\r\n", "*0\r\n", "*1\r\n+WHAT\r\n", "*2\r\n+NUMBER\r\n:1\r\n", "_\r\n"] {
            talk.handle(.request(.call(.takeNumber(atLeast: number(1))), 1))
            talk.receive(text)
        }
        for text in ["-BUSY later\r\n", "-LOADING wait\r\n", "-NOREPLICAS none\r\n"] {
            talk.handle(.request(.call(.takeNumber(atLeast: number(1))), 1))
            talk.receive(text)
        }
        #expect(talk.replies == [nil, nil, nil, nil, nil, nil, nil, .failed("NOREPLICAS none")])
        for text in ["+OK\r\n", "*1\r\n+DONE\r\n", "*1\r\n+WHAT\r\n", "-MISCONF disk\r\n"] {
            talk.handle(.setOwnership(.home, ShardOwnership(owner: number(1), term: number(2))))
            var batch = StoreBatch()
            batch.append(.change(1, "a", by: "kim"))
            talk.handle(.request(.batch(batch, in: .home), 1))
            talk.receive(text)
        }
        #expect(talk.outcomes.count == 4)
        #expect(talk.outcomes.allSatisfy { $0.failure != nil })
        #expect(talk.outcomes.last?.failure == .redis(reason: "MISCONF disk"))
    }

    @Test("A batch fails when its connection ends, and so do those behind it")
    func ended() throws {
        var talk = try Talk()
        talk.handle(.setOwnership(.home, ShardOwnership(owner: number(1), term: number(2))))
        for request in 1...3 {
            var batch = StoreBatch()
            batch.append(.change(request, "a", by: "kim"))
            talk.handle(.request(.batch(batch, in: .home), request))
        }
        #expect(talk.outcomes.isEmpty)
        talk.handle(.ended(talk.line))
        #expect(talk.outcomes.map(\.failure) == [.lost, .lost, .lost])
        talk.handle(.request(.batch(StoreBatch(), in: .home), 4))
        #expect(talk.outcomes.last?.failure == .fenced)
    }

    @Test("A batch waits for the one before it in its shard, and for none of another shard")
    func shards() throws {
        var talk = try Talk()
        let other = try #require(Shard(number: 5))
        for shard in [Shard.home, other] {
            talk.handle(.setOwnership(shard, ShardOwnership(owner: number(1), term: number(2))))
        }
        var batch = StoreBatch()
        batch.append(.change(1, "a", by: "kim"))
        let before = talk.sent
        talk.handle(.request(.batch(batch, in: .home), 1))
        talk.handle(.request(.batch(batch, in: .home), 2))
        #expect(talk.sent == before + 1)
        talk.handle(.request(.batch(batch, in: other), 3))
        #expect(talk.sent == before + 2)
        // The first batch of home is done, and that of the other shard is refused.
        talk.receive("*2\r\n+DONE\r\n*0\r\n")
        #expect(talk.sent == before + 3)
        talk.receive("*1\r\n+FENCED\r\n")
        talk.receive("*2\r\n+DONE\r\n*0\r\n")
        #expect(talk.outcomes.map(\.failure) == [nil, .fenced, nil])
        talk.handle(.request(.batch(batch, in: other), 4))
        #expect(talk.outcomes.last?.failure == .fenced)
    }

    @Test("Batches without an outcome fail when their shard is resigned, and no late answer counts")
    func resigned() throws {
        var talk = try Talk()
        let ownership = ShardOwnership(owner: number(1), term: number(2))
        talk.handle(.setOwnership(.home, ownership))
        var batch = StoreBatch()
        batch.append(.change(1, "a", by: "kim"))
        for request in 1...2 { talk.handle(.request(.batch(batch, in: .home), request)) }
        talk.handle(.endOwnership(.home))
        #expect(talk.outcomes.map(\.failure) == [.fenced, .fenced])
        talk.handle(.request(.batch(batch, in: .home), 3))
        #expect(talk.outcomes.last?.failure == .fenced)
        talk.handle(.setOwnership(.home, ownership))
        talk.handle(.request(.batch(batch, in: .home), 4))
        talk.receive("*1\r\n+FENCED\r\n")
        #expect(talk.outcomes.count == 3)
        talk.receive("*2\r\n+DONE\r\n*0\r\n")
        #expect(talk.outcomes.count == 4 && talk.outcomes.last?.failure == nil)
    }
}

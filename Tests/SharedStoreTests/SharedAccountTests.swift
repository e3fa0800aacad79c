import Host
import SharedLog
import SimperiumClock
import SimperiumLoop
import SimperiumWire
import Simulation
import StorageSamples
import TestKit
import TestSupport
import Testing

/// Users on a shared engine are what they are in a server's memory.
@Suite("Users on a shared engine", .serialized, .waits)
struct SharedAccountTests {
    @Test(
        "S115 Whatever is written of users, Redis and memory say the same",
        arguments: Seeds.batches(8, most: 16))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds {
            let port = try seed % 2 == 0 ? SharedServers.alone.get() : SharedServers.cluster.get()
            let node = try Node(at: [port], prefix: "t-\(SecureRandom.hexText(8))")
            node.awaitReady()
            try compare(node, seed: seed)
        }
    }

    private func compare(_ node: Node, seed: UInt64) throws {
        var story = AccountStory(SeededRandom(seed: seed))
        var memory = MemoryAccounts()
        for _ in 0..<400 {
            if story.random.chance(2, in: 5) {
                let query = story.query()
                let found = node.answer(.query(query))
                try #require(found == .account(memory.answer(query)), "seed \(seed): \(query)")
            } else {
                let write = story.write(memory.answer)
                let result = memory.write(write).map { EngineAnswer.account(.changed($0)) }
                try #require(
                    node.answer(.write(write)) == result ?? .done, "seed \(seed): \(write)")
            }
        }
    }

    @Test("A record of 0.2.0 is read as the first generation of its user, and changed from there")
    func earlierRecords() throws {
        let redis = try RedisServer()
        let node = try Node(at: [redis.port])
        node.awaitReady()
        let user = StoredUser.numbered(0)
        #expect(node.write(UserChange(adding: user)) == .kept(ended: []))
        // That version wrote neither the generation nor the places.
        let (key, who) = ("s1{accounts}:u", "\(user.app.text)/\(user.id.text)")
        let record = try redis.command("HGET", key, who).split(whereSeparator: \.isWhitespace)
        #expect(record.count == 12)
        _ = try redis.command("HSET", key, who, record.prefix(10).joined(separator: " "))
        #expect(node.answer(.query(.owner(user.id, app: user.app))) == .account(.user(user)))
        var change = UserChange(from: user, at: 9)
        change.places = [SignInPlace([192, 0])]
        #expect(node.write(change) == .kept(ended: []))
        var placed = user
        placed.places = [SignInPlace([192, 0])]
        #expect(node.answer(.query(.owner(user.id, app: user.app))) == .account(.user(placed)))
        placed.generation = 2
        change.row = .put(placed)
        #expect(node.write(change) == .kept(ended: []))
        #expect(node.write(change) == .stale)
    }

    @Test("S284 On Redis, too, two calls come out as one after the other")
    func interleavings() throws {
        for seed in Seeds.first(20, most: 200) {
            var random = SeededRandom(seed: seed)
            let node = try Node(
                at: [try SharedServers.alone.get()], prefix: "t-\(SecureRandom.hexText(8))")
            node.awaitReady()
            let users = AccountWorld.Users(
                answer: { node.find($0) }, perform: { node.write($0) })
            var trial = AccountTrial(users, isLocked: random.chance(1, in: 3))
            let pair = random.pick(AccountTrial.pairs) ?? []
            #expect(trial.run(pair, &random) == nil, "seed \(seed)")
        }
    }

    @Test("S139 Tokens that were revoked stand in a list, in order, from any place on")
    func revoked() throws {
        let node = try Node(
            at: [try SharedServers.alone.get()], prefix: "t-\(SecureRandom.hexText(8))")
        node.awaitReady()
        #expect(node.answer(.revocations(after: nil)) == .revoked([], upTo: "0-0"))
        let user = StoredUser.numbered(0)
        let digests = (0..<4).map { number in
            SecretDigest(bytes: [UInt8](repeating: number, count: 32))
        }
        for digest in digests {
            let token = StoredToken(digest: digest, app: user.app, user: user.id, used: 1)
            #expect(node.write(UserChange(copying: token)) == .kept(ended: []))
        }
        #expect(node.answer(.revocations(after: "0-0")) == .revoked([], upTo: "0-0"))
        var change = UserChange(of: user.id, in: user.app, from: nil, at: 9)
        change.ended = .some([digests[2]])
        #expect(node.write(change) == .kept(ended: [digests[2]]))
        guard case .revoked(let first, upTo: let place) = node.answer(.revocations(after: "0-0"))
        else {
            Issue.record("no list")
            return
        }
        #expect(first == [digests[2]])
        #expect(node.answer(.revocations(after: nil)) == .revoked([], upTo: place))
        change.ended = .all(but: nil)
        #expect(node.write(change) == .kept(ended: [digests[0], digests[1], digests[3]]))
        guard case .revoked(let rest, upTo: let end) = node.answer(.revocations(after: place))
        else {
            Issue.record("no list")
            return
        }
        #expect(rest == [digests[0], digests[1], digests[3]])
        #expect(node.answer(.revocations(after: end)) == .revoked([], upTo: end))
    }

    @Test("S246 Who was deleted is noted until the log is closed, each time for one who looks")
    func closings() throws {
        for port in [try SharedServers.alone.get(), try SharedServers.cluster.get()] {
            let node = try Node(at: [port], prefix: "t-\(SecureRandom.hexText(8))")
            node.awaitReady()
            let (one, other) = (StoredUser.numbered(0), StoredUser.numbered(1))
            for user in [one, other] { _ = node.write(UserChange(adding: user)) }
            var removal = UserChange(from: one, at: 10)
            removal.row = .removed
            #expect(node.write(removal) == .kept(ended: []))
            #expect(node.write(removal) == .stale)
            #expect(node.leave(other, at: 10, until: 20) == .kept(ended: []))
            let logs = [one, other].map { SharedLogID(app: $0.app, user: $0.id) }
            // Whoever deletes goes first.
            #expect(node.answer(.closings(for: .zero)) == .logs([]))
            var found: [SharedLogID] = []
            let claim = AccountDeed.closings(for: .seconds(60))
            while found.count < 2, case .logs(let more) = node.answer(claim) { found += more }
            #expect(found == logs)
            #expect(node.answer(.closings(for: .zero)) == .logs([]))
            #expect(node.answer(.closed(logs[0])) == .done)
        }
    }

    @Test("S132 A name has one owner: whoever comes second is told so, until the first has gone")
    func taken() throws {
        let node = try Node(
            at: [try SharedServers.alone.get()], prefix: "t-\(SecureRandom.hexText(8))")
        node.awaitReady()
        let first = StoredUser.numbered(0)
        var second = StoredUser.numbered(2)
        second.folded = first.folded
        #expect(node.write(UserChange(adding: first)) == .kept(ended: []))
        #expect(node.write(UserChange(adding: second)) == .taken)
        let query = AccountQuery.user(folded: first.folded, of: first.app)
        #expect(node.answer(.query(query)) == .account(.user(first)))
        #expect(node.answer(.query(.owner(second.id, app: second.app))) == .account(.user(nil)))
        // A name is free when the time of the user who had it is over.
        #expect(node.leave(first, at: 10, until: 20) == .kept(ended: []))
        for (now, result) in [(19, UserChange.Result.taken), (20, .kept(ended: []))] {
            var change = UserChange(of: second.id, in: second.app, from: 0, at: now)
            change.row = .put(second)
            #expect(node.write(change) == result)
        }
        #expect(node.answer(.query(query)) == .account(.user(second)))
    }
}

extension Node {
    fileprivate func find(_ query: AccountQuery) -> AccountAnswer? {
        guard case .account(let answer)? = answer(.query(query)) else { return nil }
        return answer
    }

    fileprivate func write(_ change: UserChange) -> UserChange.Result? {
        guard case .account(.changed(let result)) = answer(.write(.change(change))) else {
            return nil
        }
        return result
    }

    fileprivate func leave(
        _ user: StoredUser, at second: Int, until end: Int
    ) -> UserChange.Result? {
        var change = UserChange(from: user, at: second)
        change.row = .put(user.gone(until: end))
        return write(change)
    }
}

extension StoredUser {
    fileprivate static func numbered(_ number: Int) -> StoredUser {
        guard let app = AppID("app\(number % 2)"), let id = UserID("u@\(number)"),
            let name = UserName("U \(number) é")
        else { preconditionFailure("not a name") }
        return StoredUser(
            app: app, id: id, name: name, folded: "u\(number) é",
            password: PasswordHash(cost: .standard, salt: [0, 1, 255], result: [7, 0]), since: 5)
    }
}

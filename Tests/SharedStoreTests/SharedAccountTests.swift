import Host
import SharedLog
import SimperiumClock
import SimperiumLoop
import SimperiumWire
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
        var random = SeededRandom(seed: seed)
        var memory = MemoryAccounts()
        for number in 0..<400 {
            if random.chance(2, in: 5) {
                let query = random.query(number)
                let found = node.answer(.query(query))
                try #require(found == .account(memory.answer(query)), "seed \(seed): \(query)")
            } else {
                let write = random.write(number, in: memory)
                memory.write(write)
                try #require(node.answer(.write(write)) == .done, "seed \(seed): \(write)")
            }
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
            #expect(node.answer(.write(.issue(token))) == .done)
        }
        #expect(node.answer(.revocations(after: "0-0")) == .revoked([], upTo: "0-0"))
        #expect(node.answer(.write(.revoke([digests[2]]))) == .done)
        guard case .revoked(let first, upTo: let place) = node.answer(.revocations(after: "0-0"))
        else {
            Issue.record("no list")
            return
        }
        #expect(first == [digests[2]])
        #expect(node.answer(.revocations(after: nil)) == .revoked([], upTo: place))
        #expect(node.answer(.write(.revokeTokens(of: user.id, app: user.app))) == .done)
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
            for user in [one, other] { _ = node.answer(.write(.keep(user))) }
            #expect(node.answer(.write(.forget(one.id, of: one.app))) == .done)
            #expect(node.answer(.write(.forget(one.id, of: one.app))) == .done)
            let retirement = AccountWrite.retire(other.id, of: other.app, at: 10, until: 20)
            #expect(node.answer(.write(retirement)) == .done)
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
        #expect(node.answer(.write(.keep(first))) == .done)
        #expect(node.answer(.write(.keep(second))) == .taken)
        let query = AccountQuery.user(folded: first.folded, of: first.app)
        #expect(node.answer(.query(query)) == .account(.user(first)))
        #expect(node.answer(.query(.owner(second.id, app: second.app))) == .account(.user(nil)))
        // The same user may be kept again, and a name that is left is free at its time.
        #expect(node.answer(.write(.keep(first))) == .done)
        _ = node.answer(.write(.retire(first.id, of: first.app, at: 10, until: 20)))
        #expect(node.answer(.write(.keep(second))) == .taken)
        _ = node.answer(.write(.retire(first.id, of: first.app, at: 20, until: 20)))
        #expect(node.answer(.write(.keep(second))) == .done)
        #expect(node.answer(.query(query)) == .account(.user(second)))
    }
}

extension SeededRandom {
    private mutating func user() -> StoredUser {
        var user = StoredUser.numbered(below(4))
        if chance(1, in: 5) { user.standing = .locked }
        if chance(1, in: 5) { user.password = nil }
        return user
    }

    fileprivate mutating func write(
        _ number: Int, in memory: MemoryAccounts
    ) -> AccountWrite {
        let user = user()
        switch below(16) {
        case 0: return .forget(user.id, of: user.app)
        case 1: return .revokeTokens(of: user.id, app: user.app)
        case 2...5: return .keep(user)
        case 6: return .noteUse(of: .number(below(number + 1)), at: number)
        case 7:
            let digests = tokens(of: user, in: memory).map(\.digest)
            return .revoke([pick(digests) ?? .number(number), .number(below(number + 1))])
        case 8: return .retire(user.id, of: user.app, at: number, until: number + below(50))
        case 9: return .unlink("\(below(number + 1))", of: user.id, app: user.app)
        case 10...11:
            return .link(link(number, of: user, .key("key \(below(4))\n")))
        case 12...13:
            // A device is linked by a token of its own user.
            guard let token = pick(tokens(of: user, in: memory)) else { return .keep(user) }
            return .link(link(number, of: user, .token(token.digest)))
        default:
            return .issue(StoredToken(digest: .number(number), app: user.app, user: user.id))
        }
    }

    private func tokens(of user: StoredUser, in memory: MemoryAccounts) -> [StoredToken] {
        let query = AccountQuery.tokens(of: user.id, app: user.app)
        guard case .tokens(let tokens) = memory.answer(query) else { return [] }
        return tokens
    }

    private func link(
        _ number: Int, of user: StoredUser, _ proof: StoredLink.Proof
    ) -> StoredLink {
        StoredLink(
            app: user.app, user: user.id, id: "\(number)", device: number % 2 == 0 ? "" : "a desk",
            proof: proof, since: number)
    }

    fileprivate mutating func query(_ number: Int) -> AccountQuery {
        let user = user()
        switch below(7) {
        case 0: return .user(folded: user.folded, of: user.app)
        case 1: return .tokens(of: user.id, app: user.app)
        case 2: return .owner(user.id, app: user.app)
        case 3: return .keyHolder("key \(below(4))\n", app: user.app)
        case 4: return .links(of: user.id, app: user.app)
        case 5:
            return .users(of: user.app, after: below(2) == 0 ? "" : "u1 x", atMost: 1 + below(3))
        default: return .holder(of: .number(below(number + 1)))
        }
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

extension SecretDigest {
    fileprivate static func number(_ number: Int) -> SecretDigest {
        SecretDigest(bytes: [UInt8(number >> 8), UInt8(number & 255)])
    }
}

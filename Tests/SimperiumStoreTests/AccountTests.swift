import Host
import SimperiumClock
import SimperiumStore
import SimperiumWire
import TestSupport
import Testing

@Suite("What keeps a server's users")
struct AccountTests {
    @Test(
        "A user is found by name and by token, in the user's own app only, until forgotten",
        arguments: AccountKind.allCases)
    func finding(kind: AccountKind) throws {
        var store = try kind.make()
        try store.write(.keep(.kim))
        try store.write(.issue(.token(1, of: .kim)))
        #expect(try store.answer(.user(folded: "kim@x", of: named("DEMO"))) == .user(.kim))
        #expect(try store.answer(.user(folded: "kim@x", of: named("other"))) == .user(nil))
        #expect(try store.answer(.user(folded: "KIM@x", of: named("demo"))) == .user(nil))
        #expect(try store.answer(.owner(named("u1"), app: named("DEMO"))) == .user(.kim))
        #expect(try store.answer(.owner(named("u2"), app: named("demo"))) == .user(nil))
        #expect(try store.answer(.holder(of: .number(1))) == .user(.kim))
        #expect(try store.answer(.holder(of: .number(2))) == .user(nil))

        // A user that is forgotten is found by no name or token.
        store = try kind.make()
        var renamed = StoredUser.kim
        renamed.folded = "new@x"
        try store.write(.keep(.kim))
        try store.write(.keep(renamed))
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(nil))
        try store.write(.issue(.token(1, of: .kim)))
        try store.write(.forget(StoredUser.kim.id, of: named("demo")))
        #expect(try store.answer(.user(folded: "new@x", of: named("demo"))) == .user(nil))
        #expect(try store.answer(.holder(of: .number(1))) == .user(nil))
    }

    @Test(
        "Tokens come in the order of their age, with their uses, but for those that were revoked",
        arguments: AccountKind.allCases)
    func tokens(kind: AccountKind) throws {
        let store = try kind.make()
        try store.write(.keep(.kim))
        for number in [5, 4, 9, 1] { try store.write(.issue(.token(number, of: .kim))) }
        try store.write(.noteUse(of: .number(9), at: 77))
        try store.write(.noteUse(of: .number(2), at: 78))
        try store.write(.revoke([.number(5), .number(3)]))
        var used = StoredToken.token(9, of: .kim)
        used.used = 77
        #expect(
            try store.answer(.tokens(of: StoredUser.kim.id, app: named("demo")))
                == .tokens([.token(4, of: .kim), used, .token(1, of: .kim)]))
        #expect(try store.answer(.holder(of: .number(5))) == .user(nil))
    }

    @Test(
        "Who leaves is gone with all that let them in, and the name rests until its time",
        arguments: AccountKind.allCases)
    func retiring(kind: AccountKind) throws {
        let store = try kind.make()
        try store.write(.keep(.kim))
        try store.write(.issue(.token(1, of: .kim)))
        try store.write(.link(.key("K", id: "l", of: .kim)))
        try store.write(.retire(StoredUser.kim.id, of: named("demo"), at: 100, until: 200))
        try store.commit()
        try store.restart()
        #expect(try store.answer(.holder(of: .number(1))) == .user(nil))
        #expect(try store.answer(.keyHolder("K", app: named("demo"))) == .user(nil))
        let gone = StoredUser.kim.gone(until: 200)
        #expect(gone.password == nil && gone.isGone)
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(gone))
        #expect(
            try store.answer(.users(of: named("demo"), after: "", atMost: 9))
                == .users([], hasMore: false))
        try store.write(.retire(named("nobody"), of: named("demo"), at: 199, until: 999))
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(gone))
        try store.write(.retire(named("nobody"), of: named("demo"), at: 200, until: 999))
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(nil))
    }

    @Test("A key is linked to one user at a time", arguments: AccountKind.allCases)
    func links(kind: AccountKind) throws {
        let store = try kind.make()
        let other = StoredUser.numbered(2)
        var kim = StoredUser.kim
        kim.standing = .locked
        kim.password = nil
        try store.write(.keep(kim))
        let link = StoredLink.key("K", id: "1", of: kim)
        try store.write(.link(link))
        try store.write(.issue(.token(4, of: kim)))
        let device = StoredLink(
            app: kim.app, user: kim.id, id: "2", device: "desk", proof: .token(.number(4)),
            since: 7)
        try store.write(.link(device))
        try store.commit()
        try store.restart()
        #expect(try store.answer(.keyHolder("K", app: named("DEMO"))) == .user(kim))
        #expect(try store.answer(.keyHolder("K", app: named("other"))) == .user(nil))
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([link, device]))
        try store.write(.revoke([.number(4)]))
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([link]))
        try store.write(.keep(other))
        try store.write(.link(.key("K", id: "3", of: other)))
        #expect(
            try store.answer(.keyHolder("K", app: other.app))
                == .user(other.app == kim.app ? nil : other))
        try store.write(.unlink("1", of: kim.id, app: kim.app))
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([]))
    }
}

@Suite("Properties of what keeps a server's users")
struct AccountProperties {
    @Test(
        "Both say the same, whatever was written and lost", arguments: Seeds.batches(8, share: 10))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds { try compare(seed: seed) }
    }

    private func compare(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (model, file) = (try AccountKind.memory.make(), try AccountKind.file.make())
        for number in 0..<300 {
            if random.chance(1, in: 3) {
                let query = random.query(number)
                #expect(try file.answer(query) == model.answer(query), "seed \(seed): \(query)")
            } else if random.chance(1, in: 9) {
                let isLost = random.chance(1, in: 2)
                for store in [model, file] {
                    if isLost { try store.restart() } else { try store.commit() }
                }
            } else {
                let write = random.accountWrite(number)
                try model.write(write)
                try file.write(write)
            }
        }
    }
}

extension SeededRandom {
    private mutating func user() -> StoredUser { .numbered(below(4)) }

    mutating func accountWrite(_ number: Int) -> AccountWrite {
        let user = user()
        switch below(15) {
        case 11: return .retire(user.id, of: user.app, at: number, until: number + below(50))
        case 12: return .unlink("\(below(number + 1))", of: user.id, app: user.app)
        case 13: return .link(.key("key \(below(4))", id: "\(number)", of: user))
        case 14:
            return .link(
                StoredLink(
                    app: user.app, user: user.id, id: "\(number)", device: "d",
                    proof: .token(.number(below(number + 1))), since: number))
        case 0: return .forget(user.id, of: user.app)
        case 1: return .revokeTokens(of: user.id, app: user.app)
        case 2..<5: return .keep(user)
        case 5: return .noteUse(of: .number(below(number + 1)), at: number)
        case 6: return .revoke([.number(below(number + 1)), .number(below(number + 1))])
        default: return .issue(.token(number, of: user))
        }
    }

    fileprivate mutating func query(_ number: Int) -> AccountQuery {
        let user = user()
        switch below(7) {
        case 4: return .keyHolder("key \(below(4))", app: user.app)
        case 5: return .links(of: user.id, app: user.app)
        case 6: return .users(of: user.app, after: "u\(below(3))", atMost: 1 + below(3))
        case 0: return .user(folded: user.folded, of: user.app)
        case 1: return .tokens(of: user.id, app: user.app)
        case 2: return .owner(user.id, app: user.app)
        default: return .holder(of: .number(below(number + 1)))
        }
    }
}

/// What keeps users, whichever it is.
protocol KeepsUsers: AnyObject {
    func write(_ write: AccountWrite) throws
    func answer(_ query: AccountQuery) throws -> AccountAnswer
    func commit() throws
    func restart() throws
}

enum AccountKind: CaseIterable {
    case memory
    case file

    func make() throws -> any KeepsUsers {
        switch self {
        case .memory: AccountsInMemory()
        case .file: try StoreInFile(StoreLimits(logLength: 1, removals: 0))
        }
    }
}

private final class AccountsInMemory: KeepsUsers {
    private var accounts = MemoryAccounts()
    private var committed = MemoryAccounts()

    func write(_ write: AccountWrite) { accounts.write(write) }
    func answer(_ query: AccountQuery) -> AccountAnswer { accounts.answer(query) }
    func commit() { committed = accounts }
    func restart() { accounts = committed }
}

extension StoreInFile: KeepsUsers {}

extension StoredUser {
    static let kim = StoredUser(
        app: named("demo"), id: named("u1"), name: named("Kim@x"), folded: "kim@x",
        password: PasswordHash(cost: .standard, salt: [0, 1, 255], result: [7, 0]))

    fileprivate static func numbered(_ number: Int) -> StoredUser {
        StoredUser(
            app: named("app\(number % 2)"), id: named("u\(number)"), name: named("U\(number)@x"),
            folded: "u\(number)@x", password: kim.password)
    }
}

extension StoredToken {
    static func token(_ number: Int, of user: StoredUser) -> StoredToken {
        StoredToken(digest: .number(number), app: user.app, user: user.id)
    }
}

extension StoredLink {
    fileprivate static func key(_ key: String, id: String, of user: StoredUser) -> StoredLink {
        StoredLink(
            app: user.app, user: user.id, id: id, device: "desk", proof: .key(key), since: 3)
    }
}

extension SecretDigest {
    static func number(_ number: Int) -> SecretDigest {
        SecretDigest(bytes: [UInt8(number >> 8), UInt8(number & 255)])
    }
}

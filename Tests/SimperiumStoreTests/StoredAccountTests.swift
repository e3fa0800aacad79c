import Host
import SimperiumClock
import SimperiumStore
import SimperiumWire
import Simulation
import StorageSamples
import TestSupport
import Testing

@Suite("Stores of users")
struct StoredAccountTests {
    @Test(
        "A user is found by name and by token, in the user's own app only, until removed",
        arguments: AccountKind.allCases)
    func finding(kind: AccountKind) throws {
        var store = try kind.make()
        try store.keep(.kim)
        try store.issue(.token(1, of: .kim))
        #expect(try store.answer(.user(folded: "kim@x", of: named("DEMO"))) == .user(.kim))
        #expect(try store.answer(.user(folded: "kim@x", of: named("other"))) == .user(nil))
        #expect(try store.answer(.user(folded: "KIM@x", of: named("demo"))) == .user(nil))
        #expect(try store.answer(.owner(named("u1"), app: named("DEMO"))) == .user(.kim))
        #expect(try store.answer(.owner(named("u2"), app: named("demo"))) == .user(nil))
        let holder = TokenWithUser(.kim, by: .token(1, of: .kim))
        #expect(try store.answer(.holder(of: .number(1))) == .holder(holder))
        #expect(try store.answer(.holder(of: .number(2))) == .holder(nil))

        // A removed user is found by no name or token.
        store = try kind.make()
        var renamed = StoredUser.kim
        renamed.folded = "new@x"
        try store.keep(.kim)
        try store.keep(renamed)
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(nil))
        try store.issue(.token(1, of: .kim))
        #expect(try store.perform { $0.row = .removed } == .kept(ended: [.number(1)]))
        #expect(try store.answer(.user(folded: "new@x", of: named("demo"))) == .user(nil))
        #expect(try store.answer(.holder(of: .number(1))) == .holder(nil))
    }

    @Test(
        "Tokens are listed by age, with their uses, except those that ended",
        arguments: AccountKind.allCases)
    func tokens(kind: AccountKind) throws {
        let store = try kind.make()
        try store.keep(.kim)
        for number in [5, 4, 9, 1] { try store.issue(.token(number, of: .kim)) }
        _ = try store.write(.noteUse(of: .number(9), at: 77))
        _ = try store.write(.noteUse(of: .number(2), at: 78))
        let ended = try store.perform { $0.tokensToEnd = .some([.number(5), .number(3)]) }
        #expect(ended == .kept(ended: [.number(5)]))
        var used = StoredToken.token(9, of: .kim)
        used.used = 77
        #expect(try store.tokens() == [.token(4, of: .kim), used, .token(1, of: .kim)])
        #expect(try store.answer(.holder(of: .number(5))) == .holder(nil))
        let others = try store.perform { $0.tokensToEnd = .all(but: .number(1)) }
        #expect(others == .kept(ended: [.number(4), .number(9)]))
        #expect(try store.tokens() == [.token(1, of: .kim)])
    }

    @Test(
        "A user who leaves is removed with tokens and links, and the name is free after its time",
        arguments: AccountKind.allCases)
    func leaving(kind: AccountKind) throws {
        let store = try kind.make()
        try store.keep(.kim)
        try store.issue(.token(1, of: .kim))
        try store.link(.key("K", id: "l", of: .kim))
        let gone = StoredUser.kim.anonymised(reservingNameUntil: 200)
        #expect(gone.password == nil && gone.isGone)
        try store.perform(at: 100) { $0.row = .put(gone) }
        try store.commit()
        try store.restart()
        #expect(try store.answer(.holder(of: .number(1))) == .holder(nil))
        #expect(try store.answer(.keyHolder("K", app: named("demo"))) == .user(nil))
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(gone))
        #expect(
            try store.answer(.users(of: named("demo"), after: "", atMost: 9))
                == .users([], hasMore: false))
        var other = StoredUser.numbered(2, in: "demo")
        other.folded = "kim@x"
        for (second, result) in [(199, UserChangeResult.taken), (200, .kept(ended: []))] {
            var change = UserChange(of: other.id, in: other.app, from: 0, at: second)
            change.row = .put(other)
            #expect(try store.write(.change(change)) == result)
        }
        #expect(try store.answer(.user(folded: "kim@x", of: named("demo"))) == .user(other))
        #expect(try store.answer(.owner(named("u1"), app: named("demo"))) == .user(nil))
    }

    @Test("A key is linked to one user at a time", arguments: AccountKind.allCases)
    func links(kind: AccountKind) throws {
        let store = try kind.make()
        let other = StoredUser.numbered(2, in: "demo")
        var kim = StoredUser.kim
        kim.standing = .locked
        kim.password = nil
        try store.keep(kim)
        let link = StoredDeviceLink.key("K", id: "1", of: kim)
        try store.link(link)
        try store.issue(.token(4, of: kim))
        let device = StoredDeviceLink(
            app: kim.app, user: kim.id, id: "2", device: "desk", proof: .token(.number(4)),
            since: 7)
        try store.link(device)
        try store.commit()
        try store.restart()
        #expect(try store.answer(.keyHolder("K", app: named("DEMO"))) == .user(kim))
        #expect(try store.answer(.keyHolder("K", app: named("other"))) == .user(nil))
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([link, device]))
        try store.perform { $0.tokensToEnd = .some([.number(4)]) }
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([link]))
        // A new user with the key is refused; a user who exists gets it.
        var change = UserChange(adding: other)
        change.link = .key("K", id: "3", of: other)
        #expect(try store.write(.change(change)) == .stale)
        try store.keep(other)
        try store.link(.key("K", id: "3", of: other))
        #expect(try store.answer(.keyHolder("K", app: other.app)) == .user(other))
        #expect(try store.answer(.links(of: kim.id, app: kim.app)) == .links([]))
        change = UserChange(of: other.id, in: other.app, from: nil, at: 9)
        change.linkToRemove = "3"
        #expect(try store.write(.change(change)) == .kept(ended: []))
        #expect(try store.answer(.keyHolder("K", app: other.app)) == .user(nil))
    }

    @Test(
        "S284: A change is only applied to the present row, and as a whole",
        arguments: AccountKind.allCases)
    func compareAndSet(kind: AccountKind) throws {
        let store = try kind.make()
        var change = UserChange(from: .kim, at: 9)
        change.row = .put(.kim)
        #expect(try store.write(.change(change)) == .stale)
        #expect(try store.write(.change(UserChange(adding: .kim))) == .kept(ended: []))
        #expect(try store.write(.change(UserChange(adding: .kim))) == .stale)
        var locked = StoredUser.kim
        (locked.standing, locked.generation) = (.locked, 2)
        change.row = .put(locked)
        change.addressPrefixes = [SignInAddressPrefix([192, 0])]
        #expect(try store.write(.change(change)) == .kept(ended: []))
        locked.addressPrefixes = [SignInAddressPrefix([192, 0])]
        #expect(try store.answer(.owner(locked.id, app: locked.app)) == .user(locked))
        // No part of the second of two changes of one row is kept.
        var second = StoredUser.kim
        second.generation = 2
        change.row = .put(second)
        change.token = .token(1, of: .kim)
        change.link = .key("K", id: "1", of: .kim)
        #expect(try store.write(.change(change)) == .stale)
        #expect(try store.answer(.owner(locked.id, app: locked.app)) == .user(locked))
        #expect(try store.tokens() == [])
        #expect(try store.answer(.keyHolder("K", app: locked.app)) == .user(nil))
        // A name that another user has.
        var other = StoredUser.numbered(2, in: "demo")
        other.folded = locked.folded
        #expect(try store.write(.change(UserChange(adding: other))) == .taken)
        #expect(try store.answer(.owner(other.id, app: other.app)) == .user(nil))
    }

    @Test("S284: A locked account gets no token", arguments: AccountKind.allCases)
    func standing(kind: AccountKind) throws {
        let store = try kind.make()
        var locked = StoredUser.kim
        locked.standing = .locked
        try store.keep(locked)
        var change = UserChange(from: locked, at: 9)
        change.token = .token(1, of: .kim)
        #expect(try store.write(.change(change)) == .stale)
        // Not even with a new password.
        var renewed = locked
        renewed.generation += 1
        change.row = .put(renewed)
        #expect(try store.write(.change(change)) == .stale)
        renewed.standing = .good
        change.row = .put(renewed)
        #expect(try store.write(.change(change)) == .kept(ended: []))
        #expect(try store.tokens() == [.token(1, of: .kim)])
    }
}

@Suite("Properties of a store of users")
struct AccountProperties {
    @Test(
        "The file and the memory answer alike, after any writes and crashes",
        arguments: Seeds.batches(8, share: 10))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds { try compare(seed: seed) }
    }

    @Test("S284: In a file, too, two calls have the result of one after the other")
    func interleavings() throws {
        for seed in Seeds.first(40, most: 400) {
            var random = SeededRandom(seed: seed)
            let file = try AccountKind.file.make()
            let users = AccountWorld.Users(
                answer: { try? file.answer($0) }, perform: { try? file.write(.change($0)) })
            var trial = AccountTrial(users, isLocked: random.chance(1, in: 3))
            let pair = random.pick(AccountTrial.pairs) ?? []
            #expect(trial.run(pair, &random) == nil, "seed \(seed)")
        }
    }

    private func compare(seed: UInt64) throws {
        var story = AccountStory(SeededRandom(seed: seed))
        let (model, file) = (AccountsInMemory(), try AccountKind.file.make())
        for _ in 0..<300 {
            if story.random.chance(1, in: 3) {
                let query = story.query()
                #expect(try file.answer(query) == model.answer(query), "seed \(seed): \(query)")
            } else if story.random.chance(1, in: 9) {
                let isLost = story.random.chance(1, in: 2)
                for store in [model, file] as [any KeepsUsers] {
                    if isLost { try store.restart() } else { try store.commit() }
                }
            } else {
                let write = story.write(model.answer)
                #expect(
                    try file.write(write) == model.write(write), "seed \(seed): \(write)")
            }
        }
    }
}

/// A store of users.
protocol KeepsUsers: AnyObject {
    func write(_ write: AccountWrite) throws -> UserChangeResult?
    func answer(_ query: AccountQuery) throws -> AccountQueryAnswer
    func commit() throws
    func restart() throws
}

extension KeepsUsers {
    func keep(_ user: StoredUser) throws { _ = try write(.change(UserChange(copying: user))) }
    func issue(_ token: StoredToken) throws { _ = try write(.change(UserChange(copying: token))) }
    func link(_ link: StoredDeviceLink) throws { _ = try write(.change(UserChange(copying: link))) }

    /// Performs a change of Kim's account in any case.
    @discardableResult
    fileprivate func perform(
        at second: Int = 9, _ edit: (inout UserChange) -> Void
    ) throws -> UserChangeResult? {
        var change = UserChange(
            of: StoredUser.kim.id, in: StoredUser.kim.app, from: nil, at: second)
        edit(&change)
        return try write(.change(change))
    }

    /// The tokens of Kim's account.
    fileprivate func tokens() throws -> [StoredToken] {
        guard
            case .tokens(let tokens) = try answer(
                .tokens(of: StoredUser.kim.id, app: StoredUser.kim.app))
        else { return [] }
        return tokens
    }
}

enum AccountKind: CaseIterable {
    case memory
    case file
    case redis

    func make() throws -> any KeepsUsers {
        switch self {
        case .memory: AccountsInMemory()
        case .file: try StoreInFile(MinimumStoredHistory(logLength: 1, removals: 0))
        case .redis: try StoreInRedis(MinimumStoredHistory(logLength: 1, removals: 0))
        }
    }
}

final class AccountsInMemory: KeepsUsers {
    private var accounts = MemoryAccounts()
    private var committed = MemoryAccounts()

    func write(_ write: AccountWrite) -> UserChangeResult? { accounts.write(write) }
    func answer(_ query: AccountQuery) -> AccountQueryAnswer { accounts.answer(query) }
    func commit() { committed = accounts }
    func restart() { accounts = committed }
}

extension StoreInFile: KeepsUsers {}
extension StoreInRedis: KeepsUsers {}

extension StoredUser {
    static let kim = StoredUser(
        app: named("demo"), id: named("u1"), name: named("Kim@x"), folded: "kim@x",
        password: PasswordHash(cost: .standard, salt: [0, 1, 255], result: [7, 0]))

    fileprivate static func numbered(_ number: Int, in app: String) -> StoredUser {
        StoredUser(
            app: named(app), id: named("u\(number)"), name: named("U\(number)@x"),
            folded: "u\(number)@x", password: kim.password)
    }
}

extension StoredToken {
    static func token(_ number: Int, of user: StoredUser) -> StoredToken {
        StoredToken(
            digest: .number(number), app: user.app, user: user.id, used: 3, since: 2,
            device: "a desk", address: "192.0.2.1")
    }
}

extension StoredDeviceLink {
    fileprivate static func key(_ key: String, id: String, of user: StoredUser) -> StoredDeviceLink
    {
        StoredDeviceLink(
            app: user.app, user: user.id, id: id, device: "desk", proof: .key(key), since: 3)
    }
}

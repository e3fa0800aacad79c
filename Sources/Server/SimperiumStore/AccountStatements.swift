internal import SimperiumWire

/// What a server's file is asked and told of users. Nothing in it is a secret.
struct AccountStatements: ~Copyable {
    private let userByName: Statement
    private let userByID: Statement
    private let holder: Statement
    private let keyHolder: Statement
    private let users: Statement
    private let tokens: Statement
    private let keepUser: Statement
    private let keepToken: Statement
    private let noteUse: Statement
    private let forgetToken: Statement
    private let forgetUser: Statement
    private let forgetTokens: Statement
    private let expired: Statement
    private let links: LinkStatements

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> AccountStatements {
        AccountStatements(
            userByName: try database.prepare(AccountSQL.userByName),
            userByID: try database.prepare(AccountSQL.userByID),
            holder: try database.prepare(AccountSQL.holder),
            keyHolder: try database.prepare(AccountSQL.keyHolder),
            users: try database.prepare(AccountSQL.users),
            tokens: try database.prepare(AccountSQL.tokens),
            keepUser: try database.prepare(AccountSQL.keepUser),
            keepToken: try database.prepare(AccountSQL.keepToken),
            noteUse: try database.prepare(AccountSQL.noteUse),
            forgetToken: try database.prepare(AccountSQL.forgetToken),
            forgetUser: try database.prepare(AccountSQL.forgetUser),
            forgetTokens: try database.prepare(AccountSQL.forgetTokens),
            expired: try database.prepare(AccountSQL.expired),
            links: try .prepare(in: database))
    }

    borrowing func answer(_ query: AccountQuery) throws(StorageError) -> AccountAnswer {
        switch query {
        case .user(let folded, let app):
            try userByName.bind(app, at: 1)
            try userByName.bind(folded, at: 2)
            return .user(try userByName.user())
        case .owner(let id, let app):
            try userByID.bind(app, at: 1)
            try userByID.bind(id, at: 2)
            return .user(try userByID.user())
        case .holder(let digest):
            try holder.bind(digest.bytes, at: 1)
            return .user(try holder.user())
        case .keyHolder(let key, let app):
            try keyHolder.bind(app, at: 1)
            try keyHolder.bind(key, at: 2)
            return .user(try keyHolder.user())
        case .links(let user, let app): return .links(try links.all(of: user, app: app))
        case .users(let app, let folded, let count):
            try users.bind(app, at: 1)
            try users.bind(folded, at: 2)
            try users.bind(count + 1, at: 3)
            let found = try users.users()
            return .users(Array(found.prefix(count)), hasMore: found.count > count)
        case .tokens(let user, let app):
            try tokens.bind(app, at: 1)
            try tokens.bind(user, at: 2)
            return .tokens(try tokens.tokens())
        }
    }

    borrowing func perform(_ write: AccountWrite) throws(StorageError) {
        switch write {
        case .keep(let user): try keep(user)
        case .issue(let token):
            try keepToken.bind(token.digest.bytes, at: 1)
            try keepToken.bind(token.app, at: 2)
            try keepToken.bind(token.user, at: 3)
            try keepToken.bind(token.used, at: 4)
            try keepToken.run()
        case .noteUse(let digest, let second):
            try noteUse.bind(digest.bytes, at: 1)
            try noteUse.bind(second, at: 2)
            try noteUse.run()
        case .revoke(let digests):
            for digest in digests {
                try forgetToken.bind(digest.bytes, at: 1)
                try forgetToken.run()
                try links.remove(of: digest)
            }
        case .revokeTokens(let user, let app):
            try forgetTokens.run(user, of: app)
            try links.removeAllOfTokens(of: user, app: app)
        case .link(let link): try links.add(link)
        case .unlink(let id, let user, let app): try links.remove(id, of: user, app: app)
        case .forget(let user, let app): try forget(user, of: app)
        case .retire(let user, let app, let now, let second):
            try retire(user, of: app, until: second)
            for user in try expired(of: app, at: now) { try forget(user, of: app) }
        }
    }

    private borrowing func shutOut(_ user: UserID, of app: AppID) throws(StorageError) {
        try forgetTokens.run(user, of: app)
        try links.removeAll(of: user, app: app)
    }

    private borrowing func forget(_ user: UserID, of app: AppID) throws(StorageError) {
        try shutOut(user, of: app)
        try forgetUser.run(user, of: app)
    }

    /// Returns the users who have left and whose names are free from now on.
    private borrowing func expired(
        of app: AppID, at now: Int
    ) throws(StorageError) -> [UserID] {
        defer { expired.reset() }
        try expired.bind(app, at: 1)
        try expired.bind(now, at: 2)
        var users: [UserID] = []
        while try expired.step() { users.append(try expired.name(in: 0)) }
        return users
    }

    private borrowing func retire(
        _ id: UserID, of app: AppID, until second: Int
    ) throws(StorageError) {
        try shutOut(id, of: app)
        try userByID.bind(app, at: 1)
        try userByID.bind(id, at: 2)
        if let user = try userByID.user() { try keep(user.gone(until: second)) }
    }

    private borrowing func keep(_ user: StoredUser) throws(StorageError) {
        try keepUser.bind(user.app, at: 1)
        try keepUser.bind(user.id, at: 2)
        try keepUser.bind(user.name, at: 3)
        try keepUser.bind(user.folded, at: 4)
        try keepUser.bind(user.password?.cost.rounds ?? 0, at: 5)
        try keepUser.bind(user.password?.cost.blockSize ?? 0, at: 6)
        try keepUser.bind(user.password?.cost.lanes ?? 0, at: 7)
        try keepUser.bind(user.password?.salt ?? [], at: 8)
        try keepUser.bind(user.password?.result ?? [], at: 9)
        try keepUser.bind(user.standing.number, at: 10)
        try keepUser.bind(user.standing.end, at: 11)
        try keepUser.bind(user.since, at: 12)
        try keepUser.run()
    }
}

extension Statement {
    borrowing func run(_ user: UserID, of app: AppID) throws(StorageError) {
        try bind(app, at: 1)
        try bind(user, at: 2)
        try run()
    }

    fileprivate borrowing func user() throws(StorageError) -> StoredUser? {
        defer { reset() }
        return try step() ? try foundUser() : nil
    }

    fileprivate borrowing func users() throws(StorageError) -> [StoredUser] {
        defer { reset() }
        var users: [StoredUser] = []
        while try step() { users.append(try foundUser()) }
        return users
    }

    private borrowing func foundUser() throws(StorageError) -> StoredUser {
        guard let folded = text(in: 3),
            let standing = StoredUser.Standing(try count(in: 9), end: try count(in: 10))
        else { throw .implausible }
        var user = StoredUser(
            app: try name(in: 0), id: try name(in: 1), name: try name(in: 2), folded: folded,
            password: try password(), since: try count(in: 11))
        user.standing = standing
        return user
    }

    private borrowing func password() throws(StorageError) -> PasswordHash? {
        let rounds = try count(in: 4)
        guard rounds > 0 else { return nil }
        let cost = PasswordHash.Cost(
            rounds: rounds, blockSize: try count(in: 5), lanes: try count(in: 6))
        return PasswordHash(cost: cost, salt: try content(in: 7), result: try content(in: 8))
    }

    fileprivate borrowing func tokens() throws(StorageError) -> [StoredToken] {
        defer { reset() }
        var tokens: [StoredToken] = []
        while try step() {
            tokens.append(
                StoredToken(
                    digest: SecretDigest(bytes: try content(in: 0)), app: try name(in: 1),
                    user: try name(in: 2), used: try count(in: 3)))
        }
        return tokens
    }
}

extension StoredUser.Standing {
    fileprivate var number: Int {
        switch self {
        case .good: 0
        case .locked: 1
        case .gone: 2
        }
    }

    fileprivate var end: Int {
        if case .gone(let second) = self { second } else { 0 }
    }

    fileprivate init?(_ number: Int, end: Int) {
        switch number {
        case 0: self = .good
        case 1: self = .locked
        case 2: self = .gone(until: end)
        default: return nil
        }
    }
}

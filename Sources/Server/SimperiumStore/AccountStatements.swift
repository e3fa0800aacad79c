internal import SimperiumWire

/// The statements about users. Rows contain hashes and digests of secrets, never the secrets.
struct AccountStatements: ~Copyable {
    private let userByName: Statement
    private let userByID: Statement
    private let token: Statement
    private let keyHolder: Statement
    private let users: Statement
    private let tokens: Statement
    private let keepUser: Statement
    private let keepPlaces: Statement
    private let keepToken: Statement
    private let noteUse: Statement
    private let forgetToken: Statement
    private let forgetUser: Statement
    private let expired: Statement
    private let links: CredentialStatements

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> AccountStatements {
        AccountStatements(
            userByName: try database.prepare(AccountSQL.userByName),
            userByID: try database.prepare(AccountSQL.userByID),
            token: try database.prepare(AccountSQL.token),
            keyHolder: try database.prepare(AccountSQL.keyHolder),
            users: try database.prepare(AccountSQL.users),
            tokens: try database.prepare(AccountSQL.tokens),
            keepUser: try database.prepare(AccountSQL.keepUser),
            keepPlaces: try database.prepare(AccountSQL.keepPlaces),
            keepToken: try database.prepare(AccountSQL.keepToken),
            noteUse: try database.prepare(AccountSQL.noteUse),
            forgetToken: try database.prepare(AccountSQL.forgetToken),
            forgetUser: try database.prepare(AccountSQL.forgetUser),
            expired: try database.prepare(AccountSQL.expired),
            links: try .prepare(in: database))
    }

    borrowing func answer(_ query: AccountQuery) throws(StorageError) -> AccountAnswer {
        switch query {
        case .user(let folded, let app):
            try userByName.bind(app, at: 1)
            try userByName.bind(folded, at: 2)
            return .user(try userByName.user())
        case .owner(let id, let app): return .user(try user(id, of: app))
        case .holder(let digest):
            try token.bind(digest.bytes, at: 1)
            guard let token = try token.tokens().first,
                let user = try user(token.user, of: token.app)
            else { return .holder(nil) }
            return .holder(TokenWithUser(user, by: token))
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
            return .tokens(try all(of: user, app: app))
        }
    }

    private borrowing func user(
        _ id: UserID, of app: AppID
    ) throws(StorageError) -> StoredUser? {
        try userByID.bind(app, at: 1)
        try userByID.bind(id, at: 2)
        return try userByID.user()
    }

    private borrowing func all(
        of user: UserID, app: AppID
    ) throws(StorageError) -> [StoredToken] {
        try tokens.bind(app, at: 1)
        try tokens.bind(user, at: 2)
        return try tokens.tokens()
    }

    /// Performs a write. Returns nil if the write has no result.
    borrowing func perform(
        _ write: AccountWrite
    ) throws(StorageError) -> UserChange.Result? {
        switch write {
        case .change(let change): return try perform(change)
        case .noteUse(let digest, let second):
            try noteUse.bind(digest.bytes, at: 1)
            try noteUse.bind(second, at: 2)
            try noteUse.run()
            return nil
        }
    }

    private borrowing func perform(
        _ change: UserChange
    ) throws(StorageError) -> UserChange.Result {
        let (id, app) = (change.user, change.app)
        let tokens = try all(of: id, app: app)
        guard change.isApplicable(try user(id, of: app), tokens),
            try !isLinked(change.newKey, in: app)
        else { return .stale }
        if case .put(let user) = change.row {
            guard try freeNameIfExpired(user, at: change.second) else { return .taken }
            try store(user)
        }
        if let places = change.addressPrefixes { try store(places, of: id, app) }
        let ended = change.endedDigests(among: tokens)
        try removeTokensAndLinks(ended)
        if let link = change.linkToRemove { try links.remove(link, of: id, app: app) }
        if change.endsUser {
            try links.removeAll(of: id, app: app)
            if case .removed = change.row { try forgetUser.execute(id, of: app) }
            for user in try expired(of: app, at: change.second) { try removeUser(user, of: app) }
        }
        if let token = change.token { try store(token) }
        if let link = change.link { try links.add(link) }
        return .kept(ended: ended)
    }

    private borrowing func isLinked(
        _ key: String?, in app: AppID
    ) throws(StorageError) -> Bool {
        guard let key, case .user(let user) = try answer(.keyHolder(key, app: app)) else {
            return false
        }
        return user != nil
    }

    /// Returns true if the name is free for a user, or already the user's. Frees it first if its
    /// owner has left long enough ago.
    private borrowing func freeNameIfExpired(
        _ user: StoredUser, at second: Int
    ) throws(StorageError) -> Bool {
        guard case .user(let owner?) = try answer(.user(folded: user.folded, of: user.app)),
            owner.id != user.id
        else { return true }
        guard case .gone(let end) = owner.standing, end <= second else { return false }
        try removeUser(owner.id, of: user.app)
        return true
    }

    private borrowing func removeTokensAndLinks(_ digests: [SecretDigest]) throws(StorageError) {
        for digest in digests {
            try forgetToken.bind(digest.bytes, at: 1)
            try forgetToken.run()
            try links.remove(of: digest)
        }
    }

    private borrowing func removeUser(_ user: UserID, of app: AppID) throws(StorageError) {
        try removeTokensAndLinks(try all(of: user, app: app).map(\.digest))
        try links.removeAll(of: user, app: app)
        try forgetUser.execute(user, of: app)
    }

    /// Returns the users who have left and whose names are free at `now`.
    private borrowing func expired(
        of app: AppID, at now: Int
    ) throws(StorageError) -> [UserID] {
        defer { expired.rewind() }
        try expired.bind(app, at: 1)
        try expired.bind(now, at: 2)
        var users: [UserID] = []
        while try expired.step() { users.append(try expired.name(in: 0)) }
        return users
    }

    private borrowing func store(_ token: StoredToken) throws(StorageError) {
        try keepToken.bind(token.digest.bytes, at: 1)
        try keepToken.bind(token.app, at: 2)
        try keepToken.bind(token.user, at: 3)
        try keepToken.bind(token.used, at: 4)
        try keepToken.bind(token.since, at: 5)
        try keepToken.bind(token.device, at: 6)
        try keepToken.bind(token.address, at: 7)
        try keepToken.run()
    }

    private borrowing func store(
        _ places: [SignInAddressPrefix], of user: UserID, _ app: AppID
    ) throws(StorageError) {
        try keepPlaces.bind(places.words, at: 3)
        try keepPlaces.execute(user, of: app)
    }

    private borrowing func store(_ user: StoredUser) throws(StorageError) {
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
        try keepUser.bind(user.generation, at: 13)
        try keepUser.bind(user.addressPrefixes.words, at: 14)
        try keepUser.run()
    }
}

extension Statement {
    borrowing func execute(_ user: UserID, of app: AppID) throws(StorageError) {
        try bind(app, at: 1)
        try bind(user, at: 2)
        try run()
    }

    fileprivate borrowing func user() throws(StorageError) -> StoredUser? {
        defer { rewind() }
        return try step() ? try foundUser() : nil
    }

    fileprivate borrowing func users() throws(StorageError) -> [StoredUser] {
        defer { rewind() }
        var users: [StoredUser] = []
        while try step() { users.append(try foundUser()) }
        return users
    }

    private borrowing func foundUser() throws(StorageError) -> StoredUser {
        guard let folded = text(in: 3),
            let standing = StoredUser.AccountStatus(try count(in: 9), end: try count(in: 10))
        else { throw .implausible }
        var user = StoredUser(
            app: try name(in: 0), id: try name(in: 1), name: try name(in: 2), folded: folded,
            password: try password(), since: try count(in: 11), generation: try count(in: 12))
        user.standing = standing
        user.addressPrefixes = try signInAddresses()
        return user
    }

    private borrowing func signInAddresses() throws(StorageError) -> [SignInAddressPrefix] {
        let words = (text(in: 13) ?? "").split(separator: " ")
        let places = words.compactMap { SignInAddressPrefix(text: $0) }
        guard places.count == words.count else { throw .implausible }
        return places
    }

    private borrowing func password() throws(StorageError) -> PasswordHash? {
        let rounds = try count(in: 4)
        guard rounds > 0 else { return nil }
        let cost = PasswordHash.Cost(
            rounds: rounds, blockSize: try count(in: 5), lanes: try count(in: 6))
        return PasswordHash(cost: cost, salt: try content(in: 7), result: try content(in: 8))
    }

    fileprivate borrowing func tokens() throws(StorageError) -> [StoredToken] {
        defer { rewind() }
        var tokens: [StoredToken] = []
        while try step() {
            tokens.append(
                StoredToken(
                    digest: SecretDigest(bytes: try content(in: 0)), app: try name(in: 1),
                    user: try name(in: 2), used: try count(in: 3), since: try count(in: 4),
                    device: text(in: 5) ?? "", address: text(in: 6) ?? ""))
        }
        return tokens
    }
}

extension [SignInAddressPrefix] {
    fileprivate var words: String { map(\.text).joined(separator: " ") }
}

extension StoredUser.AccountStatus {
    fileprivate var number: Int {
        switch self {
        case .good: 0
        case .locked: 1
        case .gone: 2
        case .leaving: 3
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
        case 3: self = .leaving
        default: return nil
        }
    }
}

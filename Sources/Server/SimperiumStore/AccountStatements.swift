internal import SimperiumWire

/// The statements about users, their tokens and their links. Rows contain hashes and digests of
/// secrets, never the secrets.
struct AccountStatements: ~Copyable {
    private let userByName: Statement
    private let userByID: Statement
    private let token: Statement
    private let keyHolder: Statement
    private let users: Statement
    private let tokens: Statement
    private let storeUser: Statement
    private let setSignInPrefixes: Statement
    private let insertToken: Statement
    private let setTokenUse: Statement
    private let deleteToken: Statement
    private let deleteUser: Statement
    private let usersWithFreedNames: Statement
    private let links: Statement
    private let storeLink: Statement
    private let deleteLink: Statement
    private let deleteLinkOfToken: Statement
    private let deleteLinksOfUser: Statement

    static func prepare(in database: borrowing Database) throws(StorageError) -> AccountStatements {
        AccountStatements(
            userByName: try database.prepare(AccountSQL.userByName),
            userByID: try database.prepare(AccountSQL.userByID),
            token: try database.prepare(AccountSQL.token),
            keyHolder: try database.prepare(AccountSQL.keyHolder),
            users: try database.prepare(AccountSQL.users),
            tokens: try database.prepare(AccountSQL.tokens),
            storeUser: try database.prepare(AccountSQL.storeUser),
            setSignInPrefixes: try database.prepare(AccountSQL.setSignInPrefixes),
            insertToken: try database.prepare(AccountSQL.insertToken),
            setTokenUse: try database.prepare(AccountSQL.setTokenUse),
            deleteToken: try database.prepare(AccountSQL.deleteToken),
            deleteUser: try database.prepare(AccountSQL.deleteUser),
            usersWithFreedNames: try database.prepare(AccountSQL.usersWithFreedNames),
            links: try database.prepare(AccountSQL.links),
            storeLink: try database.prepare(AccountSQL.storeLink),
            deleteLink: try database.prepare(AccountSQL.deleteLink),
            deleteLinkOfToken: try database.prepare(AccountSQL.deleteLinkOfToken),
            deleteLinksOfUser: try database.prepare(AccountSQL.deleteLinksOfUser))
    }

    borrowing func answer(_ query: AccountQuery) throws(StorageError) -> AccountQueryAnswer {
        switch query {
        case .user(let folded, let app):
            try userByName.bind(app, at: 1)
            try userByName.bind(folded, at: 2)
            return .user(try userByName.firstUser())
        case .owner(let id, let app): return .user(try user(id, of: app))
        case .holder(let digest):
            try token.bind(digest.bytes, at: 1)
            guard let token = try token.storedTokens().first,
                let user = try user(token.user, of: token.app)
            else { return .holder(nil) }
            return .holder(TokenWithUser(user, by: token))
        case .keyHolder(let key, let app):
            try keyHolder.bind(app, at: 1)
            try keyHolder.bind(key, at: 2)
            return .user(try keyHolder.firstUser())
        case .links(let user, let app):
            try links.bind(app, user)
            return .links(
                try links.mapRows { row throws(StorageError) in try row.storedDeviceLink() })
        case .users(let app, let folded, let count):
            try users.bind(app, at: 1)
            try users.bind(folded, at: 2)
            try users.bind(count + 1, at: 3)
            let found = try users.mapRows { row throws(StorageError) in try row.storedUser() }
            return .users(Array(found.prefix(count)), hasMore: found.count > count)
        case .tokens(let user, let app):
            return .tokens(try storedTokens(of: user, app))
        }
    }

    private borrowing func user(_ id: UserID, of app: AppID) throws(StorageError) -> StoredUser? {
        try userByID.bind(app, id)
        return try userByID.firstUser()
    }

    private borrowing func storedTokens(
        of user: UserID, _ app: AppID
    ) throws(StorageError) -> [StoredToken] {
        try tokens.bind(app, user)
        return try tokens.storedTokens()
    }

    /// Performs a write. Returns nil if the write has no result.
    borrowing func perform(_ write: AccountWrite) throws(StorageError) -> UserChangeResult? {
        switch write {
        case .change(let change): return try performIfApplicable(change)
        case .noteUse(let digest, let second):
            try setTokenUse.bind(digest.bytes, at: 1)
            try setTokenUse.bind(second, at: 2)
            try setTokenUse.run()
            return nil
        }
    }

    private borrowing func performIfApplicable(
        _ change: UserChange
    ) throws(StorageError) -> UserChangeResult {
        let (id, app) = (change.user, change.app)
        let tokens = try storedTokens(of: id, app)
        guard change.isApplicable(try user(id, of: app), tokens),
            try !isLinked(change.newKey, in: app)
        else { return .stale }
        if case .put(let user) = change.row {
            guard try makeNameAvailable(for: user, at: change.second) else { return .taken }
            try store(user)
        }
        if let places = change.addressPrefixes { try store(places, of: id, app) }
        let ended = change.endedDigests(among: tokens)
        try removeTokensAndLinks(ended)
        if let link = change.linkToRemove {
            try deleteLink.bind(link, at: 3)
            try deleteLink.run(app, id)
        }
        if change.endsUser {
            try deleteLinksOfUser.run(app, id)
            if case .removed = change.row { try deleteUser.run(app, id) }
            for user in try departedUsersWithFreedNames(of: app, at: change.second) {
                try removeAccount(user, of: app)
            }
        }
        if let token = change.token { try store(token) }
        if let link = change.link { try store(link) }
        return .kept(ended: ended)
    }

    private borrowing func isLinked(_ key: String?, in app: AppID) throws(StorageError) -> Bool {
        guard let key, case .user(let user) = try answer(.keyHolder(key, app: app)) else {
            return false
        }
        return user != nil
    }

    /// Returns true if the name in `user` is free for this user. If the name's owner has left and
    /// the name's reservation has expired, removes that owner's account.
    private borrowing func makeNameAvailable(
        for user: StoredUser, at second: Int
    ) throws(StorageError) -> Bool {
        guard case .user(let owner?) = try answer(.user(folded: user.folded, of: user.app)),
            owner.id != user.id
        else { return true }
        guard case .gone(let end) = owner.standing, end <= second else { return false }
        try removeAccount(owner.id, of: user.app)
        return true
    }

    private borrowing func removeTokensAndLinks(_ digests: [SecretDigest]) throws(StorageError) {
        for digest in digests {
            try deleteToken.bind(digest.bytes, at: 1)
            try deleteToken.run()
            try deleteLinkOfToken.bind(digest.bytes, at: 1)
            try deleteLinkOfToken.run()
        }
    }

    /// Removes a user, with all tokens and links.
    private borrowing func removeAccount(_ user: UserID, of app: AppID) throws(StorageError) {
        try removeTokensAndLinks(try storedTokens(of: user, app).map(\.digest))
        try deleteLinksOfUser.run(app, user)
        try deleteUser.run(app, user)
    }

    /// Returns the users who have left and whose names are free at `now`, in seconds since 1970.
    private borrowing func departedUsersWithFreedNames(
        of app: AppID, at now: Int
    ) throws(StorageError) -> [UserID] {
        try usersWithFreedNames.bind(app, at: 1)
        try usersWithFreedNames.bind(now, at: 2)
        return try usersWithFreedNames.mapRows { row throws(StorageError) in try row.name(in: 0) }
    }

    private borrowing func store(_ token: StoredToken) throws(StorageError) {
        try insertToken.bind(token.digest.bytes, at: 1)
        try insertToken.bind(token.app, at: 2)
        try insertToken.bind(token.user, at: 3)
        try insertToken.bind(token.used, at: 4)
        try insertToken.bind(token.since, at: 5)
        try insertToken.bind(token.device, at: 6)
        try insertToken.bind(token.address, at: 7)
        try insertToken.run()
    }

    private borrowing func store(
        _ places: [SignInAddressPrefix], of user: UserID, _ app: AppID
    ) throws(StorageError) {
        try setSignInPrefixes.bind(places.words, at: 3)
        try setSignInPrefixes.run(app, user)
    }

    private borrowing func store(_ link: StoredDeviceLink) throws(StorageError) {
        try storeLink.bind(link.app, link.user)
        try storeLink.bind(link.id, at: 3)
        try storeLink.bind(link.device, at: 4)
        try storeLink.bind(link.key, at: 5)
        try storeLink.bind(link.token?.bytes, at: 6)
        try storeLink.bind(link.since, at: 7)
        try storeLink.run()
    }

    private borrowing func store(_ user: StoredUser) throws(StorageError) {
        try storeUser.bind(user.app, user.id)
        try storeUser.bind(user.name, at: 3)
        try storeUser.bind(user.folded, at: 4)
        try storeUser.bind(user.password?.cost.rounds ?? 0, at: 5)
        try storeUser.bind(user.password?.cost.blockSize ?? 0, at: 6)
        try storeUser.bind(user.password?.cost.lanes ?? 0, at: 7)
        try storeUser.bind(user.password?.salt ?? [], at: 8)
        try storeUser.bind(user.password?.result ?? [], at: 9)
        try storeUser.bind(user.standing.stored.number, at: 10)
        try storeUser.bind(user.standing.stored.until, at: 11)
        try storeUser.bind(user.since, at: 12)
        try storeUser.bind(user.generation, at: 13)
        try storeUser.bind(user.addressPrefixes.words, at: 14)
        try storeUser.run()
    }
}

extension Statement {
    fileprivate borrowing func run(_ app: AppID, _ user: UserID) throws(StorageError) {
        try bind(app, user)
        try run()
    }

    fileprivate borrowing func firstUser() throws(StorageError) -> StoredUser? {
        defer { rewind() }
        return try step() ? try storedUser() : nil
    }

    fileprivate borrowing func storedUser() throws(StorageError) -> StoredUser {
        guard let folded = text(in: 3),
            let standing = StoredUser.AccountStatus(
                number: try count(in: 9), until: try count(in: 10)),
            let places = [SignInAddressPrefix](words: text(in: 13) ?? "")
        else { throw .implausible }
        var user = StoredUser(
            app: try name(in: 0), id: try name(in: 1), name: try name(in: 2), folded: folded,
            password: try password(), since: try count(in: 11), generation: try count(in: 12))
        user.standing = standing
        user.addressPrefixes = places
        return user
    }

    private borrowing func password() throws(StorageError) -> PasswordHash? {
        let rounds = try count(in: 4)
        guard rounds > 0 else { return nil }
        let cost = ScryptParameters(
            rounds: rounds, blockSize: try count(in: 5), lanes: try count(in: 6))
        return PasswordHash(
            cost: cost, salt: try requiredBytes(in: 7), result: try requiredBytes(in: 8))
    }

    fileprivate borrowing func storedTokens() throws(StorageError) -> [StoredToken] {
        try mapRows { row throws(StorageError) in
            StoredToken(
                digest: SecretDigest(bytes: try row.requiredBytes(in: 0)), app: try row.name(in: 1),
                user: try row.name(in: 2), used: try row.count(in: 3), since: try row.count(in: 4),
                device: row.text(in: 5) ?? "", address: row.text(in: 6) ?? "")
        }
    }

    fileprivate borrowing func storedDeviceLink() throws(StorageError) -> StoredDeviceLink {
        guard let id = text(in: 2), let device = text(in: 3) else { throw .implausible }
        let proof: StoredDeviceLink.KeyOrToken
        if let key = text(in: 4) {
            proof = .key(key)
        } else {
            proof = .token(SecretDigest(bytes: try requiredBytes(in: 5)))
        }
        return StoredDeviceLink(
            app: try name(in: 0), user: try name(in: 1), id: id, device: device, proof: proof,
            since: try count(in: 6))
    }
}

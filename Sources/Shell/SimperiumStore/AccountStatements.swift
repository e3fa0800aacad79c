internal import SimperiumWire

/// What a server's file is asked and told of users. Nothing in it is a secret.
struct AccountStatements: ~Copyable {
    private let userByName: Statement
    private let userByID: Statement
    private let holder: Statement
    private let tokens: Statement
    private let keepUser: Statement
    private let keepToken: Statement
    private let noteUse: Statement
    private let forgetToken: Statement
    private let forgetUser: Statement
    private let forgetTokens: Statement

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> AccountStatements {
        AccountStatements(
            userByName: try database.prepare("\(Self.user) WHERE app = ?1 AND folded = ?2"),
            userByID: try database.prepare("\(Self.user) WHERE app = ?1 AND id = ?2"),
            holder: try database.prepare(
                """
                \(Self.user) WHERE (app, id) = (SELECT app, user FROM token WHERE digest = ?1)
                """),
            tokens: try database.prepare(
                """
                SELECT digest, app, user, used FROM token WHERE app = ?1 AND user = ?2
                ORDER BY number
                """),
            keepUser: try database.prepare(
                """
                INSERT INTO user (app, id, name, folded, rounds, block_size, lanes, salt, result)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT (app, id) DO UPDATE SET name = ?3, folded = ?4, rounds = ?5,
                    block_size = ?6, lanes = ?7, salt = ?8, result = ?9
                """),
            keepToken: try database.prepare(
                "INSERT INTO token (digest, app, user, used) VALUES (?1, ?2, ?3, ?4)"),
            noteUse: try database.prepare("UPDATE token SET used = ?2 WHERE digest = ?1"),
            forgetToken: try database.prepare("DELETE FROM token WHERE digest = ?1"),
            forgetUser: try database.prepare("DELETE FROM user WHERE app = ?1 AND id = ?2"),
            forgetTokens: try database.prepare("DELETE FROM token WHERE app = ?1 AND user = ?2"))
    }

    private static let user = """
        SELECT app, id, name, folded, rounds, block_size, lanes, salt, result FROM user
        """

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
            }
        case .revokeTokens(let user, let app): try forgetTokens.run(user, of: app)
        case .forget(let user, let app):
            try forgetTokens.run(user, of: app)
            try forgetUser.run(user, of: app)
        }
    }

    private borrowing func keep(_ user: StoredUser) throws(StorageError) {
        try keepUser.bind(user.app, at: 1)
        try keepUser.bind(user.id, at: 2)
        try keepUser.bind(user.name, at: 3)
        try keepUser.bind(user.folded, at: 4)
        try keepUser.bind(user.password.cost.rounds, at: 5)
        try keepUser.bind(user.password.cost.blockSize, at: 6)
        try keepUser.bind(user.password.cost.lanes, at: 7)
        try keepUser.bind(user.password.salt, at: 8)
        try keepUser.bind(user.password.result, at: 9)
        try keepUser.run()
    }
}

extension Statement {
    fileprivate borrowing func run(_ user: UserID, of app: AppID) throws(StorageError) {
        try bind(app, at: 1)
        try bind(user, at: 2)
        try run()
    }

    fileprivate borrowing func user() throws(StorageError) -> StoredUser? {
        defer { reset() }
        guard try step() else { return nil }
        guard let folded = text(in: 3) else { throw .implausible }
        let cost = PasswordHash.Cost(
            rounds: try count(in: 4), blockSize: try count(in: 5), lanes: try count(in: 6))
        return StoredUser(
            app: try name(in: 0), id: try name(in: 1), name: try name(in: 2), folded: folded,
            password: PasswordHash(
                cost: cost, salt: try content(in: 7), result: try content(in: 8)))
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

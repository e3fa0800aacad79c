package import RedisWire
import SimperiumWire

extension EngineAnswer {
    /// What a script about users answered; nil if it can't be of our making.
    package init?(_ value: RedisValue, to deed: AccountDeed) {
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        switch (deed, word) {
        case (.write, "DONE"), (.closed, "DONE"): self = .done
        case (.closings, "LOGS"):
            guard let logs = row.list(0) else { return nil }
            self = .logs(logs.compactMap(\.log).sorted(by: SharedLogID.precedes))
        case (.write(.keep), "TAKEN"): self = .taken
        case (.query(let query), _):
            guard let answer = AccountAnswer(row, word, to: query) else { return nil }
            self = .account(answer)
        case (.revocations, "REVOKED"):
            guard let place = row.text(0), let digests = row.rows(1, SecretDigest.init) else {
                return nil
            }
            self = .revoked(digests, upTo: place)
        default: return nil
        }
    }
}

extension SecretDigest {
    fileprivate init?(_ row: Row) {
        guard let bytes = row.text(0).flatMap({ [UInt8](hex: $0[...]) }) else { return nil }
        self.init(bytes: bytes)
    }
}

extension AccountAnswer {
    fileprivate init?(_ row: Row, _ word: String, to query: AccountQuery) {
        switch (query, word) {
        case (.user, "USER"), (.owner, "USER"), (.holder, "USER"), (.keyHolder, "USER"):
            guard !row.isEmpty else {
                self = .user(nil)
                return
            }
            guard let user = StoredUser(row) else { return nil }
            self = .user(user)
        case (.tokens(let user, let app), "TOKENS"):
            let tokens = row.rows(0) { StoredToken($0, of: user, app) }
            guard let tokens else { return nil }
            self = .tokens(tokens)
        case (.links(let user, let app), "LINKS"):
            guard let links = row.rows(0, { StoredLink($0, of: user, app) }) else { return nil }
            self = .links(links)
        case (.users(_, _, let count), "USERS"):
            guard let users = row.rows(0, StoredUser.init) else { return nil }
            self = .users(Array(users.prefix(count)), hasMore: users.count > count)
        default: return nil
        }
    }
}

extension StoredUser {
    /// How the engine calls the user, and the record.
    init?(_ row: Row) {
        guard let who = row.text(0)?.split(separator: "/"), who.count == 2,
            let app = AppID(String(who[0])), let id = UserID(String(who[1])),
            let words = row.text(1)?.split(separator: " "), words.count == 10,
            let name = String(hex: words[0]).flatMap({ UserName($0) }),
            let folded = String(hex: words[1]), let since = Int(words[9]),
            let end = Int(words[8]), let standing = Standing(words[7], end: end)
        else { return nil }
        let numbers = words[2...4].compactMap { Int($0) }
        guard numbers.count == 3, let salt = [UInt8](hex: words[5]),
            let result = [UInt8](hex: words[6])
        else { return nil }
        let cost = PasswordHash.Cost(
            rounds: numbers[0], blockSize: numbers[1], lanes: numbers[2])
        let hash = PasswordHash(cost: cost, salt: salt, result: result)
        self.init(
            app: app, id: id, name: name, folded: folded, password: numbers[0] > 0 ? hash : nil,
            since: since)
        self.standing = standing
    }
}

extension StoredUser.Standing {
    fileprivate init?(_ word: Substring, end: Int) {
        switch word {
        case "0": self = .good
        case "1": self = .locked
        case "2": self = .gone(until: end)
        default: return nil
        }
    }
}

extension StoredToken {
    fileprivate init?(_ row: Row, of user: UserID, _ app: AppID) {
        guard let digest = row.text(0).flatMap({ [UInt8](hex: $0[...]) }),
            let used = row.text(1)?.split(separator: " ").last.flatMap({ Int($0) })
        else { return nil }
        self.init(digest: SecretDigest(bytes: digest), app: app, user: user, used: used)
    }
}

extension StoredLink {
    fileprivate init?(_ row: Row, of user: UserID, _ app: AppID) {
        guard let id = row.text(0).flatMap({ String(hex: $0[...]) }),
            let words = row.text(1)?.split(separator: " "), words.count == 4,
            let device = String(hex: words[2]), let since = Int(words[3])
        else { return nil }
        let proof: Proof
        switch words[0] {
        case "key":
            guard let print = String(hex: words[1]) else { return nil }
            proof = .key(print)
        case "token":
            guard let digest = [UInt8](hex: words[1]) else { return nil }
            proof = .token(SecretDigest(bytes: digest))
        default: return nil
        }
        self.init(app: app, user: user, id: id, device: device, proof: proof, since: since)
    }
}

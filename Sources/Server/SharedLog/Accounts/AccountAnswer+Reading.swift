package import RedisWire
import SimperiumWire

extension EngineAnswer {
    /// Reads the answer of a script about users. Nil if no such script answers so.
    package init?(_ value: RedisValue, to deed: AccountDeed) {
        guard let items = value.elements, let word = items.first?.string else { return nil }
        let row = Row(items.dropFirst())
        switch (deed, word) {
        case (.write(.noteUse), "DONE"), (.closed, "DONE"): self = .done
        case (.closings, "LOGS"):
            guard let logs = row.list(0) else { return nil }
            self = .logs(logs.compactMap(\.log).sorted(by: SharedLogID.precedes))
        case (.write(.change), "KEPT"):
            guard let ended = row.rows(0, SecretDigest.init) else { return nil }
            self = .account(.changed(.kept(ended: ended)))
        case (.write(.change), "STALE"): self = .account(.changed(.stale))
        case (.write(.change), "TAKEN"): self = .account(.changed(.taken))
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
        case (.holder, "USER"):
            guard !row.isEmpty else {
                self = .holder(nil)
                return
            }
            guard let user = StoredUser(row), let token = StoredToken(row.dropping(2)) else {
                return nil
            }
            self = .holder(TokenHolder(user, by: token))
        case (.user, "USER"), (.owner, "USER"), (.keyHolder, "USER"):
            guard !row.isEmpty else {
                self = .user(nil)
                return
            }
            guard let user = StoredUser(row) else { return nil }
            self = .user(user)
        case (.tokens, "TOKENS"):
            guard let tokens = row.rows(0, StoredToken.init) else { return nil }
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

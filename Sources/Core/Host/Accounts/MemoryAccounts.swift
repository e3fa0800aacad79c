package import SimperiumWire

/// Users and tokens that are forgotten when their process ends.
package struct MemoryAccounts: Sendable {
    private struct Name: Hashable {
        let app: AppID
        let folded: String
    }

    private struct Holder: Hashable {
        let app: AppID
        let user: UserID
    }

    private var users: [Holder: StoredUser] = [:]
    private var names: [Name: UserID] = [:]
    private var holders: [SecretDigest: Holder] = [:]
    private var tokens: [Holder: [StoredToken]] = [:]

    package init() {}

    package func answer(_ query: AccountQuery) -> AccountAnswer {
        switch query {
        case .user(let folded, let app):
            let id = names[Name(app: app, folded: folded)]
            return .user(id.flatMap { users[Holder(app: app, user: $0)] })
        case .owner(let id, let app): return .user(users[Holder(app: app, user: id)])
        case .holder(let digest): return .user(holders[digest].flatMap { users[$0] })
        case .tokens(let user, let app):
            return .tokens(tokens[Holder(app: app, user: user)] ?? [])
        }
    }

    package mutating func write(_ write: AccountWrite) {
        switch write {
        case .keep(let user):
            let holder = Holder(app: user.app, user: user.id)
            if let old = users[holder] { names[Name(app: old.app, folded: old.folded)] = nil }
            users[holder] = user
            names[Name(app: user.app, folded: user.folded)] = user.id
        case .issue(let token):
            let holder = Holder(app: token.app, user: token.user)
            holders[token.digest] = holder
            tokens[holder, default: []].append(token)
        case .noteUse(let digest, let second):
            guard let holder = holders[digest],
                let index = tokens[holder]?.firstIndex(where: { $0.digest == digest })
            else { return }
            tokens[holder]?[index].used = second
        case .revoke(let digests):
            for digest in digests {
                guard let holder = holders.removeValue(forKey: digest) else { continue }
                tokens[holder]?.removeAll { $0.digest == digest }
            }
        case .revokeTokens(let user, let app): revoke(Holder(app: app, user: user))
        case .forget(let user, let app):
            let holder = Holder(app: app, user: user)
            revoke(holder)
            guard let user = users.removeValue(forKey: holder) else { return }
            names[Name(app: user.app, folded: user.folded)] = nil
        }
    }

    private mutating func revoke(_ holder: Holder) {
        for token in tokens.removeValue(forKey: holder) ?? [] { holders[token.digest] = nil }
    }
}

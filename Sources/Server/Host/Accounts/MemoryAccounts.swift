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
    private var links: [Holder: [StoredLink]] = [:]

    package init() {}

    package func answer(_ query: AccountQuery) -> AccountAnswer {
        switch query {
        case .user(let folded, let app):
            let id = names[Name(app: app, folded: folded)]
            return .user(id.flatMap { users[Holder(app: app, user: $0)] })
        case .owner(let id, let app): return .user(users[Holder(app: app, user: id)])
        case .holder(let digest): return .user(holders[digest].flatMap { users[$0] })
        case .keyHolder(let key, let app):
            let holder = links.first { $0.key.app == app && $0.value.contains { $0.key == key } }
            return .user(holder.flatMap { users[$0.key] })
        case .tokens(let user, let app):
            return .tokens(tokens[Holder(app: app, user: user)] ?? [])
        case .links(let user, let app):
            return .links(links[Holder(app: app, user: user)] ?? [])
        case .users(let app, let folded, let count):
            let found = users.values.filter {
                $0.app == app && !$0.isGone && folded.utf8.lexicographicallyPrecedes($0.folded.utf8)
            }
            let sorted = found.sorted {
                $0.folded.utf8.lexicographicallyPrecedes($1.folded.utf8)
            }
            return .users(Array(sorted.prefix(count)), hasMore: sorted.count > count)
        }
    }

    package mutating func write(_ write: AccountWrite) {
        switch write {
        case .keep(let user): keep(user)
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
                // A device may be linked by a token that has been revoked before.
                for holder in links.keys { links[holder]?.removeAll { $0.token == digest } }
                guard let holder = holders.removeValue(forKey: digest) else { continue }
                tokens[holder]?.removeAll { $0.digest == digest }
            }
        case .revokeTokens(let user, let app): revoke(Holder(app: app, user: user))
        case .link(let link): add(link)
        case .unlink(let id, let user, let app):
            links[Holder(app: app, user: user)]?.removeAll { $0.id == id }
        case .forget(let user, let app): _ = forget(Holder(app: app, user: user))
        case .retire(let user, let app, let now, let second):
            if let user = forget(Holder(app: app, user: user)) { keep(user.gone(until: second)) }
            forgetGone(of: app, before: now)
        }
    }

    private mutating func keep(_ user: StoredUser) {
        let holder = Holder(app: user.app, user: user.id)
        if let old = users[holder] { names[Name(app: old.app, folded: old.folded)] = nil }
        users[holder] = user
        names[Name(app: user.app, folded: user.folded)] = user.id
    }

    private mutating func add(_ link: StoredLink) {
        if let key = link.key {
            for holder in links.keys where holder.app == link.app {
                links[holder]?.removeAll { $0.key == key }
            }
        }
        links[Holder(app: link.app, user: link.user), default: []].append(link)
    }

    private mutating func forget(_ holder: Holder) -> StoredUser? {
        revoke(holder)
        links[holder] = nil
        return drop(holder)
    }

    private mutating func drop(_ holder: Holder) -> StoredUser? {
        guard let user = users.removeValue(forKey: holder) else { return nil }
        names[Name(app: user.app, folded: user.folded)] = nil
        return user
    }

    private mutating func forgetGone(of app: AppID, before now: Int) {
        for (holder, user) in users where holder.app == app {
            if case .gone(let second) = user.standing, second <= now { _ = forget(holder) }
        }
    }

    private mutating func revoke(_ holder: Holder) {
        for token in tokens.removeValue(forKey: holder) ?? [] { holders[token.digest] = nil }
        links[holder]?.removeAll { $0.token != nil }
    }
}

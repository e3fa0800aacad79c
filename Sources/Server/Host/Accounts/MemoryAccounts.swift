package import SimperiumWire

/// A store of users, tokens and linked devices in memory. The data is lost when the process ends.
package struct MemoryAccounts: Sendable {
    private struct FoldedUserName: Hashable {
        let app: AppID
        let folded: String
    }

    private var users: [UserLogID: StoredUser] = [:]
    private var names: [FoldedUserName: UserID] = [:]
    private var holders: [SecretDigest: UserLogID] = [:]
    private var tokens: [UserLogID: [StoredToken]] = [:]
    private var links: [UserLogID: [StoredDeviceLink]] = [:]

    package init() {}

    package func answer(_ query: AccountQuery) -> AccountQueryAnswer {
        switch query {
        case .user(let folded, let app):
            let id = names[FoldedUserName(app: app, folded: folded)]
            return .user(id.flatMap { users[UserLogID(app: app, user: $0)] })
        case .owner(let id, let app): return .user(users[UserLogID(app: app, user: id)])
        case .holder(let digest): return .holder(holder(of: digest))
        case .keyHolder(let key, let app):
            return .user(linkedHolder(of: key, in: app).flatMap { users[$0] })
        case .tokens(let user, let app):
            return .tokens(tokens[UserLogID(app: app, user: user)] ?? [])
        case .links(let user, let app):
            return .links(links[UserLogID(app: app, user: user)] ?? [])
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

    private func holder(of digest: SecretDigest) -> TokenWithUser? {
        guard let holder = holders[digest], let user = users[holder],
            let token = tokens[holder]?.first(where: { $0.digest == digest })
        else { return nil }
        return TokenWithUser(user, by: token)
    }

    private func linkedHolder(of key: String, in app: AppID) -> UserLogID? {
        links.first { $0.key.app == app && $0.value.contains { $0.key == key } }?.key
    }

    /// Performs a write. Returns nil if the write has no result.
    @discardableResult
    package mutating func write(_ write: AccountWrite) -> UserChangeResult? {
        switch write {
        case .change(let change): return perform(change)
        case .noteUse(let digest, let second):
            if let holder = holders[digest],
                let index = tokens[holder]?.firstIndex(where: { $0.digest == digest })
            {
                tokens[holder]?[index].used = second
            }
            return nil
        }
    }

    package mutating func perform(_ change: UserChange) -> UserChangeResult {
        let holder = UserLogID(app: change.app, user: change.user)
        guard change.isApplicable(users[holder], tokens[holder] ?? []),
            change.newKey.flatMap({ self.linkedHolder(of: $0, in: change.app) }) == nil
        else { return .stale }
        if case .put(let user) = change.row {
            guard makeNameAvailable(to: user, at: change.second) else { return .taken }
            insertOrReplace(user)
        }
        if let places = change.addressPrefixes { users[holder]?.addressPrefixes = places }
        let ended = change.endedDigests(among: tokens[holder] ?? [])
        removeTokens(ended, of: holder)
        if let id = change.linkToRemove { links[holder]?.removeAll { $0.id == id } }
        if change.endsUser {
            links[holder] = nil
            if case .removed = change.row { removeUser(holder) }
            removeGoneUsers(of: change.app, before: change.second)
        }
        if let token = change.token {
            holders[token.digest] = holder
            tokens[holder, default: []].append(token)
        }
        if let link = change.link { addReplacingSameKey(link) }
        return .kept(ended: ended)
    }

    /// Returns true if the user's name is free, or already belongs to the user. First frees a name
    /// that a deleted account no longer reserves.
    private mutating func makeNameAvailable(to user: StoredUser, at second: Int) -> Bool {
        guard let owner = names[FoldedUserName(app: user.app, folded: user.folded)],
            owner != user.id
        else {
            return true
        }
        let holder = UserLogID(app: user.app, user: owner)
        guard case .gone(let end)? = users[holder]?.standing, end <= second else { return false }
        removeUser(holder)
        return true
    }

    private mutating func insertOrReplace(_ user: StoredUser) {
        let holder = UserLogID(app: user.app, user: user.id)
        if let old = users[holder] { names[FoldedUserName(app: old.app, folded: old.folded)] = nil }
        users[holder] = user
        names[FoldedUserName(app: user.app, folded: user.folded)] = user.id
    }

    private mutating func removeTokens(_ ended: [SecretDigest], of holder: UserLogID) {
        for digest in ended { holders[digest] = nil }
        tokens[holder]?.removeAll { ended.contains($0.digest) }
        links[holder]?.removeAll { $0.token.map(ended.contains) == true }
    }

    private mutating func addReplacingSameKey(_ link: StoredDeviceLink) {
        if let key = link.key {
            for holder in links.keys where holder.app == link.app {
                links[holder]?.removeAll { $0.key == key }
            }
        }
        links[UserLogID(app: link.app, user: link.user), default: []].append(link)
    }

    private mutating func removeUser(_ holder: UserLogID) {
        for token in tokens.removeValue(forKey: holder) ?? [] { holders[token.digest] = nil }
        links[holder] = nil
        if let user = users.removeValue(forKey: holder) {
            names[FoldedUserName(app: user.app, folded: user.folded)] = nil
        }
    }

    private mutating func removeGoneUsers(of app: AppID, before second: Int) {
        for (holder, user) in users where holder.app == app {
            if case .gone(let end) = user.standing, end <= second { removeUser(holder) }
        }
    }
}

package import RedisWire
import SimperiumClock
package import SimperiumWire

/// What is asked of the engine about users. They are of all nodes, and so is each answer: nothing
/// is said to a client before it.
package enum AccountDeed: Hashable, Sendable {
    case write(AccountWrite)
    case query(AccountQuery)
    /// Which tokens have been revoked behind a place in the list of these; nil asks only for the
    /// end of it.
    case revocations(after: String?)
    /// Whose logs are to be closed, who were deleted. For so long they are the asker's to look at.
    case closings(for: Duration)
    /// A user's log is.
    case closed(SharedLogID)

    /// How Redis is asked for it.
    package func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .write(let write): write.question(keys)
        case .query(let query): query.question(keys)
        case .revocations(let place):
            .script(
                EngineScript.revocations, keys: keys.accounts(of: nil),
                arguments: Arguments(place ?? "", "\(EngineLimits.revocations)").all)
        case .closings(let duration):
            .script(
                EngineScript.closings, keys: keys.accounts(of: nil),
                arguments: Arguments(
                    "\(duration.wholeMilliseconds)", "\(EngineLimits.closings)"
                ).all)
        case .closed(let log):
            .script(
                EngineScript.closed, keys: keys.accounts(of: nil),
                arguments: Arguments(AccountWrite.called(log.user, log.app)).all)
        }
    }
}

extension EngineKeys {
    /// What all scripts about users have.
    fileprivate func accounts(of app: AppID?) -> [[UInt8]] {
        let name = app?.text ?? ""
        return [
            "u", "n", "f", "t", "k", "l", "r", "p", "w", "s/\(name)", "g/\(name)", "x", "c",
        ].map(account)
    }
}

extension AccountWrite {
    fileprivate func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .keep(let user):
            let who = Self.called(user.id, user.app)
            let until = user.isGone ? "\(user.standing.end)" : ""
            return .script(
                EngineScript.keepUser, keys: keys.accounts(of: user.app),
                arguments: Arguments(who, user.folded, user.record, until).all)
        case .issue(let token):
            return .script(
                EngineScript.issue, keys: keys.accounts(of: nil),
                arguments: Arguments(
                    token.digest.bytes.hex, Self.called(token.user, token.app), "\(token.used)"
                ).all)
        case .noteUse(let digest, let second):
            return .script(
                EngineScript.noteUse, keys: keys.accounts(of: nil),
                arguments: Arguments(digest.bytes.hex, "\(second)").all)
        case .revoke(let digests):
            var words = Arguments()
            for digest in digests { words.add(digest.bytes.hex) }
            return .script(
                EngineScript.revoke, keys: keys.accounts(of: nil), arguments: words.all)
        case .link(let link):
            return .script(
                EngineScript.link, keys: keys.accounts(of: link.app),
                arguments: Arguments(
                    Self.called(link.user, link.app), Array(link.id.utf8).hex, link.kind,
                    link.proofText, link.rest
                ).all)
        case .revokeTokens, .unlink, .forget, .retire: return ofUser(keys)
        }
    }

    private func ofUser(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .revokeTokens(let user, let app):
            return .script(
                EngineScript.revokeAll, keys: keys.accounts(of: app),
                arguments: Arguments(Self.called(user, app)).all)
        case .unlink(let id, let user, let app):
            return .script(
                EngineScript.unlink, keys: keys.accounts(of: app),
                arguments: Arguments(Self.called(user, app), Array(id.utf8).hex).all)
        case .forget(let user, let app):
            return .script(
                EngineScript.forgetUser, keys: keys.accounts(of: app),
                arguments: Arguments(Self.called(user, app)).all)
        case .retire(let user, let app, let now, let until):
            let name = StoredUser.nameOfWhoLeft
            return .script(
                EngineScript.retireUser, keys: keys.accounts(of: app),
                arguments: Arguments(Self.called(user, app), "\(now)", "\(until)", name).all)
        case .keep, .issue, .noteUse, .revoke, .link: preconditionFailure("is of more than a user")
        }
    }

    /// As which the engine knows a user.
    fileprivate static func called(_ user: UserID, _ app: AppID) -> String {
        "\(app.text)/\(user.text)"
    }
}

extension AccountQuery {
    fileprivate func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .user(let folded, let app): find(by: "name", app.text + "/" + folded, keys)
        case .owner(let id, let app): find(by: "id", AccountWrite.called(id, app), keys)
        case .holder(let digest): find(by: "token", digest.bytes.hex, keys)
        case .keyHolder(let print, let app):
            find(by: "key", app.text + "/" + Array(print.utf8).hex, keys)
        case .tokens(let user, let app):
            .script(
                EngineScript.tokens, keys: keys.accounts(of: app),
                arguments: Arguments(AccountWrite.called(user, app)).all)
        case .links(let user, let app):
            .script(
                EngineScript.links, keys: keys.accounts(of: app),
                arguments: Arguments(AccountWrite.called(user, app)).all)
        case .users(let app, let folded, let count):
            .script(
                EngineScript.users, keys: keys.accounts(of: app),
                arguments: Arguments(app.text, folded, "\(count)").all)
        }
    }

    private func find(by kind: String, _ what: String, _ keys: EngineKeys) -> RedisQuestion {
        .script(
            EngineScript.findUser, keys: keys.accounts(of: nil),
            arguments: Arguments(kind, what).all)
    }
}

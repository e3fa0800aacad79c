package import RedisWire
import SimperiumClock
package import SimperiumWire

/// A query or a write of users, which all nodes share: no client depends on it before the answer.
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
        case .change(let change):
            .script(
                change.needsRoom ? EngineScript.changeUser : EngineScript.endUser,
                keys: keys.accounts(of: change.app), arguments: change.arguments)
        case .noteUse(let digest, let second):
            .script(
                EngineScript.noteUse, keys: keys.accounts(of: nil),
                arguments: Arguments(digest.bytes.hex, "\(second)").all)
        }
    }

    /// The user's name in the engine's keys.
    fileprivate static func called(_ user: UserID, _ app: AppID) -> String {
        "\(app.text)/\(user.text)"
    }
}

extension UserChange {
    /// True if the change adds something: Redis refuses it when it has no memory left.
    fileprivate var needsRoom: Bool { token != nil || link != nil || base == 0 }

    /// The arguments of `EngineScript.changeUser`.
    fileprivate var arguments: [[UInt8]] {
        var words = Arguments(AccountWrite.called(user, app), base.map { "\($0)" } ?? "")
        words.add(second)
        words.add(shown?.bytes.hex ?? "")
        switch row {
        case .unchanged: for word in ["", "", "", ""] { words.add(word) }
        case .removed: for word in ["removed", "", "", ""] { words.add(word) }
        case .put(let user):
            words.add("put")
            words.add(user.folded)
            words.add(user.record)
            words.add(user.isGone ? "\(user.standing.end)" : "")
        }
        words.add(places.map { $0.words } ?? "")
        words.add(token?.digest.bytes.hex ?? "")
        words.add(token?.record ?? "")
        words.add(link.map { Array($0.id.utf8).hex } ?? "")
        words.add(link?.kind ?? "")
        words.add(link?.proofText ?? "")
        words.add(link?.rest ?? "")
        words.add(unlinked.map { Array($0.utf8).hex } ?? "")
        switch ended {
        case .none: break
        case .some(let digests):
            words.add("some")
            for digest in digests { words.add(digest.bytes.hex) }
        case .all(let kept):
            words.add("all")
            words.add(kept?.bytes.hex ?? "")
        }
        return words.all
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

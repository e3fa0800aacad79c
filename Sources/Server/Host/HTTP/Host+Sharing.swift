import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Objects that are shared with other users of an app.
extension Host {
    mutating func begin(
        _ share: ShareCall, of request: HTTPRequest, in bucket: BucketID, by caller: Caller,
        for id: CallID
    ) throws(Refusal) {
        guard let name = share.name else {
            ask(.sharers(share.key), of: bucket, by: caller, for: id) {
                host, outcome throws(Refusal) in
                guard case .sharers(let found) = outcome else { throw .unavailable }
                host.list(SharerList(found, in: bucket.app), for: id)
            }
            return
        }
        guard callers.lookUps.allows(caller.identity.user.text, at: now) else {
            throw .tooSoon(callers.lookUps.wait(of: caller.identity.user.text, at: now))
        }
        let mayWrite = try request.givesWriting()
        let folded = NameRule(of: bucket.app).folded(name)
        find(.user(folded: folded, of: bucket.app), for: id) { host, user throws(Refusal) in
            guard let user, !user.isGone else { throw .noSuchUser }
            let changeID: ChangeID = named(ChangeID(host.secrets.hexText()))
            let purpose: ShareWish.Purpose
            if case .unshare = share.purpose {
                purpose = .unshare
            } else {
                purpose = .share(mayWrite: mayWrite)
            }
            let wish = ShareWish(purpose, of: share.key, with: user.id, id: changeID)
            host.ask(.share(wish), of: bucket, by: caller, for: id) { host, _ in
                host.answer(id, .success)
            }
        }
    }

    /// Finds the names of the users with whom an object is shared, and answers with all of them.
    private mutating func list(_ list: SharerList, for id: CallID) {
        guard let next = list.next else { return answer(id, .json(list.reply.utf8)) }
        find(.owner(next, app: list.app), for: id) { host, user in
            var list = list
            list.names.append(user.flatMap { $0.isGone ? nil : $0.name.text })
            host.list(list, for: id)
        }
    }
}

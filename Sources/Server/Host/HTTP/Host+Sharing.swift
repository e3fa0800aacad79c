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
            calls.open[id]?.step = .sharing(.asking(bucket.app))
            ask(.sharers(share.key), of: bucket, by: caller, for: id)
            return
        }
        guard callers.lookUps.allows(caller.identity.user.text, at: now) else {
            throw .tooSoon(callers.lookUps.wait(of: caller.identity.user.text, at: now))
        }
        let mayWrite = try request.givesWriting()
        calls.open[id]?.step = .sharing(.findingUser(share, bucket, caller, mayWrite: mayWrite))
        let folded = NameRule(of: bucket.app).folded(name)
        effects.append(.look(.call(id), .user(folded: folded, of: bucket.app)))
    }

    /// Takes a user who was looked for.
    mutating func found(
        _ user: StoredUser?, for id: CallID, _ step: ShareStep
    ) throws(Refusal) {
        let present = user.flatMap { $0.isGone ? nil : $0 }
        switch step {
        case .findingUser(let share, let bucket, let caller, let mayWrite):
            guard let present else { throw .noSuchUser }
            calls.open[id]?.step = .sharing(.asking(bucket.app))
            let changeID: ChangeID = named(ChangeID(secrets.hexText()))
            let purpose: ShareWish.Purpose
            if case .unshare = share.purpose {
                purpose = .unshare
            } else {
                purpose = .share(mayWrite: mayWrite)
            }
            let wish = ShareWish(purpose, of: share.key, with: present.id, id: changeID)
            ask(.share(wish), of: bucket, by: caller, for: id)
        case .naming(var listing):
            listing.names.append(present?.name.text)
            list(listing, for: id)
        case .asking: break
        }
    }

    /// Finds the names of those with whom an object is shared, and answers when all are known.
    mutating func list(_ listing: ShareStep.Listing, for id: CallID) {
        guard let next = listing.next else { return answer(id, .json(listing.reply.utf8)) }
        calls.open[id]?.step = .sharing(.naming(listing))
        effects.append(.look(.call(id), .owner(next, app: listing.app)))
    }
}

import SimperiumClock
import SimperiumWebWire
package import SimperiumWire
import SyncHub

/// The completion of account deletions that an earlier server process or this one could not finish.
///
/// The first write of a deletion ends all sessions. The last write removes or anonymises the
/// account, after all its data has been deleted. If the server stops between these writes, the
/// server's next process finishes the deletion when it starts. If a bucket can't be dropped, this
/// process tries again later.
extension Host {
    private static let usersPerPage = 500
    private static let retryPause = Duration.seconds(30)

    mutating func resumeAccountDeletions() {
        for app in settings.apps.keys.sorted(by: { $0.text < $1.text }) {
            resumeAccountDeletions(of: app, after: "")
        }
    }

    private mutating func resumeAccountDeletions(of app: AppID, after folded: String) {
        let id = openCallWithoutCaller()
        let query = AccountQuery.users(of: app, after: folded, atMost: Self.usersPerPage)
        queryAccounts(query, for: id, \.page) { host, page in
            _ = host.calls.remove(id)
            for user in page.users where user.standing == .leaving {
                host.resumeAccountDeletion(of: user)
            }
            guard page.hasMore, let last = page.users.last else { return }
            host.resumeAccountDeletions(of: app, after: last.folded)
        }
    }

    private mutating func resumeAccountDeletion(of user: StoredUser) {
        let id = openCallWithoutCaller()
        var account = AccountCall(
            .delete, of: user.app, AccountForm(of: user.name.text),
            .owner(user.id, app: user.app), nameRules: nameRules(of: user.app))
        account.user = user
        account.remainingSteps = [.dropBuckets]
        continueCall(id) { [account] host throws(CallRefusal) in
            try host.performNextStep(account, id)
        }
    }

    /// Schedules a retry of the account deletion that a refused call has begun. Does nothing if the
    /// call has begun no deletion, or if this host does not store the accounts.
    mutating func scheduleDeletionRetry(of id: CallID) {
        guard settings.shards.isHome, let user = calls.open[id]?.leavingUser else { return }
        unfinishedDeletions.add(user, retryAt: now + Self.retryPause)
    }

    /// Continues the unfinished deletions if the retry is due. Skips deletions that another call
    /// has finished.
    mutating func retryAccountDeletions() {
        for user in unfinishedDeletions.popDue(at: now) {
            let id = openCallWithoutCaller()
            calls.open[id]?.leavingUser = user
            findUser(.owner(user.id, app: user.app), for: id) { host, user in
                _ = host.calls.remove(id)
                guard let user, user.standing == .leaving else { return }
                host.resumeAccountDeletion(of: user)
            }
        }
    }

    /// Drops a bucket that has just received a shared object, if the bucket's user has been or is
    /// being deleted. Otherwise the copy would outlive the account.
    package mutating func dropBucketIfUserIsDeleted(_ bucket: BucketID) {
        let id = openCallWithoutCaller()
        findUser(.owner(bucket.user, app: bucket.app), for: id) { host, user in
            _ = host.calls.remove(id)
            guard user?.isActive != true else { return }
            let change = Change(
                .drop, key: .trappingIfInvalid(bucket.name.text),
                id: .trappingIfInvalid(host.secrets.newHexSecret()))
            host.request(.change(change), of: bucket, by: .server(for: bucket.user))
        }
    }

    /// Opens a call without a caller, and returns its id. The call's answer is dropped.
    private mutating func openCallWithoutCaller() -> CallID {
        calls.lastServerCall -= 1
        let id = CallID(rawValue: calls.lastServerCall)
        let origin = CallerAddress(address: "", addressPrefix: [], isLoopback: true)
        calls.open[id] = HTTPCall(from: origin)
        calls.open[id]?.hasCaller = false
        return id
    }
}

/// The account deletions that could not be finished. All continue at `retryAt`.
struct UnfinishedAccountDeletions {
    private(set) var retryAt: Instant?
    private var users: [StoredUser] = []

    /// Adds a deletion, and postpones the retry of all deletions to `time`.
    mutating func add(_ user: StoredUser, retryAt time: Instant) {
        users.removeAll { $0.id == user.id && $0.app == user.app }
        users.append(user)
        retryAt = time
    }

    /// Removes and returns all deletions; none if the retry is not due.
    mutating func popDue(at now: Instant) -> [StoredUser] {
        guard let time = retryAt, time <= now else { return [] }
        retryAt = nil
        return exchange(&users, with: [])
    }
}

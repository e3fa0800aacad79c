import SimperiumClock
import SimperiumWebWire
package import SimperiumWire
import SyncHub

/// The completion of account deletions that an earlier server process or this one could not finish.
///
/// The first write of a deletion ends all sessions. The last write removes or anonymises the
/// account, after all its data has been deleted. If the server stops between these writes, the
/// server's next process finishes the deletion when it starts. If the users can't be listed, or a
/// bucket can't be dropped, this process tries again later.
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
        calls.open[id]?.deletion = .search(app, after: folded)
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

    /// Schedules a retry of a refused call's work on deletions. Does nothing if the call has none,
    /// or if this host does not store accounts.
    mutating func scheduleDeletionRetry(of id: CallID) {
        guard settings.shards.isHome, let deletion = calls.open[id]?.deletion else { return }
        unfinishedDeletions.add(deletion, retryAt: now + Self.retryPause)
    }

    /// Continues the unfinished deletions if the retry is due. Skips deletions that another call
    /// has finished.
    mutating func retryAccountDeletions() {
        for deletion in unfinishedDeletions.popDue(at: now) {
            switch deletion {
            case .search(let app, let folded): resumeAccountDeletions(of: app, after: folded)
            case .user(let user, let app):
                let id = openCallWithoutCaller()
                calls.open[id]?.deletion = deletion
                findUser(.owner(user, app: app), for: id) { host, user in
                    _ = host.calls.remove(id)
                    guard let user, user.standing == .leaving else { return }
                    host.resumeAccountDeletion(of: user)
                }
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

/// A part of the work on account deletions, which is retried if it fails.
enum AccountDeletionTask: Hashable {
    case user(UserID, in: AppID)
    /// The search for users of an app that are being deleted, after this folded name.
    case search(AppID, after: String)
}

/// The work on deletions that could not be finished. All tasks continue at `retryAt`.
struct UnfinishedAccountDeletions {
    private(set) var retryAt: Instant?
    private var tasks: [AccountDeletionTask] = []

    /// Adds a task, and postpones the retry of all tasks to `time`.
    mutating func add(_ task: AccountDeletionTask, retryAt time: Instant) {
        tasks.removeAll { $0 == task }
        tasks.append(task)
        retryAt = time
    }

    /// Removes and returns all tasks; none if the retry is not due.
    mutating func popDue(at now: Instant) -> [AccountDeletionTask] {
        guard let time = retryAt, time <= now else { return [] }
        retryAt = nil
        return exchange(&tasks, with: [])
    }
}

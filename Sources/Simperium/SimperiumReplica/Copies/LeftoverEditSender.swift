internal import SimperiumLoop
package import SimperiumNetwork
internal import SimperiumStore
internal import SimperiumSync
package import SimperiumWire

/// A task that sends the edits that earlier runs of the program left in their copies of an account.
/// It handles one copy at a time, and connects under the copy's client id. It looks for the next
/// copy as soon as it has sent and closed one. If it has found none, or could not send all edits of
/// a copy, it looks a minute later.
///
/// Order of calls: `start` once. A copy is held only while its edits are sent, so another program
/// may open it before or after.
package final class LeftoverEditSender {
    private static let pause = Duration.seconds(60)
    /// The longest time that a copy is held to send its edits.
    private static let sendTimeout = Duration.seconds(30)

    private let folder: AccountCopyDirectory
    private let token: Token
    private let hubs: [HubAddress]
    private let connectionSet: ConnectionSet
    private let trust: TLSContext?
    private let queue: DiskQueue
    private var phase = Phase.waiting
    /// The replica whose connection is ending. It is kept alive until the next copy is released.
    private var ending: LiveReplica?
    private var alarm: Timer?

    private enum Phase {
        /// The alarm starts the next search.
        case waiting
        case looking
        /// The alarm releases the copy.
        case sending(UnsentAccountCopy, LiveReplica)
    }

    /// Creates a task that has not started. `hubs` are the addresses of one hub.
    package init(
        from folder: AccountCopyDirectory, as token: Token, to hubs: [HubAddress],
        on connectionSet: ConnectionSet, trusting trust: TLSContext?, by queue: DiskQueue
    ) {
        self.folder = folder
        self.token = token
        self.hubs = hubs
        self.connectionSet = connectionSet
        self.trust = trust
        self.queue = queue
        alarm = Timer(on: connectionSet.loop) { [unowned self] in releaseCopyOrLookForNext() }
    }

    /// Looks for the first copy at once.
    package func start() {
        alarm?.arm(after: .zero)
    }

    private func releaseCopyOrLookForNext() {
        switch phase {
        case .sending(let copy, let replica): release(copy, of: replica)
        case .looking: break
        case .waiting:
            phase = .looking
            queue.run { [folder] in
                folder.openFirstUnsentCopy()
            } then: { [weak self] copy in
                self?.beginSendingOrWait(copy)
            }
        }
    }

    private func beginSendingOrWait(_ copy: UnsentAccountCopy?) {
        guard let copy else {
            phase = .waiting
            alarm?.arm(after: Self.pause)
            return
        }
        let replica = LiveReplica(
            at: hubs, as: copy.file.clientID, on: connectionSet, trusting: trust, store: copy)
        phase = .sending(copy, replica)
        for bucket in copy.stored.keys.sorted(by: { $0.text < $1.text }) {
            _ = try? replica.openBucket(bucket, as: .durable) { [unowned self] _, event in
                if case .pending = event { releaseIfSentOrRefused() }
            }
        }
        replica.onStatus = { [unowned self] _ in releaseIfSentOrRefused() }
        // The copies in the folder belong to this user, even if the user's name has changed since.
        replica.signIn(token, others: .take)
        replica.goOnline()
        alarm?.arm(after: Self.sendTimeout)
    }

    private func releaseIfSentOrRefused() {
        guard case .sending(_, let replica) = phase else { return }
        let isRefused = if case .unauthorized = replica.status { true } else { false }
        if isRefused || hasSentAll(replica) { alarm?.arm(after: .zero) }
    }

    private func hasSentAll(_ replica: LiveReplica) -> Bool {
        replica.status == .synced && replica.statistics.unsentOrUnacknowledged == 0
    }

    /// Goes offline, and closes the copy when the connection has ended. Then looks for the next
    /// copy; after a pause, if this one still has edits.
    private func release(_ copy: UnsentAccountCopy, of replica: LiveReplica) {
        let isSent = hasSentAll(replica)
        (phase, ending) = (.waiting, replica)
        alarm?.arm(after: Self.pause)
        replica.goOffline { [weak self] in
            copy.file.close()
            // After a failure of the store, the copy may still have the edits that were sent.
            guard isSent, let self, self.ending?.failure == nil else { return }
            self.alarm?.arm(after: .zero)
        }
    }
}

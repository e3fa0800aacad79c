internal import SimperiumLoop
package import SimperiumNetwork
internal import SimperiumStore
internal import SimperiumSync
package import SimperiumWire

/// Sends what other runs of the program left in their copies of an account: as those, over a line
/// of its own, one copy after the other; at the start and once a minute.
///
/// A copy that another program takes up meanwhile is left to that one.
package final class CopySender {
    private static let pause = Duration.seconds(60)
    /// After so long a copy is let go, whatever came of it.
    private static let patience = Duration.seconds(30)

    /// Called whenever a copy was sent or let go, and if there is none to send.
    package var onRest: (() -> Void)?

    private let folder: CopyFolder
    private let token: Token
    private let hub: HubAddress
    private let connectionSet: ConnectionSet
    private let trust: TLSContext?
    private let queue: DiskQueue
    private var copy: UnsentCopy?
    private var replica: LiveReplica?
    private var isLooking = false
    private var alarm: Timer?

    package init(
        from folder: CopyFolder, as token: Token, to hub: HubAddress,
        on connectionSet: ConnectionSet, trusting trust: TLSContext?, by queue: DiskQueue
    ) {
        self.folder = folder
        self.token = token
        self.hub = hub
        self.connectionSet = connectionSet
        self.trust = trust
        self.queue = queue
        alarm = Timer(on: connectionSet.loop) { [unowned self] in wake() }
    }

    /// Begins to look, now and from then on.
    package func begin() {
        alarm?.arm(after: .zero)
    }

    private func wake() {
        if replica != nil { return letGo() }
        guard !isLooking else { return }
        isLooking = true
        queue.run { [folder] in
            folder.takeUnsent()
        } then: { [weak self] copy in
            self?.take(copy)
        }
    }

    private func take(_ copy: UnsentCopy?) {
        isLooking = false
        guard let copy else {
            alarm?.arm(after: Self.pause)
            onRest?()
            return
        }
        self.copy = copy
        let replica = LiveReplica(
            at: hub, as: copy.file.clientID, on: connectionSet, trusting: trust, store: copy)
        self.replica = replica
        for bucket in copy.stored.keys.sorted(by: { $0.text < $1.text }) {
            _ = try? replica.open(bucket, as: .durable) { [unowned self] _, event in
                if case .pending = event { lookWhetherSent() }
            }
        }
        replica.onStatus = { [unowned self] _ in lookWhetherSent() }
        // The folder of the copy is the user's, who may have another name by now.
        replica.signIn(token, others: .take)
        replica.goOnline()
        alarm?.arm(after: Self.patience)
    }

    private func lookWhetherSent() {
        guard let replica else { return }
        switch replica.status {
        case .unauthorized: alarm?.arm(after: .zero)
        case .synced where replica.statistics.unsent + replica.statistics.unacknowledged == 0:
            alarm?.arm(after: .zero)
        case .synced, .connecting, .authorizing, .indexing, .offline: break
        }
    }

    /// Lets the copy go, for others to take up, once the hub has heard the goodbye.
    private func letGo() {
        guard let replica, let copy else { return }
        (self.replica, self.copy) = (nil, nil)
        replica.goOffline { [weak self] in
            copy.file.close()
            self?.onRest?()
        }
        alarm?.arm(after: Self.pause)
        ending = replica
    }

    /// What says goodbye.
    private var ending: LiveReplica?
}

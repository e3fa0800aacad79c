// SimperiumReplica: a replica joined to a loop, a connection and a file.
// Not here: sync (SimperiumSync), sockets (SimperiumNetwork), async calls (SimperiumKit).
// Start with `LiveReplica`; then `LiveBucket`, `HubLink`, `ReplicaStoreFile`.

internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumLoop
package import SimperiumNetwork
internal import SimperiumStore
package import SimperiumSync
package import SimperiumWire

/// A program's buckets at work: a `Replica` with its loop, its connection to the hub, and a store
/// for durable buckets.
///
/// All calls must be made on the loop's thread. An edit shows at once, with or without a
/// connection. At the end of the turn, the edit is stored and then sent, so a crash can't lose an
/// edit that was sent. Changes of other clients are stored before the bucket's events report them.
///
/// Order of calls: `openBucket` each bucket, `signIn`, `goOnline`; edits at any time after
/// `openBucket`; `goOffline` at the end. For example, a list of things to do:
///
///     let store = try ReplicaStoreFile(path)
///     let replica = LiveReplica(at: [hub], as: store.clientID, on: connectionSet, store: store)
///     replica.onStatus = { status in show(status) }  // .synced, .offline(retryAt:because:), …
///     let todo = try replica.openBucket(bucket, as: .durable) { todo, event in
///         switch event {
///         case .inserted(let key, _), .updated(let key, _, _): show(todo[key], as: key)
///         case .deleted(let key, _): remove(key)
///         case .error(.refused(let key, let reason, _)): explain(reason, key)  // and revert?
///         default: break  // .acknowledged, .pending(3), .away and others
///         }
///     }
///     for key in todo.keys { show(todo[key], as: key) }  // from the last run
///     replica.signIn(token)
///     replica.goOnline()
///
///     let milk = ObjectKey.random()
///     todo.edit(.put(milk, ["title": "Milk", "done": false]))
///     todo.edit(.update(milk, setting: ["done": true]))  // changes no other member
///     todo.edit(.delete(milk))
///
///     let unsent = replica.signOut(removingObjects: true)  // the number of unsent objects
///     replica.goOffline { loop.stop() }
///
/// If the store fails, `onFailure` is called and the replica stops. Edits that could not be stored
/// are not sent either, though the program sees them.
package final class LiveReplica {
    package var onStatus: ((ReplicaStatus) -> Void)?
    /// Called once, when the store has failed.
    package var onFailure: ((StorageError) -> Void)?
    /// Called with the error for each frame from the hub that can't be read; for a log.
    package var onUnreadable: ((WireError) -> Void)?
    package private(set) var failure: StorageError?

    /// The edits that this turn must store, and the notifications that follow them.
    private struct TurnResult {
        var edits: [BucketStoreEdits] = []
        var notifications: [Replica.Effect] = []
        /// The reason that the present edit is refused; nil if the edit is valid.
        var invalid: UnsendableObjectReason?
    }

    /// The longest pause between two checks for a sleep of the machine, while the replica has a
    /// deadline. The loop's clock stands still during a sleep.
    private static let sleepCheckPause = Duration.seconds(5)

    private let connectionSet: ConnectionSet
    private let store: (any ReplicaStore)?
    private let hasSlept: () -> Bool
    private(set) var replica: Replica
    private var link: HubLink?
    private var listeners: [BucketName: LiveBucket.Listener] = [:]
    private var turnResult = TurnResult()
    private var offlineHandlers: [() -> Void] = []
    private var commitHook: EndOfTurnAction?
    private var wakeTimer: Timer?

    /// Creates a replica of the hub's app. `hubs` are the addresses of one hub. `clientID` belongs
    /// to this installation and must not be copied to another device. `trust` has the certificates
    /// that are accepted at a `wss://` address; nil stands for the operating system's. `hasSlept`
    /// returns true once after each sleep of the machine; nil stands for a `SleepDetector`.
    package init(
        at hubs: [HubAddress], as clientID: ClientID, on connectionSet: ConnectionSet,
        trusting trust: TLSContext? = nil, store: (any ReplicaStore)? = nil,
        hasSlept: (() -> Bool)? = nil
    ) {
        self.connectionSet = connectionSet
        self.store = store
        var detector = SleepDetector()
        self.hasSlept = hasSlept ?? { detector.hasSleptSinceLastCall() }
        var chance = SecureRandom()
        replica = Replica(
            ReplicaSettings(
                app: hubs[0].app, clientID: clientID, run: RunID(rawValue: chance.next()),
                seed: chance.next()))
        // If the system has no list of certificates, none is accepted, and the connection fails
        // with that reason.
        let trust = trust ?? (hubs.contains(where: \.isEncrypted) ? try? .client() : nil)
        link = HubLink(to: hubs, on: connectionSet, trusting: trust) { [unowned self] in
            handle($0)
        }
        commitHook = EndOfTurnAction(on: connectionSet.loop, .commit) { [unowned self] in
            commitAndNotify()
        }
        wakeTimer = Timer(on: connectionSet.loop) { [unowned self] in process(.wake) }
    }

    /// Opens a bucket with its stored state. Call this once for each bucket. A durable bucket needs
    /// a store. Throws if the store has failed, or can't load the bucket.
    package func openBucket(
        _ name: BucketName, as kind: BucketLifetime,
        _ onEvent: @escaping (LiveBucket, BucketEvent) -> Void
    ) throws(StorageError) -> LiveBucket {
        if let failure { throw failure }
        precondition(kind != .durable || store != nil, "a durable bucket needs a store")
        let stored = kind == .durable ? try store?.load(name) : nil
        listeners[name] = LiveBucket.Listener(onEvent: onEvent)
        process(.open(name, kind, stored ?? StoredReplicaBucket()))
        return LiveBucket(name, of: self)
    }
}

extension LiveReplica {
    /// Signs in the user of a token, in place of the present user. `name` is the user's name, if a
    /// server sent it.
    package func signIn(
        _ token: Token, named name: UserName? = nil, others: OtherUsersObjectPolicy = .refuse
    ) {
        process(.signIn(token, named: name, others: others))
    }

    /// The user that the objects belong to; nil if there are no objects, or if they have no owner.
    package var owner: UserName? { replica.owner }

    /// Signs the user out. Removes all objects, or keeps them for the same user. Returns the number
    /// of objects with edits that the hub had not confirmed.
    package func signOut(removingObjects: Bool) -> Int {
        let count = statistics.unsentOrUnacknowledged
        process(.signOut(removingObjects: removingObjects))
        return count
    }

    /// Connects once a user is signed in, and stays connected. Ends a pause before the next dial.
    package func goOnline() {
        process(.goOnline)
    }

    /// Closes the connection with a goodbye. Calls `done` when the connection is closed;
    /// immediately if there is none.
    package func goOffline(then done: (() -> Void)? = nil) {
        process(.goOffline)
        if let done { offlineHandlers.append(done) }
        if link?.isIdle ?? true { callOfflineHandlers() }
    }

    /// Ends a pause before the next dial, or tests the open connection, because the machine has a
    /// network again, or a different one.
    package func networkChanged() {
        process(.networkChanged)
    }

    package var status: ReplicaStatus { replica.status }

    package var statistics: ReplicaStatistics { replica.statistics }
}

extension LiveReplica {
    /// Passes an event to the replica, and performs the effects within this turn. Does nothing
    /// after the store has failed.
    func process(_ event: Replica.Event) {
        guard failure == nil else { return }
        for effect in replica.handle(event, at: connectionSet.loop.now) { perform(effect) }
    }

    /// Makes an edit. Returns the reason if the edit is invalid; otherwise nil.
    func applyEdit(_ edit: BucketEdit, in bucket: BucketName) -> UnsendableObjectReason? {
        process(.edit(edit, in: bucket))
        return turnResult.invalid.take()
    }

    private func perform(_ effect: Replica.Effect) {
        switch effect {
        case .store(let edits, let bucket):
            turnResult.edits.append(BucketStoreEdits(edits, of: bucket))
        // A frame is sent at the end of the turn, after the edits before it are stored.
        case .link(let effect): link?.perform(effect)
        case .tell(let event, _):
            if case .error(.invalid(_, let reason, _)) = event { turnResult.invalid = reason }
            turnResult.notifications.append(effect)
        case .status, .ignored: turnResult.notifications.append(effect)
        // `signOut` has returned the number.
        case .signedOut, .noticed: break
        // The objects' events report the consequences.
        case .seat: break
        }
    }

    private func handle(_ event: LinkEvent) {
        process(.link(event))
        if case .closed = event { callOfflineHandlers() }
    }

    private func callOfflineHandlers() {
        guard !offlineHandlers.isEmpty else { return }
        // A handler may close the store.
        commit()
        for done in exchange(&offlineHandlers, with: []) { done() }
    }

    private func commitAndNotify() {
        if hasSlept() { process(.suspect) }
        while failure == nil, !turnResult.edits.isEmpty || !turnResult.notifications.isEmpty {
            commit()
            for notification in exchange(&turnResult.notifications, with: []) where failure == nil {
                deliver(notification)
            }
        }
        let deadline = failure == nil ? queryInPlace(&replica) { $0.nextDeadline } : nil
        wakeTimer?.arm(at: deadline.map { min($0, connectionSet.loop.now + Self.sleepCheckPause) })
    }

    /// Stores this turn's edits now instead of at the end of the turn. If that fails, stops the
    /// replica and calls `onFailure`. An owner that releases the replica within a turn must call
    /// this first; otherwise the edits are lost.
    package func commit() {
        guard !turnResult.edits.isEmpty else { return }
        do throws(StorageError) {
            try store?.commit(exchange(&turnResult.edits, with: []))
        } catch {
            failure = error
            turnResult.notifications = []
            // The frames that the link holds must not be sent.
            link = nil
            onFailure?(error)
            callOfflineHandlers()
        }
    }

    private func deliver(_ notification: Replica.Effect) {
        switch notification {
        case .tell(let event, let bucket):
            listeners[bucket]?.mergeUnsavedEditsAndDeliver(event, in: LiveBucket(bucket, of: self))
        case .status(let status, _): onStatus?(status)
        case .ignored(let error): onUnreadable?(error)
        case .store, .link, .signedOut, .noticed, .seat: break
        }
    }

    func updateListener(to bucket: BucketName, _ change: (inout LiveBucket.Listener) -> Void) {
        guard var listener = listeners[bucket] else { return }
        change(&listener)
        listeners[bucket] = listener
    }
}

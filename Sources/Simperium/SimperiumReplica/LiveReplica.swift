internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumLoop
package import SimperiumNetwork
package import SimperiumStore
package import SimperiumSync
package import SimperiumWire

/// A program's buckets at work: a `Replica` with its loop, its connection to the hub, and a store
/// for durable buckets.
///
/// All calls are on the loop's thread. An edit shows at once, with or without a connection. At the
/// end of the turn it is stored, then sent: nothing is sent that a crash could make the program
/// forget. Changes of other clients are stored before the bucket's events report them.
///
/// Order of calls: `open` each bucket, `signIn`, `goOnline`; edits at any time after `open`;
/// `goOffline` at the end. For example, a list of things to do:
///
///     let store = try StoreFile(path)
///     let replica = LiveReplica(at: hub, as: store.clientID, on: connectionSet, store: store)
///     replica.onStatus = { status in show(status) }  // .synced, .offline(retryAt:because:), …
///     let todo = try replica.open(bucket, as: .durable) { todo, event in
///         switch event {
///         case .inserted(let key, _), .updated(let key, _, _): show(todo[key], as: key)
///         case .deleted(let key, _): remove(key)
///         case .error(.refused(let key, let reason, _)): explain(reason, key)  // and revert?
///         default: break  // .acknowledged, .pending(3), .away and what else a program may use
///         }
///     }
///     for key in todo.keys { show(todo[key], as: key) }  // from the last run
///     replica.signIn(token)
///     replica.goOnline()
///
///     let milk = todo.insert(["title": "Milk", "done": false])
///     todo.update(milk, setting: ["done": true])  // the title is left to whoever changes it
///     todo.delete(milk)
///
///     let unsent = replica.signOut(removingObjects: true)  // so many objects were not sent
///     replica.goOffline { loop.stop() }
///
/// If the store fails, `onFailure` is called and the replica stops. Edits that could not be stored
/// are not sent either, though the program sees them.
package final class LiveReplica {
    /// Called with each new status.
    package var onStatus: ((ReplicaStatus) -> Void)?
    /// Called once, when the store has failed.
    package var onFailure: ((StorageError) -> Void)?
    /// Called with each frame of the hub that can't be read; for a log.
    package var onUnreadable: ((WireError) -> Void)?
    package private(set) var failure: StorageError?

    private enum News {
        case event(BucketEvent, in: BucketName)
        case status(ReplicaStatus)
        case unreadable(WireError)
    }

    /// The edits that this turn must store, and the notifications that follow.
    private struct Outcome {
        var edits: [BucketEdits] = []
        var news: [News] = []
        /// The reason that the present edit is refused.
        var invalid: InvalidObject?
    }

    private let connectionSet: ConnectionSet
    private let store: (any ReplicaStore)?
    private(set) var replica: Replica
    private var line: HubLink?
    private var listeners: [BucketName: LiveBucket.Listener] = [:]
    private var outcome = Outcome()
    /// Callbacks for the end of the connection.
    private var waiting: [() -> Void] = []
    private var end: EndOfTurn?
    private var alarm: Timer?

    /// Creates a replica of the hub's app. `clientID` belongs to this installation and must not be
    /// copied to another device. `trust` has the certificates that are accepted at a `wss://`
    /// address; nil stands for the operating system's.
    package init(
        at hub: HubAddress, as clientID: ClientID, on connectionSet: ConnectionSet,
        trusting trust: TLSContext? = nil, store: (any ReplicaStore)? = nil
    ) {
        self.connectionSet = connectionSet
        self.store = store
        var chance = SecureRandom()
        replica = Replica(
            ReplicaSettings(
                app: hub.app, clientID: clientID, run: RunID(rawValue: chance.next()),
                seed: chance.next()))
        // If the system has no list of certificates, none is accepted, and the connection fails
        // with that reason.
        let trust = trust ?? (hub.isEncrypted ? try? .client() : nil)
        line = HubLink(to: [hub], on: connectionSet, trusting: trust) { [unowned self] in hear($0) }
        end = EndOfTurn(on: connectionSet.loop, .commit) { [unowned self] in endTurn() }
        alarm = Timer(on: connectionSet.loop) { [unowned self] in turn(.wake) }
    }

    /// Opens a bucket with its stored state, once. A durable bucket needs a store.
    package func open(
        _ name: BucketName, as kind: BucketLifetime,
        _ hear: @escaping (LiveBucket, BucketEvent) -> Void
    ) throws(StorageError) -> LiveBucket {
        if let failure { throw failure }
        precondition(kind != .durable || store != nil, "a durable bucket needs a store")
        let stored = kind == .durable ? try store?.load(name) : nil
        listeners[name] = LiveBucket.Listener(hear: hear)
        turn(.open(name, kind, stored ?? StoredReplica()))
        return LiveBucket(name, of: self)
    }
}

extension LiveReplica {
    /// Signs in the user of a token, in place of the present user. `name` is the user's, if a
    /// server sent it.
    package func signIn(
        _ token: Token, named name: UserName? = nil, others: OtherUserPolicy = .refuse
    ) {
        turn(.signIn(token, named: name, others: others))
    }

    /// The user that the objects belong to.
    package var owner: UserName? { replica.owner }

    /// Signs the user out. Removes all objects, or keeps them for the same user. Returns the number
    /// of objects with edits that the hub does not have.
    package func signOut(removingObjects: Bool) -> Int {
        let statistics = statistics
        turn(.signOut(removingObjects: removingObjects))
        return statistics.unsent + statistics.unacknowledged
    }

    /// Connects and stays connected. Ends a pause before the next dial.
    package func goOnline() {
        turn(.goOnline)
    }

    /// Closes the connection with a goodbye, and calls `done` when it is closed.
    package func goOffline(then done: (() -> Void)? = nil) {
        turn(.goOffline)
        if let done { waiting.append(done) }
        if line?.isIdle ?? true { lineEnded() }
    }

    /// Ends a pause before the next dial, because the machine has a network again, or another one.
    package func networkChanged() {
        turn(.networkChanged)
    }

    package var status: ReplicaStatus { replica.status }

    package var statistics: ReplicaStatistics { replica.statistics }
}

extension LiveReplica {
    /// Passes an event to the replica, and performs its effects within this turn.
    func turn(_ event: Replica.Event) {
        guard failure == nil else { return }
        for effect in replica.handle(event, at: connectionSet.loop.now) { perform(effect) }
    }

    /// Makes an edit. Returns the reason if it is invalid.
    func make(_ edit: BucketEdit, in bucket: BucketName) -> InvalidObject? {
        turn(.edit(edit, in: bucket))
        return outcome.invalid.take()
    }

    private func perform(_ effect: Replica.Effect) {
        switch effect {
        case .store(let edits, let bucket): outcome.edits.append(BucketEdits(edits, of: bucket))
        // A frame is sent at the end of the turn, after the edits before it are stored.
        case .link(let effect): line?.perform(effect)
        case .tell(let event, let bucket):
            if case .error(.invalid(_, let reason, _)) = event { outcome.invalid = reason }
            outcome.news.append(.event(event, in: bucket))
        case .status(let status, _): outcome.news.append(.status(status))
        // `signOut` has returned the number.
        case .signedOut, .noticed: break
        // The objects' events report the consequences.
        case .seat: break
        case .ignored(let error): outcome.news.append(.unreadable(error))
        }
    }

    private func hear(_ event: LinkEvent) {
        turn(.link(event))
        if case .closed = event { lineEnded() }
    }

    private func lineEnded() {
        for done in exchange(&waiting, with: []) { done() }
    }

    private func endTurn() {
        while failure == nil, !outcome.edits.isEmpty || !outcome.news.isEmpty {
            commit()
            for piece in exchange(&outcome.news, with: []) where failure == nil { tell(piece) }
        }
        alarm?.arm(at: failure == nil ? inPlace(&replica) { $0.nextDeadline } : nil)
    }

    private func commit() {
        guard !outcome.edits.isEmpty else { return }
        do throws(StorageError) {
            try store?.commit(exchange(&outcome.edits, with: []))
        } catch {
            failure = error
            outcome.news = []
            // The frames that it holds must not be sent.
            line = nil
            onFailure?(error)
            lineEnded()
        }
    }

    private func tell(_ piece: News) {
        switch piece {
        case .event(let event, let bucket):
            listeners[bucket]?.hear(event, in: LiveBucket(bucket, of: self))
        case .status(let status): onStatus?(status)
        case .unreadable(let error): onUnreadable?(error)
        }
    }

    func listen(to bucket: BucketName, _ change: (inout LiveBucket.Listener) -> Void) {
        guard var listener = listeners[bucket] else { return }
        change(&listener)
        listeners[bucket] = listener
    }
}

internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumLoop
package import SimperiumNetwork
package import SimperiumStore
package import SimperiumSync
package import SimperiumWire

/// A program's buckets at work: on a loop, with a line to their hub, and a store for what must
/// outlive the program.
///
/// It lives on the loop's thread, in the program's actor. What the program edits shows at once,
/// with or without a connection. It is stored when the turn ends, and only then sent, so that
/// nothing that was stored is lost and nothing is sent that could be forgotten. What others do is
/// told by the bucket's events, after it was stored as well. A list of things to do is
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
/// If the store fails, `onFailure` says so and everything stands still: what the program sees could
/// not be kept, so nobody else is told of it.
package final class LiveReplica {
    /// Hears of each new status.
    package var onStatus: ((SyncStatus) -> Void)?
    /// Hears once that the store failed, and why.
    package var onFailure: ((StorageError) -> Void)?
    /// Hears what the hub said that can't be read: for a log.
    package var onUnreadable: ((WireError) -> Void)?
    package private(set) var failure: StorageError?

    private enum News {
        case event(BucketEvent, in: BucketName)
        case status(SyncStatus)
        case unreadable(WireError)
    }

    /// What this turn must store, and then tell.
    private struct Outcome {
        var edits: [BucketEdits] = []
        var news: [News] = []
        /// Why the edit that is being made is not.
        var invalid: InvalidObject?
    }

    private let connectionSet: ConnectionSet
    private let store: (any ReplicaStore)?
    private(set) var replica: Replica
    private var line: HubLink?
    private var listeners: [BucketName: LiveBucket.Listener] = [:]
    private var outcome = Outcome()
    /// Whoever waits for the line's end.
    private var waiting: [() -> Void] = []
    private var end: EndOfTurn?
    private var alarm: Timer?

    /// A replica of the hub's app. `clientID` is this installation's, kept where nobody copies it
    /// to another device. `trust` says whose certificates are good at a `wss://` address, if it is
    /// not those that the operating system trusts.
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
        // If the system has no list of those, nobody is trusted, and the line will say so.
        let trust = trust ?? (hub.isEncrypted ? try? .client() : nil)
        line = HubLink(to: [hub], on: connectionSet, trusting: trust) { [unowned self] in hear($0) }
        end = EndOfTurn(on: connectionSet.loop, .commit) { [unowned self] in endTurn() }
        alarm = Timer(on: connectionSet.loop) { [unowned self] in turn(.wake) }
    }

    /// Opens a bucket, once, with what was stored of it. Only a replica with a store opens durable
    /// ones.
    package func open(
        _ name: BucketName, as kind: BucketKind,
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
    /// Signs the user of a token in, in place of the present user. `name` is the user's, if a
    /// server sent it.
    package func signIn(
        _ token: Token, named name: UserName? = nil, others: OtherUsersObjects = .refuse
    ) {
        turn(.signIn(token, named: name, others: others))
    }

    /// The user whose objects are here.
    package var owner: UserName? { replica.owner }

    /// Signs the user out. Removes all objects, or keeps them for the same user. Returns the number
    /// of objects with edits that the hub does not know.
    package func signOut(removingObjects: Bool) -> Int {
        let statistics = statistics
        turn(.signOut(removingObjects: removingObjects))
        return statistics.unsent + statistics.unacknowledged
    }

    /// Connects, and stays connected; at once, if it was waiting to try again.
    package func goOnline() {
        turn(.goOnline)
    }

    /// Takes leave of the hub, and has `done` called when that is over.
    package func goOffline(then done: (() -> Void)? = nil) {
        turn(.goOffline)
        if let done { waiting.append(done) }
        if line?.isIdle ?? true { lineEnded() }
    }

    /// The machine has a network again, or another one: a good moment to try again.
    package func networkChanged() {
        turn(.networkChanged)
    }

    package var status: SyncStatus { replica.status }

    package var statistics: ReplicaStatistics { replica.statistics }
}

extension LiveReplica {
    /// Has the replica handle an event, and does what is to be done about it within this turn.
    func turn(_ event: Replica.Event) {
        guard failure == nil else { return }
        for effect in replica.handle(event, at: connectionSet.loop.now) { perform(effect) }
    }

    /// Has the program's own edit made. Returns why it was not.
    func make(_ edit: BucketEdit, in bucket: BucketName) -> InvalidObject? {
        turn(.edit(edit, in: bucket))
        return outcome.invalid.take()
    }

    private func perform(_ effect: Replica.Effect) {
        switch effect {
        case .store(let edits, let bucket): outcome.edits.append(BucketEdits(edits, of: bucket))
        // A frame leaves with the end of the turn, when what comes before is stored.
        case .link(let effect): line?.perform(effect)
        case .tell(let event, let bucket):
            if case .error(.invalid(_, let reason, _)) = event { outcome.invalid = reason }
            outcome.news.append(.event(event, in: bucket))
        case .status(let status, _): outcome.news.append(.status(status))
        // `signOut` has returned it.
        case .signedOut, .noticed: break
        // What follows for the objects is told by their events.
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
            // What it was given to send must not leave.
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

internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// The sync state of one bucket: its objects, its cursor in the hub's history, its draft queue.
///
/// It does no I/O. A `Replica` owns the buckets, passes events to `handle(_:at:)`, performs the
/// effects in order, and sends `.wake` at `nextDeadline`. Order of calls: `.restored` once; then,
/// for each connection, `.connected`, any number of `.received`, and `.disconnected`. Edits may
/// come at any time after `.restored`. `Stage` has the states of a connection.
///
/// An object has three layers: the ghost (the hub's state), at most one change in flight, and the
/// draft (the program's state, if it differs). Only the difference between draft and ghost is sent.
/// The change in flight and the draft are rebased when a change or a load replaces the ghost.
///
/// The bucket promises:
/// - The effects of an event store an edit before they send it or notify the program of it.
/// - A change is sent with the same id until it is answered, so the hub applies it once.
/// - No edit is dropped unless the program reverts it, or removes the objects. Edits of presence
///   objects are the exception: the bucket drops them when the hub removes the object.
///
/// Dialling, heartbeats and sign-ins are the replica's work.
struct ReplicaBucket: Sendable {
    enum Event: Hashable, Sendable {
        case restored(StoredReplicaBucket)
        /// Opens the bucket's channel on the present connection.
        case connected(InitRequest, on: ChannelNumber, others: OtherUsersObjectPolicy)
        /// Makes the user the owner of unowned objects. A server sent the user's name at the
        /// sign-in.
        case claimed(by: UserName)
        case disconnected
        case received(HubCommand)
        case edit(BucketEdit)
        case requestVersions(ObjectKey, count: Int)
        case signOut(removingObjects: Bool)
        case wake
    }

    enum Effect: Hashable, Sendable {
        case store([ReplicaStoreEdit])
        case send([UInt8])
        case notify(BucketEvent)
        /// The time that the hub took to answer a change.
        case answered(after: Duration)
        /// The connection must be closed, and dialled again after a pause.
        case giveUp(LinkFailure)
        case unauthorized(AuthorizationFailure)
        /// The client refuses the sign-in, because the objects belong to this other user.
        case refusedStranger(owner: UserName)
        /// Another connection has taken the session over.
        case takenOver
        /// The client must dial the server of this hall. Nil if the redirecting server does not
        /// know the hall; the client then dials without a hall.
        case redirected(RequestedHall?)
        /// The hub has ended the session that the client tried to resume.
        case sessionEnded(SessionEnd)
        /// The secret to resume with on the next connection, and the session's number.
        case resumeSecret(ResumeSecret, Int)
        /// Options for the program, which the bucket only passes on.
        case options(JSONObject)
        /// The hub has announced that the client may promise a heartbeat interval. The client sends
        /// the promise on this channel.
        case acceptsPromises(ChannelNumber)
    }

    enum Stage: Hashable, Sendable {
        case closed
        case authorizing
        /// The hub refused this bucket, but not the user's token. The client tries again at
        /// `until`.
        case denied(until: Instant)
        case indexing
        /// After the index, the client sends the objects that the hub has lost.
        case resending
        /// The client waits for the changes since the cursor. The changes in flight may be among
        /// them.
        case catchingUp
        /// While catching up, the client waits for the index page that follows the missed changes.
        case awaitingPageAfterChanges
        case live
    }

    let name: BucketName
    let lifetime: BucketLifetime

    var stage = Stage.closed
    var objects = BucketObjects()
    var changeVersion: ChangeVersion?
    var connection = BucketConnectionState()
    var signIn = BucketSignInState()
    var indexScans = ScanNumberAndPageLimit()
    /// The versions of objects that the program has requested and not received.
    var requestedVersions: [EntityVersionReference] = []
    var notified = LastNotifiedBucketState()
    var channel: BucketChannel
    var random: SeededRandom
    /// The time of the last event.
    private(set) var now = Instant.start
    var gathered = GatheredBucketEventEffects()
    /// The time of the next `wake`, if any; stored, because it is read after almost every event.
    private(set) var nextDeadline: Instant?

    init(
        _ name: BucketName, _ lifetime: BucketLifetime, on channel: BucketChannel,
        random: SeededRandom
    ) {
        self.name = name
        self.lifetime = lifetime
        self.random = random
        self.channel = channel
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        switch event {
        case .restored(let stored): restore(stored)
        case .connected(let request, let number, let others):
            signIn.others = others
            connect(with: request, on: number)
        case .claimed(let user): claimUnownedObjects(by: user)
        case .disconnected: disconnect()
        case .received(let command): handleCommand(command)
        case .edit(let edit): applyEdit(edit)
        case .requestVersions(let key, let count): requestVersions(of: key, count: count)
        case .signOut(let removingObjects): signOut(removingObjects: removingObjects)
        case .wake: runTimers()
        }
        sendWaitingDrafts()
        nextDeadline = deadline
        return finishEventReturningEffects()
    }
}

/// The state in the last notifications to the program. Only differences from this state are
/// reported.
struct LastNotifiedBucketState: Sendable {
    /// The absences that were sent to the program.
    var absences: [ObjectKey: Absence] = [:]
    /// True between `willIndex` and `didIndex`, also across connections.
    var isIndexing = false
    var pending = 0
}

/// The treatment of objects that another user left in a bucket.
package enum OtherUsersObjectPolicy: String, Hashable, Codable, Sendable {
    /// The client refuses the sign-in. The objects stay as they are.
    case refuse
    /// The objects are removed on this device only.
    case remove
    /// The objects become the new user's objects, and are sent to the hub as new objects.
    case take
}

/// The sign-in of one bucket: the `init` request, and the user that the hub accepted.
struct BucketSignInState: Sendable {
    /// The `init` request of the present connection, which may have to be sent again.
    var request: InitRequest?
    /// The secret that proves to the hub, in a later `init`, that this is the same client; nil for
    /// none.
    var resume: ResumeSecret?
    /// The number of consecutive refusals of this bucket that did not concern the user's token.
    var denials = 0
    /// The user that the objects belong to; nil before the first sign-in, and after a sign-out that
    /// removed the objects.
    var owner: UserName?
    var others = OtherUsersObjectPolicy.refuse

    /// Returns the owner of the objects if it is another user; otherwise nil. Case is ignored,
    /// because some servers ignore it.
    func ownerIfOther(than user: UserName) -> UserName? {
        owner.flatMap { $0.text.lowercased() == user.text.lowercased() ? nil : $0 }
    }
}

/// The collection of an event's effects, and their order: edits to store come first.
extension ReplicaBucket {
    mutating func notify(_ event: BucketEvent) {
        gathered.effects.append(.notify(event))
    }

    mutating func sendCommand(_ command: ClientCommand) {
        gathered.effects.append(.send(channel.frame(command)))
    }

    /// Sends a command that the hub must answer in time.
    mutating func sendAwaitingAnswer(_ command: ClientCommand) {
        connection.requestedAt = now
        sendCommand(command)
    }

    mutating func moveCursor(to version: ChangeVersion?) {
        gathered.hasMovedCursor = gathered.hasMovedCursor || version != changeVersion
        changeVersion = version
    }

    mutating func finishEventReturningEffects() -> [Effect] {
        defer { gathered = GatheredBucketEventEffects() }
        for key in gathered.changedKeys.keys { objects.updateStateSets(key) }
        notifyOfChangedAbsences()
        var effects: [Effect] = []
        swap(&effects, &gathered.effects)
        let changed = gathered.remotelyChangedKeys.keys
        if !changed.isEmpty { effects.insert(.notify(.willChange(changed)), at: 0) }
        if lifetime == .durable, let edits = storeEdits() {
            effects.insert(.store(edits), at: 0)
        }
        if objects.unsynced.count != notified.pending {
            notified.pending = objects.unsynced.count
            effects.append(.notify(.pending(notified.pending)))
        }
        return effects
    }

    /// Returns the edits that store what the event changed; nil if there are none.
    private func storeEdits() -> [ReplicaStoreEdit]? {
        var edits = gathered.bucketEdits
        if gathered.hasMovedCursor { edits.append(.move(to: changeVersion)) }
        for key in gathered.changedKeys.keys { edits.append(objects.storageEdit(of: key)) }
        return edits.isEmpty ? nil : edits
    }
}

extension Sequence<ObjectKey> {
    /// Returns the keys sorted by text, because the order of a set differs in each process.
    func sortedKeys() -> [ObjectKey] {
        sorted { $0.text < $1.text }
    }
}

/// A bucket's stored state: restoring it, changing its owner, and dropping its objects.
extension ReplicaBucket {
    mutating func restore(_ stored: StoredReplicaBucket) {
        changeVersion = stored.changeVersion
        signIn.owner = stored.owner
        objects = BucketObjects(stored)
    }

    /// Ends the sign-in. If `removingObjects` is true, or in a presence bucket, drops all objects
    /// without `deleted` events. Objects that are kept still belong to the user.
    mutating func signOut(removingObjects: Bool) {
        disconnect()
        signIn.resume = nil
        requestedVersions = []
        notified.isIndexing = false
        guard removingObjects || lifetime == .presence else { return }
        signIn.owner = nil
        dropAllObjects()
        gathered.bucketEdits.append(.belong(to: nil))
    }

    /// Makes the user the owner of unowned objects. Does nothing in a presence bucket.
    mutating func claimUnownedObjects(by user: UserName) {
        guard signIn.owner == nil, lifetime != .presence else { return }
        signIn.owner = user
        gathered.bucketEdits.append(.belong(to: user))
    }

    /// Drops all objects, which belong to another user, and reports the deletion of each visible
    /// one.
    mutating func removeAllAndNotify() {
        let seen = objects.entries.compactMap { $0.value.object == nil ? nil : $0.key }
        dropAllObjects()
        for key in seen.sortedKeys() { notify(.deleted(key, .index)) }
    }

    /// Turns the visible objects into drafts, which are sent as new objects of the new user.
    mutating func convertObjectsToDrafts() {
        let seen = objects.entries.compactMapValues(\.object)
        dropAllObjects()
        for (key, object) in seen.sorted(by: { $0.key.text < $1.key.text }) {
            setVisibleObject(object, as: key)
            enqueueIfSendable(key)
        }
    }

    private mutating func dropAllObjects() {
        objects = BucketObjects()
        notified.absences = [:]
        gathered.bucketEdits.append(.forgetAll)
        moveCursor(to: nil)
    }
}

/// The effects of one event on a bucket, collected while it is handled.
struct GatheredBucketEventEffects: Sendable {
    /// The objects whose entry or change in flight has changed. At the end of the event, their
    /// state sets are updated and they are stored.
    var changedKeys = OrderedKeySet()
    /// The objects whose owners may have left or returned.
    var absencesToCheck = OrderedKeySet()
    /// The edits of the whole bucket, which are stored before those of its objects.
    var bucketEdits: [ReplicaStoreEdit] = []
    var hasMovedCursor = false
    /// The objects that `willChange` announces before all other events.
    var remotelyChangedKeys = OrderedKeySet()
    var effects: [ReplicaBucket.Effect] = []
}

/// A set of keys in the order of their first insertion.
struct OrderedKeySet: Sendable {
    private static let few = 8

    private(set) var keys: [ObjectKey] = []
    /// The keys as a set; empty while there are few, because a linear search is faster then.
    private var seen: Set<ObjectKey> = []

    mutating func append(_ key: ObjectKey) {
        if keys.last == key { return }
        if keys.count < Self.few {
            guard !keys.contains(key) else { return }
        } else {
            if seen.isEmpty { seen = Set(keys) }
            guard seen.insert(key).inserted else { return }
        }
        keys.append(key)
    }
}

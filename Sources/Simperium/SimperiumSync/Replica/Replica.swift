// SimperiumSync: the replica: one program's copy of its buckets, as a value.
// Not here: I/O (SimperiumReplica), messages (SimperiumWire), diffs (SimperiumJSON).
// Start with `Replica`; then `ReplicaBucket`, `ReplicaBucket+RemoteChanges`, `HubConnection`.

package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A program's copy of its buckets, kept in sync with a hub; usable with and without a connection.
///
/// A replica does no I/O. Its owner passes events to `handle(_:at:)`, performs the effects in their
/// order, and sends `.wake` at `nextDeadline`. `.open` comes first, once for each bucket; then
/// sign-ins, edits and connections in any order. The shell answers each `dial` with `opened` or
/// `closed`, and each `hangUp` with `closed`.
///
/// An edit shows at once in `object(_:in:)`. The edit's effects store the edit before they send it.
/// So an edit is never lost once its effects are performed, even if the connection, the hub or the
/// program ends.
///
/// The parts: one `HubConnection`, one `ReplicaBucket` for each bucket (its objects),
/// `SignIns`, `ChannelMap`, and `ReplicaSession` (the session at the hub). The owner does the
/// I/O: sockets, storage, clock.
///
///     var replica = Replica(settings)
///     perform(replica.handle(.open(todo, .durable, storage.load(todo)), at: now))
///     perform(replica.handle(.signIn(token), at: now))
///     perform(replica.handle(.goOnline, at: now))
///
///     perform(replica.handle(.edit(.put(milk, ["title": "Milk"]), in: todo), at: now))
///     perform(replica.handle(.edit(.update(milk, setting: ["done": true]), in: todo), at: now))
///     replica.object(milk, in: todo)  // {"title":"Milk","done":true}
///
///     func perform(_ effects: [Replica.Effect]) {
///         for effect in effects {
///             switch effect {
///             case .store(let edits, let bucket): storage.commit(edits, to: bucket)
///             case .link(.dial(let id, _)): socket = Socket(to: hub)  // then .opened or .closed
///             case .link(.send(let frame, _)): socket.send(frame)  // replies arrive as .received
///             case .link(.hangUp(_, let manner)): socket.close(manner)  // then .closed
///             case .tell(.inserted(let key, _), let bucket): show(key, of: bucket)
///             …
package struct Replica: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// Opens a bucket with its stored state: once, and again after its user signed out.
        case open(BucketName, BucketLifetime, StoredReplicaBucket, as: SignInID = .main)
        /// Signs in. `by` is the client id of this sign-in; nil keeps the present one. `named` is
        /// the user's name, if a server sent it.
        case signIn(
            Token, by: ClientID? = nil, as: SignInID = .main, named: UserName? = nil,
            others: OtherUsersObjectPolicy = .refuse)
        /// Signs out. Removes the user's objects, or keeps them for the same user.
        case signOut(removingObjects: Bool, of: SignInID = .main)
        /// Continues as another client of the main user, with empty buckets. With `takesSeat`, asks
        /// to take over that client's session; the hub agrees only if the signed-in account owns
        /// the session. With a hall, asks for that hall. Does nothing if the main user is not
        /// signed in. Does nothing without an open connection, unless a hall is given.
        case become(ClientID, takesSeat: Bool, hall: RequestedHall? = nil)
        /// Sends a question to the program that embeds the hub. An answer arrives as `noticed`.
        /// Without an open channel, the question is dropped.
        case inquire(JSONObject)
        /// Connects once a user is signed in, and ends the pause before the next dial.
        case goOnline
        /// Closes with a goodbye, so that the hub removes this client's presence objects.
        case goOffline
        /// Closes with a goodbye, but the hub notifies the remaining clients that the user did not
        /// intend to leave.
        case loseLine
        /// Hangs up for a while. The hub keeps the session and its objects for a limited time.
        case pause(Absence.Cause)
        /// Starts or ends urgent mode, for example for a match. In this mode, the client promises
        /// heartbeats. With a lively pace, it also dials again sooner after a failure.
        case hurry(Bool)
        /// The machine or the program slept, so the connection may be dead.
        case suspect
        case edit(BucketEdit, in: BucketName)
        /// Asks for the last `count` versions of an object, the newest first; at most 160.
        case requestVersions(of: ObjectKey, count: Int, in: BucketName)
        /// The machine has a network again, or a different one.
        case networkChanged
        case link(LinkEvent)
        case wake
    }

    package enum Effect: Hashable, Codable, Sendable {
        /// Edits for one transaction. They must be on disk before the next effects.
        case store([ReplicaStoreEdit], in: BucketName)
        case link(LinkEffect)
        case tell(BucketEvent, in: BucketName)
        case status(ReplicaStatus, of: SignInID = .main)
        /// A user has signed out. `unsent` is the number of objects with edits that the hub had not
        /// confirmed.
        case signedOut(unsent: Int, of: SignInID = .main)
        case seat(ResumeResult)
        /// Options from the hub for the main user, such as the name of the hall, or the answer to
        /// `inquire`.
        case noticed(JSONObject)
        /// The hub sent a message that can't be read. Only for a log.
        case ignored(WireError)
    }

    let settings: ReplicaSettings
    var hubConnection: HubConnection
    var buckets: [ReplicaBucket] = []
    var signIns: SignIns
    var channels = ChannelMap()
    var wantsConnection = false
    var roundTrip: Duration?
    var logLevel = LogLevel.off
    var heldSession: ReplicaSession
    private var random: SeededRandom
    var now = Instant.start
    var effects: [Effect] = []

    package init(_ settings: ReplicaSettings) {
        self.settings = settings
        random = SeededRandom(seed: settings.seed)
        signIns = SignIns(main: settings.clientID)
        heldSession = ReplicaSession(settings)
        hubConnection = HubConnection(random: random.fork(), pace: settings.pace)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        switch event {
        case .open(let name, let lifetime, let stored, let id):
            openBucket(name, as: lifetime, with: stored, of: id)
        case .signIn(let token, let clientID, let id, let name, let others):
            signIn(token, clientID, as: id, named: name, others)
        case .signOut(let removingObjects, let id):
            signOut(id, removingObjects: removingObjects)
        case .become(let clientID, let takesSeat, let hall):
            reopenBucketsAsClient(clientID, takesSeat: takesSeat, hall: hall)
        case .inquire(let question): sendInquiry(question)
        case .goOnline: goOnline()
        case .goOffline: goOffline(.goodbye)
        case .loseLine: goOffline(.lost)
        case .pause(let cause): goOffline(.keepingSeat(cause))
        case .hurry(let isUrgent): forwardToConnection(.setUrgent(isUrgent))
        case .suspect: forwardToConnection(.testConnection)
        case .edit(let edit, let name): forwardToBucket(.edit(edit), to: bucketIndex(of: name))
        case .requestVersions(let key, let count, let name):
            forwardToBucket(.requestVersions(key, count: count), to: bucketIndex(of: name))
        case .networkChanged: forwardToConnection(.retryNow)
        case .link(let event): receiveLinkEvent(event)
        case .wake: runTimers()
        }
        return finishEventReturningEffects()
    }
}

extension Replica {
    /// Returns the object with all of the program's edits; nil if the program sees no object.
    package func object(_ key: ObjectKey, in bucket: BucketName) -> JSONObject? {
        buckets[bucketIndex(of: bucket)].objects.entries[key]?.object
    }

    /// Returns the object as the hub last confirmed it; nil if the hub has confirmed no object.
    package func confirmedObject(_ key: ObjectKey, in bucket: BucketName) -> JSONObject? {
        buckets[bucketIndex(of: bucket)].objects.entries[key]?.ghost?.object
    }

    /// Returns the sorted keys of the objects that the program sees.
    package func keys(in bucket: BucketName) -> [ObjectKey] {
        buckets[bucketIndex(of: bucket)].objects.entries.lazy
            .filter { $0.value.object != nil }.map(\.key).sortedKeys()
    }

    package func count(in bucket: BucketName) -> Int {
        buckets[bucketIndex(of: bucket)].objects.entries.values.count { $0.object != nil }
    }

    /// Returns the change version that the bucket has reached; nil if no index is complete, or if
    /// the hub sent no version.
    package func changeVersion(of bucket: BucketName) -> ChangeVersion? {
        buckets[bucketIndex(of: bucket)].changeVersion
    }

    /// Returns the sorted keys of the objects with edits that the hub has not confirmed. A sign-out
    /// that removes the objects would lose these edits.
    package func unsyncedKeys(in bucket: BucketName) -> [ObjectKey] {
        buckets[bucketIndex(of: bucket)].objects.unsynced.sortedKeys()
    }

    /// Returns the keys of objects with a refused edit that is still unchanged.
    package func refusedKeys(in bucket: BucketName) -> Set<ObjectKey> {
        buckets[bucketIndex(of: bucket)].objects.refused
    }

    /// Returns the hub's code for the refusal of an object's edit; nil if no edit of it is refused.
    package func refusalCode(of key: ObjectKey, in bucket: BucketName) -> Int? {
        buckets[bucketIndex(of: bucket)].objects.entries[key]?.pending.refusal
    }

    /// Returns true if the object has edits that are not in a change in flight. Such edits were
    /// made later, wait to be sent, or were refused.
    package func hasUnsentEdits(of key: ObjectKey, in bucket: BucketName) -> Bool {
        let index = bucketIndex(of: bucket)
        guard let entry = buckets[index].objects.entries[key], entry.pending.draft != nil else {
            return false
        }
        guard let flight = buckets[index].objects.inFlight[key] else { return true }
        return entry.object != flight.outcome
    }

    /// The owner of the objects in the first bucket that has both objects and an owner; nil if
    /// there is no such bucket.
    package var owner: UserName? {
        buckets.lazy.compactMap { $0.objects.entries.isEmpty ? nil : $0.signIn.owner }.first
    }

    /// Returns references to the versions that `.requestVersions` asks for; none for an object that
    /// the hub has not confirmed.
    package func versionReferences(
        of key: ObjectKey, count: Int, in bucket: BucketName
    ) -> [EntityVersionReference] {
        buckets[bucketIndex(of: bucket)].latestVersionReferences(of: key, count: count)
    }

    /// The credentials that let another run continue this run's session; nil if there are none.
    package var resumeToken: ResumeToken? { heldSession.token }

    /// Returns the object's whole state if the object has unconfirmed edits; otherwise nil.
    package func storedObjectIfUnacknowledged(_ key: ObjectKey, in bucket: BucketName)
        -> StoredReplicaObject?
    {
        let objects = buckets[bucketIndex(of: bucket)].objects
        guard let entry = objects.entries[key] else { return nil }
        let flight = objects.inFlight[key]
        return entry.pending.draft == nil && flight == nil ? nil : entry.stored(inFlight: flight)
    }

    package var statistics: ReplicaStatistics { statistics(of: .main) }

    package func statistics(of id: SignInID) -> ReplicaStatistics {
        var sum = ReplicaStatistics(roundTrip: roundTrip, lastHeard: hubConnection.lastHeard)
        sum.awaitsHeartbeatAnswer = hubConnection.awaitsHeartbeatAnswer
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            let unacknowledged = buckets[index].objects.inFlight.count
            sum.unsent += buckets[index].objects.unsynced.count - unacknowledged
            sum.unacknowledged += unacknowledged
        }
        return sum
    }

    package var status: ReplicaStatus { status(of: .main) }

    package func status(of id: SignInID) -> ReplicaStatus {
        signIns.index(of: id).map(statusOfSignIn(at:)) ?? .offline(retryAt: nil, because: nil)
    }

    private func statusOfSignIn(at position: Int) -> ReplicaStatus {
        if let reason = signIns.all[position].rejection?.message {
            return .unauthorized(reason: reason)
        }
        if heldSession.isTakenOver { return .offline(retryAt: nil, because: .takenOver) }
        guard signIns.all[position].token != nil else {
            return .offline(retryAt: nil, because: nil)
        }
        switch hubConnection.phase {
        case .idle: return .offline(retryAt: nil, because: nil)
        case .connecting: return .connecting
        case .resting(let until, let reason): return .offline(retryAt: until, because: reason)
        case .online:
            let isUnauthorized = buckets.indices.contains {
                buckets[$0].isUnauthorized && signIns.isOwner(at: position, of: $0)
            }
            if isUnauthorized { return .authorizing }
            let isLoading = buckets.indices.contains {
                buckets[$0].isLoading && signIns.isOwner(at: position, of: $0)
            }
            return isLoading ? .indexing : .synced
        }
    }

    /// The time of the next `wake`, unless another event comes earlier; nil if no `wake` is needed.
    package var nextDeadline: Instant? {
        buckets.indices.reduce(hubConnection.nextDeadline) { sooner($0, buckets[$1].nextDeadline) }
    }

    func bucketIndex(of name: BucketName) -> Int {
        // A linear search of the few buckets is faster than a table of their names.
        guard let index = buckets.indices.first(where: { buckets[$0].name == name }) else {
            preconditionFailure("the bucket \(name) was never opened")
        }
        return index
    }

    private mutating func openBucket(
        _ name: BucketName, as lifetime: BucketLifetime, with stored: StoredReplicaBucket,
        of id: SignInID
    ) {
        if let index = buckets.indices.first(where: { buckets[$0].name == name }) {
            let owner = signIns.owner(of: index)
            precondition(owner.id == id && owner.token == nil, "a bucket is opened once for a user")
            return replaceBucket(index, as: lifetime, with: stored)
        }
        let index = buckets.count
        let channel = BucketChannel(ChannelNumber(of: index), run: settings.run)
        buckets.append(ReplicaBucket(name, lifetime, on: channel, random: random.fork()))
        signIns.appendBucket(ownedBy: id)
        forwardToBucket(.restored(stored), to: index)
        claimObjectsIfUserNamed(index)
        if connection != nil { connectBucketIfSignedIn(index, on: channels.assignNewNumber(index)) }
    }

    /// Replaces a bucket with a new one. The new bucket continues the sequence of the old bucket's
    /// change ids, because no id may be used twice.
    mutating func replaceBucket(
        _ index: Int, as lifetime: BucketLifetime,
        with stored: StoredReplicaBucket = StoredReplicaBucket()
    ) {
        let (name, channel) = (buckets[index].name, buckets[index].channel)
        buckets[index] = ReplicaBucket(name, lifetime, on: channel, random: random.fork())
        forwardToBucket(.restored(stored), to: index)
    }

    private mutating func runTimers() {
        forwardToConnection(.wake)
        for index in buckets.indices {
            if let deadline = buckets[index].nextDeadline, deadline <= now {
                forwardToBucket(.wake, to: index)
            }
        }
    }

    private mutating func finishEventReturningEffects() -> [Effect] {
        connectMainBucketsIfAccountAccepted()
        for position in signIns.all.indices {
            let status = statusOfSignIn(at: position)
            if signIns.recordStatusIfChanged(status, at: position) {
                effects.append(.status(status, of: signIns.all[position].id))
            }
        }
        defer { effects = [] }
        return effects
    }
}

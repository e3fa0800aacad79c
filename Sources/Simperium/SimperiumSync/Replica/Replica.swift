package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A program's own copy of its buckets, kept in step with a hub; with or without a connection.
///
/// A replica does no I/O. Its owner hands in what happened, carries out the effects in their order,
/// and calls again with `.wake` at `nextDeadline`. What an edit does shows at once in what
/// `object(_:in:)` returns. It is in the effects to be stored before it is in those to be sent, so
/// that an edit whose effects were begun is never lost, whatever ends first: the connection, the
/// hub, or the program.
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
///             case .link(.dial(let id)): socket = Socket(to: hub)  // then .opened or .closed
///             case .link(.send(let frame, _)): socket.send(frame)  // what comes back is .received
///             case .link(.hangUp(_, let parting)): socket.close(parting)  // then .closed
///             case .tell(.inserted(let key, _), let bucket): show(key, of: bucket)
///             …
package struct Replica: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// Once for each bucket, with what was stored of it; and again after its user signed out.
        case open(BucketName, BucketKind, StoredReplica, as: SignInID = .main)
        /// With a client id of its own, if that user's objects are not this installation's, and
        /// with the user's name, if a server sent it.
        case signIn(
            Token, by: ClientID? = nil, as: SignInID = .main, named: UserName? = nil,
            others: OtherUsersObjects = .refuse)
        /// Removes all objects, or keeps them for the same user.
        case signOut(removingObjects: Bool, of: SignInID = .main)
        /// Goes on as another client of the main user, on the connection that stands, with buckets
        /// that have yet to be read. With `takesSeat` that client's seat is asked for, which the
        /// account may have that the connection is signed in to; with a hall in that one. Does
        /// nothing without a connection, unless a hall is named.
        case become(ClientID, takesSeat: Bool, hall: HallRequest? = nil)
        /// Asks what the program around the hub knows, which answers by `noticed`.
        case inquire(JSONObject)
        /// The program is in front, or wants to be: dials, at once if it was waiting to.
        case goOnline
        /// Says goodbye to the hub, which removes our presence objects.
        case goOffline
        /// The same, though the person did not wish it: those who are left are told.
        case loseLine
        /// Hangs up for a while, so that what is ours at the hub waits for us.
        case pause(Absence.Cause)
        /// Whether something is open that can't wait, such as a match.
        case hurry(Bool)
        /// The machine slept, or the program did: the connection may be no more.
        case suspect
        case edit(BucketEdit, in: BucketName)
        /// Asks for the last `count` versions of an object, the newest first.
        case requestVersions(of: ObjectKey, count: Int, in: BucketName)
        /// The machine has a network again, or another one.
        case networkChanged
        case link(LinkEvent)
        case wake
    }

    package enum Effect: Hashable, Codable, Sendable {
        /// All of it in one transaction, and on disk before anything that follows is done.
        case store([ReplicaEdit], in: BucketName)
        case link(LinkEffect)
        case tell(BucketEvent, in: BucketName)
        case status(SyncStatus, of: SignInID = .main)
        /// So many objects had edits that the hub does not know.
        case signedOut(unsent: Int, of: SignInID = .main)
        case seat(SeatNews)
        /// What else the main user was told, such as in which hall the buckets are.
        case noticed(JSONObject)
        /// The hub said something that can't be read. Only a log wants to know.
        case ignored(WireError)
    }

    let settings: ReplicaSettings
    var session: Session
    var buckets: [Bucket] = []
    var signIns: SignIns
    var channels = Channels()
    var wantsConnection = false
    var roundTrip: Duration?
    var logLevel = LogLevel.off
    var seating: Seating
    private var random: SeededRandom
    var now = Instant.start
    var effects: [Effect] = []

    package init(_ settings: ReplicaSettings) {
        self.settings = settings
        random = SeededRandom(seed: settings.seed)
        signIns = SignIns(main: settings.clientID)
        seating = Seating(settings)
        session = Session(random: random.fork(), pace: settings.pace)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        switch event {
        case .open(let name, let kind, let stored, let id):
            open(name, as: kind, with: stored, of: id)
        case .signIn(let token, let clientID, let id, let name, let others):
            signIn(token, clientID, as: id, named: name, others)
        case .signOut(let removingObjects, let id):
            signOut(id, removingObjects: removingObjects)
        case .become(let clientID, let takesSeat, let hall):
            become(clientID, takesSeat: takesSeat, hall: hall)
        case .inquire(let question): inquire(question)
        case .goOnline: goOnline()
        case .goOffline: goOffline(.goodbye)
        case .loseLine: goOffline(.lost)
        case .pause(let cause): goOffline(.keepingSeat(cause))
        case .hurry(let isUrgent): forward(.hurry(isUrgent))
        case .suspect: forward(.suspect)
        case .edit(let edit, let name): forward(.edit(edit), to: index(of: name))
        case .requestVersions(let key, let count, let name):
            forward(.history(key, count: count), to: index(of: name))
        case .networkChanged: forward(.nudge)
        case .link(let event): receive(event)
        case .wake: wake()
        }
        return finishTurn()
    }
}

extension Replica {
    /// An object as the program is to see it: with its own edits, whether or not they were sent.
    package func object(_ key: ObjectKey, in bucket: BucketName) -> JSONObject? {
        buckets[index(of: bucket)].objects.entries[key]?.object
    }

    /// The object as the hub has confirmed it, without own edits.
    package func confirmed(_ key: ObjectKey, in bucket: BucketName) -> JSONObject? {
        buckets[index(of: bucket)].objects.entries[key]?.ghost?.object
    }

    /// The keys of all objects, in order.
    package func keys(in bucket: BucketName) -> [ObjectKey] {
        buckets[index(of: bucket)].objects.entries.lazy.filter { $0.value.object != nil }.map(\.key)
            .inOrder()
    }

    /// How far in the bucket's history all that is here is; nil before it was indexed.
    package func changeVersion(of bucket: BucketName) -> ChangeVersion? {
        buckets[index(of: bucket)].changeVersion
    }

    /// The objects whose edits the hub does not know, or has refused, in order: signing out
    /// and removing them loses these.
    package func unsynced(in bucket: BucketName) -> [ObjectKey] {
        buckets[index(of: bucket)].objects.unsynced.inOrder()
    }

    /// Those of them that the hub has refused, and that have not been edited since.
    package func refused(in bucket: BucketName) -> [ObjectKey] {
        let objects = buckets[index(of: bucket)].objects
        return objects.unsynced.filter { objects.entries[$0]?.isRefused == true }.inOrder()
    }

    /// Whether the object has edits that wait for their turn, or for the answer to what was sent.
    package func hasUnsentEdits(of key: ObjectKey, in bucket: BucketName) -> Bool {
        let index = index(of: bucket)
        guard let entry = buckets[index].objects.entries[key], entry.draft != nil else {
            return false
        }
        guard let flight = buckets[index].objects.inFlight[key] else { return true }
        return entry.object != flight.outcome
    }

    /// The user whose objects are here; nil if there are none, or no user is known yet.
    package var owner: UserName? {
        buckets.lazy.compactMap { $0.objects.entries.isEmpty ? nil : $0.admission.owner }.first
    }

    /// Which versions `.requestVersions` asks for, the newest first: none of an object that the hub
    /// does not know.
    package func history(
        of key: ObjectKey, count: Int, in bucket: BucketName
    ) -> [EntityReference] {
        buckets[index(of: bucket)].history(of: key, count: count)
    }

    /// What another run of the program needs to go on with what this one has at the hub.
    package var seat: Seat? { seating.held }

    /// All that is known of an object, if something of it is still to be sent or answered.
    package func unsent(_ key: ObjectKey, in bucket: BucketName) -> StoredObject? {
        let objects = buckets[index(of: bucket)].objects
        guard let entry = objects.entries[key] else { return nil }
        let flight = objects.inFlight[key]
        return entry.draft == nil && flight == nil ? nil : entry.stored(inFlight: flight)
    }

    package var statistics: ReplicaStatistics { statistics(of: .main) }

    package func statistics(of id: SignInID) -> ReplicaStatistics {
        var sum = ReplicaStatistics(roundTrip: roundTrip, lastHeard: session.lastHeard)
        sum.isAsking = session.isAsking
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            let unacknowledged = buckets[index].objects.inFlight.count
            sum.unsent += buckets[index].objects.unsynced.count - unacknowledged
            sum.unacknowledged += unacknowledged
        }
        return sum
    }

    package var status: SyncStatus { status(of: .main) }

    package func status(of id: SignInID) -> SyncStatus {
        signIns.place(of: id).map(status(at:)) ?? .offline(retryAt: nil, because: nil)
    }

    private func status(at place: Int) -> SyncStatus {
        if let reason = signIns.all[place].rejection?.message {
            return .unauthorized(reason: reason)
        }
        if seating.isTakenOver { return .offline(retryAt: nil, because: .takenOver) }
        guard signIns.isSignedIn(at: place) else { return .offline(retryAt: nil, because: nil) }
        switch session.phase {
        case .idle: return .offline(retryAt: nil, because: nil)
        case .connecting: return .connecting
        case .resting(let until, let reason): return .offline(retryAt: until, because: reason)
        case .online:
            let isOutside = buckets.indices.contains {
                buckets[$0].isOutside && signIns.isOwner(at: place, of: $0)
            }
            if isOutside { return .authorizing }
            let isReading = buckets.indices.contains {
                buckets[$0].isReading && signIns.isOwner(at: place, of: $0)
            }
            return isReading ? .indexing : .synced
        }
    }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        buckets.indices.reduce(session.nextDeadline) { sooner($0, buckets[$1].nextDeadline) }
    }
}

extension Replica {
    func index(of name: BucketName) -> Int {
        // A look at each of the few buckets is quicker than a table of their names.
        guard let index = buckets.indices.first(where: { buckets[$0].name == name }) else {
            preconditionFailure("the bucket \(name) was never opened")
        }
        return index
    }

    private mutating func open(
        _ name: BucketName, as kind: BucketKind, with stored: StoredReplica, of id: SignInID
    ) {
        if let index = buckets.indices.first(where: { buckets[$0].name == name }) {
            return reopen(index, as: kind, with: stored, of: id)
        }
        let index = buckets.count
        let channel = BucketChannel(ChannelNumber(of: index), run: settings.run)
        buckets.append(Bucket(name, kind, on: channel, random: random.fork()))
        signIns.addBucket(of: id)
        forward(.restored(stored), to: index)
        claim(index)
        if connection != nil { connect(index, on: channels.renew(index)) }
    }

    /// Begins anew with a bucket, of which nothing is known. The names of its changes go on.
    mutating func renew(_ index: Int) {
        let (name, kind, channel) = (
            buckets[index].name, buckets[index].kind, buckets[index].channel
        )
        buckets[index] = Bucket(name, kind, on: channel, random: random.fork())
        forward(.restored(StoredReplica()), to: index)
    }

    /// The same with a bucket whose user has signed out.
    private mutating func reopen(
        _ index: Int, as kind: BucketKind, with stored: StoredReplica, of id: SignInID
    ) {
        let owner = signIns.owner(of: index)
        precondition(owner.id == id && owner.token == nil, "a bucket is opened once for a user")
        let (name, channel) = (buckets[index].name, buckets[index].channel)
        buckets[index] = Bucket(name, kind, on: channel, random: random.fork())
        forward(.restored(stored), to: index)
    }

    private mutating func wake() {
        forward(.wake)
        for index in buckets.indices {
            if let deadline = buckets[index].nextDeadline, deadline <= now {
                forward(.wake, to: index)
            }
        }
    }

    private mutating func finishTurn() -> [Effect] {
        askAsHolder()
        for place in signIns.all.indices {
            let status = status(at: place)
            if signIns.notesNews(status, at: place) {
                effects.append(.status(status, of: signIns.all[place].id))
            }
        }
        defer { effects = [] }
        return effects
    }
}

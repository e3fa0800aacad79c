package import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// One person's client of the lobby, over a connection that may break: requests and the hub's
/// frames go in, frames and notices come out.
///
/// It has the copies of the lobby's buckets and of the person's account, the session that decides
/// what the person does in the lobby, their seat, and their way through the halls. It does no I/O:
/// its owner hands in the events, carries out the effects in their order, and calls again with
/// `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or `closed`, each `hangUp` by
/// `closed`. The state to show is in `session`, `status` and `statistics`.
///
///     var client = LobbyClient(.lobby(clientID, run: run, seed: seed))
///     perform(client.handle(.asked(.enter(name, .auto, .terminal)), at: now))
///     perform(client.handle(.begin, at: now))
///
/// No Match is deleted before all edits of our Player have been sent: the opponent, who is free by
/// the deletion, finds us as we are by then.
package struct LobbyClient: Sendable {
    /// Large values are indirect, because a frame passes through several machines.
    package enum Event: Hashable, Sendable {
        /// Dials, and from then on whenever there is no line.
        case begin
        /// May come before `begin`: then it is done as soon as there is a line.
        case asked(Request)
        /// A goodbye, which takes the person out of the lobby: for good, or until `resume`.
        case suspend
        /// A goodbye for a person who was cut off, and can't come back.
        case lost
        /// The return, as a newcomer.
        case resume
        /// The machine has a network again, or another one.
        case networkChanged
        /// The machine slept, or the program did: the line may be no more.
        case woken
        /// Hangs up so that the person's place waits for them: until `resume`, or for another run
        /// of the program.
        case pause(Absence.Cause)
        case link(LinkEvent)
        /// The lobby as the door sees it now, for a visit that has no connection of its own.
        indirect case shown(LobbySnapshot)
        /// The result of such a client's search is in this hall.
        indirect case led(LobbySnapshot, ObjectKey)
        /// It is nowhere.
        case missed(String)
        case wake
        /// The person is signed in, with the copy of their account on this machine.
        indirect case signedIn(AccountCopy)
        /// The person has signed out, and the copy here must go.
        case signedOut
        /// A request to continue here a match of another device.
        indirect case goOnHere(Elsewhere)
        /// Something is to be changed in the account.
        indirect case record(RecordEdit)
        indirect case stored(CopyAnswer)
        /// A search through all halls, and the way to its result.
        case seek(Sought)
    }

    /// The effects of an event, for the shell, and the news, for the person's program.
    package struct Output: Hashable, Sendable {
        package var effects: [ProgramEffect] = []
        package var news: [News] = []

        package init() {}
    }

    package enum News: Hashable, Sendable {
        case notice(Notice)
        case status(SyncStatus)
        /// The hub sent something that can't be read. Only a log needs it.
        case ignored(WireError)
        /// Another program has the person's place.
        case takenOver
        /// The match is over, because the person's place in it was lost; nil if the reason is not
        /// known.
        case lostSeat(opponent: String, SeatEnd?)
        case account(AccountNews)
    }

    package internal(set) var session: LobbySession
    /// Nil for a client that is shown snapshots.
    var replica: Replica?
    @Boxed var shownSnapshot: LobbySnapshot?
    var feed: LobbyFeed
    /// The deletions of Matches, which wait for the edits of our Player.
    private var waiting: [LobbyEdit] = []
    /// A Match that was deleted here, as the hub has it until it receives that.
    private var departing: (key: ObjectKey, object: JSONObject?)?
    /// The effects that wait for the disk, and the edits of the account for it.
    var gate = StoreGate()
    /// The objects that have changed since `share` was called; nil if it never will be.
    private var unshared: [(bucket: LobbyBucket, key: ObjectKey)]?
    var seatWatch: SeatWatch?
    /// The data of the person's account; nil for a guest.
    package internal(set) var records: PersonRecords?
    /// The account that is signed in, and the place of its data; nil for a guest.
    var admission: AccountAdmission?
    var isUrgent = false
    /// Nil while no connection is open.
    package private(set) var connection: ConnectionID?
    /// This device's name on the person's other devices, which don't see it without one.
    package var device = ""
    /// The match that the person's other devices see as played here.
    var notedMatch: ObjectKey?
    /// As long as the person's place on another device is being fetched.
    @Boxed var fetching: Fetching?
    /// The present hall of the lobby, and the searches in others.
    package internal(set) var halls = HallStay()
    var output = Output()

    /// With `sharesObjects`, the owner calls `share` after each frame.
    package init(
        _ settings: ReplicaSettings, token: Token = .lobby, keptSeat: KeptSeat? = nil,
        keepsSeat: Bool = false, sharesObjects: Bool = false
    ) {
        session = LobbySession(me: PlayerID(rawValue: settings.clientID.text), seed: settings.seed)
        replica = Replica(lobby: settings, token: token, keptSeat: keptSeat)
        feed = LobbyFeed(keeping: keptSeat?.unsent == nil ? nil : keptSeat?.match)
        unshared = sharesObjects ? [] : nil
        seatWatch = SeatWatch(settings, keptSeat: keptSeat, keeps: keepsSeat)
    }

    /// A visit of a guest who only watches, and is shown what the door sees: `me` is the key of
    /// their Watcher.
    package init(watchingAs me: PlayerID, shown snapshot: LobbySnapshot, seed: UInt64) {
        session = LobbySession(me: me, seed: seed)
        feed = LobbyFeed()
        shownSnapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        _ = session.handle(.shown(snapshot.lobbyState), at: .start)
    }

    /// Hides the names of players who don't want spectators to read them.
    package mutating func hideNames() {
        session.lobbyState.hidesNames = true
    }

    package var snapshot: LobbySnapshot? { shownSnapshot }

    package var status: SyncStatus {
        replica?.status ?? snapshot?.status ?? .offline(retryAt: nil, because: nil)
    }

    package var statistics: ReplicaStatistics { replica?.statistics ?? ReplicaStatistics() }

    /// True if there is such a match in the lobby. Mutating, as in `LobbyState`.
    package mutating func holds(match key: ObjectKey) -> Bool {
        session.lobbyState.holds(match: key)
    }

    /// The time of the next `handle(.wake, at:)`, if no event comes before.
    package var nextDeadline: Instant? {
        let due = sooner(
            sooner(replica?.nextDeadline, gate.answerDue), session.nextDeadline)
        // The door asks for guests without a connection.
        guard halls.isAsking, _shownSnapshot.isEmpty else { return due }
        return sooner(due, sooner(halls.search?.asksAt, halls.elsewhere.asksAt))
    }

    package mutating func handle(_ event: Event, at now: Instant) -> Output {
        switch event {
        case .begin, .resume:
            seatWatch?.hasLeft = false
            admission?.copy = nil
            forward(.goOnline, at: now)
        case .asked(let request): forward(.asked(request), at: now)
        case .suspend, .lost:
            seatWatch?.hasLeft = true
            forward(event == .lost ? .loseLine : .goOffline, at: now)
        case .networkChanged: forward(.networkChanged, at: now)
        case .woken: forward(.suspect, at: now)
        case .pause(let cause): forward(.pause(cause), at: now)
        case .link(let event):
            note(event)
            forward(.link(event), at: now)
        case .shown(let snapshot): show(snapshot, at: now)
        case .led(let snapshot, let key): arrive(at: key, snapshot, at: now)
        case .missed(let text): giveUp(.toWatch(text), at: now)
        case .wake: wake(at: now)
        case .signedIn(let copy): signIn(copy, at: now)
        case .signedOut: signOut(at: now)
        case .goOnHere(let elsewhere): goOn(with: elsewhere, at: now)
        case .record(let edit): make(edit, at: now)
        case .stored(let answer): take(answer, at: now)
        case .seek(let sought): seek(sought, at: now)
        }
        tellNews(at: now)
        fetch(at: now)
        followHalls(at: now)
        hurry(at: now)
        keepSeat()
        noteSeat(at: now)
        defer { output = Output() }
        return output
    }
}

extension LobbyClient {
    private mutating func note(_ event: LinkEvent) {
        switch event {
        case .opened(let id): connection = id
        case .closed(let id, _): if connection == id { connection = nil }
        case .received: break
        }
    }

    /// Gives the session the events of the lobby. Their effects come after those of earlier ones.
    private mutating func tellNews(at now: Instant) {
        while let news = feed.next() {
            if let event = replica?.lobbyEvent(of: news) { forward(.heard(event), at: now) }
        }
    }

    private mutating func wake(at now: Instant) {
        if let due = gate.answerDue, due <= now { take(.failed(because: nil), at: now) }
        forward(Replica.Event.wake, at: now)
        if let deadline = session.nextDeadline, deadline <= now {
            forward(LobbySession.Event.wake, at: now)
        }
    }

    mutating func forward(_ event: LobbySession.Event, at now: Instant) {
        for effect in session.handle(event, at: now) {
            switch effect {
            case .edit(let edit): write(edit, at: now)
            case .tell(.matchEnded(_, .connectionBroken)) where seatWatch?.hasToldEnd == true:
                seatWatch?.hasToldEnd = false
            case .tell(let notice): output.news.append(.notice(notice))
            }
        }
    }

    private mutating func write(_ edit: LobbyEdit, at now: Instant) {
        guard case .some = replica else { return output.effects.append(.wish(.write(edit))) }
        if case .delete(.match, let key) = edit {
            departing = (key, replica?.confirmed(key, in: LobbyBucket.match.name))
            if isPlayerUnsent { return waiting.append(edit) }
        }
        forward(edit.event, at: now)
    }

    /// Hands an event to the replica, and carries out its effects.
    mutating func forward(_ event: Replica.Event, at now: Instant) {
        run(event, at: now)
        followDeparting()
        if !waiting.isEmpty, !isPlayerUnsent {
            for edit in waiting { run(edit.event, at: now) }
            waiting = []
        }
        store(at: now)
    }

    mutating func run(_ event: Replica.Event, at now: Instant) {
        if case .link(.closed(let id, _)) = event { gate.close(id) }
        for effect in replica?.handle(event, at: now) ?? [] {
            switch effect {
            case .link(let effect): pass(effect)
            case .tell(let event, let name):
                if let bucket = LobbyBucket(name) {
                    receive(event, in: bucket, at: now)
                } else if let bucket = RecordBucket(rawValue: name.text) {
                    receive(event, in: bucket, at: now)
                }
            case .status(let status, .lobby):
                output.news.append(.status(status))
                feed.follow(status)
            case .status(let status, _): follow(status, at: now)
            case .ignored(let error): output.news.append(.ignored(error))
            // Presence is not kept on disk, but the account is.
            case .store(let edits, let name): gate.add(edits, of: name)
            // The caller knows of it.
            case .signedOut: break
            case .seat(let news): take(news, at: now)
            case .noticed(let members): take(members, at: now)
            }
        }
    }

    /// Has the edits of this turn stored.
    mutating func store(at now: Instant) {
        if let work = gate.takeWork(at: now) { output.effects.append(.store(work)) }
    }

    private mutating func receive(
        _ event: BucketEvent, in bucket: LobbyBucket, at now: Instant
    ) {
        if let key = event.changedKey { unshared?.append((bucket, key)) }
        if let undo = feed.append(event, in: bucket) {
            run(.edit(undo, in: bucket.name), at: now)
        }
    }

    private var isPlayerUnsent: Bool {
        replica?.hasUnsentEdits(of: session.ownKey, in: LobbyBucket.player.name) ?? false
    }

    /// Follows a Match that is being deleted: for its program it is gone already.
    private mutating func followDeparting() {
        guard let (key, before) = departing else { return }
        let object = replica?.confirmed(key, in: LobbyBucket.match.name)
        guard object != before else { return }
        departing = object.map { (key, $0) }
        if object != nil { feed.append(overtaken: key) }
    }

    /// Continues as another client, or in another hall, as if the lobby had never been seen.
    mutating func become(
        _ clientID: ClientID, takesSeat: Bool, hall: HallRequest? = nil, at now: Instant
    ) {
        session = session.successor(as: PlayerID(rawValue: clientID.text))
        seatWatch = seatWatch.map { SeatWatch(clientID, after: $0, takesSeat: takesSeat) }
        waiting = []
        feed.restart()
        if unshared != nil { unshared = [] }
        forward(.become(clientID, takesSeat: takesSeat, hall: hall), at: now)
    }

    /// Stores the objects only once that other clients have, too.
    package mutating func share(with others: inout SharedObjects) {
        for (bucket, key) in unshared ?? [] {
            replica?.share(key, in: bucket.name, with: &others)
        }
        if unshared?.isEmpty == false { unshared = [] }
    }
}

extension BucketEvent {
    /// The object that has changed.
    fileprivate var changedKey: ObjectKey? {
        switch self {
        case .inserted(let key, _), .updated(let key, _, _), .deleted(let key, _),
            .acknowledged(let key, _), .deleteAcknowledged(let key):
            key
        case .willIndex, .didIndex, .willChange, .version, .error, .pending, .away, .back,
            .rules, .aged:
            nil
        }
    }
}

extension LobbyClient {
    /// The values that a client with a connection of its own is made of.
    package struct Beginning: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let token: Token
        /// The match of an earlier run, if this one is to continue it.
        package let keptSeat: KeptSeat?
        /// True if the match of this run is kept for another one.
        package let keepsSeat: Bool

        package init(
            settings: ReplicaSettings, token: Token, keptSeat: KeptSeat? = nil,
            keepsSeat: Bool = false
        ) {
            self.settings = settings
            self.token = token
            self.keptSeat = keptSeat
            self.keepsSeat = keepsSeat
        }

        /// Returns the beginning of the next run of the same program, in the kept match.
        package func goingOn(with kept: KeptSeat, run: RunID, seed: UInt64) -> Beginning {
            var settings = ReplicaSettings.lobby(kept.clientID, run: run, seed: seed)
            settings.seat = kept.seat
            return Beginning(settings: settings, token: token, keptSeat: kept, keepsSeat: true)
        }
    }

    package init(_ beginning: Beginning) {
        self.init(
            beginning.settings, token: beginning.token, keptSeat: beginning.keptSeat,
            keepsSeat: beginning.keepsSeat)
    }
}

package import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// One person's client of the lobby, over a connection that may break: events, requests and the
/// hub's frames go in, frames and notices come out.
///
/// It has the copies of the lobby's buckets and of the person's account, and decides what the
/// person does in the lobby, about their seat, and on their way through the halls. It does no I/O:
/// its owner hands in the events, takes the output after each of them, carries out the effects in
/// their order, and calls again with `.wake` at `nextDeadline`. Each `dial` is answered by `opened`
/// or `closed`, each `hangUp` by `closed`. The state to show is in its properties.
///
///     var client = LobbyClient(.lobby(clientID, run: run, seed: seed))
///     try client.ask(.enter(name, .auto, .terminal), at: now)
///     client.handle(.begin, at: now)
///     perform(client.takeOutput())
///
/// A move is in the lobby's state at once; people and seats change only as the hub confirms them.
/// No Match is deleted before all edits of our Player have been sent: the opponent, who is free by
/// the deletion, finds us as we are by then.
package struct LobbyClient: Sendable {
    /// The effects of an event, for the shell, and the news, for the person's program.
    package struct Output: Hashable, Sendable {
        package var effects: [ProgramEffect] = []
        package var news: [News] = []

        package init() {}
    }

    package enum News: Hashable, Sendable {
        case notice(Notice)
        case status(ReplicaStatus)
        /// The hub sent something that can't be read. Only a log needs it.
        case ignored(WireError)
        /// Another program has the person's place.
        case takenOver
        /// The match is over, because the person's place in it was lost; nil if the reason is not
        /// known.
        case lostSeat(opponent: String, SessionEnd?)
        case account(AccountNews)
    }

    /// A goodbye.
    package enum LeaveReason: Hashable, Sendable {
        /// Takes the person out of the lobby: for good, or until `resume`.
        case suspend
        /// The same for a person who was cut off, and can't come back.
        case lost
        /// Hangs up so that the person's place waits for them: until `resume`, or for another run
        /// of the program.
        case pause(Absence.Cause)
    }

    /// The account that a connection is signed in to.
    package struct AccountIdentity: Hashable, Sendable {
        package let user: String
        /// Nil for a name that can't be shown.
        package let name: PlayerName?

        package init(user: String, name: PlayerName?) {
            self.user = user
            self.name = name
        }
    }

    /// A match that we have started, until the hub has confirmed that it came in time.
    package struct StartedMatch: Hashable, Sendable {
        package let key: ObjectKey
        package let opponent: PlayerID
        package let name: String
        /// True if the person chose the opponent; false if the program did.
        package let isChosen: Bool
    }

    /// The Watcher that this client keeps for the person.
    package struct OwnWatcher: Hashable, Sendable {
        /// The Match that it names, or will name.
        var match: ObjectKey?
        /// True if the hub has refused it for the present match. It is not written again for the
        /// same one.
        var isRefused = false
    }

    // The person in the lobby. `startOver(as:)` resets these.

    package private(set) var me: PlayerID
    /// The key of the person's Player, and of their Watcher.
    package private(set) var ownKey: ObjectKey
    package internal(set) var lobbyState = LobbyState()
    /// Our Player, as it is or will be as soon as the hub has it; nil while we are not here.
    package internal(set) var player: Player?
    /// The account that the connection is signed in to; nil for a guest.
    package internal(set) var holder: AccountIdentity?
    /// True if our Player has been written, and neither deleted nor refused since.
    package internal(set) var isEntered = false
    /// True if our Player and our match are here as an earlier run left them.
    package internal(set) var findsOwnObjects = false
    /// True if spectators must not see the person's name.
    package internal(set) var isHidden = false
    /// The terms that the person wants to play by.
    package internal(set) var terms = MatchTerms()
    /// The clock for opponents who wish one, too, if there is none in `terms`.
    package internal(set) var wish: MoveLimit?
    /// True if the person is busy only on the way to another hall.
    package internal(set) var isSteppingAside = false
    /// True if the hub has refused the version of our rules on this connection.
    package internal(set) var hasOtherRules = false
    /// A match that we have left before both had moved, until the hub has confirmed that.
    @Boxed package internal(set) var leaving: OwnMatch?
    /// The person's own part of the match that they play; nil while they play none.
    package internal(set) var own: OwnMatch?
    /// True if a search has led to the present match. It is over, unless the match fails to start.
    package internal(set) var hasSearched = false
    package internal(set) var challenge: StartedMatch?
    package internal(set) var watching = Watching()
    package internal(set) var matchmaker: Matchmaker
    package internal(set) var ownWatcher = OwnWatcher()
    /// Matches that we have deleted and the hub has not.
    package internal(set) var discarded: Set<ObjectKey> = []
    package internal(set) var invitations = Invitations()
    /// The time of the person's last key; nil if the program does not see keys.
    package internal(set) var lastKey: Instant?
    package internal(set) var random: SeededRandom
    /// The time when a figure on the screen changes.
    private var nextTick: Instant?
    /// The edits of this turn.
    private var unwritten: [LobbyEdit] = []

    // The connection, the seat, the account and the halls.

    /// Nil for a client that is shown snapshots.
    var replica: Replica?
    @Boxed var shownSnapshot: LobbySnapshot?
    /// The version of the last snapshot that had news of the watched match. As long as it is the
    /// same, the spectators of the match can share a picture.
    package internal(set) var newsVersion = 0
    var feed: LobbyFeed
    /// The deletions of Matches, which wait for the edits of our Player.
    private var waiting: [LobbyEdit] = []
    /// A Match that was deleted here, as the hub has it until it receives that.
    private var departing: (key: ObjectKey, object: JSONObject?)?
    /// The effects that wait for the disk, and the edits of the account for it.
    var gate = StoreGate()
    /// The objects that have changed since `share` was called; nil if it never will be.
    private var unshared: [(bucket: LobbyBucket, key: ObjectKey)]?
    var seatWatch: KeptSeatTracker?
    /// The data of the person's account; nil for a guest.
    package internal(set) var records: PersonRecords?
    /// The account that is signed in, and the place of its data; nil for a guest.
    var admission: SignedInAccount?
    var isUrgent = false
    /// Nil while no connection is open.
    package private(set) var connection: LinkID?
    /// This device's name on the person's other devices, which don't see it without one.
    package var device = ""
    /// The match that the person's other devices see as played here.
    var notedMatch: ObjectKey?
    /// As long as the person's place on another device is being fetched.
    @Boxed var fetching: MatchTakeover?
    /// The present hall of the lobby, and the searches in others.
    package internal(set) var halls = HallState()
    var output = Output()

    /// With `sharesObjects`, the owner calls `share` after each frame.
    package init(
        _ settings: ReplicaSettings, token: Token = .lobby, keptSeat: KeptSeat? = nil,
        keepsSeat: Bool = false, sharesObjects: Bool = false
    ) {
        self.init(
            withoutReplicaAs: PlayerID(rawValue: settings.clientID.text), seed: settings.seed,
            feed: LobbyFeed(keeping: keptSeat?.unsent == nil ? nil : keptSeat?.match))
        replica = Replica(lobby: settings, token: token, keptSeat: keptSeat)
        unshared = sharesObjects ? [] : nil
        seatWatch = KeptSeatTracker(settings, keptSeat: keptSeat, keeps: keepsSeat)
    }

    /// A visit of a guest who only watches, and is shown what the door sees: `me` is the key of
    /// their Watcher.
    package init(watchingAs me: PlayerID, shown snapshot: LobbySnapshot, seed: UInt64) {
        self.init(withoutReplicaAs: me, seed: seed)
        shownSnapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        show(snapshot.lobbyState, at: .start)
    }

    /// A client whose owner hands in the lobby's events, and takes its edits as wishes. `me` is the
    /// program's client id, and the key of its Player.
    package init(
        withoutReplicaAs me: PlayerID, seed: UInt64, feed: LobbyFeed = LobbyFeed()
    ) {
        guard let key = me.key else { preconditionFailure("a client id in the lobby is a key") }
        self.me = me
        ownKey = key
        matchmaker = Matchmaker(for: me)
        random = SeededRandom(seed: seed)
        self.feed = feed
    }

    /// Starts as another client, or in another hall, as if the lobby had never been seen. The
    /// person's choices stay, and random numbers continue.
    mutating func startOver(as id: PlayerID) {
        guard let key = id.key else { preconditionFailure("a client id in the lobby is a key") }
        let (refused, hidesNames) = (matchmaker.refusedUsers, lobbyState.hidesNames)
        (me, ownKey, lobbyState, matchmaker) = (id, key, LobbyState(), Matchmaker(for: id))
        (matchmaker.refusedUsers, lobbyState.hidesNames) = (refused, hidesNames)
        (player, own, leaving, challenge) = (nil, nil, nil, nil)
        (isEntered, findsOwnObjects, isSteppingAside, hasOtherRules) = (false, false, false, false)
        hasSearched = false
        (watching, ownWatcher, discarded) = (Watching(), OwnWatcher(), [])
        (invitations, nextTick, unwritten) = (Invitations(), nil, [])
    }

    /// Hides the names of players who don't want spectators to read them.
    package mutating func hideNames() {
        lobbyState.hidesNames = true
    }

    package var snapshot: LobbySnapshot? { shownSnapshot }

    package var status: ReplicaStatus {
        replica?.status ?? snapshot?.status ?? .offline(retryAt: nil, because: nil)
    }

    package var statistics: ReplicaStatistics { replica?.statistics ?? ReplicaStatistics() }

    /// True if there is such a match in the lobby. Mutating, as in `LobbyState`.
    package mutating func holds(match key: ObjectKey) -> Bool {
        lobbyState.holds(match: key)
    }

    /// The match that the person plays. It stays here if its object is removed, until the client
    /// has seen why.
    package var match: LobbyMatch? { own.flatMap { $0.removed ?? lobbyState[$0.key] } }

    package var isOurTurn: Bool {
        guard let own, let match else { return false }
        return own.isOurTurn(in: match)
    }

    /// Tested by a pattern, because the operator would copy the match to compare it.
    package var isInMatch: Bool { if case nil = own { false } else { true } }

    /// The time of the next `handle(.wake, at:)`, if no event comes before.
    package var nextDeadline: Instant? {
        let due = sooner(sooner(replica?.nextDeadline, gate.answerDue), decisionDue)
        // The door asks for guests without a connection.
        guard halls.isAsking, _shownSnapshot.isEmpty else { return due }
        return sooner(due, sooner(halls.search?.asksAt, halls.elsewhere.asksAt))
    }

    /// The time when the person's match, invitation or search needs a decision.
    private var decisionDue: Instant? {
        let askingDue = lobbyState.isComplete ? invitations.nextDeadline : nil
        // No array of them: this is asked after each event.
        let due = sooner(sooner(matchmaker.nextDeadline, askingDue), sooner(idleDue, nextTick))
        guard isInMatch else { return due }
        let warning = match.flatMap { own?.nextWarning(in: $0) }
        return sooner(due, sooner(sooner(own?.answerDue, warning), timeoutDue))
    }

    /// Takes the effects and the news that have come since the last time.
    package mutating func takeOutput() -> Output {
        defer { output = Output() }
        return output
    }
}

/// Events, and requests of the program.
extension LobbyClient {
    package mutating func handle(_ event: ProgramEvent, at now: Instant) {
        switch event {
        // May come before the requests, or after them.
        case .begin: goOnline(at: now)
        case .link(let event):
            updateConnection(event)
            forward(.link(event), at: now)
        case .wake: wake(at: now)
        case .woken: forward(.suspect, at: now)
        case .networkChanged: forward(.networkChanged, at: now)
        case .signedIn(let copy): signIn(copy, at: now)
        case .stored(let answer): handle(answer, at: now)
        case .shown(let snapshot): show(snapshot, at: now)
        case .led(let snapshot, let key): arrive(at: key, snapshot, at: now)
        case .missed(let text): giveUp(.toWatch(text), at: now)
        // The program decides what these mean in the lobby.
        case .calendar, .hangUp, .closing, .called: return
        }
        finishEvent(at: now)
    }

    /// Carries out a person's request. Before there is a connection it is kept.
    package mutating func ask(_ request: Request, at now: Instant) throws(RequestObstacle) {
        defer {
            finishTick(at: now)
            finishEvent(at: now)
        }
        try perform(request, at: now)
    }

    /// Searches all halls, and goes to the result.
    package mutating func seek(_ sought: HallSearchGoal, at now: Instant) {
        search(for: sought, at: now)
        finishEvent(at: now)
    }

    package mutating func disconnect(by parting: LeaveReason, at now: Instant) {
        switch parting {
        case .suspend, .lost:
            seatWatch?.hasLeft = true
            forward(parting == .lost ? .loseLine : .goOffline, at: now)
        case .pause(let cause): forward(.pause(cause), at: now)
        }
        finishEvent(at: now)
    }

    /// Returns after a goodbye, as a newcomer.
    package mutating func resume(at now: Instant) {
        goOnline(at: now)
        finishEvent(at: now)
    }

    /// Signs the person out, and removes the copy here.
    package mutating func signOut(at now: Instant) {
        leaveAccount(at: now)
        finishEvent(at: now)
    }

    /// Continues here a match of another device.
    package mutating func continueHere(_ elsewhere: OtherDeviceMatch, at now: Instant) {
        startTakeover(with: elsewhere, at: now)
        finishEvent(at: now)
    }

    /// Changes the account.
    package mutating func changeAccount(_ edit: RecordEdit, at now: Instant) {
        writeRecord(edit, at: now)
        finishEvent(at: now)
    }

    /// Dials, and from then on whenever there is no line.
    private mutating func goOnline(at now: Instant) {
        seatWatch?.hasLeft = false
        admission?.copy = nil
        forward(.goOnline, at: now)
    }

    /// Does what an event or a request leads to, once it is done itself.
    mutating func finishEvent(at now: Instant) {
        readNews(at: now)
        continueTakeover(at: now)
        continueHallSearch(at: now)
        updateUrgency(at: now)
        saveSeat()
        publishSeat(at: now)
    }
}

/// The lobby's events, and their conclusions.
extension LobbyClient {
    /// Hands out the events of the lobby. The effects of each come after those of earlier ones.
    private mutating func readNews(at now: Instant) {
        while let news = feed.next() {
            if let event = replica?.lobbyEvent(of: news) { receive(event, at: now) }
        }
    }

    /// Takes in an event of the lobby's buckets.
    package mutating func receive(_ event: LobbyEvent, at now: Instant) {
        if apply(event, at: now) { finishTick(at: now) }
    }

    private mutating func wake(at now: Instant) {
        if let due = gate.answerDue, due <= now { handle(.failed(because: nil), at: now) }
        forward(.wake, at: now)
        if let due = decisionDue, due <= now { finishTick(at: now) }
    }

    /// Makes a request by itself, not at the person's wish.
    mutating func request(_ request: Request, at now: Instant) {
        do throws(RequestObstacle) {
            try perform(request, at: now)
        } catch {
            notify(.refused(error))
        }
        finishTick(at: now)
    }

    /// Draws the conclusions from the present state, and then writes this turn's edits.
    mutating func finishTick(at now: Instant) {
        if lobbyState.isComplete {
            enterIfDue()
            if isEntered { discardMatches() }
            joinSeatedMatch(at: now)
            findsOwnObjects = false
            expireInvitations(at: now)
            reportIdleness(at: now)
            lookForOpponent(at: now)
        } else {
            matchmaker.stopWaiting()
        }
        advanceMatch(at: now)
        if lobbyState.isComplete { updateWatching() }
        nextTick = [
            own?.answerDue, own?.absence?.until, claimDue, invitations.next?.until,
            invitations.asking?.until, wakeCall?.until,
        ].compactMap { $0?.nextSecond(after: now) }.min()
        let edits = unwritten
        unwritten = []
        for edit in edits { write(edit, at: now) }
    }

    mutating func notify(_ notice: Notice) {
        if case .matchEnded(_, .connectionBroken) = notice, seatWatch?.hasToldEnd == true {
            seatWatch?.hasToldEnd = false
        } else {
            output.news.append(.notice(notice))
        }
    }

    /// Has an edit written once all conclusions of this turn are drawn.
    mutating func enqueue(_ edit: LobbyEdit) {
        unwritten.append(edit)
    }
}

/// Edits, and the replica's effects.
extension LobbyClient {
    private mutating func updateConnection(_ event: LinkEvent) {
        switch event {
        case .opened(let id): connection = id
        case .closed(let id, _): if connection == id { connection = nil }
        case .received: break
        }
    }

    private mutating func write(_ edit: LobbyEdit, at now: Instant) {
        guard case .some = replica else { return output.effects.append(.wish(.write(edit))) }
        if case .delete(.match, let key) = edit {
            departing = (key, replica?.confirmedObject(key, in: LobbyBucket.match.name))
            if isPlayerUnsent { return waiting.append(edit) }
        }
        forward(edit.event, at: now)
    }

    /// Hands an event to the replica, and carries out its effects.
    mutating func forward(_ event: Replica.Event, at now: Instant) {
        run(event, at: now)
        trackDeletedMatch()
        if !waiting.isEmpty, !isPlayerUnsent {
            for edit in waiting { run(edit.event, at: now) }
            waiting = []
        }
        store(at: now)
    }

    mutating func run(_ event: Replica.Event, at now: Instant) {
        if case .link(.closed(let id, _)) = event { gate.removeEffects(id) }
        for effect in replica?.handle(event, at: now) ?? [] {
            switch effect {
            case .link(let effect): sendOrHoldBack(effect)
            case .tell(let event, let name):
                if let bucket = LobbyBucket(name) {
                    receive(event, in: bucket, at: now)
                } else if let bucket = RecordBucket(rawValue: name.text) {
                    receiveRecordEvent(event, in: bucket, at: now)
                }
            case .status(let status, .lobby):
                output.news.append(.status(status))
                feed.handle(status)
            case .status(let status, _): handle(status, at: now)
            case .ignored(let error): output.news.append(.ignored(error))
            // Presence is not kept on disk, but the account is.
            case .store(let edits, let name): gate.add(edits, of: name)
            // The caller knows of it.
            case .signedOut: break
            case .seat(let news): handle(news, at: now)
            case .noticed(let members): applyHallNews(members, at: now)
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
        replica?.hasUnsentEdits(of: ownKey, in: LobbyBucket.player.name) ?? false
    }

    /// Follows a Match that is being deleted: for its program it is gone already.
    private mutating func trackDeletedMatch() {
        guard let (key, before) = departing else { return }
        let object = replica?.confirmedObject(key, in: LobbyBucket.match.name)
        guard object != before else { return }
        departing = object.map { (key, $0) }
        if object != nil { feed.append(overtaken: key) }
    }

    /// Continues as another client, or in another hall, as if the lobby had never been seen.
    mutating func become(
        _ clientID: ClientID, takesSeat: Bool, hall: HallRequest? = nil, at now: Instant
    ) {
        startOver(as: PlayerID(rawValue: clientID.text))
        seatWatch = seatWatch.map { KeptSeatTracker(clientID, after: $0, takesSeat: takesSeat) }
        waiting = []
        feed.restart()
        if unshared != nil { unshared = [] }
        forward(.become(clientID, takesSeat: takesSeat, hall: hall), at: now)
    }

    /// Stores the objects only once that other clients have, too.
    package mutating func deduplicate(with others: inout InternedObjects) {
        for (bucket, key) in unshared ?? [] {
            replica?.internGhost(key, in: bucket.name, with: &others)
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

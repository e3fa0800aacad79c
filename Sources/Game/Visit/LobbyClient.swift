package import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// A user's client of the lobby, over a connection that may break. Events, requests and the hub's
/// frames go in; frames and notices come out.
///
/// The client has copies of the lobby's buckets and of the user's account. It decides about the
/// user's Player, seat, and transfers between halls. The client's properties contain the state to
/// show.
///
/// The client does no I/O. The owner passes in events, takes the output after each, performs the
/// effects in order, and passes `.wake` at `nextDeadline`. The owner answers each `dial` with
/// `opened` or `closed`, and each `hangUp` with `closed`.
///
///     var client = LobbyClient(.lobby(clientID, run: run, seed: seed))
///     try client.ask(.enter(name, .auto, .terminal), at: now)
///     client.handle(.begin, at: now)
///     perform(client.takeOutput())
///
/// A move appears in the lobby's state at once; a player or a seat appears only when the hub has
/// confirmed it. The client sends all edits of the user's Player before it deletes a Match. A
/// deletion frees the opponent, who must then see the Player's new state.
package struct LobbyClient: Sendable {
    /// The effects of an event for the shell, and the news for the user's program.
    package struct Output: Hashable, Sendable {
        package var effects: [ProgramEffect] = []
        package var news: [ClientNews] = []

        package init() {}
    }

    package enum ClientNews: Hashable, Sendable {
        case notice(Notice)
        case status(ReplicaStatus)
        /// A message from the hub could not be read. The error is only for a log.
        case ignored(WireError)
        /// Another program has taken over this program's session.
        case takenOver
        /// The match is over, because the seat in it was lost. The reason is nil if it is unknown.
        case lostSeat(opponent: String, SessionEnd?)
        case account(AccountNews)
    }

    package enum GoodbyeKind: Hashable, Sendable {
        /// Leaves the lobby: for good, or until `resume`.
        case leave
        /// Leaves the lobby because the user was cut off, and can't return.
        case connectionLost
        /// Disconnects, but keeps the seat until `resume`, or for another run of the program.
        case keepSeat(Absence.Cause)
    }

    package struct AccountIdentity: Hashable, Sendable {
        package let user: String
        /// The account's name; nil if it is not a valid player name.
        package let name: PlayerName?

        package init(user: String, name: PlayerName?) {
            self.user = user
            self.name = name
        }
    }

    /// A match that this client has started, and that the hub has not confirmed yet.
    package struct UnconfirmedChallenge: Hashable, Sendable {
        package let key: ObjectKey
        package let opponent: PlayerID
        package let name: String
        /// True if the user chose the opponent; false if pairing did.
        package let isChosen: Bool
    }

    /// The Watcher that this client writes for the user.
    package struct OwnWatcherState: Hashable, Sendable {
        /// The Match that the Watcher names, or will name; nil without a Watcher.
        var match: ObjectKey?
        /// True if the hub refused the Watcher. The client does not write the Watcher again for the
        /// same match.
        var isRefused = false
    }

    // The user in the lobby. `startOverKeepingChoices(as:)` resets these properties, except the
    // user's choices.

    package private(set) var me: PlayerID
    /// The key of the user's Player and Watcher.
    package private(set) var ownKey: ObjectKey
    package internal(set) var lobbyState = LobbyState()
    /// The user's Player, with edits that the hub may not have; nil outside the lobby.
    package internal(set) var player: Player?
    /// The account that the connection is signed in to; nil for a guest.
    package internal(set) var accountIdentity: AccountIdentity?
    /// True if the Player was written, and neither deleted nor refused since.
    package internal(set) var isEntered = false
    /// True if the hub has resumed an earlier run's session, and this client has not adopted that
    /// session's objects yet.
    package internal(set) var findsOwnObjects = false
    package internal(set) var isHidden = false
    /// The terms that the user wants for matches.
    package internal(set) var terms = MatchTerms()
    /// The clock of a match if the opponent also wants a clock, and `terms` has none.
    package internal(set) var wish: MoveTimeLimit?
    /// True if the Player is busy only because of a transfer to another hall.
    package internal(set) var isSteppingAside = false
    /// True if the hub refused the Player's version of the rules on this connection.
    package internal(set) var areRulesRefused = false
    /// A match that the user left without losing the round in play. Nil if there is none, or once
    /// the hub has deleted the match.
    @BoxedRareValue package internal(set) var leaving: OwnMatch?
    /// The user's own part of the current match; nil outside matches.
    package internal(set) var own: OwnMatch?
    /// True if a search led to the current match. The search resumes if the match fails to start.
    package internal(set) var hasSearched = false
    package internal(set) var challenge: UnconfirmedChallenge?
    package internal(set) var watching = Watching()
    package internal(set) var matchmaker: Matchmaker
    package internal(set) var ownWatcher = OwnWatcherState()
    /// The Matches that this client has deleted, until the hub confirms the deletion.
    package internal(set) var discarded: Set<ObjectKey> = []
    package internal(set) var invitations = Invitations()
    /// The time of the last key press that the program reported; nil before the first.
    package internal(set) var lastKey: Instant?
    package internal(set) var random: SeededRandom
    /// The next time when a countdown on the screen changes; nil if none is running.
    private var nextTick: Instant?
    private var unwritten: [LobbyObjectEdit] = []

    // The connection, the seat, the account and the halls.

    /// The replica; nil for a client without a connection of its own.
    var replica: Replica?
    /// The last snapshot from the door; nil for a client with a connection of its own.
    @BoxedRareValue package internal(set) var snapshot: SpectatorHallSnapshot?
    var eventQueue: LobbyBucketEventQueue
    /// The postponed deletions of Matches. They are written once the Player's edits have been sent.
    private var postponedDeletions: [LobbyObjectEdit] = []
    /// The Match that this client deleted last, with the hub's object, until the hub has deleted
    /// the Match, too.
    private var deletedMatch: (key: ObjectKey, object: JSONObject?)?
    /// The effects that wait for the disk, and the account's edits to store.
    var storeGate = SendAfterStoreGate()
    /// The objects that have changed since the last `deduplicate`; nil if `sharesObjects` was
    /// false.
    private var unshared: [(bucket: LobbyBucket, key: ObjectKey)]?
    var seatTracker: KeptSeatTracker?
    /// The data of the user's account; nil for a guest.
    package internal(set) var records: AccountRecords?
    /// The signed-in account and its storage; nil for a guest.
    var signedInAccount: SignedInAccount?
    var isUrgent = false
    package private(set) var connection: LinkID?
    /// This device's name on the user's other devices. If the name is empty, those devices don't
    /// list this device.
    package var device = ""
    /// The match that is recorded in the account as played on this device; nil if there is none.
    var publishedMatch: ObjectKey?
    /// The progress of taking over another device's seat; nil if this client takes over none.
    @BoxedRareValue var takeover: MatchTakeover?
    /// The client's hall, and its searches in other halls.
    package internal(set) var halls = ClientHallNavigation()
    var output = Output()

    /// Creates a client. If `sharesObjects`, the owner must call `deduplicate` after each frame.
    package init(
        _ settings: ReplicaSettings, token: Token = .lobby, keptSeat: KeptSeat? = nil,
        keepsSeat: Bool = false, sharesObjects: Bool = false
    ) {
        self.init(
            withoutReplicaAs: PlayerID(rawValue: settings.clientID.text), seed: settings.seed,
            eventQueue: LobbyBucketEventQueue(
                keeping: keptSeat?.unsent == nil ? nil : keptSeat?.match))
        replica = Replica(lobby: settings, token: token, keptSeat: keptSeat)
        unshared = sharesObjects ? [] : nil
        seatTracker = KeptSeatTracker(settings, keptSeat: keptSeat, keeps: keepsSeat)
    }

    /// Creates a client for a guest who only watches. `me` is the key of the guest's Watcher.
    package init(watchingAs me: PlayerID, shown snapshot: SpectatorHallSnapshot, seed: UInt64) {
        self.init(withoutReplicaAs: me, seed: seed)
        self.snapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        adoptSharedLobbyState(snapshot.lobbyState, at: .start)
    }

    /// Creates a client whose owner passes in the lobby's events and writes the client's edits.
    /// `me` is the program's client id, and the key of its Player.
    package init(
        withoutReplicaAs me: PlayerID, seed: UInt64,
        eventQueue: LobbyBucketEventQueue = LobbyBucketEventQueue()
    ) {
        guard let key = me.key else { preconditionFailure("a client id in the lobby is a key") }
        self.me = me
        ownKey = key
        matchmaker = Matchmaker(for: me)
        random = SeededRandom(seed: seed)
        self.eventQueue = eventQueue
    }

    /// Starts over as another client, or in another hall, with an empty lobby state. Keeps the
    /// user's choices, and does not reset the random numbers.
    mutating func startOverKeepingChoices(as id: PlayerID) {
        guard let key = id.key else { preconditionFailure("a client id in the lobby is a key") }
        let (blocked, hidesNames) = (matchmaker.blockedUsers, lobbyState.hidesNames)
        (me, ownKey, lobbyState, matchmaker) = (id, key, LobbyState(), Matchmaker(for: id))
        (matchmaker.blockedUsers, lobbyState.hidesNames) = (blocked, hidesNames)
        (player, own, leaving, challenge) = (nil, nil, nil, nil)
        (isEntered, findsOwnObjects, isSteppingAside) = (false, false, false)
        (areRulesRefused, hasSearched) = (false, false)
        (watching, ownWatcher, discarded) = (Watching(), OwnWatcherState(), [])
        (invitations, nextTick, unwritten) = (Invitations(), nil, [])
    }

    /// Stops showing names that players hide, because the user is a spectator.
    package mutating func respectHiddenNames() {
        lobbyState.hidesNames = true
    }

    package var status: ReplicaStatus {
        replica?.status ?? snapshot?.status ?? .offline(retryAt: nil, because: nil)
    }

    package var statistics: ReplicaStatistics { replica?.statistics ?? ReplicaStatistics() }

    /// Returns true if the lobby has a match with this key. The function is mutating only to avoid
    /// a copy, as in `LobbyState`.
    package mutating func containsMatch(_ key: ObjectKey) -> Bool {
        lobbyState.containsMatch(key)
    }

    /// The current match; nil outside matches. If the Match is removed, its last state stays here
    /// until the reason is known.
    package var match: LobbyMatch? { own.flatMap { $0.removed ?? lobbyState[$0.key] } }

    package var isOurTurn: Bool {
        guard let own, let match else { return false }
        return own.isOurTurn(in: match)
    }

    /// True while the user is in a match. A pattern is used, because `==` would copy the match.
    package var isInMatch: Bool { if case nil = own { false } else { true } }

    /// The time of the next `handle(.wake, at:)`, if no event comes before.
    package var nextDeadline: Instant? {
        let due = sooner(sooner(replica?.nextDeadline, storeGate.answerDue), decisionDue)
        // For guests without a connection, the door sends the requests. Offline, requests wait for
        // the next event of the connection.
        guard halls.isAsking, isOnline, _snapshot.isEmpty else { return due }
        return sooner(due, sooner(halls.search?.nextRequestAt, halls.distantMatches.nextRequestAt))
    }

    /// The next time when the match, an invitation, the search, idleness or a countdown needs an
    /// update; nil if there is no such time.
    private var decisionDue: Instant? {
        // A match ends all invitations, and `idleDue` includes a wake call in it.
        let askingDue = lobbyState.isComplete && !isInMatch ? invitations.nextDeadline : nil
        // No array is built, because this property is computed after each event.
        let due = sooner(sooner(matchmaker.nextDeadline, askingDue), sooner(idleDue, nextTick))
        guard isInMatch else { return due }
        let warning = match.flatMap { own?.nextWarning(in: $0) }
        return sooner(due, sooner(sooner(own?.answerDue, warning), timeoutDue))
    }

    package mutating func takeOutput() -> Output {
        defer { output = Output() }
        return output
    }
}

extension LobbyClient {
    package mutating func handle(_ event: ProgramEvent, at now: Instant) {
        switch event {
        // This event may precede or follow the first requests.
        case .begin: goOnline(at: now)
        case .link(let event):
            updateConnection(event)
            passToReplica(.link(event), at: now)
        case .wake: wake(at: now)
        case .woken: passToReplica(.suspect, at: now)
        case .networkChanged: passToReplica(.networkChanged, at: now)
        case .signedIn(let copy): signIn(copy, at: now)
        case .stored(let answer): handleStoreResult(answer, at: now)
        case .answered(.snapshot(let snapshot)): adoptSnapshot(snapshot, at: now)
        case .answered(.found(let snapshot, let key)):
            adoptSnapshot(snapshot, at: now)
            performArrivalRequest(.watch(key), at: now)
        case .answered(.notFound(let text)): reportNothingToWatch(called: text)
        // The owner of the client handles these events.
        case .calendar, .hangUp, .closing, .called, .answered(.counted): return
        }
        performEventConsequences(at: now)
    }

    /// Performs a user's request. Throws the reason if the request is not possible now.
    package mutating func ask(_ request: LobbyRequest, at now: Instant) throws(RequestObstacle) {
        defer {
            updateAndWriteEdits(at: now)
            performEventConsequences(at: now)
        }
        if request.isAboutOpponents { cancelTransferBeforeLeaving(at: now) }
        try perform(request, at: now)
    }

    package mutating func disconnect(by goodbye: GoodbyeKind, at now: Instant) {
        switch goodbye {
        case .leave, .connectionLost:
            seatTracker?.hasLeft = true
            passToReplica(goodbye == .leave ? .goOffline : .loseLine, at: now)
        case .keepSeat(let cause): passToReplica(.pause(cause), at: now)
        }
        performEventConsequences(at: now)
    }

    /// Connects again after `disconnect`, and resumes the user's seat if the hub still has it.
    package mutating func resume(at now: Instant) {
        goOnline(at: now)
        performEventConsequences(at: now)
    }

    package mutating func changeAccountRecord(_ edit: RecordEdit, at now: Instant) {
        writeRecord(edit, at: now)
        performEventConsequences(at: now)
    }

    /// Connects, and reconnects after each failure from then on.
    private mutating func goOnline(at now: Instant) {
        seatTracker?.hasLeft = false
        signedInAccount?.copy = nil
        passToReplica(.goOnline, at: now)
    }

    /// Applies the queued events, and continues a takeover, a transfer or a search. Then updates
    /// the stored and the published seat.
    mutating func performEventConsequences(at now: Instant) {
        applyQueuedEvents(at: now)
        continueTakeover(at: now)
        continueTransferAndSearch(at: now)
        updateConnectionCheckFrequency(at: now)
        saveSeat()
        publishSeat(at: now)
    }
}

/// Events of the lobby, and their consequences.
extension LobbyClient {
    /// Handles the queued events of the lobby, each with its effects before the next.
    private mutating func applyQueuedEvents(at now: Instant) {
        while let queued = eventQueue.next() {
            guard let event = replica?.lobbyBucketEvent(of: queued) else { continue }
            applyAndWriteEdits(event, at: now)
        }
    }

    package mutating func applyAndWriteEdits(_ event: LobbyBucketEvent, at now: Instant) {
        if applyReturningRelevance(event, at: now) { updateAndWriteEdits(at: now) }
    }

    private mutating func wake(at now: Instant) {
        if let due = storeGate.answerDue, due <= now {
            handleStoreResult(.failed(because: nil), at: now)
        }
        passToReplica(.wake, at: now)
        if let due = decisionDue, due <= now { updateAndWriteEdits(at: now) }
    }

    /// Performs a request that does not come from the user, and notifies the user if it is refused.
    mutating func performAutomaticRequest(_ request: LobbyRequest, at now: Instant) {
        do throws(RequestObstacle) {
            try perform(request, at: now)
        } catch {
            notify(.refused(error))
        }
        updateAndWriteEdits(at: now)
    }

    /// Updates everything that depends on the current state, and writes the edits of this tick.
    mutating func updateAndWriteEdits(at now: Instant) {
        if lobbyState.isComplete {
            insertPlayerIfDue()
            if isEntered { discardUnplayableMatches() }
            beginOrEndMatch(at: now)
            findsOwnObjects = false
            resolveInvitations(at: now)
            reportDueIdlenessOrLeave(at: now)
            lookForOpponent(at: now)
        } else {
            matchmaker.stopWaiting()
        }
        advanceMatch(at: now)
        if lobbyState.isComplete { updateWatching() }
        nextTick = [
            own?.answerDue, own?.absence?.until, claimDue, invitations.next?.until,
            invitations.asking?.until, wakeCall?.until,
        ].compactMap { $0?.nextCountdownSecond(after: now) }.min()
        let edits = unwritten
        unwritten = []
        for edit in edits { writeOrPostponeEdit(edit, at: now) }
    }

    mutating func notify(_ notice: Notice) {
        if case .matchEnded(_, .connectionBroken) = notice, seatTracker?.hasReportedEnd == true {
            seatTracker?.hasReportedEnd = false
        } else {
            output.news.append(.notice(notice))
        }
    }

    /// Queues an edit, which is written at the end of this tick.
    mutating func enqueue(_ edit: LobbyObjectEdit) {
        unwritten.append(edit)
    }
}

extension LobbyClient {
    private mutating func updateConnection(_ event: LinkEvent) {
        switch event {
        case .opened(let id): connection = id
        case .closed(let id, _): if connection == id { connection = nil }
        case .received: break
        }
    }

    private mutating func writeOrPostponeEdit(_ edit: LobbyObjectEdit, at now: Instant) {
        guard case .some = replica else { return output.effects.append(.wish(.write(edit))) }
        if case .delete(.match, let key) = edit {
            deletedMatch = (key, replica?.confirmedObject(key, in: LobbyBucket.match.name))
            if isPlayerUnsent { return postponedDeletions.append(edit) }
        }
        passToReplica(edit.event, at: now)
    }

    /// Passes an event to the replica, and performs the replica's effects. Then writes the
    /// postponed deletions, if the Player has no unsent edits any more.
    mutating func passToReplica(_ event: Replica.Event, at now: Instant) {
        performReplicaEffects(of: event, at: now)
        queueChangeOfDeletedMatch()
        if !postponedDeletions.isEmpty, !isPlayerUnsent {
            for edit in postponedDeletions { performReplicaEffects(of: edit.event, at: now) }
            postponedDeletions = []
        }
        storeGatheredEditsOnDisk(at: now)
    }

    mutating func performReplicaEffects(of event: Replica.Event, at now: Instant) {
        if case .link(.closed(let id, _)) = event { storeGate.removeEffects(of: id) }
        for effect in replica?.handle(event, at: now) ?? [] {
            switch effect {
            case .link(let effect): sendOrHoldBack(effect)
            case .tell(let event, let name):
                if let bucket = LobbyBucket(name) {
                    queueEvent(event, in: bucket, at: now)
                } else if let bucket = RecordBucket(rawValue: name.text) {
                    receiveRecordEvent(event, in: bucket, at: now)
                }
            case .status(let status, .lobby):
                output.news.append(.status(status))
                eventQueue.recordStatus(status)
            case .status(let status, _): handleAccountStatus(status, at: now)
            case .ignored(let error): output.news.append(.ignored(error))
            // Only the account's buckets are stored on disk. The lobby's buckets are presence
            // buckets.
            case .store(let edits, let name): storeGate.add(edits, of: name)
            // `signOut(at:)` reports the sign-out.
            case .signedOut: break
            case .seat(let news): handle(news, at: now)
            case .noticed(let members): applyHallMessage(members, at: now)
            }
        }
    }

    /// Requests to store the edits that `storeGate` has gathered, in one transaction.
    mutating func storeGatheredEditsOnDisk(at now: Instant) {
        guard let work = storeGate.drainGatheredEdits(startingDeadlineAt: now) else { return }
        output.effects.append(.store(work))
    }

    private mutating func queueEvent(
        _ event: BucketEvent, in bucket: LobbyBucket, at now: Instant
    ) {
        if let key = event.changedKey { unshared?.append((bucket, key)) }
        if let undo = eventQueue.appendReturningRevert(event, in: bucket) {
            performReplicaEffects(of: .edit(undo, in: bucket.name), at: now)
        }
    }

    private var isPlayerUnsent: Bool {
        replica?.hasUnsentEdits(of: ownKey, in: LobbyBucket.player.name) ?? false
    }

    /// Queues an event if the hub has changed the Match that this client deleted last.
    private mutating func queueChangeOfDeletedMatch() {
        guard let (key, before) = deletedMatch else { return }
        let object = replica?.confirmedObject(key, in: LobbyBucket.match.name)
        guard object != before else { return }
        deletedMatch = object.map { (key, $0) }
        if object != nil { eventQueue.append(overtaken: key) }
    }

    /// Continues as another client, or in another hall, with an empty lobby state.
    mutating func restart(
        as clientID: ClientID, takesSeat: Bool, hall: RequestedHall? = nil, at now: Instant
    ) {
        startOverKeepingChoices(as: PlayerID(rawValue: clientID.text))
        seatTracker = seatTracker.map { KeptSeatTracker(clientID, after: $0, takesSeat: takesSeat) }
        postponedDeletions = []
        eventQueue.restartForAnotherLobby()
        if unshared != nil { unshared = [] }
        passToReplica(.become(clientID, takesSeat: takesSeat, hall: hall), at: now)
    }

    /// Replaces changed objects with equal objects of other clients in this process, so that each
    /// object is in memory only once.
    package mutating func deduplicate(with others: inout InternedObjects) {
        for (bucket, key) in unshared ?? [] {
            replica?.internGhost(key, in: bucket.name, with: &others)
        }
        if unshared?.isEmpty == false { unshared = [] }
    }
}

extension BucketEvent {
    /// The key of the object that the event inserts, updates, deletes or acknowledges; otherwise
    /// nil.
    fileprivate var changedKey: ObjectKey? {
        switch self {
        case .inserted(let key, _), .updated(let key, _, _), .deleted(let key, _),
            .acknowledged(let key, _), .deleteAcknowledged(let key):
            key
        default: nil
        }
    }
}

extension LobbyClient {
    /// The start values of a client with a connection of its own.
    package struct Beginning: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let token: Token
        package let keptSeat: KeptSeat?
        /// True if this run stores its seat, so that another run can continue the match.
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

        /// Returns the start values of a run that continues `kept`, the match of an earlier run.
        package func continuing(_ kept: KeptSeat, run: RunID, seed: UInt64) -> Beginning {
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

internal import Game
package import Host
package import Lobby
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// The coordinator of the lobby's halls. It assigns each connection to a hall, and sends clients
/// news about other halls.
///
/// A hall is a user of the game's app, with its own buckets and validator. The coordinator does not
/// store the state of this server's halls, but asks the hub for this state. While there is only one
/// hall, the coordinator sends no offers, and no counts once the clients know of this.
///
/// If other servers have halls in other shards, the coordinator has the reports about these halls.
///
/// `AppCoordinator` describes the order of calls.
///
/// Parts of the work are done by other types:
/// - the counts of halls and places: `HallOccupancy`.
/// - the choice of an opponent in another hall: `CrossHallMatchmaker`.
/// - the frames of notices and answers: `Host`.
package struct HallCoordinator: AppCoordinator {
    /// A connection with a place in a hall.
    struct HallVisitor: Sendable {
        let hall: HallNumber
        /// The hall that the client requested; nil if the client named none. The connection may be
        /// in another hall.
        let requestedHall: HallNumber?
        let knowsHalls: Bool
        let redials: Bool
        fileprivate(set) var player: PlayerID
        /// The channel for notices about halls.
        fileprivate(set) var channel: ChannelNumber
        /// The hall that was last offered to the player; nil if there was no offer.
        fileprivate(set) var offered: HallNumber?
        /// The sequence number of the counts that were last sent to the client; 0 if none were
        /// sent.
        fileprivate(set) var lastCountsSent = 0
    }

    /// The answer to a client whose hall is on another server. All channels of the connection that
    /// name the same hall get the same answer.
    private struct HallRedirect {
        let named: HallNumber?
        let hall: HallNumber?
    }

    var occupancy: HallOccupancy<ConnectionID>
    private(set) var visitors: [ConnectionID: HallVisitor] = [:]
    /// The connections of the players whose clients support halls.
    private var connections: [PlayerID: ConnectionID] = [:]
    private var redirects: [ConnectionID: HallRedirect] = [:]
    /// The last reports of the halls in other shards.
    var distantHalls: [HallNumber: CrossShardHallReport] = [:]
    var sentReports: SentHallReports
    /// The shards of the servers that accepted the connections, if these servers own shards.
    private var entryShards: [ConnectionID: ShardSet] = [:]
    var matchmaker: CrossHallMatchmaker
    private var sentCounts = SentHallCounts()
    /// The time of the next search for opponents in other halls.
    private var searchAt: Instant?

    package init(_ limits: HallLimits = HallLimits(), _ shards: HallSharding = .undivided) {
        occupancy = HallOccupancy(limits, shards)
        matchmaker = CrossHallMatchmaker(shards)
        sentReports = SentHallReports(shards)
    }

    package var nextDeadline: Instant? {
        sooner(sooner(occupancy.nextDeadline, searchAt), sentReports.dueAt)
    }

    /// The open halls of this server.
    package var open: [HallNumber] { occupancy.open }

    package func hall(of id: ConnectionID) -> HallNumber? { visitors[id]?.hall }

    package func peopleCount(in hall: HallNumber) -> Int { occupancy.peopleCount(in: hall) }

    /// Returns the state of a hall, from its validator; nil while its log is closed.
    package func state(of hall: HallNumber, in hub: Hub) -> LobbyState? {
        (hub.changeValidator(of: GameBuckets.log(of: hall)) as? HallValidator)?.lobbyState
    }
}

extension HallCoordinator {
    /// Assigns a client of the lobby to a hall, and returns the client's identity in this hall.
    ///
    /// All channels of a connection are in the same hall. A connection that has left all its
    /// channels may enter another hall. Fails if the lobby is full, if the connection has an open
    /// channel in another hall, or if the hall is on another server.
    package mutating func admit(
        _ request: AuthorizationRequest, as guest: Identity, in hub: Hub, at now: Instant
    ) -> Result<Identity, AuthorizationFailure> {
        let (id, named) = (request.connection, request.hall.flatMap { HallNumber($0.name) })
        let isDoor = guest.rights.contains(.door)
        var wish = hallPreference(
            of: request, named ?? hallOfSession(of: request, isDoor, in: hub), isDoor: isDoor)
        if let visitor = visitors[id], let named, named != visitor.hall {
            let log = GameBuckets.log(of: visitor.hall)
            if !hub.hasOtherChannel(log, id, besides: request.channel) {
                leaveHall(id, at: now)
            } else if named != visitor.requestedHall {
                return .failure(.otherHall)
            }
        }
        if visitors[id] == nil {
            if let redirect = redirects[id], redirect.named == named {
                return .failure(.elsewhere(redirect.hall))
            }
            let isSender = request.redials && occupancy.shards.isHome
            wish = matchmaker.redirectToUnpairedPlayer(wish) { hall in
                (isSender || occupancy.shards.isOwn(hall)) && occupancy.canFulfill(.offered(hall))
            }
        }
        switch occupancy.admit(
            id, wishing: wish, redials: request.redials, near: entryShards[id] ?? [], at: now)
        {
        case .here(let hall):
            recordVisitor(request, wishing: named, in: hall, at: now)
            return .success(guest.placed(in: hall, sendsHallName: request.knowsHalls))
        case .elsewhere(let hall):
            redirects[id] = HallRedirect(named: named, hall: hall)
            return .failure(.elsewhere(hall))
        case .full: return .failure(.lobbyIsFull)
        }
    }

    /// Returns the hall with the client's session; nil if there is none, or if the connection
    /// already has a place. Finds the session by its secret, because the ssh server does not store
    /// its guests' halls.
    private func hallOfSession(
        of request: AuthorizationRequest, _ isDoor: Bool, in hub: Hub
    ) -> HallNumber? {
        guard request.knowsHalls, visitors[request.connection] == nil,
            let shown = request.resume ?? (isDoor ? request.ownSecret : nil)
        else { return nil }
        let proof = SecretDigest(of: shown)
        return open.first { hall in
            hub.hasSession(of: request.clientID, in: GameBuckets.log(of: hall), proof)
        }
    }

    private func hallPreference(
        of request: AuthorizationRequest, _ named: HallNumber?, isDoor: Bool
    ) -> RequestedHallWithReason {
        guard request.knowsHalls else { return isDoor ? .toWatch(.first) : .unaware }
        guard let named else { return .any }
        if visitors[request.connection]?.offered == named { return .offered(named) }
        if request.resume != nil { return .back(named) }
        return isDoor || request.hall?.isToWatch == true ? .toWatch(named) : .named(named)
    }

    private mutating func recordVisitor(
        _ request: AuthorizationRequest, wishing named: HallNumber?, in hall: HallNumber,
        at now: Instant
    ) {
        let (id, player) = (request.connection, PlayerID(rawValue: request.clientID.text))
        if let visitor = visitors[id] {
            if visitor.player != player { forgetPlayerWithPromise(of: id) }
            visitors[id]?.player = player
            visitors[id]?.channel = request.channel
        } else {
            visitors[id] = HallVisitor(
                hall: hall, requestedHall: named, knowsHalls: request.knowsHalls,
                redials: request.redials, player: player, channel: request.channel)
        }
        if request.knowsHalls { connections[player] = id }
        scheduleOpponentSearchIfNeeded(at: now)
    }

    package mutating func recordOpened(_ id: ConnectionID, viaServerOf shards: ShardSet) {
        entryShards[id] = shards.isEmpty ? nil : shards
    }

    package mutating func recordClosed(_ id: ConnectionID, at now: Instant) {
        entryShards[id] = nil
        leaveHall(id, at: now)
    }

    /// Frees the place of a connection in its hall. The connection may then enter another hall.
    private mutating func leaveHall(_ id: ConnectionID, at now: Instant) {
        forgetPlayerWithPromise(of: id)
        visitors[id] = nil
        redirects[id] = nil
        occupancy.releasePlace(id, at: now)
    }

    /// Forgets the player of a connection. Withdraws the promise of an opponent in another hall,
    /// unless the hall is on another server.
    private mutating func forgetPlayerWithPromise(of id: ConnectionID) {
        guard let player = visitors[id]?.player, connections[player] == id else { return }
        connections[player] = nil
        // A player on the way to another server is still expected there.
        guard visitors[id]?.offered.map(occupancy.shards.isOwn) != false else { return }
        matchmaker.withdrawPromiseToMover(player)
    }

    package mutating func reopenHalls(withAbsentOwnersIn buckets: [BucketID], at now: Instant) {
        for bucket in buckets {
            guard let hall = GameBuckets.hall(of: bucket.log) else { continue }
            occupancy.reopenHallWithEarlierSeats(hall, at: now)
        }
    }

    private var hasSeveralHalls: Bool { hallCount > 1 }

    /// The number of halls on all servers, at least one.
    var hallCount: Int { max(occupancy.count + distantHalls.count, 1) }

    /// Returns true if the player is connected to this server with a client that supports halls.
    func supportsHalls(_ player: PlayerID) -> Bool { connections[player] != nil }

    func canUseOtherServersHalls(_ player: PlayerID) -> Bool {
        connections[player].flatMap { visitors[$0]?.redials } == true
    }

    /// Returns the connections that have not been sent the counts with this sequence number, by
    /// their channels, and records these connections as informed.
    private mutating func takeUninformedConnections(
        ofCounts number: Int
    ) -> [ChannelNumber: [ConnectionID]] {
        var uninformed: [ChannelNumber: [ConnectionID]] = [:]
        for (id, visitor) in visitors where visitor.knowsHalls && visitor.lastCountsSent != number {
            uninformed[visitor.channel, default: []].append(id)
            visitors[id]?.lastCountsSent = number
        }
        return uninformed.mapValues { $0.sorted() }
    }

    /// Closes halls that had no connections for long enough, unless absent players or live matches
    /// are in them. Removes halls of other shards that are no longer reported.
    private mutating func closeEmptyHalls(in hub: Hub, at now: Instant) {
        for hall in occupancy.closeAndForgetIdleHalls(at: now) {
            distantHalls[hall] = nil
            if state(of: hall, in: hub)?.isEmpty == false {
                occupancy.reopenHallWithEarlierSeats(hall, at: now)
            }
        }
    }

    /// Schedules a search for opponents in other halls, if there are several halls and this server
    /// needs them. Does nothing if a search is scheduled.
    mutating func scheduleOpponentSearchIfNeeded(at now: Instant) {
        if hasSeveralHalls, needsOtherHalls, searchAt == nil {
            searchAt = now + CrossHallMatchmaker.offerInterval
        }
    }

    /// True if this server needs the other halls: for its connections or, as the home server, for
    /// new connections.
    private var needsOtherHalls: Bool { occupancy.shards.isHome || !visitors.isEmpty }
}

extension HallCoordinator {
    /// Closes empty halls. When due, returns the notices that offer lone players an opponent in
    /// another hall, and the notices with the counts of all halls.
    package mutating func performDueWork(in hub: Hub, at now: Instant) -> [NoticeToConnections] {
        closeEmptyHalls(in: hub, at: now)
        guard let searchAt, searchAt <= now else { return [] }
        let isNeeded = needsOtherHalls && (hasSeveralHalls || !sentCounts.isEmpty)
        self.searchAt = isNeeded ? now + CrossHallMatchmaker.offerInterval : nil
        return makeOfferNotices(in: hub, at: now) + makeCountsNotices(in: hub, at: now)
    }

    private mutating func makeOfferNotices(in hub: Hub, at now: Instant) -> [NoticeToConnections] {
        guard hasSeveralHalls || matchmaker.count > 0 else { return [] }
        var waiters: [HallWaiter] = []
        var users: [PlayerID: String] = [:]
        for hall in open {
            guard let state = state(of: hall, in: hub) else { continue }
            let here = self.waiters(of: hall, state)
            for waiter in here { users[waiter.id] = state.roster[waiter.id]?.user }
            waiters += here
        }
        for report in distantHalls.values.sorted(by: { $0.hall < $1.hall }) {
            // The report may still contain a player who has moved to a hall here.
            waiters += report.waiters.filter { !supportsHalls($0.id) }
            users.merge(report.users) { own, _ in own }
        }
        let occupancy = occupancy
        let offers = matchmaker.makeOffers(
            to: waiters, at: now, hasRoom: { occupancy.canFulfill(.offered($0)) },
            // Two devices of one user are not paired with each other.
            mayPair: { users[$0] == nil || users[$0] != users[$1] })
        // A player of another shard has no connection to this server.
        return offers.compactMap { self.makeOfferNotice($0.player, in: $0.to) }
    }

    /// Returns the notice that offers a player a hall with an opponent, and records the offer.
    /// Returns nil if the player has no connection to this server, or if the client does not
    /// support halls.
    private mutating func makeOfferNotice(
        _ player: PlayerID, in hall: HallNumber
    ) -> NoticeToConnections? {
        guard let id = connections[player], let visitor = visitors[id] else { return nil }
        visitors[id]?.offered = hall
        return NoticeToConnections(
            connections: [id], channel: visitor.channel,
            members: ["offer": ["hall": JSON("\(hall)")]])
    }

    private mutating func makeCountsNotices(in hub: Hub, at now: Instant) -> [NoticeToConnections] {
        guard hasSeveralHalls || !sentCounts.isEmpty, sentCounts.isDue(at: now) else { return [] }
        let members = sentCounts.recordAsSent(census(in: hub), halls: hallCount, at: now)
        let uninformed = takeUninformedConnections(ofCounts: sentCounts.number)
        if !hasSeveralHalls { sentCounts.recordSingleHall() }
        return uninformed.sorted { $0.key.rawValue < $1.key.rawValue }.map { channel, ids in
            NoticeToConnections(connections: ids, channel: channel, members: members)
        }
    }

    /// Returns the census of all halls. A user in two halls counts twice.
    func census(in hub: Hub) -> Census {
        let own = open.reduce(Census()) { $0 + (state(of: $1, in: hub)?.census ?? Census()) }
        return distantHalls.values.reduce(own) { $0 + $1.census }
    }
}

extension LobbyState {
    fileprivate var isEmpty: Bool { people.isEmpty && liveMatches.isEmpty }
}

extension Identity {
    /// Returns the identity in a hall. If `sendsHallName`, the client is sent the hall's name.
    fileprivate func placed(in hall: HallNumber, sendsHallName: Bool) -> Identity {
        Identity(
            user: GameBuckets.log(of: hall).user, name: name, rights: rights,
            credential: credential, hall: sendsHallName ? "\(hall)" : nil)
    }
}

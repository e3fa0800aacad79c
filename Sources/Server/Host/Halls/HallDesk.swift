internal import Game
package import Lobby
package import SimperiumClock
package import SimperiumWire
package import SyncHub

/// Puts those who come to the lobby into its halls, and tells them what they can't see from there.
///
/// A hall is a user of the game's app, with buckets and a guard of its own, and the hub that keeps
/// them is asked for who is where. As long as there is one hall nobody is told anything.
package struct HallDesk: Sendable {
    /// A connection that has a place.
    struct Visitor: Sendable {
        let hall: HallNumber
        /// The hall that it asked for, and may have been given another one instead of.
        let wished: HallNumber?
        let knowsHalls: Bool
        fileprivate(set) var player: PlayerID
        /// Where it hears of halls.
        fileprivate(set) var channel: ChannelNumber
        /// Where it was told that somebody waits.
        fileprivate(set) var offered: HallNumber?
        /// Which of the counts it was told last.
        fileprivate(set) var hasHeard = 0
    }

    let lobby: LogID
    private(set) var table: HallTable<ConnectionID>
    private(set) var visitors: [ConnectionID: Visitor] = [:]
    /// The connection of each who knows of halls.
    private var connections: [PlayerID: ConnectionID] = [:]
    var lone = LoneWaiters()
    var counts = HallCounts()
    /// When those are to be looked at who wait in different halls.
    private(set) var lookAt: Instant?

    package init(
        _ limits: HallLimits = HallLimits(), of lobby: LogID = LobbyPass.log
    ) {
        self.lobby = lobby
        table = HallTable(limits)
    }

    package var nextDeadline: Instant? { sooner(table.nextDeadline, lookAt) }

    /// The halls that are open.
    package var open: [HallNumber] { table.open }

    /// Where a connection has its place.
    package func hall(of id: ConnectionID) -> HallNumber? { visitors[id]?.hall }

    /// How many are in a hall.
    package func people(in hall: HallNumber) -> Int { table.people(in: hall) }

    /// What is known of a hall by the guard that keeps it; nil while its log is closed.
    package func state(of hall: HallNumber, in hub: Hub) -> LobbyState? {
        (hub.guard(of: LobbyPass.log(of: hall, in: lobby)) as? LobbyGuard)?.lobbyState
    }
}

extension HallDesk {
    /// Says as whom a client is let in that has the lobby's token, and may have a place already.
    ///
    /// All channels of a connection are in the same hall. When it has left all of them, it may go
    /// to another one.
    package mutating func admit(
        _ request: AuthorizationRequest, as guest: Identity, in hub: Hub, at now: Instant
    ) -> Result<Identity, AuthorizationFailure> {
        let (id, named) = (request.connection, request.hall.flatMap { HallNumber($0.name) })
        let isDoor = guest.rights.contains(.door)
        var wish = wish(of: request, named ?? seat(of: request, isDoor, in: hub), isDoor: isDoor)
        if let visitor = visitors[id], let named, named != visitor.hall, named != visitor.wished {
            let log = LobbyPass.log(of: visitor.hall, in: lobby)
            guard !hub.isIn(log, id, besides: request.channel) else { return .failure(.otherHall) }
            release(id, at: now)
        }
        if visitors[id] == nil {
            wish = lone.direct(wish) { table.takesIn(.offered($0)) }
        }
        guard let hall = table.admit(id, wishing: wish, at: now) else {
            return .failure(.lobbyIsFull)
        }
        note(request, wishing: named, in: hall, at: now)
        return .success(guest.in(hall, of: lobby, isTold: request.knowsHalls))
    }

    /// The hall in which somebody's seat is who does not know it, but its secret: a door keeps
    /// nothing else.
    private func seat(
        of request: AuthorizationRequest, _ isDoor: Bool, in hub: Hub
    ) -> HallNumber? {
        guard request.knowsHalls, visitors[request.connection] == nil,
            let shown = request.resume ?? (isDoor ? request.ownSecret : nil)
        else { return nil }
        let proof = SecretDigest(of: shown)
        return open.first { hall in
            hub.knowsSeat(of: request.clientID, in: LobbyPass.log(of: hall, in: lobby), proof)
        }
    }

    private func wish(
        of request: AuthorizationRequest, _ named: HallNumber?, isDoor: Bool
    ) -> HallWish {
        guard request.knowsHalls else { return isDoor ? .toWatch(.first) : .unaware }
        guard let named else { return .any }
        if visitors[request.connection]?.offered == named { return .offered(named) }
        if request.resume != nil { return .back(named) }
        return isDoor || request.hall?.isToWatch == true ? .toWatch(named) : .named(named)
    }

    private mutating func note(
        _ request: AuthorizationRequest, wishing named: HallNumber?, in hall: HallNumber,
        at now: Instant
    ) {
        let (id, player) = (request.connection, PlayerID(rawValue: request.clientID.text))
        if let visitor = visitors[id] {
            if visitor.player != player { forgetPlayer(of: id) }
            visitors[id]?.player = player
            visitors[id]?.channel = request.channel
        } else {
            visitors[id] = Visitor(
                hall: hall, wished: named, knowsHalls: request.knowsHalls, player: player,
                channel: request.channel)
        }
        if request.knowsHalls { connections[player] = id }
        if isSpread, lookAt == nil { lookAt = now + LoneWaiters.pause }
    }

    /// Takes back the place of a connection that has ended.
    package mutating func release(_ id: ConnectionID, at now: Instant) {
        forgetPlayer(of: id)
        visitors[id] = nil
        table.release(id, at: now)
    }

    private mutating func forgetPlayer(of id: ConnectionID) {
        guard let player = visitors[id]?.player, connections[player] == id else { return }
        connections[player] = nil
        lone.drop(player)
    }

    /// Keeps the halls open in which something waits for its owners.
    package mutating func remember(_ buckets: [BucketID], at now: Instant) {
        for bucket in buckets {
            guard let hall = LobbyPass.hall(of: bucket.log, in: lobby) else { continue }
            table.remember(hall, at: now)
        }
    }

    /// Whether there is more than one hall.
    var isSpread: Bool { hallCount > 1 }

    /// How many halls there are.
    var hallCount: Int { max(table.count, 1) }

    /// Whether a program can be told of another hall.
    func knowsHalls(_ player: PlayerID) -> Bool { connections[player] != nil }

    /// Takes note that somebody is told of a hall, and says where.
    mutating func tell(_ player: PlayerID, of hall: HallNumber) -> (ConnectionID, ChannelNumber)? {
        guard let id = connections[player], let visitor = visitors[id] else { return nil }
        visitors[id]?.offered = hall
        return (id, visitor.channel)
    }

    /// Those who know of halls and have not heard the counts of that number, by their channels.
    mutating func takeUninformed(of number: Int) -> [ChannelNumber: [ConnectionID]] {
        var uninformed: [ChannelNumber: [ConnectionID]] = [:]
        for (id, visitor) in visitors where visitor.knowsHalls && visitor.hasHeard != number {
            uninformed[visitor.channel, default: []].append(id)
            visitors[id]?.hasHeard = number
        }
        return uninformed.mapValues { $0.sorted() }
    }

    /// Closes the halls that have been empty for long enough, and in which nobody is missed.
    mutating func closeHalls(in hub: Hub, at now: Instant) {
        for hall in table.wake(at: now) where state(of: hall, in: hub)?.isEmpty == false {
            table.remember(hall, at: now)
        }
    }

    /// Has those who wait be looked at again after a while.
    mutating func look(againAfter now: Instant?) {
        lookAt = now.map { $0 + LoneWaiters.pause }
    }
}

extension LobbyState {
    fileprivate var isEmpty: Bool { people.isEmpty && liveMatches.isEmpty }
}

extension Identity {
    /// The same in one of the halls.
    fileprivate func `in`(_ hall: HallNumber, of lobby: LogID, isTold: Bool) -> Identity {
        Identity(
            user: LobbyPass.log(of: hall, in: lobby).user, name: name, rights: rights,
            credential: credential, hall: isTold ? "\(hall)" : nil)
    }
}

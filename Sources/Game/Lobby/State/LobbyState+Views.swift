package import Game
package import SimperiumClock
internal import SimperiumWire

extension LobbyState {
    /// All players, in the order of the roster.
    package var people: [Person] { roster.players.map(person) }

    package func person(_ id: PlayerID) -> Person? { roster[id].map(person) }

    private func person(_ player: Player) -> Person {
        Person(
            id: player.id, name: roster.shownName(of: player.id), activity: activity(of: player),
            clock: player.clock, way: player.way, user: player.user, isHidden: player.isHidden,
            absence: roster.absence(of: player.id), idleSince: roster.idleSince(player.id))
    }

    /// Returns the activity of a player. A program uses its player's id as the key of its Watcher,
    /// so the Watcher is found by that id.
    private func activity(of player: Player) -> Person.CurrentActivity {
        if let match = ledger.seatedMatch(of: player.id) { return .playing(match) }
        if let key = player.id.key, let watcher = watchers[key] { return .watching(watcher.match) }
        switch player.mode {
        case .auto, .clocked: return .waiting
        case .open: return .open(isPrivate: player.code != nil)
        case .busy: return .busy
        }
    }

    /// Returns the players to list. After an absence of `Person.listedAbsence`, a player is listed
    /// only during a match. A user on several devices is listed once, as the most active Player.
    package func listedPeople(at now: Instant) -> [Person] {
        eachOnce(people.filter { $0.isListed(at: now) })
    }

    /// The players, also absent ones, with a user on several devices once, as in `listedPeople`.
    package var peopleWithEachOnce: [Person] { eachOnce(people) }

    private func eachOnce(_ people: [Person]) -> [Person] {
        roster.hasNoUsers ? people : people.withEachOnce
    }

    /// Returns the player who is signed in to an account; nil if there is none. Of several devices,
    /// returns the one that is listed.
    package func person(ofUser user: String) -> Person? {
        people.filter { $0.user == user }.withEachOnce.first
    }

    /// The number of absent users who are counted, but no longer listed.
    package func unlistedAbsentees(at now: Instant) -> Int {
        // Every frame of the lobby calls this, and the list of people is expensive.
        guard roster.hasAbsence(where: { now - $0.since > Person.listedAbsence }) else { return 0 }
        let people = people
        return eachOnce(people).count - eachOnce(people.filter { $0.isListed(at: now) }).count
    }

    package func nextIdleMinute(after now: Instant) -> Instant? {
        roster.idlePlayers.compactMap { roster.idleSince($0.id)?.nextElapsedMinute(after: now) }
            .min()
    }

    /// Returns true if a player is absent and still listed, or was until a second ago. The extra
    /// second allows the redraw that removes the player from the list.
    package func hasListedAbsentee(at now: Instant) -> Bool {
        roster.hasAbsence { now - $0.since <= Person.listedAbsence + .seconds(1) }
    }

    package func invitationObstacle(to id: PlayerID) -> RequestObstacle? {
        guard let player = roster[id] else { return .gone }
        if ledger.seatedMatch(of: id) != nil { return .playing }
        if player.mode == .busy { return .busy(roster.shownName(of: id)) }
        return roster.absence(of: id) == nil ? nil : .away
    }

    /// Returns the opponent's name in a match that the player's account plays on another device;
    /// nil if there is none. Meanwhile, this Player is not paired.
    package func opponentOnOtherDevice(of id: PlayerID) -> String? {
        for other in roster.sameAccountPlayersIncludingSelf(of: id) where other != id {
            guard let key = ledger.seatedMatch(of: other), let shown = self[key] else { continue }
            return roster.shownName(of: shown.opponent(of: other))
        }
        return nil
    }

    /// True if other players wait in the same queue, and all of them are kept apart from this
    /// player. They then wait for `Matchmaker.quietTime` for other partners.
    package func waitsForOthersAfterRefusal(_ id: PlayerID, at now: Instant) -> Bool {
        let others = pools.pool(of: id).waiters.filter { $0.id != id }
        return !others.isEmpty && others.allSatisfy { pairing.keepsApart(id, $0.id, at: now) }
    }

    /// All live matches, in the order of their insertion.
    package var liveMatches: [LobbyMatch] { ledger.live.compactMap { matches[$0] } }

    package var census: Census {
        var census = Census()
        // Activities by account: a user on several devices counts once.
        var users: [String: ActivityLevel] = [:]
        for player in roster.players {
            let presence = activityLevel(of: player)
            if let user = player.user {
                users[user] = max(users[user] ?? presence, presence)
            } else {
                census.addPerson(presence)
            }
        }
        for presence in users.values { census.addPerson(presence) }
        let strangers = watchers.count { !roster.contains(PlayerID(rawValue: $0.text)) }
        census.watching += strangers
        census.here += strangers
        census.matches = ledger.liveCount
        return census
    }

    /// The degree of a user's activity, the lowest first. On several devices, the highest degree
    /// counts.
    enum ActivityLevel: Comparable {
        case away
        case free
        case busy
        case watching
        case playing
    }

    private func activityLevel(of player: Player) -> ActivityLevel {
        roster.absence(of: player.id) == nil ? activity(of: player).level : .away
    }

    package func freeHolder(of code: JoinCode) -> PlayerID? {
        roster.players.first { player in
            player.code == code && player.mode == .open && ledger.seatedMatch(of: player.id) == nil
        }?.id
    }
}

extension [Person] {
    /// The players, with a user on several devices only once: as the most active Player. Of equally
    /// active Players, an idle one is the last choice, and then the earliest is the first.
    fileprivate var withEachOnce: [Person] {
        var best: [String: Person] = [:]
        for person in self {
            guard let user = person.user else { continue }
            if best[user].map({ person.isListed(insteadOf: $0) }) ?? true { best[user] = person }
        }
        return filter { person in person.user.map { best[$0]?.id == person.id } ?? true }
    }
}

extension Person {
    /// Returns false for a player who has been away for longer than `listedAbsence`, unless in a
    /// match.
    fileprivate func isListed(at now: Instant) -> Bool {
        guard let absence, !isPlaying else { return true }
        return now - absence.since <= Self.listedAbsence
    }

    /// True if this Player of a user is more active than `other`, or has the later key press as far
    /// as that is known. Times are known only of idle Players.
    fileprivate func isListed(insteadOf other: Person) -> Bool {
        guard weight == other.weight else { return weight > other.weight }
        guard let otherIdle = other.idleSince else { return false }
        return idleSince.map { $0 > otherIdle } ?? true
    }

    fileprivate var weight: LobbyState.ActivityLevel {
        absence == nil || isPlaying ? activity.level : .away
    }
}

extension Person.CurrentActivity {
    fileprivate var level: LobbyState.ActivityLevel {
        switch self {
        case .playing: .playing
        case .watching: .watching
        case .busy: .busy
        case .waiting, .open: .free
        }
    }
}

extension Census {
    fileprivate mutating func addPerson(_ presence: LobbyState.ActivityLevel) {
        here += 1
        switch presence {
        case .away: away += 1
        case .free: free += 1
        case .busy: break
        case .watching: watching += 1
        case .playing: playing += 1
        }
    }
}

extension LobbyState {
    /// Returns this hall's players who wait to be paired, for the matchmaker across halls. A player
    /// can't move with an open invitation, or with a program that does not support halls.
    package func hallWaiters(
        in hall: HallNumber, knowsHalls: (PlayerID) -> Bool
    ) -> [HallWaiter] {
        pools.nonEmptyPools.flatMap { clock, pool in
            pool.waiters.map { waiter in
                HallWaiter(
                    id: waiter.id, hall: hall, clock: clock,
                    knowsWishes: roster[waiter.id]?.knowsWishes == true, since: waiter.since,
                    isAlone: pool.waiters.count == 1,
                    canMove: knowsHalls(waiter.id) && !isInviting(waiter.id)
                        && !isInvited(waiter.id))
            }
        }
    }

    private func isInviting(_ id: PlayerID) -> Bool { roster[id]?.asks != nil }

    private func isInvited(_ id: PlayerID) -> Bool {
        supportsInvitations && roster.keys.contains { roster[$0]?.asks?.to == id }
    }
}

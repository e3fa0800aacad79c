package import Game
package import SimperiumClock

/// The choice of an opponent for a waiting user, and of the time to start the match.
///
/// The first player of a pair starts the match at once, and the second player waits one second for
/// the start. Players who did not start in time then count as slow, and the other players pair
/// among themselves. The last player without a partner starts a match with a slow player. No wait
/// has a random length.
///
/// Call `chooseOpponent` after each event while the user waits, and at `nextDeadline`; call
/// `stopWaiting` when the user stops waiting. `PairChooser` computes the pairs, and `LobbyClient`
/// starts the match.
package struct Matchmaker: Hashable, Sendable {
    /// The time that the second player of a pair waits for the first player to start the match.
    static let patience = Duration.seconds(1)

    /// The time until players with different clocks become possible opponents.
    static let patienceForSameClock = Duration.seconds(5)

    /// The time that two players wait for other partners, after one of them declined the other.
    static let quietTime = Duration.seconds(30)

    /// The time that a user waits for active players in any hall, before the program asks an idle
    /// player for a key press.
    static let patienceBeforeIdle = Duration.seconds(2)

    private struct WaitForPartnersStart: Hashable {
        let starter: PairingPool.Waiter?
        let until: Instant
    }

    private struct ChallengeDelay: Hashable {
        let until: Instant
        let wait: Duration
    }

    private static let longestDelay = Duration.seconds(60)

    private let me: PlayerID
    /// The waiting players who did not start their match in time.
    private var slow: Set<PairingPool.Waiter> = []
    /// The opponents of failed challenges, and of matches that ended without a move, each with the
    /// delay until the next challenge.
    private var challengeDelays: [PlayerID: ChallengeDelay] = [:]
    /// The players who did not want a match, each with the time when they may be paired with the
    /// user again.
    private var excludedUntil: [PlayerID: Instant] = [:]
    /// The idle players who were asked to press a key, and have not done so.
    private var asked: Set<PlayerID> = []
    package var blockedUsers: Set<String> = []
    private var wait: WaitForPartnersStart?
    package private(set) var nextDeadline: Instant?

    package init(for me: PlayerID) {
        self.me = me
    }

    /// Delays the next challenge to an opponent by a second. A call within a minute after the end
    /// of the last delay doubles the delay, up to a minute.
    package mutating func delayNextChallenge(to opponent: PlayerID, at now: Instant) {
        let last = challengeDelays[opponent].flatMap {
            now - $0.until < Self.longestDelay ? $0 : nil
        }
        let wait = min(last.map { $0.wait * 2 } ?? Self.patience, Self.longestDelay)
        challengeDelays[opponent] = ChallengeDelay(until: now + wait, wait: wait)
    }

    package mutating func excludeFromPairing(_ opponent: PlayerID, until end: Instant) {
        excludedUntil[opponent] = end
    }

    package func isBlocked(_ id: PlayerID, in lobbyState: LobbyState) -> Bool {
        guard !blockedUsers.isEmpty, let user = lobbyState.roster[id]?.user else { return false }
        return blockedUsers.contains(user)
    }

    /// Returns true if a player is excluded for a time or because of a block.
    package func isExcludedFromPairing(
        _ id: PlayerID, in lobbyState: LobbyState, at now: Instant
    ) -> Bool {
        if let end = excludedUntil[id], end > now { return true }
        return isBlocked(id, in: lobbyState)
    }

    /// Ends the delay of challenges to an opponent, because a match with them was played.
    package mutating func endChallengeDelay(to opponent: PlayerID) {
        challengeDelays[opponent] = nil
    }

    package mutating func stopWaiting() {
        wait = nil
        nextDeadline = nil
    }

    /// Returns the opponent to challenge now, and sets `nextDeadline`. Returns nil if there is no
    /// opponent yet.
    package mutating func chooseOpponent(in lobbyState: LobbyState, at now: Instant) -> PlayerID? {
        nextDeadline = nil
        if !challengeDelays.isEmpty {
            challengeDelays = challengeDelays.filter { lobbyState.roster.contains($0.key) }
        }
        if !slow.isEmpty { slow = slow.filter { lobbyState.pools.waiter($0.id) == $0 } }
        if !excludedUntil.isEmpty {
            excludedUntil = excludedUntil.filter { $1 > now && lobbyState.roster.contains($0) }
        }
        let (waiters, next) = candidates(in: lobbyState, at: now)
        defer {
            let end = sooner(excludedUntil.values.min(), next)
            if let end { nextDeadline = sooner(nextDeadline, end) }
        }
        return chooseOpponent(among: waiters, in: lobbyState, at: now)
    }

    /// Returns the idle player to ask for a key press now; nil if there is none, or if the user has
    /// another opponent. If the earliest time for a player is later, sets `nextDeadline` to that
    /// time, and returns nil. No player is asked again before pressing a key. No player is asked
    /// before `earliest`, or if `mayNotBeAsked` returns true. A player with a different clock is
    /// asked after a longer wait.
    package mutating func chooseIdlePlayerToWake(
        in lobbyState: LobbyState, notBefore earliest: Instant, mayNotBeAsked: (PlayerID) -> Bool,
        at now: Instant
    ) -> PlayerID? {
        let idle = lobbyState.roster.idlePlayers
        if !asked.isEmpty { asked.formIntersection(idle.map(\.id)) }
        guard !idle.isEmpty, let player = lobbyState.roster[me],
            candidates(in: lobbyState, at: now).waiters.count == 1,
            let mine = lobbyState.pools.waiter(me)
        else { return nil }
        let others = idle.filter { other in
            player.pairingTerms(with: other) != nil && !asked.contains(other.id)
                && lobbyState.invitationObstacle(to: other.id) == nil
                && !lobbyState.roster.areSamePerson(me, other.id)
                && !isExcludedFromPairing(other.id, in: lobbyState, at: now)
                && !lobbyState.pairing.keepsApart(me, other.id, at: now)
                && !mayNotBeAsked(other.id)
        }
        let same = others.first { $0.clock == player.clock }
        guard let other = same ?? others.first else { return nil }
        let patience = same == nil ? Self.patienceForSameClock : Self.patienceBeforeIdle
        let due = max(mine.since + patience, earliest)
        guard due <= now else {
            nextDeadline = sooner(nextDeadline, due)
            return nil
        }
        asked.insert(other.id)
        return other.id
    }

    /// Returns the waiting players with the user's clock, without excluded players. If there is no
    /// opponent among them, and the user has waited long enough, returns all players who have
    /// waited that long, with any clock. Only programs that support wishes are paired that way.
    /// `next` is the next time when a player will have waited long enough; nil if there is none.
    private func candidates(
        in lobbyState: LobbyState, at now: Instant
    ) -> (waiters: [PairingPool.Waiter], next: Instant?) {
        var waiters = lobbyState.pools.pool(of: me).waiters
        if !excludedUntil.isEmpty || !blockedUsers.isEmpty {
            waiters.removeAll { isExcludedFromPairing($0.id, in: lobbyState, at: now) }
        }
        guard waiters.count < 2, lobbyState.roster[me]?.knowsWishes == true,
            let mixed = lobbyState.pools.mixed
        else { return (waiters, nil) }
        let people = mixed.filter {
            lobbyState.roster[$0.id]?.knowsWishes == true
                && !isExcludedFromPairing($0.id, in: lobbyState, at: now)
        }
        let ripe = people.filter { $0.since + Self.patienceForSameClock <= now }
        let next = people.map { $0.since + Self.patienceForSameClock }.filter { $0 > now }.min()
        return ripe.contains { $0.id == me } ? (ripe, next) : (waiters, next)
    }

    private mutating func chooseOpponent(
        among waiters: [PairingPool.Waiter], in lobbyState: LobbyState, at now: Instant
    ) -> PlayerID? {
        while true {
            switch ownRole(among: waiters, in: lobbyState, at: now) {
            case .none:
                stopWaiting()
                return nil
            case .starter(let partner):
                wait = nil
                guard let until = earliestChallenge(to: partner, in: lobbyState, at: now) else {
                    return partner
                }
                nextDeadline = until
                return nil
            case .waiting(let starter):
                if wait?.starter != starter || wait == nil {
                    wait = WaitForPartnersStart(starter: starter, until: now + Self.patience)
                }
                guard let until = wait?.until, until <= now else {
                    nextDeadline = wait?.until
                    return nil
                }
                wait = nil
                markLateStartersSlow(starter, of: waiters, in: lobbyState, at: now)
            }
        }
    }
}

extension Matchmaker {
    /// Returns the time when the user may challenge a partner; nil if that is now. Two players who
    /// are kept apart wait half a minute for other partners. Then the first of them may start the
    /// match, and the second may start it one second later.
    private func earliestChallenge(
        to partner: PlayerID, in lobbyState: LobbyState, at now: Instant
    ) -> Instant? {
        var until = challengeDelays[partner]?.until ?? now
        if lobbyState.pairing.keepsApart(me, partner, at: now),
            let mine = lobbyState.pools.waiter(me),
            let theirs = lobbyState.pools.waiter(partner)
        {
            let isFirst = mine.order < theirs.order
            let quiet = Self.quietTime + (isFirst ? .zero : Self.patience)
            until = max(until, max(mine.since, theirs.since) + quiet)
        }
        return until > now ? until : nil
    }

    private enum RoleInPair {
        case none
        case starter(with: PlayerID)
        /// Waits until this partner starts a match; if nil, until other pairs have started.
        case waiting(for: PairingPool.Waiter?)
    }

    private func ownRole(
        among waiters: [PairingPool.Waiter], in lobbyState: LobbyState, at now: Instant
    ) -> RoleInPair {
        let pool = lobbyState.pools.pool(of: me)
        // The usual case needs no search, because the two arrays are the same.
        let place =
            waiters == pool.waiters ? pool.index(of: me) : waiters.firstIndex { $0.id == me }
        guard let index = place, waiters.count > 1 else { return .none }
        guard slow.isEmpty else {
            return roleWithSlowPlayersLast(among: waiters, in: lobbyState, at: now)
        }
        return roleInPair(at: index, among: waiters, in: lobbyState, at: now) ?? .waiting(for: nil)
    }

    /// Returns the user's role while some players are slow. Slow players are paired last, and start
    /// no match.
    private func roleWithSlowPlayersLast(
        among waiters: [PairingPool.Waiter], in lobbyState: LobbyState, at now: Instant
    ) -> RoleInPair {
        let quick = waiters.filter { $0.id == me || !slow.contains($0) }
        guard let index = quick.firstIndex(where: { $0.id == me }) else { return .none }
        if let role = roleInPair(at: index, among: quick, in: lobbyState, at: now) { return role }
        let others = waiters.filter { $0.id != me && slow.contains($0) }
        return others.first.map { .starter(with: $0.id) } ?? .waiting(for: nil)
    }

    private func roleInPair(
        at index: Int, among waiters: [PairingPool.Waiter], in lobbyState: LobbyState,
        at now: Instant
    ) -> RoleInPair? {
        let people = waiters.lazy.map(\.id)
        let pairing = lobbyState.pairing
        guard let other = pairing.partner(of: index, in: people, at: now) else { return nil }
        let partner = waiters[other]
        let isPartnersTurn = lobbyState.roster[partner.id]?.isPassive == true || other < index
        return isPartnersTurn ? .waiting(for: partner) : .starter(with: partner.id)
    }

    /// Marks `starter` as slow, and the first player of each other pair that has waited for a
    /// second. Players with passive programs are marked, too, because such programs start a match
    /// at once or never.
    private mutating func markLateStartersSlow(
        _ starter: PairingPool.Waiter?, of all: [PairingPool.Waiter],
        in lobbyState: LobbyState,
        at now: Instant
    ) {
        if let starter { slow.insert(starter) }
        let waiters = all.filter { !slow.contains($0) }
        let people = waiters.map(\.id)
        for (index, waiter) in waiters.enumerated()
        where waiter.id != me && waiter.since + Self.patience <= now {
            let isPassive = lobbyState.roster[waiter.id]?.isPassive == true
            let partner = lobbyState.pairing.partner(of: index, in: people, at: now)
            let isLate = partner.map { $0 > index && waiters[$0].since + Self.patience <= now }
            if isPassive || isLate == true { slow.insert(waiter) }
        }
    }
}

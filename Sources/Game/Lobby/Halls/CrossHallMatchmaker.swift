package import Game
package import SimperiumClock
package import SimperiumWire

/// The matchmaker for players in different halls who find no partner in their own hall.
///
/// The matchmaker offers such a player a hall where another such player waits. A promise reserves
/// each waiting player for only one moving player. So of a hundred players in a hundred halls,
/// fifty move to different halls. If possible, the player in the hall with the higher number moves,
/// so two players never swap halls.
///
/// If the halls are in several shards, each server has a matchmaker that sees all waiting players,
/// but those of other shards a little later. Each matchmaker makes all promises, but only the
/// server of the moving player sends the offer. So servers that see the same players make the same
/// promises.
package struct CrossHallMatchmaker: Sendable {
    /// The time that a lone player waits for an opponent in the same hall before an offer.
    package static let waitAlone = Duration.seconds(1)
    /// The time that a player waits in a hall with other waiting players before an offer. This time
    /// includes the second for the first player of a pair to start the match.
    package static let waitAmongOthers = Duration.milliseconds(1_500)
    /// The time for a player to leave the hall after an offer.
    package static let timeToLeave = Duration.milliseconds(750)
    /// The time for a player to arrive in the offered hall and to be paired there.
    package static let timeToArrive = Duration.seconds(2)
    /// The additional time for a report and a connection if another shard is involved.
    package static let shardDelay = Duration.seconds(2)
    /// The pause after an offer that was not accepted, or that led to no match.
    package static let restTime = Duration.seconds(10)
    /// The maximum number of moves of one player within `restTime`.
    package static let mostMoves = 3
    /// The time between two calls of `makeOffers`.
    package static let offerInterval = Duration.milliseconds(250)

    private struct PartnerPromise {
        let offer: HallOffer
        let target: PlayerID
        let since: Instant
    }

    private struct SeparatedPair: Hashable {
        let mover: PlayerID
        let target: PlayerID
    }

    private let shards: HallSharding
    private var promises: [PlayerID: PartnerPromise] = [:]
    /// The moving player of each promise, by the waiting player.
    private var movers: [PlayerID: PlayerID] = [:]
    /// The end of the pause for each player who did not accept an offer.
    private var resting: [PlayerID: Instant] = [:]
    private var apart: [SeparatedPair: Instant] = [:]
    /// The times of each player's recent moves.
    private var moves: [PlayerID: [Instant]] = [:]
    /// The hall of each player without a clock who got no partner in the last call of `makeOffers`.
    private var stranded: [HallNumber] = []

    package init(_ shards: HallSharding = .undivided) {
        self.shards = shards
    }

    package var count: Int {
        promises.count + movers.count + resting.count + apart.count + moves.count
    }

    /// Promises waiting players to players who can move, and returns the hall offers for the moving
    /// players. Call this after each `offerInterval`, with all waiting players.
    ///
    /// `hasRoom` returns true if a hall admits a player with an offer. `mayPair` returns true if
    /// two players are suitable partners.
    package mutating func makeOffers(
        to waiters: [HallWaiter], at now: Instant, hasRoom: (HallNumber) -> Bool,
        mayPair: (PlayerID, PlayerID) -> Bool
    ) -> [HallOffer] {
        removeExpiredPauses(before: now)
        let known = Dictionary(waiters.map { ($0.id, $0) }) { first, _ in first }
        removeFinishedPromises(known, at: now)
        var free = waiters.filter { waiter in
            known[waiter.id] == waiter && promises[waiter.id] == nil
                && movers[waiter.id] == nil && hasWaitedEnough(waiter, at: now)
        }
        free.sort { ($0.hall, $0.since, $0.id.rawValue) < ($1.hall, $1.since, $1.id.rawValue) }
        var offers: [HallOffer] = []
        for mover in free.reversed() where mayGetOffer(mover) {
            let target = free.first { target in
                movers[target.id] == nil && promises[target.id] == nil
                    && isSuitableTarget(target, mover, at: now) && hasRoom(target.hall)
                    && mayPair(mover.id, target.id)
            }
            guard let target, movers[mover.id] == nil else { continue }
            offers.append(promise(target, to: mover, at: now))
        }
        free.removeAll { promises[$0.id] != nil || movers[$0.id] != nil }
        stranded = free.filter { $0.clock == nil }.map(\.hall)
        return offers
    }

    /// Returns the request to use for a new client: `wish`, unless the client accepts any hall.
    /// Such a client is sent to a hall in `stranded` that has room, if there is one. Each entry of
    /// `stranded` is used only once.
    package mutating func redirectToUnpairedPlayer(
        _ wish: RequestedHallWithReason, hasRoom: (HallNumber) -> Bool
    ) -> RequestedHallWithReason {
        guard wish == .any, let index = stranded.firstIndex(where: hasRoom) else { return wish }
        return .offered(stranded.remove(at: index))
    }

    /// Withdraws the promise to a moving player whose connection closed, or who was seated.
    package mutating func withdrawPromiseToMover(_ player: PlayerID) {
        if let promise = promises[player] { withdraw(promise, of: player) }
    }

    private mutating func promise(
        _ target: HallWaiter, to mover: HallWaiter, at now: Instant
    ) -> HallOffer {
        let offer = HallOffer(player: mover.id, from: mover.hall, to: target.hall)
        promises[mover.id] = PartnerPromise(offer: offer, target: target.id, since: now)
        movers[target.id] = mover.id
        moves[mover.id, default: []].append(now)
        return offer
    }

    /// Returns true if a player has waited so long that the player's hall probably has no partner.
    private func hasWaitedEnough(_ waiter: HallWaiter, at now: Instant) -> Bool {
        let waited = now - waiter.since
        // A player who has moved, and whose partner is gone, has already waited in another hall.
        guard moves[waiter.id] == nil else { return waiter.isAlone || waited >= Self.waitAlone }
        return waited >= (waiter.isAlone ? Self.waitAlone : Self.waitAmongOthers)
    }

    /// Returns true if the matchmaker may offer a player another hall. Only the server of the
    /// player's hall applies the limits on the player's moves.
    package func mayGetOffer(_ waiter: HallWaiter) -> Bool {
        guard shards.isOwn(waiter.hall) else { return waiter.canMove }
        return waiter.canMove && resting[waiter.id] == nil
            && moves[waiter.id, default: []].count < Self.mostMoves
    }

    /// Returns true if the player is the moving or the waiting player of a promise, and this server
    /// has made the offer.
    package func hasPromiseByThisServer(_ player: PlayerID) -> Bool {
        let promise = promises[player] ?? movers[player].flatMap { promises[$0] }
        return promise.map { shards.isOwn($0.offer.from) } ?? false
    }

    /// Returns true if a player's program can reach a hall, which may be on another server.
    private func canReachHall(_ hall: HallNumber, _ waiter: HallWaiter) -> Bool {
        waiter.redials || shards.areInSameShard(hall, waiter.hall)
    }

    /// Returns true if a player's program supports wishes, and the player has waited long enough
    /// for an opponent with the same clock.
    private func acceptsOtherClock(_ waiter: HallWaiter, at now: Instant) -> Bool {
        waiter.knowsWishes
            && now - waiter.since >= Matchmaker.patienceForSameClock + Self.waitAmongOthers
    }

    private func isSuitableTarget(_ target: HallWaiter, _ mover: HallWaiter, at now: Instant)
        -> Bool
    {
        guard target.id != mover.id, target.hall != mover.hall, canReachHall(target.hall, mover),
            target.clock == mover.clock
                || acceptsOtherClock(target, at: now) && acceptsOtherClock(mover, at: now),
            apart[SeparatedPair(mover: mover.id, target: target.id)] == nil,
            apart[SeparatedPair(mover: target.id, target: mover.id)] == nil
        else { return false }
        return target.hall < mover.hall || !mayGetOffer(target) || !canReachHall(mover.hall, target)
    }
}

extension CrossHallMatchmaker {
    private mutating func removeFinishedPromises(_ waiters: [PlayerID: HallWaiter], at now: Instant)
    {
        for (mover, promise) in promises {
            let (from, to) = (promise.offer.from, promise.offer.to)
            let hall = waiters[mover]?.hall
            if waiters[promise.target]?.hall != to {
                freeTarget(promise.target, ifPromisedTo: mover)
                // A player who is still in the old hall may leave it later, so the promise stays.
                if hall != from { promises[mover] = nil }
            }
            let isOwn = shards.isOwn(from)
            let isNear = isOwn && shards.areInSameShard(from, to)
            let timeToLeave = Self.timeToLeave + (isOwn ? .zero : Self.shardDelay)
            let timeToArrive = Self.timeToArrive + (isNear ? .zero : Self.shardDelay)
            let waited = now - promise.since
            if hall == from, waited >= timeToLeave {
                withdraw(promise, of: mover)
                if isOwn {
                    resting[mover] = now + Self.restTime
                } else if waiters[mover]?.canMove == true {
                    // The player's server has not made the same promise.
                    keepApart(mover, promise.target, at: now)
                }
            } else if waited >= timeToArrive {
                withdraw(promise, of: mover)
                if hall == to { keepApart(mover, promise.target, at: now) }
            }
        }
    }

    private mutating func keepApart(_ mover: PlayerID, _ target: PlayerID, at now: Instant) {
        apart[SeparatedPair(mover: mover, target: target)] = now + Self.restTime
    }

    private mutating func withdraw(_ promise: PartnerPromise, of mover: PlayerID) {
        promises[mover] = nil
        freeTarget(promise.target, ifPromisedTo: mover)
    }

    /// Ends the promise of a waiting player to a mover. Does nothing if the waiting player is
    /// promised to another mover by now.
    private mutating func freeTarget(_ target: PlayerID, ifPromisedTo mover: PlayerID) {
        if movers[target] == mover { movers[target] = nil }
    }

    private mutating func removeExpiredPauses(before now: Instant) {
        if !resting.isEmpty { resting = resting.filter { $0.value > now } }
        if !apart.isEmpty { apart = apart.filter { $0.value > now } }
        for (player, times) in moves {
            let kept = times.filter { now - $0 < Self.restTime }
            if kept.count != times.count { moves[player] = kept.isEmpty ? nil : kept }
        }
    }
}

/// A player who looks for any opponent in one of several halls.
package struct HallWaiter: Hashable, Sendable {
    package let id: PlayerID
    package let hall: HallNumber
    /// The wanted clock; nil for none. Players with different clocks become partners only after a
    /// while.
    package let clock: MoveTimeLimit?
    /// True if the program accepts a clock that differs from the wanted one.
    package let knowsWishes: Bool
    package var since: Instant
    /// True if no other player in the hall looks for an opponent with the same clock.
    package let isAlone: Bool
    /// False if the player can't get an offer, as far as the source of this value knows: the
    /// program does not support halls, or the player has an open invitation, sent or received. A
    /// report of another server also includes the result of that server's `mayGetOffer`.
    package var canMove: Bool
    /// True if the program can connect to another server for a hall.
    package var redials: Bool

    package init(
        id: PlayerID, hall: HallNumber, clock: MoveTimeLimit?, knowsWishes: Bool, since: Instant,
        isAlone: Bool, canMove: Bool, redials: Bool = false
    ) {
        self.id = id
        self.hall = hall
        self.clock = clock
        self.knowsWishes = knowsWishes
        self.since = since
        self.isAlone = isAlone
        self.canMove = canMove
        self.redials = redials
    }
}

package struct HallOffer: Hashable, Sendable {
    package let player: PlayerID
    package let from: HallNumber
    package let to: HallNumber
}

package import Game
package import SimperiumClock
package import SimperiumWire

/// The matchmaker for players who wait alone in different halls.
///
/// It offers a lone player another hall where a player waits. Each waiting player is promised to
/// one newcomer only: of a hundred players in a hundred halls fifty move, and not ninety-nine into
/// the same hall. The player in the higher hall moves, unless they can't: so two players never pass
/// each other.
///
/// If the halls are in several shards, each server has a matchmaker that sees all waiting
/// players, those of other shards a little later. It makes all promises, but each offer is sent by
/// the server of the moving player. So two servers that see the same players do the same.
package struct CrossHallMatchmaker: Sendable {
    /// The time that a player first waits in their own hall.
    package static let patience = Duration.seconds(1)
    /// As long as that with others in the hall who are not for them: a second is what the first of
    /// a pair has for starting.
    package static let stuck = Duration.milliseconds(1_500)
    /// Within that time who was offered a hall has set out, and within the other one is there and
    /// has been paired.
    package static let answer = Duration.milliseconds(750)
    package static let way = Duration.seconds(2)
    /// The additional time where a player of another shard is concerned: for a report, and for a
    /// connection to another server.
    package static let delay = Duration.seconds(2)
    /// The pause after an offer: for a player who did not come, and for two players who met but did
    /// not become a pair.
    package static let rest = Duration.seconds(10)
    /// The largest number of moves of one player during a rest.
    package static let mostMoves = 3
    /// The time between two looks at the waiting players.
    package static let pause = Duration.milliseconds(250)

    private struct Promise {
        let offer: HallOffer
        let target: PlayerID
        let since: Instant
    }

    private struct Couple: Hashable {
        let mover: PlayerID
        let target: PlayerID
    }

    private let shards: HallShards
    private var promises: [PlayerID: Promise] = [:]
    /// The promised partner of each moving player.
    private var movers: [PlayerID: PlayerID] = [:]
    /// The end of the rest, for each player who did not take an offer.
    private var resting: [PlayerID: Instant] = [:]
    private var apart: [Couple: Instant] = [:]
    /// The times of each player's recent moves.
    private var moves: [PlayerID: [Instant]] = [:]
    /// The halls with a stranded player at the last look: no other player wants one there.
    private var stranded: [HallNumber] = []

    package init(_ shards: HallShards = .whole) {
        self.shards = shards
    }

    /// The number of people in memory.
    package var count: Int {
        promises.count + movers.count + resting.count + apart.count + moves.count
    }

    /// Returns the offers of halls to players. The caller asks again after a `pause`, with all
    /// waiting players.
    ///
    /// `hasRoom` is true if a hall admits a player who is offered it. `mayPair` is true if two
    /// players are suitable partners.
    package mutating func offers(
        to waiters: [HallWaiter], at now: Instant, hasRoom: (HallNumber) -> Bool,
        mayPair: (PlayerID, PlayerID) -> Bool
    ) -> [HallOffer] {
        forgetRests(before: now)
        let known = Dictionary(waiters.map { ($0.id, $0) }) { first, _ in first }
        removeFinishedPromises(known, at: now)
        var free = waiters.filter { waiter in
            known[waiter.id] == waiter && promises[waiter.id] == nil
                && movers[waiter.id] == nil && isLone(waiter, at: now)
        }
        free.sort { ($0.hall, $0.since, $0.id.rawValue) < ($1.hall, $1.since, $1.id.rawValue) }
        var offers: [HallOffer] = []
        for mover in free.reversed() where canMove(mover) {
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

    /// Returns the wish to use for a newcomer. A newcomer without a wish gets the offer of a hall
    /// with a lone player. Of many newcomers only one is sent there.
    package mutating func redirectNewcomer(
        _ wish: HallPreference, hasRoom: (HallNumber) -> Bool
    ) -> HallPreference {
        guard wish == .any, let index = stranded.firstIndex(where: hasRoom) else { return wish }
        return .offered(stranded.remove(at: index))
    }

    /// Forgets the promises of a player whose connection closed or who was seated.
    package mutating func dropPromises(_ player: PlayerID) {
        if let promise = promises[player] { withdraw(promise, of: player) }
    }

    private mutating func promise(
        _ target: HallWaiter, to mover: HallWaiter, at now: Instant
    ) -> HallOffer {
        let offer = HallOffer(player: mover.id, from: mover.hall, to: target.hall)
        promises[mover.id] = Promise(offer: offer, target: target.id, since: now)
        movers[target.id] = mover.id
        moves[mover.id, default: []].append(now)
        return offer
    }

    /// True if a player has waited long enough to know that their own hall has no partner.
    private func isLone(_ waiter: HallWaiter, at now: Instant) -> Bool {
        let waited = now - waiter.since
        // A player whose partner is gone has waited elsewhere already.
        guard moves[waiter.id] == nil else { return waiter.isAlone || waited >= Self.patience }
        return waited >= (waiter.isAlone ? Self.patience : Self.stuck)
    }

    /// True if a player may be sent to another hall. The server of a player's hall decides that.
    package func canMove(_ waiter: HallWaiter) -> Bool {
        guard shards.isOwn(waiter.hall) else { return waiter.canMove }
        return waiter.canMove && resting[waiter.id] == nil
            && moves[waiter.id, default: []].count < Self.mostMoves
    }

    /// True if this server has offered a player another hall, or has promised one to them.
    package func hasPromise(_ player: PlayerID) -> Bool {
        let promise = promises[player] ?? movers[player].flatMap { promises[$0] }
        return promise.map { shards.isOwn($0.offer.from) } ?? false
    }

    /// True if a player's program gets to a hall, which may be at another server.
    private func reaches(_ hall: HallNumber, _ waiter: HallWaiter) -> Bool {
        waiter.redials || shards.areTogether(hall, waiter.hall)
    }

    /// True if a player has waited so long that one with another clock is a partner, too.
    private func canPlayOtherClock(_ waiter: HallWaiter, at now: Instant) -> Bool {
        waiter.knowsWishes && now - waiter.since >= Matchmaker.loosening + Self.stuck
    }

    private func isSuitableTarget(_ target: HallWaiter, _ mover: HallWaiter, at now: Instant)
        -> Bool
    {
        guard target.id != mover.id, target.hall != mover.hall, reaches(target.hall, mover),
            target.clock == mover.clock
                || canPlayOtherClock(target, at: now) && canPlayOtherClock(mover, at: now),
            apart[Couple(mover: mover.id, target: target.id)] == nil,
            apart[Couple(mover: target.id, target: mover.id)] == nil
        else { return false }
        return target.hall < mover.hall || !canMove(target) || !reaches(mover.hall, target)
    }
}

extension CrossHallMatchmaker {
    /// Ends the promises that are kept, and those that can't be kept any more.
    private mutating func removeFinishedPromises(_ waiters: [PlayerID: HallWaiter], at now: Instant)
    {
        for (mover, promise) in promises {
            let hall = waiters[mover]?.hall
            if waiters[promise.target]?.hall != promise.offer.to {
                release(promise.target, from: mover)
                // Who has not set out by now is on the way all the same.
                if hall != promise.offer.from { promises[mover] = nil }
            }
            let waited = now - promise.since
            let isOwn = shards.isOwn(promise.offer.from)
            let isNear = shards.areTogether(promise.offer.from, promise.offer.to)
            if hall == promise.offer.from, waited >= Self.answer + (isOwn ? .zero : Self.delay) {
                withdraw(promise, of: mover)
                if isOwn {
                    resting[mover] = now + Self.rest
                } else if waiters[mover]?.canMove == true {
                    // Their server has not made the same promise.
                    keepApart(mover, promise.target, at: now)
                }
            } else if waited >= Self.way + (isOwn && isNear ? .zero : Self.delay) {
                withdraw(promise, of: mover)
                if hall == promise.offer.to { keepApart(mover, promise.target, at: now) }
            }
        }
    }

    private mutating func keepApart(_ mover: PlayerID, _ target: PlayerID, at now: Instant) {
        apart[Couple(mover: mover, target: target)] = now + Self.rest
    }

    private mutating func withdraw(_ promise: Promise, of mover: PlayerID) {
        promises[mover] = nil
        release(promise.target, from: mover)
    }

    /// Makes a player available again, unless they have another promise by now.
    private mutating func release(_ target: PlayerID, from mover: PlayerID) {
        if movers[target] == mover { movers[target] = nil }
    }

    private mutating func forgetRests(before now: Instant) {
        if !resting.isEmpty { resting = resting.filter { $0.value > now } }
        if !apart.isEmpty { apart = apart.filter { $0.value > now } }
        for (player, times) in moves {
            let kept = times.filter { now - $0 < Self.rest }
            if kept.count != times.count { moves[player] = kept.isEmpty ? nil : kept }
        }
    }
}

/// A player who looks for any opponent, in one hall of several.
package struct HallWaiter: Hashable, Sendable {
    package let id: PlayerID
    package let hall: HallNumber
    /// The wanted clock. Players with different clocks are partners only after a while.
    package let clock: MoveLimit?
    /// True if the program can play by another clock than the player wants.
    package let knowsWishes: Bool
    package var since: Instant
    /// True if no other player in the hall wants the same.
    package let isAlone: Bool
    /// True if the program knows halls, invites no player and has no invitation.
    package var canMove: Bool
    /// True if the program gets to a hall at another server.
    package var redials: Bool

    package init(
        id: PlayerID, hall: HallNumber, clock: MoveLimit?, knowsWishes: Bool, since: Instant,
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

/// A hall with a suitable partner for a waiting player.
package struct HallOffer: Hashable, Sendable {
    package let player: PlayerID
    package let from: HallNumber
    package let to: HallNumber
}

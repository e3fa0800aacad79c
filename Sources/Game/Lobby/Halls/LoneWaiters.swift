package import Game
package import SimperiumClock

/// Brings those together who wait in different halls, each for somebody who isn't there.
///
/// Who waits alone is offered another hall in which somebody else waits. Each is promised to one
/// only, so that of a hundred who wait in a hundred halls fifty go, and not ninety-nine to the same
/// one. The one in the higher hall goes, unless the other can't: so two never pass each other.
package struct LoneWaiters: Sendable {
    /// For so long somebody waits in their own hall first.
    package static let patience = Duration.seconds(1)
    /// As long as that with others in the hall who are not for them: a second is what the first of
    /// a pair has for starting.
    package static let stuck = Duration.milliseconds(1_500)
    /// Within that time who was offered a hall has set out, and within the other one is there and
    /// has been paired.
    package static let answer = Duration.milliseconds(750)
    package static let way = Duration.seconds(2)
    /// Who has not come is not offered another one for so long; nor are two brought together again
    /// who did not become a pair.
    package static let rest = Duration.seconds(10)
    /// How often at most one person is moved while such a rest takes.
    package static let mostMoves = 3
    /// How often those who wait are to be looked at.
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

    private var promises: [PlayerID: Promise] = [:]
    /// Who is to come to whom.
    private var movers: [PlayerID: PlayerID] = [:]
    /// Those who did not take an offer, until they are offered one again.
    private var resting: [PlayerID: Instant] = [:]
    private var apart: [Couple: Instant] = [:]
    /// When each who was moved of late was.
    private var moves: [PlayerID: [Instant]] = [:]
    /// Where those wait for whom nobody else does, as it was when they were looked at last.
    private var stranded: [HallNumber] = []
    /// Those who are not for each other, with those who may not go anywhere now.
    package private(set) var left: [HallWaiter] = []

    package init() {}

    /// How many people it keeps in mind.
    package var count: Int {
        promises.count + movers.count + resting.count + apart.count + moves.count
    }

    /// Who is to be told of which hall. To be asked again after a `pause`, with all who wait then.
    ///
    /// `hasRoom` says whether a hall takes somebody in who is offered it, `mayPair` whether two are
    /// for each other.
    package mutating func offers(
        to waiters: [HallWaiter], at now: Instant, hasRoom: (HallNumber) -> Bool,
        mayPair: (PlayerID, PlayerID) -> Bool
    ) -> [HallOffer] {
        forget(before: now)
        let known = Dictionary(waiters.map { ($0.id, $0) }) { first, _ in first }
        keepPromises(known, at: now)
        var free = waiters.filter { waiter in
            known[waiter.id] == waiter && promises[waiter.id] == nil
                && movers[waiter.id] == nil && isLone(waiter, at: now)
        }
        free.sort { ($0.hall, $0.since, $0.id.rawValue) < ($1.hall, $1.since, $1.id.rawValue) }
        var offers: [HallOffer] = []
        for mover in free.reversed() where goes(mover, at: now) {
            let target = free.first { target in
                movers[target.id] == nil && promises[target.id] == nil
                    && suits(target, mover, at: now) && hasRoom(target.hall)
                    && mayPair(mover.id, target.id)
            }
            guard let target, movers[mover.id] == nil else { continue }
            offers.append(promise(target, to: mover, at: now))
        }
        free.removeAll { promises[$0.id] != nil || movers[$0.id] != nil }
        stranded = free.filter { $0.clock == nil }.map(\.hall)
        left = free.map { waiter in
            HallWaiter(
                id: waiter.id, hall: waiter.hall, clock: waiter.clock, since: waiter.since,
                isAlone: waiter.isAlone, canMove: goes(waiter, at: now))
        }
        return offers
    }

    /// What somebody gets who comes with that wish: who may be put anywhere is as good as offered
    /// the hall of one who waits alone. Of many who come only one is sent there.
    package mutating func direct(
        _ wish: HallWish, hasRoom: (HallNumber) -> Bool
    ) -> HallWish {
        guard wish == .any, let index = stranded.firstIndex(where: hasRoom) else { return wish }
        return .offered(stranded.remove(at: index))
    }

    /// Somebody's connection has ended, or they are seated: to whom they were promised they do not
    /// come.
    package mutating func drop(_ player: PlayerID) {
        if let promise = promises[player] { end(promise, of: player) }
    }

    /// Somebody was sent to a hall of another server.
    package mutating func noteMove(of player: PlayerID, at now: Instant) {
        moves[player, default: []].append(now)
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

    /// Whether somebody has waited for long enough that nobody in their own hall will do.
    private func isLone(_ waiter: HallWaiter, at now: Instant) -> Bool {
        let waited = now - waiter.since
        // Who came for somebody that has gone meanwhile has waited elsewhere already.
        guard moves[waiter.id] == nil else { return waiter.isAlone || waited >= Self.patience }
        return waited >= (waiter.isAlone ? Self.patience : Self.stuck)
    }

    private func goes(_ waiter: HallWaiter, at now: Instant) -> Bool {
        waiter.canMove && resting[waiter.id] == nil
            && moves[waiter.id, default: []].count < Self.mostMoves
    }

    private func suits(_ target: HallWaiter, _ mover: HallWaiter, at now: Instant) -> Bool {
        guard target.id != mover.id, target.hall != mover.hall, target.clock == mover.clock,
            apart[Couple(mover: mover.id, target: target.id)] == nil,
            apart[Couple(mover: target.id, target: mover.id)] == nil
        else { return false }
        return target.hall < mover.hall || !goes(target, at: now)
    }
}

extension LoneWaiters {
    /// Ends the promises that have come true, and those of which nothing comes any more.
    private mutating func keepPromises(_ waiters: [PlayerID: HallWaiter], at now: Instant) {
        for (mover, promise) in promises {
            let hall = waiters[mover]?.hall
            if waiters[promise.target]?.hall != promise.offer.to {
                release(promise.target, from: mover)
                // Who has not set out by now is on the way all the same.
                if hall != promise.offer.from { promises[mover] = nil }
            }
            let waited = now - promise.since
            if hall == promise.offer.from, waited >= Self.answer {
                end(promise, of: mover)
                resting[mover] = now + Self.rest
            } else if waited >= Self.way {
                end(promise, of: mover)
                guard hall == promise.offer.to else { continue }
                apart[Couple(mover: mover, target: promise.target)] = now + Self.rest
            }
        }
    }

    private mutating func end(_ promise: Promise, of mover: PlayerID) {
        promises[mover] = nil
        release(promise.target, from: mover)
    }

    /// Somebody is free again for others, unless they are promised to another one by now.
    private mutating func release(_ target: PlayerID, from mover: PlayerID) {
        if movers[target] == mover { movers[target] = nil }
    }

    private mutating func forget(before now: Instant) {
        if !resting.isEmpty { resting = resting.filter { $0.value > now } }
        if !apart.isEmpty { apart = apart.filter { $0.value > now } }
        for (player, times) in moves {
            let kept = times.filter { now - $0 < Self.rest }
            if kept.count != times.count { moves[player] = kept.isEmpty ? nil : kept }
        }
    }
}

/// Somebody who looks for anybody, in one hall of several.
package struct HallWaiter: Hashable, Sendable {
    package let id: PlayerID
    package let hall: HallNumber
    /// Those who want different clocks are not for each other.
    package let clock: MoveLimit?
    package let since: Instant
    /// Whether nobody else in the hall wants the same.
    package let isAlone: Bool
    /// Whether the program knows of halls, asks nobody and is asked by nobody.
    package let canMove: Bool

    package init(
        id: PlayerID, hall: HallNumber, clock: MoveLimit?, since: Instant, isAlone: Bool,
        canMove: Bool
    ) {
        self.id = id
        self.hall = hall
        self.clock = clock
        self.since = since
        self.isAlone = isAlone
        self.canMove = canMove
    }
}

/// A hall in which somebody waits whom a waiter may be paired with.
package struct HallOffer: Hashable, Sendable {
    package let player: PlayerID
    package let from: HallNumber
    package let to: HallNumber
}

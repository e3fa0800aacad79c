import Game
package import Host
import Lobby
package import SimperiumClock
import SimperiumJSON
import SimperiumWire
package import SyncHub

extension HallCoordinator {
    /// Closes empty halls. When due, returns the notices that offer lone players an opponent in
    /// another hall, and the notices with the counts of all halls.
    package mutating func performDueWork(in hub: Hub, at now: Instant) -> [NoticeToConnections] {
        closeEmptyHalls(in: hub, at: now)
        guard let searchAt, searchAt <= now else { return [] }
        scheduleSearch(
            againAfter: needsOtherHalls && (hasSeveralHalls || !sentCounts.isEmpty) ? now : nil)
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
            waiters += report.waiters.filter { !knowsHalls($0.id) }
            users.merge(report.users) { own, _ in own }
        }
        let occupancy = occupancy
        let offers = matchmaker.offers(
            to: waiters, at: now, hasRoom: { occupancy.canFulfill(.offered($0)) },
            // A user is not paired with their own other device.
            mayPair: { users[$0] == nil || users[$0] != users[$1] })
        // A player of another shard has no connection to this server.
        return offers.compactMap { self.makeOfferNotice($0.player, in: $0.to) }
    }

    /// Returns the notice that offers a player a hall with an opponent, and records the offer; nil
    /// if the client does not support halls.
    mutating func makeOfferNotice(_ player: PlayerID, in hall: HallNumber) -> NoticeToConnections? {
        recordOffer(player, of: hall).map { id, channel in
            NoticeToConnections(
                connections: [id], channel: channel,
                members: ["offer": ["hall": JSON("\(hall)")]])
        }
    }

    private mutating func makeCountsNotices(in hub: Hub, at now: Instant) -> [NoticeToConnections] {
        guard hasSeveralHalls || !sentCounts.isEmpty, sentCounts.isDue(at: now) else { return [] }
        let members = sentCounts.makeNotice(census(in: hub), halls: hallCount, at: now)
        let uninformed = takeUninformed(of: sentCounts.number)
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

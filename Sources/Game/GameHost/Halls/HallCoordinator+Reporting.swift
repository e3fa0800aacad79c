import Game
package import Host
import Lobby
package import SimperiumClock
import SimperiumWire
package import SyncHub

/// The state of a server's reports about its own halls.
struct SentHallReports: Sendable {
    /// The minimum time between two reports of a hall.
    static let pause = Duration.seconds(1)
    /// The time between two reports of a hall that include the search index. These reports are sent
    /// even without changes, for servers that have just started.
    static let longestPause = Duration.seconds(3)

    private struct LastSentReport {
        let report: CrossShardHallReport
        let fullAt: Instant
    }

    private var sent: [HallNumber: LastSentReport] = [:]
    /// The time of the next reports; nil if no other server can have halls.
    private(set) var dueAt: Instant?

    init(_ shards: HallSharding) {
        dueAt = shards.isDivided ? .start : nil
    }

    mutating func scheduleNext(after now: Instant) {
        dueAt = now + Self.pause
    }

    /// Returns the halls that have closed since the last report, and forgets them.
    mutating func removeClosedHalls(except open: [HallNumber]) -> [HallNumber] {
        let closed = Set(sent.keys).subtracting(open).sorted()
        for hall in closed { sent[hall] = nil }
        return closed
    }

    func shouldSendSearchIndex(_ hall: HallNumber, at now: Instant) -> Bool {
        sent[hall].map { now - $0.fullAt >= Self.longestPause } ?? true
    }

    /// Records a report as sent if it has a search index or differs from the last report. Returns
    /// true if the caller must send the report.
    mutating func recordIfFullOrChanged(_ report: CrossShardHallReport, at now: Instant) -> Bool {
        let isFull = report.searchIndex != nil
        guard isFull || sent[report.hall]?.report.hasSameContent(as: report) != true else {
            return false
        }
        var light = report
        light.searchIndex = nil
        let fullAt = isFull ? now : sent[report.hall]?.fullAt ?? now
        sent[report.hall] = LastSentReport(report: light, fullAt: fullAt)
        return true
    }
}

/// The exchange of reports with the servers of other shards.
extension HallCoordinator {
    package mutating func applyReceived(_ reports: CrossShardReports, at now: Instant) {
        for report in reports.halls where !occupancy.shards.isOwn(report.hall) {
            let made = now + (Duration.zero - report.age)
            recordReport(report.isClosed ? nil : report, of: report.hall, at: made)
        }
        scheduleOpponentSearchIfNeeded(at: now)
    }

    /// Records a hall's report, which was made at `made`. `report` is nil if the hall has closed.
    /// If the report has no search index, keeps the previous index.
    private mutating func recordReport(
        _ report: CrossShardHallReport?, of hall: HallNumber, at made: Instant
    ) {
        occupancy.recordReport(report?.people, in: hall, at: made)
        var report = report?.convertedToOwnClock(at: made)
        if report?.searchIndex == nil { report?.searchIndex = distantHalls[hall]?.searchIndex }
        distantHalls[hall] = report
    }

    package mutating func takeDueReports(in hub: Hub, at now: Instant) -> CrossShardReports? {
        guard let due = sentReports.dueAt, due <= now else { return nil }
        sentReports.scheduleNext(after: now)
        var reports = sentReports.removeClosedHalls(except: open).map(
            CrossShardHallReport.init(closed:))
        for hall in open {
            let report = report(
                of: hall, isFull: sentReports.shouldSendSearchIndex(hall, at: now), in: hub, at: now
            )
            if sentReports.recordIfFullOrChanged(report, at: now) { reports.append(report) }
        }
        return reports.isEmpty ? nil : CrossShardReports(reports)
    }

    private func report(
        of hall: HallNumber, isFull: Bool, in hub: Hub, at now: Instant
    ) -> CrossShardHallReport {
        let state = state(of: hall, in: hub) ?? LobbyState()
        var users: [PlayerID: String] = [:]
        var waiters = self.waiters(of: hall, state).filter {
            !matchmaker.hasPromiseByThisServer($0.id)
        }
        for index in waiters.indices {
            let waiter = waiters[index]
            waiters[index].canMove = matchmaker.mayGetOffer(waiter)
            users[waiter.id] = state.roster[waiter.id]?.user
        }
        return CrossShardHallReport(
            of: hall, people: peopleCount(in: hall), census: state.census, waiters: waiters,
            users: users, searchIndex: isFull ? HallSearchIndex(of: hall, state) : nil, at: now)
    }

    func waiters(of hall: HallNumber, _ state: LobbyState) -> [HallWaiter] {
        state.hallWaiters(in: hall, knowsHalls: supportsHalls).map { waiter in
            var waiter = waiter
            waiter.redials = canUseOtherServersHalls(waiter.id)
            return waiter
        }
    }
}

extension HallCoordinator {
    package func gauges(in hub: Hub) -> [PluginGauge] {
        // A hall is empty if its log is closed.
        let halls = open.map { hall in
            (number: hall.rawValue, census: state(of: hall, in: hub)?.census ?? Census())
        }
        func values(_ count: (Census) -> Int) -> [Int: Int] {
            Dictionary(uniqueKeysWithValues: halls.map { ($0.number, count($0.census)) })
        }
        let census = halls.reduce(Census()) { $0 + $1.census }
        return [
            PluginGauge("lobby_people", "People in the lobby.", census.here),
            PluginGauge("lobby_free", "People who are free for a match.", census.free),
            PluginGauge("lobby_playing", "People who are playing.", census.playing),
            PluginGauge("lobby_watching", "People who are watching.", census.watching),
            PluginGauge(
                "lobby_away", "People whose connection was lost a moment ago.", census.away),
            PluginGauge("lobby_matches", "Matches in play.", census.matches),
            PluginGauge("lobby_halls", "Open halls of the lobby.", halls.count),
            PluginGauge("hall_people", "People, by hall.", by: "hall", values(\.here)),
            PluginGauge("hall_matches", "Matches, by hall.", by: "hall", values(\.matches)),
        ]
    }
}

import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// The number of open connections, and the counts since the server started.
struct Metrics: Hashable {
    private(set) var connections = 0
    private var arrivals = 0
    private var channels = 0
    private var denials = 0
    private var takeovers = 0
    private var received = 0
    private var sent = 0
    private var accepted = 0
    private var refused: [Int: Int] = [:]
    private var answers: [UInt16: Int] = [:]

    mutating func count(_ note: Hub.LogEvent) {
        switch note {
        case .opened:
            arrivals += 1
            connections += 1
        case .closed: connections -= 1
        case .authorized: channels += 1
        case .denied: denials += 1
        case .takenOver: takeovers += 1
        case .refused(_, let error, _): refused[error.code, default: 0] += 1
        case .unreadable, .ignored, .delayed, .logged, .stated, .storeFailed: break
        }
    }

    mutating func count(_ status: HTTPStatus) { answers[status.rawValue, default: 0] += 1 }
    mutating func countReceived() { received += 1 }
    mutating func countSent(_ messages: Int) { sent += messages }
    mutating func countAcceptedChange() { accepted += 1 }

    mutating func add(_ other: Metrics) {
        connections += other.connections
        arrivals += other.arrivals
        channels += other.channels
        denials += other.denials
        takeovers += other.takeovers
        received += other.received
        sent += other.sent
        accepted += other.accepted
        refused.merge(other.refused, uniquingKeysWith: +)
        answers.merge(other.answers, uniquingKeysWith: +)
    }

    /// Returns the metrics in the text format of Prometheus.
    func text(
        uptime: Duration, _ figures: [AppFigure], gauges: ServerGauges, store: StoreHealth,
        isFailing: Bool
    ) -> String {
        var page = MetricsPage()
        page.add(.uptime, uptime.wholeSeconds)
        page.add(.queuedBytes, gauges.queuedBytes)
        page.add(.mostQueuedBytes, gauges.mostQueuedBytes)
        page.add(.endedForMemory, gauges.endedForMemory)
        page.add(.longestTurn, gauges.longestTurn)
        page.add(.longestCommit, gauges.longestCommit)
        page.add(.connections, connections)
        page.add(.opened, arrivals)
        page.add(.authorized, channels)
        page.add(.denied, denials)
        page.add(.takenOver, takeovers)
        page.add(.received, received)
        page.add(.sent, sent)
        page.add(.accepted, accepted)
        page.add(.refused, by: "code", refused.entriesSortedByNumber(\.self))
        page.add(.answers, by: "status", answers.entriesSortedByNumber { Int($0) })
        page.add(.failedWrites, store.failedWrites)
        page.add(.failedReads, store.failedReads)
        page.add(.storeFailing, isFailing ? 1 : 0)
        for figure in figures { figure.add(to: &page) }
        gauges.node?.add(to: &page)
        return page.text
    }
}

extension Dictionary where Value == Int {
    /// Returns the entries with numbers as keys, in ascending order.
    fileprivate func entriesSortedByNumber(_ number: (Key) -> Int) -> [(Int, Int)] {
        map { (number($0.key), $0.value) }.sorted { $0.0 < $1.0 }
    }
}

extension Host {
    /// The counts of one host. A server may have several hosts.
    package struct SummableCounts: Hashable, Sendable {
        fileprivate var metrics: Metrics
        fileprivate var store: StoreHealth
        fileprivate var figures: [AppFigure]

        fileprivate mutating func add(_ other: SummableCounts) {
            metrics.add(other.metrics)
            store.add(other.store)
            for (index, figure) in zip(figures.indices, other.figures) {
                figures[index].add(figure)
            }
        }
    }

    /// The counts of this host.
    package var tally: SummableCounts {
        SummableCounts(
            metrics: journal.metrics, store: journal.store,
            figures: plugin?.figures(in: hub) ?? [])
    }

    /// The counts of the whole server.
    private var sum: SummableCounts {
        var sum = tally
        for other in journal.gauges.others { sum.add(other) }
        return sum
    }

    var metricsText: String {
        let sum = sum
        return sum.metrics.text(
            uptime: now - journal.began, sum.figures, gauges: journal.gauges, store: sum.store,
            isFailing: isFailing)
    }

    /// True if the server can't serve clients, or if its store fails or has failed lately.
    private var isFailing: Bool {
        journal.gauges.node?.isAlive == false || journal.gauges.storeFailure != nil
            || sum.store.isFailing(at: now, memory: settings.limits.failureMemory)
    }

    /// The answer to `/healthz`.
    var healthResponse: HTTPResponse {
        var response = HTTPResponse.json(health.utf8)
        if isFailing { response.status = .unavailable }
        return response
    }

    /// The server's health, for programs that watch it.
    private var health: JSONObject {
        var health: JSONObject = [
            "status": JSON(isFailing ? "failing" : "ok"), "program": "tictactoe",
        ]
        health["app"] = plugin.map { JSON($0.app.text) }
        health["version"] = JSON(settings.version)
        health["pid"] = JSON(settings.process)
        health["connections"] = JSON(sum.metrics.connections)
        health["uptime"] = JSON((now - journal.began).wholeSeconds)
        health["durability"] = JSON(journal.gauges.durability.rawValue)
        if let reason = journal.gauges.storeFailure { health["reason"] = JSON(reason) }
        if let node = journal.gauges.node { health["node"] = .object(node.json) }
        // The address is left out, because this page needs no token.
        if journal.isCrowded { health["crowded"] = .bool(true) }
        return health
    }
}

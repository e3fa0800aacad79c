import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// The number of open connections, and the counts since the server started.
struct Metrics: Hashable {
    private(set) var connections = 0
    private(set) var arrivals = 0
    private(set) var channels = 0
    private(set) var denials = 0
    private(set) var takeovers = 0
    private(set) var received = 0
    private(set) var sent = 0
    private(set) var accepted = 0
    private(set) var refused: [Int: Int] = [:]
    private(set) var answers: [Int: Int] = [:]
    private(set) var failedWrites = 0
    private(set) var failedReads = 0
    private var lastStoreFailure: Instant?

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

    mutating func count(_ status: HTTPStatus) { answers[Int(status.rawValue), default: 0] += 1 }
    mutating func countReceived() { received += 1 }
    mutating func countSent(_ messages: Int) { sent += messages }
    mutating func countAcceptedChange() { accepted += 1 }

    mutating func countFailedWrite(at now: Instant) {
        failedWrites += 1
        lastStoreFailure = now
    }

    mutating func countFailedRead(at now: Instant) {
        failedReads += 1
        lastStoreFailure = now
    }

    /// Returns true if a read or a write of the store failed within the last `memory`. A log that
    /// fails repeatedly is not used for a while, so a short time without failures proves nothing.
    func isStoreFailing(at now: Instant, memory: Duration) -> Bool {
        lastStoreFailure.map { now - $0 < memory } == true
    }

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
        failedWrites += other.failedWrites
        failedReads += other.failedReads
        lastStoreFailure = [lastStoreFailure, other.lastStoreFailure].compactMap(\.self).max()
    }
}

extension MetricsPage {
    fileprivate init(
        of counts: Host.HostCounts, uptime: Duration, gauges: ShellMeasuredGauges, isFailing: Bool
    ) {
        self.init()
        let metrics = counts.metrics
        add(.gauge, "uptime_seconds", "Time since the server started.", uptime.wholeSeconds)
        add(
            .gauge, "queued_bytes", "Bytes waiting to be processed, or to be read by clients.",
            gauges.queuedBytes)
        add(
            .gauge, "queued_bytes_max", "The most bytes that have waited at once.",
            gauges.mostQueuedBytes)
        add(
            .counter, "connections_ended_for_memory",
            "Connections closed because too many bytes waited.", gauges.endedForMemory)
        add(
            .gauge, "busy_max_seconds", "The longest time that one event delayed all others.",
            gauges.longestTick)
        add(
            .gauge, "commit_max_seconds",
            "The longest time that acknowledgements waited for one write to the disk.",
            gauges.longestCommit)
        add(.gauge, "connections", "Open WebSocket connections.", metrics.connections)
        add(
            .counter, "connections_opened", "WebSocket connections that were opened.",
            metrics.arrivals)
        add(.counter, "channels_authorized", "Buckets that clients have opened.", metrics.channels)
        add(
            .counter, "channels_denied", "Buckets that clients were not allowed to open.",
            metrics.denials)
        add(
            .counter, "seats_taken_over", "Connections replaced by a newer one of the same client.",
            metrics.takeovers)
        add(.counter, "messages_received", "WebSocket messages from clients.", metrics.received)
        add(.counter, "messages_sent", "WebSocket messages to clients.", metrics.sent)
        add(.counter, "changes_accepted", "Changes that were accepted.", metrics.accepted)
        add(
            .counter, "changes_refused", "Changes that were refused, by error code.", by: "code",
            metrics.refused)
        add(
            .counter, "http_responses", "HTTP responses, by status.", by: "status",
            metrics.answers)
        add(
            .counter, "store_writes_failed", "Writes to the store that failed.",
            metrics.failedWrites)
        add(
            .counter, "store_reads_failed", "Reads from the store that failed.", metrics.failedReads
        )
        add(.gauge, "store_failing", "1 while data cannot be read or written.", isFailing ? 1 : 0)
        for gauge in counts.pluginGauges { gauge.add(to: &self) }
        if let node = gauges.node { add(node) }
    }
}

extension Host {
    /// The counts of one host. A server may have several hosts.
    package struct HostCounts: Hashable, Sendable {
        fileprivate var metrics: Metrics
        fileprivate var pluginGauges: [PluginGauge]

        fileprivate mutating func add(_ other: HostCounts) {
            metrics.add(other.metrics)
            for (index, gauge) in zip(pluginGauges.indices, other.pluginGauges) {
                pluginGauges[index].add(gauge)
            }
        }
    }

    package var counts: HostCounts {
        HostCounts(metrics: metrics, pluginGauges: coordinator?.gauges(in: hub) ?? [])
    }

    /// The counts of the whole server.
    private var sum: HostCounts {
        var sum = counts
        for other in gauges.others { sum.add(other) }
        return sum
    }

    var metricsText: String {
        MetricsPage(
            of: sum, uptime: now - startTime, gauges: gauges, isFailing: isFailing
        ).text
    }

    /// True if the server can't serve clients, or if a store can't be used or is damaged. Also true
    /// if a read or a write failed within the last `failureMemory`.
    private var isFailing: Bool {
        gauges.node?.isAlive == false || gauges.storeFailure != nil
            || sum.metrics.isStoreFailing(at: now, memory: settings.limits.failureMemory)
    }

    var healthResponse: HTTPResponse {
        var response = HTTPResponse.json(health)
        if isFailing { response.status = .unavailable }
        return response
    }

    private var health: JSONObject {
        var health: JSONObject = [
            "status": JSON(isFailing ? "failing" : "ok"), "program": "tictactoe",
        ]
        health["app"] = plugin.map { JSON($0.app.text) }
        health["version"] = JSON(settings.version)
        health["pid"] = JSON(settings.process)
        health["connections"] = JSON(sum.metrics.connections)
        health["uptime"] = JSON((now - startTime).wholeSeconds)
        health["durability"] = JSON(gauges.durability.rawValue)
        if let reason = gauges.storeFailure { health["reason"] = JSON(reason) }
        if let node = gauges.node { health["node"] = .object(node.json) }
        // The response does not contain the address, because `/healthz` needs no token.
        if isCrowded { health["crowded"] = .bool(true) }
        return health
    }
}

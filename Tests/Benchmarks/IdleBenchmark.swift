import Glibc
import SimperiumClock
import SimperiumLoop
import TestSupport

/// Measures connections that do nothing but send a heartbeat now and then.
func idle() -> Report {
    var report = Report("Idle connections, each with two channels")
    for isEncrypted in [false, true] {
        do {
            try measure(isEncrypted, &report)
        } catch {
            report.omit("the rest", error)
        }
    }
    return report
}

/// The interval of the heartbeats of a client, in seconds.
private let pause = 20

private func measure(_ isEncrypted: Bool, _ report: inout Report) throws {
    let home = try ServerHome(isEncrypted: isEncrypted)
    let server = try home.server(at: freePort())
    let channels = [SyncCrowd.Channel(bucket: "todo"), SyncCrowd.Channel(bucket: "note")]
    let authority = home.certificate?.paths.chain
    do { _ = try SyncCrowd(of: 100, at: server.address, trusting: authority) { _ in channels } }
    let before = residentBytes(of: server.process)
    let crowd = try SyncCrowd(of: 0, at: server.addresses, trusting: authority) { _ in channels }
    let words = isEncrypted ? "with TLS" : "plain"
    let target = isEncrypted ? 12_288 : 2_253
    for count in [5_000, 10_000, 18_000] {
        let name = "one of \(count), \(words)"
        if let reason = lackOfDescriptors(for: count) {
            return report.omit(name, reason)
        }
        let (start, cpu) = (ContinuousClock.now, server.cpu)
        let more = count - crowd.count
        try crowd.grow(to: count)
        let seconds = start.duration(to: .now) / .seconds(1)
        let cost = Double(server.cpu - cpu) / Double(more) / 1_000
        let bytes = (residentBytes(of: server.process) - before) / count
        report.count(name, bytes, .bytes, target: target)
        report.add("  the last \(more) connected, signed in", Double(more) / seconds, .perSecond)
        report.add("  CPU of the server for one", cost, .microseconds)
    }
    let (span, cpu) = (benchSeconds ?? 10, server.cpu)
    let beats = crowd.beat(every: pause, for: span)
    let used = Double(server.cpu - cpu)
    report.add(
        "  heartbeats of all, one in \(pause) s: CPU", used / Double(span) / 1e7, .percent)
    report.add(
        "  for one of them", used / Double(max(1, beats)) / 1_000, .microseconds)
}

/// The reason why this process can't open `count` connections; nil if it can.
func lackOfDescriptors(for count: Int) -> String? {
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // A process has a few more open, such as its store and its loop.
    guard count + 200 > Int(limit.rlim_cur) else { return nil }
    return "not measured: a process may open \(limit.rlim_cur) descriptors"
}

extension SyncCrowd {
    /// Has each client send a heartbeat in a number of seconds, one after the other. Returns the
    /// number of heartbeats that the server has answered.
    fileprivate func beat(every pause: Int, for seconds: Int) -> Int {
        var (next, answers) = (0, 0)
        onMessage = { _, _ in answers += 1 }
        let start = ContinuousClock.now
        var timer: Timer?
        timer = self.timer { [unowned self] in
            let passed = start.duration(to: .now) / .seconds(1)
            let due = Int(passed * Double(count) / Double(pause))
            while next < due {
                say("h:0", by: next % count)
                next += 1
            }
            if passed > Double(seconds) { stop() } else { timer?.arm(after: .milliseconds(10)) }
        }
        timer?.arm(after: .milliseconds(10))
        run()
        timer = nil
        return answers
    }
}

import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import TestSupport

/// Measures two whole servers on one Redis. One of them is the writer, and the other one passes its
/// clients to it.
func nodes() -> Report {
    var report = Report("Nodes")
    do {
        for policy in ["everysec", "always"] { try acknowledgements(policy, &report) }
        try openings(&report)
        try moves(&report)
        try floods(&report)
        try falls(&report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// Two servers on their own Redis.
private final class Pair {
    let redis: RedisServer
    let servers: [ServerProcess]
    private let home: ServerHome

    init(syncing policy: String = "everysec") throws {
        redis = try RedisServer("--appendfsync", policy)
        home = try ServerHome()
        let job = SimperiumJob(folder: home.path, data: .redis(port: redis.port))
        servers = try (0..<2).map { _ in try ServerProcess(.simperiumServer(job)) }
    }

    /// The number of scripts that Redis has run.
    func scriptCount() throws -> Double {
        try redis.sum(of: ["cmdstat_evalsha:calls=", "cmdstat_eval:calls="], in: "commandstats")
    }
}

extension RedisServer {
    /// The microseconds of CPU time that it has used.
    func cpu() throws -> Double {
        try sum(of: ["used_cpu_sys:", "used_cpu_user:"], in: "cpu") * 1_000_000
    }

    /// Returns the sum of the numbers that these beginnings have in an answer to INFO.
    fileprivate func sum(of beginnings: [String], in topic: String) throws -> Double {
        let lines = try command("info", topic).split { $0.isNewline }
        return beginnings.reduce(0) { sum, beginning in
            let number = lines.first { $0.hasPrefix(beginning) }?.dropFirst(beginning.count)
            return sum + (number.flatMap { Double($0.prefix { $0 != "," }) } ?? 0)
        }
    }
}

/// Measures a client of the writer that waits for each acknowledgement.
private func acknowledgements(_ policy: String, _ report: inout Report) throws {
    let pair = try Pair(syncing: policy)
    let crowd = try SyncCrowd(of: 1, at: [pair.servers[0].address]) { _ in [.init(bucket: "todo")] }
    let waits = crowd.converse(3_000) { number, _ in gameMove(number) }
    report.add(
        "a change acknowledged, \(policy)", times: waits, p50: policy == "always" ? 0.8 : 0.4)
}

/// Measures how long a new writer takes for the first page of a log that it has not read.
private func openings(_ report: inout Report) throws {
    let pair = try Pair()
    let count = 100_000
    try fill(count, at: pair.servers[0])
    kill(pair.servers[0].process, SIGKILL)
    let next = [pair.servers[1].address]
    // This client of another log waits until there is a writer again.
    _ = try SyncCrowd(of: 1, at: next) { _ in
        [.init(bucket: "todo", app: SyncCrowd.apps[1].text)]
    }
    let start = ContinuousClock.now
    _ = try SyncCrowd(of: 1, at: next) { _ in [.init(bucket: "todo", command: "i:1:::100")] }
    report.add(
        "the first page of \(count) objects, by a new writer",
        start.duration(to: .now) / .milliseconds(1), .milliseconds, target: .atMost(50))
}

private func fill(_ count: Int, at server: ServerProcess) throws {
    let crowd = try SyncCrowd(of: 1, at: [server.address]) { _ in [.init(bucket: "todo")] }
    crowd.converse(count, inFlight: 256) { number, _ in
        #"0:c:{"id":"k\#(number)","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"c\#(number)"}"#
    }
}

/// Measures a client of the writer that writes, and a client of the other server that receives.
private func moves(_ report: inout Report) throws {
    let pair = try Pair()
    let crowd = try SyncCrowd(of: 2, at: pair.servers.map(\.address)) { _ in
        [.init(bucket: "todo")]
    }
    let waits = crowd.deliveryTimes(2_000, every: .milliseconds(2)) { gameMove($0) }
    report.add(
        "a change until a client of the other server has it", times: waits, p50: 0.6, p99: 5)
}

/// Measures sixteen logs, one for each app, with a writer for each log at each server.
private func floods(_ report: inout Report) throws {
    let pair = try Pair()
    let (writers, count) = (32, 60_000)
    let crowd = try SyncCrowd(of: writers, at: pair.servers.map(\.address)) { number in
        [.init(bucket: "b\(number)", app: SyncCrowd.apps[number / 2 % SyncCrowd.apps.count].text)]
    }
    let (start, before) = (ContinuousClock.now, try pair.redis.cpu())
    let scriptsBefore = try pair.scriptCount()
    crowd.converse(count, inFlight: 8) { gameMove($0, by: "w\($1)") }
    let seconds = start.duration(to: .now) / .seconds(1)
    let cost = (try pair.redis.cpu() - before) / Double(count)
    report.add(
        "16 logs written from two servers", Double(count) / seconds, .perSecond,
        target: .atLeast(8000))
    report.add("  CPU of Redis for one", cost, .microseconds, target: .atMost(40))
    let scripts = (try pair.scriptCount() - scriptsBefore) / Double(count)
    report.add("  scripts for one", scripts, .none)
}

/// Measures players, half of them at the writer, which is killed.
private func falls(_ report: inout Report) throws {
    let back = try FallenNode().returns(of: 100)
    let name = "\(back.count) people of a killed node back in their matches"
    report.add("\(name), p50", back.p50, .milliseconds)
    report.add("\(name), p99", back.p99, .milliseconds, target: .atMost(3_000))
    report.count("  wrong boards", back.wrongBoards, target: 0)
}

import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import TestSupport

/// Measures a shared Redis: the connection to it alone, and two whole servers on it.
func nodes() {
    var report = Report("Nodes")
    do {
        for policy in ["everysec", "always"] {
            let redis = try RedisServer("--appendfsync", policy)
            let line = try EngineBench(at: redis.port)
            let waits = line.appends(3_000)
            report.add(
                "an append, \(policy): p50 / p99",
                "\(rounded(waits[waits.count / 2])) / \(rounded(waits[waits.count * 99 / 100])) ms",
                target: policy == "always" ? "≤ 0.6 ms" : "≤ 0.25 ms")
            guard policy == "everysec" else { continue }
            report.add(
                "a log of 100 objects opened, with its index",
                "\(rounded(line.opening(objects: 100))) ms", target: "≤ 2 ms")
        }
        try moves(&report)
        try floods(&report)
        try falls(&report)
    } catch {
        print(error)
    }
    report.show()
}

/// Two servers on their own Redis.
private final class Pair {
    let redis: RedisServer
    let servers: [ServerProcess]
    private let home: ServerHome

    init() throws {
        redis = try RedisServer("--appendfsync", "everysec")
        home = try ServerHome()
        let engine = "redis:\(redis.port)"
        servers = try [
            ServerProcess(["serve-simperium", home.path, engine]),
            ServerProcess(["serve-simperium", home.path, engine]),
        ]
    }

    /// The microseconds of CPU time that Redis has used.
    func redisCPU() throws -> Double {
        try told(of: "cpu", ["used_cpu_sys:", "used_cpu_user:"]) * 1_000_000
    }

    /// The number of scripts that Redis has run.
    func scriptCount() throws -> Double {
        try told(of: "commandstats", ["cmdstat_evalsha:calls=", "cmdstat_eval:calls="])
    }

    private func told(of topic: String, _ names: [String]) throws -> Double {
        let lines = try redis.command("info", topic).split { $0.isNewline }
        return names.reduce(0) { sum, name in
            let number = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count)
            return sum + (number.flatMap { Double($0.prefix { $0 != "," }) } ?? 0)
        }
    }
}

/// Measures a writer at one server with a listener at the other.
private func moves(_ report: inout Report) throws {
    let pair = try Pair()
    let crowd = try SyncCrowd(of: 2, at: pair.servers.map(\.address)) { _ in
        [.init(bucket: "todo")]
    }
    let count = 2_000
    var sent: [ContinuousClock.Instant] = []
    var waits: [Double] = []
    crowd.onMessage = { number, _ in
        guard number == 1 else { return }
        waits.append(sent[waits.count].duration(to: .now) / .milliseconds(1))
        if waits.count == count { crowd.stop() }
    }
    var timer: Timer?
    timer = crowd.timer {
        guard sent.count < count else { return }
        sent.append(.now)
        crowd.say(change(sent.count, by: "a"), by: 0)
        timer?.arm(after: .milliseconds(2))
    }
    timer?.arm(after: .milliseconds(2))
    crowd.run()
    timer = nil
    waits.sort()
    report.add(
        "a change until another hears it at the other server: p50 / p99",
        "\(rounded(waits[count / 2])) / \(rounded(waits[count * 99 / 100])) ms",
        target: "≤ 0.5 / 5 ms")
}

/// Measures sixteen logs, one for each app, with a writer for each log at each server.
private func floods(_ report: inout Report) throws {
    let pair = try Pair()
    let (writers, window, count) = (32, 8, 60_000)
    let crowd = try SyncCrowd(of: writers, at: pair.servers.map(\.address)) { number in
        [.init(bucket: "b\(number)", app: SyncCrowd.apps[number / 2 % SyncCrowd.apps.count].text)]
    }
    var last = [Int](repeating: 0, count: writers)
    var missing = count
    func say(by number: Int) {
        last[number] += 1
        crowd.say(change(last[number], by: "w\(number)"), by: number)
    }
    crowd.onMessage = { number, _ in
        missing -= 1
        if missing == 0 { return crowd.stop() }
        if missing >= writers * window { say(by: number) }
    }
    let (start, before) = (ContinuousClock.now, try pair.redisCPU())
    let scriptsBefore = try pair.scriptCount()
    for number in 0..<writers { for _ in 0..<window { say(by: number) } }
    crowd.run()
    let seconds = start.duration(to: .now) / .seconds(1)
    let cost = (try pair.redisCPU() - before) / Double(count)
    report.add(
        "16 logs written from two servers", "\(rounded(Double(count) / seconds)) /s",
        target: "≥ 8000 /s")
    report.add("  CPU of Redis for one", "\(rounded(cost)) µs", target: "≤ 40 µs")
    let scripts = (try pair.scriptCount() - scriptsBefore) / Double(count)
    report.add("  scripts for one", rounded(scripts), target: "")
}

/// Measures players, half of them at a server that is killed.
private func falls(_ report: inout Report) throws {
    let back = try FallenNode().returns(of: 100)
    report.add(
        "\(back.count) people of a killed node back in their matches: p50 / p99",
        "\(rounded(back.p50)) / \(rounded(back.p99)) ms", target: "≤ 3000 ms")
    report.count("  wrong boards", back.wrongBoards, "", target: 0)
}

private func change(_ number: Int, by name: String) -> String {
    let operation = number == 1 ? "+" : "r"
    let version = number == 1 ? "" : "\"sv\":\(number - 1),"
    return """
        0:c:{"id":"m","o":"M",\(version)"v":{"matrix":{"o":"\(operation)",\
        "v":[0,1,2,0,1,2,0,1,\(number % 3)]},"n":{"o":"\(operation)","v":\(number)}},\
        "ccid":"\(name)-\(number)"}
        """
}

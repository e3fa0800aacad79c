import SimperiumLoop
import SimperiumWebWire
import Visitors

/// Measures the door with 300 guests who play, and then with 3,000 who watch besides.
func ssh() -> Report {
    var report = Report("The SSH door: 3,000 guests who watch and 300 who play")
    do {
        let alone = try measure(watchers: 0, reference: nil, &report)
        _ = try measure(watchers: 3, reference: alone, &report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// Measures the door with that many thousands of spectators. Returns the 99th percentile of the
/// milliseconds from a key to its frame.
private func measure(
    watchers thousands: Int, reference: Double?, _ report: inout Report
) throws -> Double {
    let house = ServedDoor()
    let count = thousands * 1_000
    var (before, cpu, start) = (house.resident, house.cpu, ContinuousClock.now)
    // They are guests of another process, which reads what they are sent.
    let watchers = try (0..<thousands).map { _ in
        try ServerProcess(.doorSpectators(port: house.port, count: 1_000))
    }
    guard watchers.allSatisfy({ $0.address.port == 1_000 }) else { throw SSHFault.notLetIn }
    if count > 0 {
        let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
        report.add("guests let in", rate, .perSecond, target: .atLeast(400))
        report.add(
            "  CPU for one", Double(house.cpu - cpu) / Double(count) / 1e6, .milliseconds,
            target: .atMost(0.8))
        report.count(
            "memory of a guest who watches", (house.resident - before) / count, .kilobytes,
            target: 130)
    }
    let players = SSHCrowd(port: house.port)
    players.admit(300, as: "lin")
    players.readAll()
    for visitor in players.visitors { visitor.type("n") }
    players.readAll()
    house.startPlayers()
    players.readAll(milliseconds: 1_000)
    (cpu, start) = (house.cpu, ContinuousClock.now)
    let times = players.keyTimes(rounds: 4).sorted()
    guard !times.isEmpty else { throw SSHFault.closed }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let most = times[times.count * 99 / 100]
    let words = "300 players, \(count) spectators, 50 moves a second of others"
    report.add("key to frame, \(words), p50", times[times.count / 2], .milliseconds)
    report.add(
        "key to frame, \(words), p99", most, .milliseconds, target: .atMost(16),
        reference: reference)
    report.add("  CPU of the door", Double(house.cpu - cpu) / seconds / 1e7, .percent)
    house.stopPlayers()
    report.count("  memory of the door", house.resident / 1_024, .megabytes, target: 1_024)
    withExtendedLifetime(watchers) {}
    return most
}

/// Watches the door of a port with `count` guests, and prints a line once all are in.
func watchDoor(port: UInt16, count: Int) -> Never {
    let crowd = SSHCrowd(port: port)
    crowd.admit(count, as: "watch")
    Descriptor.standardOutput.writeLine("\(count)")
    while true {
        for visitor in SSHCrowd.wait(for: crowd.visitors, milliseconds: 100) { visitor.forget() }
    }
}

private enum SSHFault: String, Error {
    case closed = "the door has closed a guest's connection"
    case notLetIn = "a thousand guests are not let in within a minute"
}

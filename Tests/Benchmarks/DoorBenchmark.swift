import Glibc
import Visitors

/// Measures the SSH door with many guests, from outside its process.
func door() -> Report {
    var report = Report("The SSH door")
    let house = ServedDoor()
    measureArrivals(at: house, &report)
    measurePlayers(&report)
    measureWatchers(&report)
    return report
}

private func measureArrivals(at house: ServedDoor, _ report: inout Report) {
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(20, as: "watch")
    let (cpu, start) = (house.cpu, ContinuousClock.now)
    let count = 400
    crowd.admit(count, as: "watch")
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let each = Double(house.cpu - cpu) / Double(count) / 1_000_000
    report.add("CPU to let a guest in", each, .milliseconds, target: .atMost(0.8))
    report.add("guests let in", Double(count) / seconds, .perSecond, target: .atLeast(400))
}

private func measurePlayers(_ report: inout Report) {
    let house = ServedDoor()
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(10, as: "warm")
    for visitor in crowd.visitors { visitor.type("n") }
    crowd.readAll()
    let before = house.resident
    crowd.admit(200, as: "lin")
    crowd.readAll()
    for visitor in crowd.visitors.dropFirst(10) { visitor.type("n") }
    crowd.readAll()
    report.count(
        "resident for each player", (house.resident - before) / 200, .kilobytes, target: 300)
    report.add("key to frame at 200 players", times: crowd.keyTimes(rounds: 4), p50: 0.5, p99: 16)
    house.startPlayers()
    defer { house.stopPlayers() }
    crowd.readAll()
    report.add(
        "key to frame and 50 moves a second of others", times: crowd.keyTimes(rounds: 4), p50: 0.5,
        p99: 16)
}

extension SSHCrowd {
    /// Returns the milliseconds from each key to its effect; none if the door has closed a
    /// connection. Each guest types at the pace of a person.
    func keyTimes(rounds: Int) -> [Double] {
        var times: [Double] = []
        for _ in 0..<rounds {
            for (place, visitor) in visitors.enumerated() {
                usleep(1_000)
                // The door drops guests who answer nothing for some seconds.
                if place % 50 == 0 || times.last ?? 0 > 100 { readAll(milliseconds: 10) }
                guard !visitor.isOver else { return [] }
                visitor.forget()
                let start = ContinuousClock.now
                // Has the whole picture painted again. The tick of a clock is too short to
                // count, and so is another guest's move.
                visitor.type("\u{0C}")
                while visitor.shown.count < 400, ContinuousClock.now - start < .seconds(1) {
                    Self.wait(for: [visitor], milliseconds: 100)
                    visitor.look()
                }
                let time = (ContinuousClock.now - start).components
                times.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15)
            }
        }
        return times
    }
}

private func measureWatchers(_ report: inout Report) {
    let house = ServedDoor()
    let (players, watchers) = (SSHCrowd(port: house.port), SSHCrowd(port: house.port))
    players.admit(2, as: "lin", atOnce: 1)
    players.readAll()
    for visitor in players.visitors { visitor.type("n") }
    players.readAll()
    watchers.admit(10, as: "watch")
    watchers.readAll()
    let before = house.resident
    watchers.admit(500, as: "watch")
    watchers.readAll()
    for visitor in watchers.visitors { visitor.type("*") }
    watchers.readAll(milliseconds: 1_000)
    report.count(
        "resident for each watcher", (house.resident - before) / 500, .kilobytes, target: 130)
    var (worst, bytes) = (0.0, 0)
    for (mover, square) in [(0, "5"), (1, "1"), (0, "3"), (1, "2")] {
        players.readAll()
        players.visitors[mover].type(square)
        players.readAll(milliseconds: 50)
        for visitor in watchers.visitors { visitor.forget() }
        let start = ContinuousClock.now
        players.visitors[mover].type("\r")
        var missing = watchers.visitors
        while !missing.isEmpty, ContinuousClock.now - start < .seconds(1) {
            // Only one piece of the changed picture is drawn with this character.
            let served = SSHCrowd.wait(for: missing).filter { $0.look() > 0 && $0.isShown("█") }
            missing.removeAll { visitor in served.contains { $0 === visitor } }
        }
        let time = ContinuousClock.now - start
        worst = max(worst, Double(time.components.attoseconds) / 1e15)
        let most = watchers.visitors.map(\.shown.count).max() ?? 0
        bytes = max(bytes, most)
    }
    report.add("one move to 510 watchers", worst, .milliseconds, target: .atMost(100))
    report.count("bytes for a move, the most to a watcher", bytes, .bytes, target: 400)
}

import Visitors

/// Measures the door while 300 guests are in a lobby where people play, and in an empty one, where
/// bots play on its boards.
func lobbies() -> Report {
    var report = Report("Guests in the lobby")
    let busy = measureLobby(isBusy: true)
    let empty = measureLobby(isBusy: false)
    report.add("CPU for 300 guests in a busy lobby", busy.share, .percent)
    report.count("  bytes a second to each", busy.bytes, .bytes)
    report.add(
        "CPU for 300 guests in an empty lobby", empty.share, .percent,
        target: .atMost(busy.share))
    report.count("  bytes a second to each", empty.bytes, .bytes, target: busy.bytes)
    return report
}

/// Returns the share of a core that the door takes, and the bytes a second to each guest.
private func measureLobby(isBusy: Bool) -> (share: Double, bytes: Int) {
    let house = ServedDoor()
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(300, as: "watch")
    for visitor in crowd.visitors {
        visitor.resize(rows: 40, columns: 120)
        visitor.type("\u{1B}")
    }
    if isBusy { house.startPlayers() }
    defer { house.stopPlayers() }
    // Bots begin after a few seconds without a key, and stop after a minute.
    crowd.read(seconds: 15)
    for visitor in crowd.visitors { visitor.forget() }
    let (cpu, seconds) = (house.cpu, 20)
    crowd.read(seconds: seconds)
    let bytes = crowd.visitors.reduce(0) { $0 + $1.shown.count }
    return (
        Double(house.cpu - cpu) / Double(seconds) / 1e7,
        bytes / seconds / crowd.visitors.count
    )
}

extension SSHCrowd {
    fileprivate func read(seconds: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end { readAll(milliseconds: 100) }
    }
}

import SimperiumClock

func clockwork() -> Report {
    var report = Report("Clockwork")
    report.time("one number of chance", unit: .nanoseconds, count: 1_000_000) {
        var random = SeededRandom(seed: 1)
        for _ in 0..<1_000_000 { keep(random.next()) }
    }
    return report
}

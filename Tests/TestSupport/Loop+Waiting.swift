package import SimperiumLoop

extension Loop {
    /// Runs the loop until a condition is true that only the loop's events can make true. False if
    /// that takes longer than a minute.
    package func run(until isTrue: @escaping () -> Bool) -> Bool {
        var isLate = false
        let watch = EndOfTurnAction(on: self, .flush) { [unowned self] in
            if isTrue() { stop() }
        }
        let alarm = Timer(on: self) { [unowned self] in
            isLate = true
            stop()
        }
        alarm.arm(after: .seconds(60))
        run()
        _ = consume watch
        _ = consume alarm
        return !isLate
    }
}

package import SimperiumLoop

extension Loop {
    /// Runs until something is true, which only what happens on the loop can make true. False if
    /// it did not come true within a minute.
    package func run(until isTrue: @escaping () -> Bool) -> Bool {
        var isLate = false
        let watch = EndOfTurn(on: self, .flush) { [unowned self] in
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

extension Duration {
    /// Whole nanoseconds, rounded towards zero. The range is 292 years.
    package var nanoseconds: Int64 { Int64(attoseconds / 1_000_000_000) }

    /// Whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int { Int(nanoseconds / 1_000_000) }

    /// Whole milliseconds, rounded up, so that a timer never fires early.
    package var millisecondsRoundedUp: Int64 {
        let nanoseconds = nanoseconds
        return nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
    }

    /// Whole seconds, rounded towards zero, for the time since an event.
    package var wholeSeconds: Int { Int(components.seconds) }

    /// Whole seconds, rounded up, and at least zero, for a countdown.
    package var secondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return max(0, Int(seconds) + (attoseconds > 0 ? 1 : 0))
    }
}

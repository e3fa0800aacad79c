package import SimperiumClock
internal import SimperiumJSON

/// The elapsed and the remaining seconds of an absence, and its cause. A hub sends them to a
/// bucket's members, with the keys of the absent owners' presence objects.
package struct RelativeAbsenceTimes: Hashable, Sendable {
    package let secondsAway: Int
    package let secondsLeft: Int
    package let cause: Absence.Cause

    package init(secondsAway: Int = 0, secondsLeft: Int, cause: Absence.Cause = .line) {
        self.secondsAway = secondsAway
        self.secondsLeft = secondsLeft
        self.cause = cause
    }

    /// Creates the times of an absence. `now` is the hub's time when it sends them.
    package init(_ absence: Absence, at now: Instant) {
        secondsAway = max(0, (now - absence.since).wholeSeconds)
        secondsLeft = (absence.until - now).secondsRoundedUp
        cause = absence.cause
    }

    package func absence(from now: Instant) -> Absence {
        Absence(
            since: now + .seconds(-secondsAway), until: now + .seconds(secondsLeft), cause: cause)
    }

    /// Reads the times from a hub's notice. Early hubs omit members; a missing `since` or `why`
    /// means that the connection has just broken.
    init(_ members: JSONObject) {
        secondsAway = Self.clampedSeconds(members["since"])
        secondsLeft = Self.clampedSeconds(members["until"])
        cause = members["why"]?.string.flatMap(Absence.Cause.init) ?? .line
    }

    private static func clampedSeconds(_ count: JSON?) -> Int {
        min(max(count?.int ?? 0, 0), Limits.longestAbsence)
    }

    func write(into bytes: inout [UInt8]) {
        bytes.append(member: "until", number: secondsLeft)
        bytes.append(member: "since", number: secondsAway)
        bytes.append(member: "why", text: cause.rawValue)
    }
}

/// The time that a bucket's rules have measured for an object, such as a thinking time.
package struct RuleMeasuredDuration: Hashable, Sendable {
    package let key: ObjectKey
    /// The measured time, clamped to the range from 0 to a day.
    package let milliseconds: Int

    package init(_ key: ObjectKey, milliseconds: Int) {
        self.key = key
        self.milliseconds = min(max(milliseconds, 0), Limits.longestAbsence * 1_000)
    }

    package init(_ key: ObjectKey, _ age: Duration) {
        self.init(key, milliseconds: age.wholeMilliseconds)
    }

    /// Returns the start of the measurement. `now` is the client's time when it receives the
    /// duration.
    package func measurementStart(before now: Instant) -> Instant {
        now + .milliseconds(-milliseconds)
    }
}

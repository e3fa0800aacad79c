package import SimperiumClock
package import SimperiumSync

/// The age of the server's last reply, for the title bar.
package struct LastWord: Hashable {
    /// The time for which a round-trip time is shown.
    private static let fresh = Duration.seconds(5)

    /// The last round-trip time; or the age of the last reply, if another one is due.
    package let text: String?
    /// The time at which the text changes, unless the server replies first.
    package let changesAt: Instant?

    package init(_ statistics: ReplicaStatistics, at now: Instant) {
        guard let heard = statistics.lastHeard else {
            (text, changesAt) = (statistics.roundTrip?.words, nil)
            return
        }
        let age = now - heard
        if age < Self.fresh {
            (text, changesAt) = (statistics.roundTrip?.words, heard + Self.fresh)
        } else if statistics.isAsking {
            text = "last reply \(age.wholeSeconds) s ago"
            changesAt = heard + .seconds(age.wholeSeconds + 1)
        } else {
            (text, changesAt) = (nil, nil)
        }
    }
}

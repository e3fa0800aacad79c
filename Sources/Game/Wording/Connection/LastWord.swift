package import SimperiumClock
package import SimperiumSync

/// How lately the server was heard, as the first line says it beside how things are.
package struct LastWord: Hashable {
    /// How long the time of an answer tells something of the present.
    private static let fresh = Duration.seconds(5)

    /// How long the last answer took; or since when there was none, if one is due.
    package let text: String?
    /// When it says something else, if nothing is heard meanwhile.
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
            text = "heard \(age.wholeSeconds) s ago"
            changesAt = heard + .seconds(age.wholeSeconds + 1)
        } else {
            (text, changesAt) = (nil, nil)
        }
    }
}

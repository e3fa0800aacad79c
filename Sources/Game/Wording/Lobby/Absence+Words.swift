package import SimperiumClock

/// The reason for a player's absence, and the time they have to return.
extension Absence {
    /// The reason as a verb phrase, for the middle of a sentence.
    package var words: String {
        switch cause {
        case .paused: "paused"
        case .gone: "closed the window"
        case .line: "lost connection"
        }
    }

    /// The reason and the time left in a few columns, behind a name.
    package func remark(at now: Instant) -> String {
        let word =
            switch cause {
            case .paused: "paused"
            case .gone: "gone"
            case .line: "away"
            }
        return "\(word) \(until.countdown(from: now))"
    }
}

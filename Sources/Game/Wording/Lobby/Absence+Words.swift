package import SimperiumClock

/// Why somebody is away, and for how long they may be.
extension Absence {
    /// What they did, for the middle of a sentence.
    package var words: String {
        switch cause {
        case .paused: "paused"
        case .gone: "closed the window"
        case .line: "lost the line"
        }
    }

    /// The same behind a name, where there is little room.
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

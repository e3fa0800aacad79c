package import SimperiumClock

/// The course of a load: all come, play until the time is over, let what is under way come to
/// rest, say what they see, and leave.
///
/// Its owner lets it look at the clock once a second, and has the guests do what the stage asks.
package struct LoadCourse: Sendable {
    package enum Stage: Hashable, Sendable {
        case arriving
        case playing
        /// Nobody does anything more. All report the boards that they see, and if these are not the
        /// last everywhere, once more, up to so many times.
        case resting(Int)
        /// All hang up.
        case leaving
        case over
    }

    /// One look takes a second; what has not arrived after so many never will.
    private static let looksAtRest = 30

    package let plan: LoadPlan
    package private(set) var stage = Stage.arriving
    package private(set) var tally = LoadTally()
    private let lastArrival: Instant
    private var end: Instant

    package init(_ plan: LoadPlan, from start: Instant) {
        self.plan = plan
        lastArrival = start + plan.arrival(of: plan.guests)
        end = lastArrival + plan.length
    }

    /// Takes in what the guests report, in any order.
    package mutating func hear(_ reports: [DatedReport]) {
        for report in reports { tally.add(report) }
    }

    /// Ends the play, or begins with its end.
    package mutating func stopPlaying(at now: Instant) {
        end = min(end, now)
    }

    /// What the guests are to do from now on.
    package mutating func look(at now: Instant) -> Stage {
        switch stage {
        case .arriving where min(lastArrival, end) <= now: stage = .playing
        case .playing where end <= now: stage = .resting(1)
        case .resting(let looks) where tally.guestsAtRest == plan.guests: judge(after: looks)
        case .leaving:
            tally.close()
            stage = .over
        case .arriving, .playing, .resting, .over: break
        }
        return stage
    }

    private mutating func judge(after looks: Int) {
        guard !tally.isSettled, looks < Self.looksAtRest else { return stage = .leaving }
        tally.forgetRest()
        stage = .resting(looks + 1)
    }
}

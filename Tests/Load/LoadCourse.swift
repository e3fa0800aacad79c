package import SimperiumClock

/// The course of a load: all guests arrive, play until the time is over, finish, report their
/// boards, and leave.
///
/// Its owner lets it advance once a second, and has the guests do the present stage's work.
package struct LoadCourse: Sendable {
    package enum Stage: Hashable, Sendable {
        case arriving
        case playing
        /// All guests only report the boards that they see: again, up to this many times, while
        /// these are not the last ones.
        case resting(Int)
        /// All hang up.
        case leaving
        case over
    }

    /// The number of reports at rest, one a second. A frame that has not arrived by then is lost.
    private static let reportsAtRest = 30

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
    package mutating func add(_ reports: [DatedReport]) {
        for report in reports { tally.add(report) }
    }

    /// Ends the play, or begins to end it.
    package mutating func stopPlaying(at now: Instant) {
        end = min(end, now)
    }

    /// Enters the next stage if its time has come. Returns the present stage.
    package mutating func advance(to now: Instant) -> Stage {
        switch stage {
        case .arriving where min(lastArrival, end) <= now: stage = .playing
        case .playing where end <= now: stage = .resting(1)
        case .resting(let reports) where tally.guestsAtRest == plan.guests:
            leaveOnceSettled(after: reports)
        case .leaving:
            tally.close()
            stage = .over
        case .arriving, .playing, .resting, .over: break
        }
        return stage
    }

    private mutating func leaveOnceSettled(after reports: Int) {
        guard !tally.isSettled, reports < Self.reportsAtRest else { return stage = .leaving }
        tally.resetRest()
        stage = .resting(reports + 1)
    }
}

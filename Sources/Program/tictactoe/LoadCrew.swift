import Commands
internal import Load
import SimperiumClock
import SimperiumLoop
internal import Visit

/// Some of a load's guests, on a thread of their own.
actor LoadCrew {
    private let loop: Loop
    private let guests: LoadGuests

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(
        _ numbers: [Int], of plan: LoadPlan, in lobby: LobbyOptions,
        tellingTo command: LoadCommand, loop: Loop
    ) throws {
        self.loop = loop
        guests = try LoadGuests(numbers, of: plan, in: lobby, tellingTo: command, loop: loop)
    }

    /// Lets the guests come, each at its time after `start`.
    func begin(at start: Instant) {
        guests.begin(at: start)
    }

    func enter(_ stage: LoadCourse.Stage) {
        guests.enter(stage)
    }
}

package import SimperiumClock
package import SimperiumSync
package import Visit

/// Some of a load's guests, or all. Each has a connection of its own.
///
/// The owner of a crowd sends each guest `.begin` at its time of arrival, passes it the events of
/// its connection, performs the effects, and wakes it at its deadline. The guests' reports go to
/// the load's course, which decides when they `play` and `rest`.
package struct LoadCrowd: Sendable {
    private var guests: [LoadGuest]
    private var reports: [DatedReport] = []
    /// The number of frames that no guest had to read.
    package private(set) var unread = 0

    /// `beginnings` are those of the guests with these numbers, each with its own client id.
    package init(
        _ numbers: [Int], of plan: LoadPlan, _ beginnings: [LobbyClient.Beginning], seed: UInt64
    ) {
        precondition(beginnings.count == numbers.count, "each guest has a visit")
        var random = SeededRandom(seed: seed)
        guests = zip(numbers, beginnings).map { number, beginning in
            LoadGuest(
                plan.role(of: number), beginning, pace: plan.pace, random: random.fork(),
                isAttentive: plan.isAttentive(number))
        }
    }

    /// The effects are a dial, a frame, or an end of the line. At `deadline` the guest is to be
    /// woken, if nothing happens before. Guests count from 0.
    package mutating func handle(
        _ event: ProgramEvent, of guest: Int, at now: Instant
    ) -> (effects: [LinkEffect], deadline: Instant?) {
        if case .link(.received(let frame, _)) = event, guests[guest].ignores(frame) {
            unread += 1
            return ([], guests[guest].nextDeadline)
        }
        var effects: [LinkEffect] = []
        for effect in guests[guest].handle(event, at: now) {
            switch effect {
            case .link(let effect): effects.append(effect)
            case .report(let report): reports.append(DatedReport(report, at: now))
            }
        }
        return (effects, guests[guest].nextDeadline)
    }

    /// Has all guests play, or stop. A guest who starts to play must be woken.
    package mutating func setPlaying(_ isPlaying: Bool) {
        for guest in guests.indices { guests[guest].isPlaying = isPlaying }
    }

    /// Has all guests report the boards that they see.
    package mutating func reportRest(at now: Instant) {
        for guest in guests { reports.append(DatedReport(guest.rest, at: now)) }
    }

    /// Takes the guests' reports since the last time.
    package mutating func takeReports() -> [DatedReport] {
        defer { reports = [] }
        return reports
    }
}

package import Clockwork

/// All guests of a load, and what came of it so far. Each has a line of its own.
///
/// Whoever owns a crowd sends each guest `.begin` at its time of arrival, hands in what happens on
/// its line, performs the effects, and wakes it at its deadline. Once all are seated they
/// play. When the time is over they stop; once nothing is under way, `check` compares all that
/// they see; and they leave.
package struct LoadCrowd: Sendable {
    package let plan: LoadPlan
    package private(set) var tally: LoadTally
    private var guests: [LoadGuest]

    /// `visits` are those of the guests, each with a client id of its own.
    package init(_ plan: LoadPlan, _ visits: [Visit], seed: UInt64) {
        precondition(visits.count == plan.guests, "each guest has a visit")
        self.plan = plan
        var random = SeededRandom(seed: seed)
        guests = visits.enumerated().map { number, visit in
            LoadGuest(plan.role(of: number), visit, pace: plan.pace, random: random.fork())
        }
        tally = LoadTally(of: Set(guests.map(\.id)))
    }

    /// The effects are a dial, a frame, or an end of the line. At `deadline` the guest is to be
    /// woken, if nothing happens before.
    package mutating func handle(
        _ event: Visit.Event, of guest: Int, at now: Instant
    ) -> (effects: [Visit.Effect], deadline: Instant?) {
        var effects: [Visit.Effect] = []
        for effect in guests[guest].handle(event, at: now) {
            switch effect {
            case .line(let effect): effects.append(effect)
            case .report(let report): tally.add(report, at: now)
            }
        }
        return (effects, guests[guest].nextDeadline)
    }

    /// Lets everybody play, or stop it. Whoever is to begin has to be woken.
    package mutating func setPlaying(_ isPlaying: Bool) {
        for guest in guests.indices { guests[guest].isPlaying = isPlaying }
    }

    package mutating func check() {
        for guest in guests {
            for shown in guest.boards { tally.checkRest(shown) }
        }
    }
}

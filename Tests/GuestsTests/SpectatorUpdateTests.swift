import Guests
import SimperiumClock
import Testing

@Suite("Updates of spectators")
struct SpectatorUpdateTests {
    @Test("A change reaches each guest once, in one update for each group")
    func groups() {
        var schedule = SpectatorUpdateSchedule()
        var now = Instant.start
        #expect(updates(of: &schedule, to: [1], forGuests: 0, at: &now).count == 1)
        for count in [1, 199, 200, 450, 1_000] {
            let updates = updates(of: &schedule, to: [count + 1], forGuests: count, at: &now)
            #expect(updates.count == 1 + count / 200)
            for guest in 1...count {
                #expect(updates.count { $0.isForGroup(of: guest) } == 1, "\(guest) of \(count)")
            }
        }
    }

    @Test("Without a change there is no update, and a change waits for its time")
    func pace() {
        var schedule = SpectatorUpdateSchedule()
        #expect(schedule.nextUpdate(to: [], forGuests: 9, at: .start) == nil)
        #expect(schedule.nextUpdate(to: [1], forGuests: 9, at: .start) != nil)
        #expect(schedule.nextDeadline == nil)
        #expect(schedule.nextUpdate(to: [2], forGuests: 9, at: .start) == nil)
        let due = schedule.nextDeadline ?? .start
        #expect((66...67).contains((due - .start).wholeMilliseconds))
        #expect(schedule.nextUpdate(to: [2], forGuests: 9, at: due) != nil)
    }

    @Test("All updates are repeated if the number of groups changes")
    func newGroup() {
        var schedule = SpectatorUpdateSchedule()
        #expect(schedule.nextUpdate(to: [1], forGuests: 400, at: .start) != nil)
        var now = schedule.nextDeadline ?? .start
        #expect(updates(of: &schedule, to: [1], forGuests: 600, at: &now).count == 4)
    }

    /// Returns the updates until no more is due.
    private func updates(
        of schedule: inout SpectatorUpdateSchedule, to versions: Set<Int>, forGuests count: Int,
        at now: inout Instant
    ) -> [SpectatorUpdate] {
        var updates: [SpectatorUpdate] = []
        repeat {
            let update = schedule.nextUpdate(to: versions, forGuests: count, at: now)
            if let update { updates.append(update) }
            now = schedule.nextDeadline ?? now + .seconds(1)
        } while schedule.nextDeadline != nil
        return updates
    }
}

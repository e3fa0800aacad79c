package import SimperiumClock

/// What somebody was told last of the games over days that wait for them.
package struct GameReminder: Hashable, Sendable {
    /// As of which change of the games.
    private var changes: Int?
    private var counts = DayGameList.Counts()

    package init() {}

    package var waiting: Int { counts.waiting }
    package var running: Int { counts.running }
    /// When to look again, though nothing has changed: then somebody's time is up.
    package var nextDue: Stamp? { counts.nextDue }

    /// Looks again if there is anything new. True if more wait than before.
    package mutating func follow(
        _ records: PersonRecords?, of user: String?, at now: Stamp
    ) -> Bool {
        guard let records, let user else {
            self = GameReminder()
            return false
        }
        let isDue = counts.nextDue.map { $0 <= now } ?? false
        guard isDue || records.gameChanges != changes else { return false }
        let before = waiting
        changes = records.gameChanges
        counts = DayGameList.Counts(records.games, of: user, at: now)
        return waiting > before
    }
}

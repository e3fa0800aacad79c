package import SimperiumClock

/// The schedule of the updates that show a lobby's changes to a door's spectators, at most fifteen
/// times a second.
///
/// Spectators are in groups. An update is for one group, because drawing each change for thousands
/// of spectators would take too long. So a change needs an update for each group.
package struct SpectatorUpdateSchedule: Sendable {
    /// The intended number of guests in a group.
    private static let guestsInGroup = 200

    private var rate = RateLimiter(atOnce: 1, perSecond: 15)
    private var lastNumber = 0
    /// The versions of the snapshots at the last update.
    private var shown: Set<Int> = []
    /// The number of groups at the last update.
    private var groupCount = 0
    /// The number of updates that are left until each spectator has seen the last change.
    private var updatesLeft = 0
    /// The time of the next call of `nextUpdate`; nil if all spectators have seen all changes.
    package private(set) var nextDeadline: Instant?

    package init() {}

    /// Returns the update that is due now; nil if there is none. `versions` are the
    /// versions of the current snapshots.
    package mutating func nextUpdate(
        to versions: Set<Int>, forGuests guestCount: Int, at now: Instant
    ) -> SpectatorUpdate? {
        nextDeadline = nil
        guard updatesLeft > 0 || versions != shown else { return nil }
        guard rate.chargeIfAllowed(at: now) else {
            nextDeadline = rate.nextUseAt
            return nil
        }
        lastNumber += 1
        let groups = 1 + guestCount / Self.guestsInGroup
        // If the number of groups has changed, all updates are repeated, because a spectator may
        // have been in no group so far.
        updatesLeft = (versions == shown && groups == groupCount ? updatesLeft : groups) - 1
        (shown, groupCount) = (versions, groups)
        if updatesLeft > 0 { nextDeadline = rate.nextUseAt }
        return SpectatorUpdate(number: lastNumber, groupCount: groups)
    }
}

/// An update, which shows all changes to one group of spectators.
package struct SpectatorUpdate: Hashable, Sendable {
    let number: Int
    let groupCount: Int

    /// Returns true if the guest with this number is in the update's group.
    package func isForGroup(of guest: Int) -> Bool {
        (guest + number).isMultiple(of: groupCount)
    }
}

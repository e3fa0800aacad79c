internal import SimperiumClock
internal import SimperiumWire

/// Absences of the owners of presence objects. The hub reports them all; the program is notified of
/// those that concern objects in its view.
extension ReplicaBucket {
    private static let mostAway = 1_000_000

    /// Records that the owners of these objects are away, or are back if `absence` is nil. Gives up
    /// the connection if too many are away.
    mutating func recordAbsenceOfOwners(_ keys: [ObjectKey], _ absence: Absence?) {
        guard connection.away.count < Self.mostAway || absence == nil else {
            return turn.effects.append(.giveUp(.outpaced))
        }
        for key in keys {
            connection.away[key] = absence
            turn.noticed.append(key)
        }
    }

    /// Schedules a check of each object whose owner is away, or was away at the last notification.
    mutating func markAllAbsencesForCheck() {
        for key in Set(connection.away.keys).union(notified.absences.keys).sortedKeys() {
            turn.noticed.append(key)
        }
    }

    /// Notifies the program of changed absences. Runs at the end of a turn, when the objects no
    /// longer change.
    mutating func notifyOfChangedAbsences() {
        if !connection.away.isEmpty || !notified.absences.isEmpty {
            for key in turn.touched.keys { turn.noticed.append(key) }
        }
        var back: [ObjectKey] = []
        var away: [(absence: Absence, keys: [ObjectKey])] = []
        for key in turn.noticed.keys {
            guard objects.entries[key]?.object != nil else {
                notified.absences[key] = nil
                continue
            }
            let absence = connection.away[key]
            guard stage == .live, absence != notified.absences[key] else { continue }
            notified.absences[key] = absence
            guard let absence else {
                back.append(key)
                continue
            }
            if away.last?.absence != absence { away.append((absence, [])) }
            away[away.count - 1].keys.append(key)
        }
        for group in away { notify(.away(group.keys, group.absence)) }
        if !back.isEmpty { notify(.back(back)) }
    }
}

internal import SimperiumClock
internal import SimperiumWire

/// Absences: the hub reports which objects' owners are away, and the program is notified of those
/// that it sees.
extension ReplicaBucket {
    private static let mostAway = 1_000_000

    /// Records that the owners of these objects are away, or are back if `absence` is nil.
    mutating func recordAbsence(_ keys: [ObjectKey], _ absence: Absence?) {
        guard connection.away.count < Self.mostAway || absence == nil else {
            return turn.effects.append(.giveUp(.outpaced))
        }
        for key in keys {
            connection.away[key] = absence
            turn.noticed.append(key)
        }
    }

    /// Compares the absences that the program knows from an earlier connection with the present
    /// ones.
    mutating func recheckAbsences() {
        for key in Set(connection.away.keys).union(notified.absences.keys).sortedKeys() {
            turn.noticed.append(key)
        }
    }

    /// Notifies the program of changed absences. Runs last in a turn, when it is settled which
    /// objects there are.
    mutating func notifyOfAbsences() {
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

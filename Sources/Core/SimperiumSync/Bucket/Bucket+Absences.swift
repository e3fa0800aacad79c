internal import SimperiumClock
internal import SimperiumWire

/// Who is away: the hub says it of objects, the program hears it of objects that it sees.
extension Bucket {
    private static let mostAway = 1_000_000

    /// Takes in until when these may return; nil if they need not any more.
    mutating func notice(_ keys: [ObjectKey], until: Instant?) {
        guard connection.away.count < Self.mostAway || until == nil else {
            return turn.effects.append(.giveUp(.outpaced))
        }
        for key in keys {
            connection.away[key] = until
            turn.noticed.append(key)
        }
    }

    /// What was told on an earlier connection is compared with what this one says.
    mutating func noticeAll() {
        for key in Set(connection.away.keys).union(told.absences.keys).inOrder() {
            turn.noticed.append(key)
        }
    }

    /// Tells what is news to the program, as soon as it is known which objects there are.
    mutating func tellAbsences() {
        if !connection.away.isEmpty || !told.absences.isEmpty {
            for key in turn.touched.keys { turn.noticed.append(key) }
        }
        var back: [ObjectKey] = []
        var away: [(until: Instant, keys: [ObjectKey])] = []
        for key in turn.noticed.keys {
            guard objects.entries[key]?.object != nil else {
                told.absences[key] = nil
                continue
            }
            let until = connection.away[key]
            guard stage == .live, until != told.absences[key] else { continue }
            told.absences[key] = until
            guard let until else {
                back.append(key)
                continue
            }
            if away.last?.until != until { away.append((until, [])) }
            away[away.count - 1].keys.append(key)
        }
        for group in away { tell(.away(group.keys, until: group.until)) }
        if !back.isEmpty { tell(.back(back)) }
    }
}

package import Lobby
package import SimperiumJSON
package import SimperiumWire

/// A message of the server about halls.
package enum HallMessage: Hashable, Sendable {
    case hall(HallNumber)
    /// A player in that hall waits for an opponent.
    case offer(HallNumber)
    case counts(Census, halls: Int)
    case found(JSONObject, in: HallNumber, ObjectKey)
    case missing(JSONObject)
    case matches([DistantMatch], after: HallNumber?)

    package init?(_ members: JSONObject) {
        if let hall = members["hall"].flatMap(Self.hallNumber) {
            self = .hall(hall)
        } else if let hall = members["offer"]?.object?["hall"].flatMap(Self.hallNumber) {
            self = .offer(hall)
        } else if let halls = members["halls"]?.array {
            self = .matches(
                halls.flatMap(Self.matches), after: members["after"].flatMap(Self.hallNumber))
        } else if let counts = HallMessage(countsIn: members) {
            self = counts
        } else if let found = members["found"]?.object,
            let hall = found["hall"].flatMap(Self.hallNumber),
            let key = found["key"]?.string.flatMap(ObjectKey.init)
        {
            self = .found(found, in: hall, key)
        } else if let wanted = members["none"]?.object {
            self = .missing(wanted)
        } else {
            return nil
        }
    }

    package init?(countsIn members: JSONObject) {
        guard let counts = members["counts"]?.object, let halls = counts["halls"]?.int else {
            return nil
        }
        self = .counts(Census(counts), halls: halls)
    }

    private static func matches(of hall: JSON) -> [DistantMatch] {
        guard let members = hall.object, let number = members["hall"].flatMap(Self.hallNumber)
        else {
            return []
        }
        return (members["matches"]?.array ?? []).compactMap { DistantMatch($0, in: number) }
    }

    private static func hallNumber(_ json: JSON) -> HallNumber? {
        json.string.flatMap { HallNumber($0) }
    }
}

extension Census {
    /// Reads counts. A missing, invalid or negative count becomes 0.
    fileprivate init(_ counts: JSONObject) {
        self.init()
        func number(_ member: JSONString) -> Int { max(counts[member]?.int ?? 0, 0) }
        (here, free, playing) = (number("here"), number("free"), number("playing"))
        (watching, away, matches) = (number("watching"), number("away"), number("matches"))
    }
}

package import Lobby
package import SimperiumJSON
package import SimperiumWire

/// A message from the server about halls: news, counts, or both.
package struct HallMessage: Hashable, Sendable {
    package enum HallNews: Hashable, Sendable {
        case hall(HallNumber)
        /// A player in that hall waits for an opponent.
        case offer(HallNumber)
        case found(JSONObject, in: HallNumber, ObjectKey)
        case missing(JSONObject)
        case matches([OtherHallMatch], after: HallNumber?)
    }

    /// The news; nil for a message that has counts only, or that is unknown.
    package let news: HallNews?
    package let hasCounts: Bool
    /// The counts of all halls; nil if there is only one hall, or if the message has no counts.
    package let census: Census?

    package init(_ members: JSONObject) {
        news = HallNews(members)
        if let counts = members["counts"]?.object, let halls = counts["halls"]?.int {
            hasCounts = true
            census = halls > 1 ? Census(counts) : nil
        } else {
            hasCounts = false
            census = nil
        }
    }
}

extension HallMessage.HallNews {
    fileprivate init?(_ members: JSONObject) {
        if let hall = members["hall"].flatMap(Self.hallNumber) {
            self = .hall(hall)
        } else if let hall = members["offer"]?.object?["hall"].flatMap(Self.hallNumber) {
            self = .offer(hall)
        } else if let halls = members["halls"]?.array {
            self = .matches(
                halls.flatMap(Self.matches), after: members["after"].flatMap(Self.hallNumber))
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

    private static func matches(inHallEntry hall: JSON) -> [OtherHallMatch] {
        guard let members = hall.object, let number = members["hall"].flatMap(Self.hallNumber)
        else { return [] }
        return (members["matches"]?.array ?? []).compactMap { OtherHallMatch($0, in: number) }
    }

    private static func hallNumber(_ json: JSON) -> HallNumber? {
        json.string.flatMap { HallNumber($0) }
    }
}

import Lobby
import SimperiumClock
import SimperiumJSON

/// Counts of the players and matches in all halls, as last sent to the clients that support halls.
struct SentHallCounts: Sendable {
    /// The minimum time between two notices.
    static let pause = Duration.seconds(1)

    private var sent: JSONObject?
    private var sentAt: Instant?
    /// The sequence number of the counts that were last sent. It increases each time the counts
    /// change.
    private(set) var number = 0

    /// True if the clients have no counts, because they know of only one hall.
    var isEmpty: Bool { sent == nil }

    /// Returns true if no notice was sent within the last `pause`.
    func isDue(at now: Instant) -> Bool { sentAt.map { now - $0 >= Self.pause } ?? true }

    /// Records the current counts as sent, and returns the members of the notice with these counts.
    mutating func recordAsSent(_ census: Census, halls: Int, at now: Instant) -> JSONObject {
        sentAt = now
        let members = Self.members(census, halls: halls)
        if members != sent {
            sent = members
            number += 1
        }
        return members
    }

    static func members(_ census: Census, halls: Int) -> JSONObject {
        var counts = census.members
        counts["halls"] = JSON(halls)
        return ["counts": .object(counts)]
    }

    /// Records that the clients know of only one hall now.
    mutating func recordSingleHall() {
        sent = nil
    }
}

import Lobby
import SimperiumClock
import SimperiumJSON

/// How many are in all halls, as those were told who know of halls.
struct HallCounts: Sendable {
    /// They are told no oftener than that.
    static let pause = Duration.seconds(1)

    private var told: [Int] = []
    private var toldAt: Instant?
    /// Which of all the counts it is that was told last.
    private(set) var number = 0

    /// Whether nobody has to be told that there is one hall only.
    var isOver: Bool { told.isEmpty }

    /// Whether it is time to count.
    func isDue(at now: Instant) -> Bool { toldAt.map { now - $0 >= Self.pause } ?? true }

    /// What is to be told now.
    mutating func take(_ census: Census, halls: Int, at now: Instant) -> JSONObject {
        toldAt = now
        let figures = [
            census.here, census.free, census.playing, census.watching, census.away,
            census.matches, halls,
        ]
        if figures != told {
            told = figures
            number += 1
        }
        return Self.members(census, halls: halls)
    }

    static func members(_ census: Census, halls: Int) -> JSONObject {
        var counts = census.members
        counts["halls"] = JSON(halls)
        return ["counts": .object(counts)]
    }

    /// There is one hall, and everybody knows it.
    mutating func end() {
        told = []
    }
}

extension Census {
    var members: JSONObject {
        [
            "here": JSON(here), "free": JSON(free), "playing": JSON(playing),
            "watching": JSON(watching), "away": JSON(away), "matches": JSON(matches),
        ]
    }
}

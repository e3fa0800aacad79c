package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A player in the lobby, as shown to other users.
package struct Person: Hashable, Sendable {
    package enum CurrentActivity: Hashable, Sendable {
        case playing(ObjectKey)
        case watching(ObjectKey)
        /// The player waits to be paired.
        case waiting
        /// The player can be challenged; if private, only with a code.
        case open(isPrivate: Bool)
        /// The player wants no match, or is a spectator without a match to watch.
        case busy
    }

    /// The time that a player who is not in a match stays listed after the connection ended.
    package static let listedAbsence = Duration.seconds(10)

    package let id: PlayerID
    package let name: String
    package let activity: CurrentActivity
    /// The clock of a player who looks for a match with a clock; nil for other players.
    package let clock: MoveTimeLimit?
    package let way: Player.ClientKind?
    /// The id of the player's account; nil for a guest.
    package let user: String?
    package let isHidden: Bool
    /// The player's absence; nil unless the connection ended without a goodbye.
    package let absence: Absence?
    /// The time of the player's last key press; nil unless the player is idle.
    package let idleSince: Instant?

    package var isPlaying: Bool {
        if case .playing = activity { true } else { false }
    }
}

extension Person {
    /// Returns the whole minutes since the last key press, at least 1; nil for players who are not
    /// idle or not free.
    package func idleMinutesIfFree(at now: Instant) -> Int? {
        switch activity {
        case .waiting, .open(isPrivate: false):
            idleSince.map { max(1, (now - $0).wholeSeconds / 60) }
        case .playing, .watching, .open(isPrivate: true), .busy: nil
        }
    }

    /// The sort key for a list of players: possible opponents have the lowest ranks.
    package var rank: Int {
        if absence != nil, !isPlaying { return 6 }
        return switch activity {
        case .waiting: idleSince == nil ? 0 : 1
        case .open(isPrivate: false): 1
        case .playing: 2
        case .watching: 3
        case .open(isPrivate: true): 4
        case .busy: 5
        }
    }
}

/// Counts of the people and matches in the lobby. Each user counts once.
package struct Census: Hashable, Codable, Sendable {
    package var here = 0
    /// The number of players who neither play nor watch, and are willing to play.
    package var free = 0
    package var playing = 0
    /// The number of spectators, with and without a Player.
    package var watching = 0
    /// The number of players whose connection ended without a goodbye. These players are not
    /// counted as free, playing or watching.
    package var away = 0
    package var matches = 0

    package init() {}

    /// The number of players who want no match. Servers of earlier versions count these players as
    /// watching.
    package var busy: Int { max(0, here - free - playing - watching - away) }
}

extension Census {
    package static func + (one: Census, other: Census) -> Census {
        var sum = one
        sum.here += other.here
        sum.free += other.free
        sum.playing += other.playing
        sum.watching += other.watching
        sum.away += other.away
        sum.matches += other.matches
        return sum
    }
}

extension Census {
    /// Reads counts. A missing or invalid count becomes 0; other counts are clamped to the range
    /// from 0 to a million.
    package init(_ counts: JSONObject) {
        self.init()
        func number(_ member: JSONString) -> Int {
            min(max(counts[member]?.int ?? 0, 0), 1_000_000)
        }
        (here, free, playing) = (number("here"), number("free"), number("playing"))
        (watching, away, matches) = (number("watching"), number("away"), number("matches"))
    }

    package var members: JSONObject {
        [
            "here": JSON(here), "free": JSON(free), "playing": JSON(playing),
            "watching": JSON(watching), "away": JSON(away), "matches": JSON(matches),
        ]
    }
}

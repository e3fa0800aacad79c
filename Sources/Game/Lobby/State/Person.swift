package import Game
package import SimperiumClock
package import SimperiumWire

/// A person who is here, as others see them.
package struct Person: Hashable, Sendable {
    /// The activity of a person.
    package enum CurrentActivity: Hashable, Sendable {
        case playing(ObjectKey)
        case watching(ObjectKey)
        /// Waits to be paired.
        case waiting
        /// Can be challenged, but by those alone who know a code if there is one.
        case open(isPrivate: Bool)
        /// Wants no match: came to watch, and still chooses what.
        case busy
    }

    /// A free player is listed for so long after their connection ended.
    package static let unlisted = Duration.seconds(10)

    package let id: PlayerID
    package let name: String
    package let pastime: CurrentActivity
    /// The clock of a player who looks for a match with one.
    package let clock: MoveLimit?
    package let way: Player.ClientKind?
    /// The id of their account, if they are signed in to one.
    package let user: String?
    /// True if spectators must not see the name.
    package let isHidden: Bool
    /// Nil unless their connection ended without a goodbye.
    package let absence: Absence?
    /// Since when they have pressed no key; nil unless they are idle.
    package let idleSince: Instant?

    package var isPlaying: Bool {
        if case .playing = pastime { true } else { false }
    }
}

extension Person {
    /// The whole minutes without a key, of an idle person who is free to play; nil for others.
    package func idleMinutes(at now: Instant) -> Int? {
        switch pastime {
        case .waiting, .open(isPrivate: false):
            idleSince.map { max(1, (now - $0).wholeSeconds / 60) }
        case .playing, .watching, .open(isPrivate: true), .busy: nil
        }
    }

    /// The position in a list: possible opponents come first.
    package var rank: Int {
        if absence != nil, !isPlaying { return 6 }
        return switch pastime {
        case .waiting: idleSince == nil ? 0 : 1
        case .open(isPrivate: false): 1
        case .playing: 2
        case .watching: 3
        case .open(isPrivate: true): 4
        case .busy: 5
        }
    }
}

/// The numbers of people in the lobby. Each person counts once.
package struct Census: Hashable, Codable, Sendable {
    package var here = 0
    /// Neither playing nor watching, and willing to play.
    package var free = 0
    package var playing = 0
    /// With the people who have not chosen a match yet.
    package var watching = 0
    /// People whose connection ended without a goodbye. They count only here.
    package var away = 0
    package var matches = 0

    package init() {}
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

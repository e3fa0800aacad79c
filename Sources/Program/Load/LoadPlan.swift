internal import SimperiumClock

/// How many made-up people do how much, and for how long.
package struct LoadPlan: Hashable, Sendable {
    package let players: Int
    package let watchers: Int
    /// Of all players together.
    package let movesPerSecond: Int
    /// How often the line of somebody in a match breaks, or their program stops, together.
    package let breaksPerMinute: Int
    /// For so long they play, once the last has come.
    package let length: Duration

    package init(
        players: Int, watchers: Int, movesPerSecond: Int, breaksPerMinute: Int = 0,
        length: Duration
    ) {
        self.players = players
        self.watchers = watchers
        self.movesPerSecond = max(movesPerSecond, 1)
        self.breaksPerMinute = breaksPerMinute
        self.length = length
    }

    package var guests: Int { players + watchers }

    /// So many come in a second: few enough that each, of whom all others hear, costs the threads
    /// that play them all no more than their moves will.
    private static let arrivalsPerSecond = 50

    /// From so many guests on, another core has something to do. With fewer it would fall asleep
    /// after each frame, and to be woken for the next costs more than to read it.
    private static let guestsPerCrowd = 500

    /// Up to so many all are attentive, and of more one in so many.
    private static let allAttentive = 100
    private static let oneAttentiveOf = 10

    /// Whether a guest follows all that is played in its hall, and says so if a board is not what
    /// it must be. The others follow only what they play or watch: all are sent the same, but
    /// people who all looked at everything would take the time that the server is measured by.
    func isAttentive(_ guest: Int) -> Bool {
        guests <= Self.allAttentive || guest.isMultiple(of: Self.oneAttentiveOf)
    }

    /// The numbers of the guests, dealt out to one crowd for each core that they keep busy.
    package func crowds(onCores cores: Int) -> [[Int]] {
        let count = max(1, min(cores, guests / Self.guestsPerCrowd))
        return (0..<count).map { Array(stride(from: $0, to: guests, by: count)) }
    }

    /// When a guest comes. Those who watch come among those who play, so that there is something to
    /// see in each hall; after all of them comes nobody.
    package func arrival(of guest: Int) -> Duration {
        let isPlayer = guest < players
        let (place, kind) = isPlayer ? (guest, players) : (guest - players, watchers)
        let share = Int64(guests) * 1_000_000_000 / Int64(Self.arrivalsPerSecond)
        return .nanoseconds(Int64(place) * share / Int64(max(kind, 1)))
    }

    /// What somebody does how often, on average.
    struct Pace: Hashable, Sendable {
        /// How long they think about a move.
        let move: Duration
        /// How long their line and their program hold; nil if for ever.
        let untilBreak: Duration?
    }

    var pace: Pace {
        Pace(
            move: .nanoseconds(Int64(max(players / 2, 1)) * 1_000_000_000 / Int64(movesPerSecond)),
            untilBreak: breaksPerMinute == 0
                ? nil : .milliseconds(Int64(players) * 60_000 / Int64(breaksPerMinute)))
    }

    func role(of guest: Int) -> LoadGuest.Role { guest < players ? .player : .watcher }
}

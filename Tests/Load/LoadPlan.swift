internal import SimperiumClock

/// The number of guests, their pace, and the length of a load.
package struct LoadPlan: Hashable, Sendable {
    package let players: Int
    package let watchers: Int
    /// The moves of all players together.
    package let movesPerSecond: Int
    /// The planned breaks of all players in matches together.
    package let breaksPerMinute: Int
    /// The length of the play, from the last arrival on.
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

    /// The number of arrivals in a second. All others read of each; at this rate that costs the
    /// threads no more than the moves will.
    private static let arrivalsPerSecond = 50

    /// The number of guests per core. A core with fewer guests would sleep after each frame, and
    /// waking it costs more than reading a frame.
    private static let guestsPerCrowd = 500

    /// The number of guests that are all attentive. In larger loads, one in `oneAttentiveOf` is.
    private static let allAttentive = 100
    private static let oneAttentiveOf = 10

    /// True if a guest follows all matches in its hall, and reports wrong boards. The others follow
    /// only their own match, because reading everything would take the time that the server is
    /// measured by.
    func isAttentive(_ guest: Int) -> Bool {
        guests <= Self.allAttentive || guest.isMultiple(of: Self.oneAttentiveOf)
    }

    /// The numbers of the guests, dealt out to one crowd for each core that they keep busy.
    package func crowds(onCores cores: Int) -> [[Int]] {
        let count = max(1, min(cores, guests / Self.guestsPerCrowd))
        return (0..<count).map { Array(stride(from: $0, to: guests, by: count)) }
    }

    /// Returns a guest's time of arrival. Spectators arrive among the players, so that each hall
    /// has matches to watch; no guest arrives last alone.
    package func arrival(of guest: Int) -> Duration {
        let isPlayer = guest < players
        let (place, kind) = isPlayer ? (guest, players) : (guest - players, watchers)
        let share = Int64(guests) * 1_000_000_000 / Int64(Self.arrivalsPerSecond)
        return .nanoseconds(Int64(place) * share / Int64(max(kind, 1)))
    }

    /// A guest's actions, and how often they happen on average.
    struct Pace: Hashable, Sendable {
        /// The time for a move.
        let move: Duration
        /// The time until a break; nil for none.
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

internal import Game
internal import SimperiumClock

/// Two bots who play for a person in the lobby while nobody else plays.
struct LobbyDemo: Hashable, Sendable {
    /// How long nobody plays before that.
    static let patience = Duration.seconds(10)

    private(set) var table: Table?
    private var due: Instant?

    var nextDeadline: Instant? { table?.nextDeadline ?? due }

    /// Begins a while after it is wanted, and ends at once when it is not.
    mutating func follow(isWanted: Bool, at now: Instant) {
        guard isWanted else {
            (table, due) = (nil, nil)
            return
        }
        guard table == nil else { return }
        let due = due ?? now + Self.patience
        self.due = due
        guard due <= now else { return }
        table = Table(against: .bots, seed: UInt64(now.wholeSeconds))
        table?.wake(at: now)
    }

    mutating func wake(at now: Instant) {
        table?.wake(at: now)
    }
}

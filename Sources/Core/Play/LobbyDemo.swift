internal import Game
internal import SimperiumClock

/// Two bots who play for a person who is alone in the lobby.
struct LobbyDemo: Hashable, Sendable {
    /// How long somebody is alone before that.
    static let patience = Duration.seconds(10)

    private(set) var table: Table?
    private var due: Instant?

    var nextDeadline: Instant? { table?.nextDeadline ?? due }

    /// Begins a while after the person is alone where there is room to see it, and ends at once
    /// when they are not.
    mutating func follow(isAlone: Bool, at now: Instant) {
        guard isAlone else {
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

internal import Clockwork
internal import Game
internal import Lobby

/// What came of a load: counts, times, and all that went wrong.
package struct LoadTally: Sendable {
    /// How often somebody sat down at a match, and saw the end of a round.
    private(set) var seats = 0
    private(set) var rounds = 0
    private(set) var moves = 0
    /// How often somebody saw another board. When that stops, nothing is under way.
    package private(set) var sightings = 0
    /// From being free to sitting at a match.
    private(set) var timeToMatch = Latencies()
    /// From a move to the opponent's seeing it.
    private(set) var timeToOpponent = Latencies()
    /// From a move to each watcher's seeing it.
    private(set) var timeToWatcher = Latencies()
    private(set) var wrongBoards = 0
    /// What else went wrong, and how often.
    private(set) var troubles: [String: Int] = [:]

    /// A board, and when it came about.
    private struct Deed {
        let board: Board
        let at: Instant
    }

    private let guests: Set<PlayerID>
    /// Matches against others than our guests, of which we know only half.
    private var strange: Set<LobbyKey> = []
    /// What the players did, by match and moment.
    private var deeds: [LobbyKey: [Int: Deed]] = [:]

    init(of guests: Set<PlayerID>) {
        self.guests = guests
    }

    package var errors: Int { wrongBoards + troubles.values.reduce(0, +) }

    mutating func add(_ report: LoadReport, at now: Instant) {
        switch report {
        case .seated(let key, let opponent, let wait):
            seats += 1
            timeToMatch.add(wait)
            if !guests.contains(opponent) { strange.insert(key) }
        case .roundEnded: rounds += 1
        case .played(let shown):
            moves += 1
            deeds[shown.key, default: [:]][shown.moment] = Deed(board: shown.board, at: now)
        case .saw(let shown, let role):
            sightings += 1
            check(shown, seenBy: role, at: now)
        case .lostLine(let reason): troubles["line lost: \(reason)", default: 0] += 1
        case .trouble(let words): troubles[words, default: 0] += 1
        }
    }

    /// Compares a board with what was done.
    mutating func check(_ shown: ShownBoard, seenBy role: LoadGuest.Role? = nil, at now: Instant) {
        guard let match = deeds[shown.key], !strange.contains(shown.key), !shown.board.isEmpty
        else { return }
        guard let deed = match[shown.moment], deed.board == shown.board else {
            return wrongBoards += 1
        }
        switch role {
        case .player: timeToOpponent.add(now - deed.at)
        case .watcher: timeToWatcher.add(now - deed.at)
        case nil: break
        }
    }

    /// Compares a board at rest, which must be the last that was made.
    mutating func checkRest(_ shown: ShownBoard) {
        guard let match = deeds[shown.key], !strange.contains(shown.key) else { return }
        let last = match.keys.max() ?? 0
        if shown.moment < last { wrongBoards += 1 } else { check(shown, at: .start) }
    }
}

extension Board {
    fileprivate var isEmpty: Bool { free.count == 9 }
}

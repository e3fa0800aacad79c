internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire

/// The counts, times and failures of a load.
///
/// Reports come in any order: guests are on different threads. A board without a known move waits
/// for the report of its player.
package struct LoadTally: Sendable {
    /// The number of seatings.
    private(set) var seats = 0
    private(set) var rounds = 0
    private(set) var moves = 0
    /// The reports at rest, since the last reset.
    private var rest = Rest()
    /// The number of planned breaks, pauses and kills.
    private(set) var breaks = 0
    /// The time from being free to sitting at a match.
    private(set) var timeToMatch = Latencies()
    /// The time from a move to the opponent's screen.
    private(set) var timeToOpponent = Latencies()
    /// The time from a move to a spectator's screen.
    private(set) var timeToWatcher = Latencies()
    private(set) var timeToBeBack = TimeToBeBack()
    private(set) var wrongBoards = 0
    /// The number of moves to other halls.
    private(set) var moved = 0
    /// The number of moves of the guest with the most.
    private(set) var mostMoves = 0
    /// Other failures, with their numbers.
    private(set) var troubles: [String: Int] = [:]

    /// The time to recover.
    struct TimeToBeBack {
        /// The time from the end of a planned failure.
        var afterBreak = Latencies()
        /// The time from an unplanned loss of a connection.
        var afterLoss = Latencies()
    }

    /// The guests who have reported at rest.
    fileprivate struct Rest {
        var guests = 0
        /// The number of them without a connection.
        var unconnected = 0
        /// The number of them in each hall.
        var halls: [HallNumber: Int] = [:]
    }

    var guestsAtRest: Int { rest.guests }
    var unconnected: Int { rest.unconnected }
    /// The number of guests at rest in each hall.
    var halls: [HallNumber: Int] { rest.halls }

    /// A board, and the time of its move.
    fileprivate struct PlayedBoard {
        let board: Board
        let at: Instant
    }

    /// A board that a guest saw, and when.
    fileprivate struct Sighting {
        let board: Board
        let role: LoadGuest.Role?
        let at: Instant
    }

    /// All reports of one match.
    fileprivate struct Record {
        /// The players' moves, by moment.
        var played: [Int: PlayedBoard] = [:]
        /// The boards that were seen before their player reported them, by moment.
        var unexplained: [Int: [Sighting]] = [:]
        var opponents: [PlayerID] = []
        /// The boards that were seen at rest.
        var rests: [ShownBoard] = []
    }

    private var guests: Set<PlayerID> = []
    private var matches: [ObjectKey: Record] = [:]

    init() {}

    package var errors: Int { wrongBoards + unconnected + troubles.values.reduce(0, +) }

    /// True if all guests see the last boards, and no others.
    var isSettled: Bool { unconnected == 0 && unsettled == 0 }

    /// The number of matches whose guests see different boards. Matches against other players are
    /// only half known.
    private var unsettled: Int {
        matches.values.lazy.filter { $0.isOurs(guests) }.map(\.unsettled).reduce(0, +)
    }

    mutating func add(_ dated: DatedReport) {
        switch dated.report {
        case .came(let guest): guests.insert(guest)
        case .seated(let key, let opponent, let wait):
            seats += 1
            timeToMatch.add(wait)
            matches[key, default: Record()].opponents.append(opponent)
        case .roundEnded: rounds += 1
        case .played(let shown): add(PlayedBoard(board: shown.board, at: dated.time), of: shown)
        case .saw(let shown, let role):
            add(Sighting(board: shown.board, role: role, at: dated.time), of: shown)
        case .moved(let times):
            moved += 1
            mostMoves = max(mostMoves, times)
        case .rests(let boards, let hall):
            rest.guests += 1
            if let hall { rest.halls[hall, default: 0] += 1 }
            for shown in boards { matches[shown.key, default: Record()].rests.append(shown) }
        case .restsUnconnected:
            rest.guests += 1
            rest.unconnected += 1
        case .lostLine(let reason):
            troubles[LoadWords.lineLost("\(reason)"), default: 0] += 1
        case .broke: breaks += 1
        case .recovered(let wait): timeToBeBack.afterBreak.add(wait)
        case .returned(let wait): timeToBeBack.afterLoss.add(wait)
        case .trouble(let words): troubles[words, default: 0] += 1
        }
    }

    /// Checks all that needs every report.
    mutating func close() {
        wrongBoards += unsettled
    }

    /// Resets the reports at rest, before the next ones.
    mutating func resetRest() {
        rest = Rest()
        for key in matches.keys { matches[key]?.rests = [] }
    }

    private mutating func add(_ played: PlayedBoard, of shown: ShownBoard) {
        matches[shown.key, default: Record()].played[shown.moment] = played
        moves += 1
        let sightings = matches[shown.key]?.unexplained.removeValue(forKey: shown.moment)
        for sighting in sightings ?? [] { measure(sighting, of: played) }
    }

    private mutating func add(_ sighting: Sighting, of shown: ShownBoard) {
        guard !shown.board.isEmpty else { return }
        if let played = matches[shown.key]?.played[shown.moment] {
            measure(sighting, of: played)
        } else {
            matches[shown.key, default: Record()].unexplained[shown.moment, default: []]
                .append(sighting)
        }
    }

    private mutating func measure(_ sighting: Sighting, of played: PlayedBoard) {
        guard sighting.board == played.board, sighting.at >= played.at else {
            return wrongBoards += 1
        }
        switch sighting.role {
        case .player: timeToOpponent.add(sighting.at - played.at)
        case .watcher: timeToWatcher.add(sighting.at - played.at)
        case nil: break
        }
    }
}

extension LoadTally.Record {
    fileprivate func isOurs(_ guests: Set<PlayerID>) -> Bool {
        !opponents.isEmpty && opponents.allSatisfy(guests.contains)
    }

    /// The number of boards at rest that no player made, or that are not the last.
    fileprivate var unsettled: Int {
        unexplained.values.map(\.count).reduce(0, +) + rests.count { !ends(with: $0) }
    }

    /// True if the board is the last one, or that of a round without a known move.
    private func ends(with shown: ShownBoard) -> Bool {
        let last = played.keys.max() ?? 0
        if shown.moment > last { return shown.board.isEmpty }
        return shown.moment == last && shown.board == played[last]?.board
    }
}

extension Board {
    fileprivate var isEmpty: Bool { pieceCount == 0 }
}

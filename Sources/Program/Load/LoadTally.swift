internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire

/// What came of a load: counts, times, and all that went wrong.
///
/// Reports come in any order: of two guests on different threads, whose word is here first says
/// nothing. A board that nobody has made so far waits for its maker's word.
package struct LoadTally: Sendable {
    /// How often somebody sat down at a match, and saw the end of a round.
    private(set) var seats = 0
    private(set) var rounds = 0
    private(set) var moves = 0
    /// What was said at rest, since that was last forgotten.
    private var rest = Rest()
    /// How often a line was broken, or a program stopped or killed, as planned.
    private(set) var breaks = 0
    /// From being free to sitting at a match.
    private(set) var timeToMatch = Latencies()
    /// From a move to the opponent's seeing it.
    private(set) var timeToOpponent = Latencies()
    /// From a move to each watcher's seeing it.
    private(set) var timeToWatcher = Latencies()
    private(set) var timeToBeBack = TimeToBeBack()
    private(set) var wrongBoards = 0
    /// How often somebody went to another hall.
    private(set) var moved = 0
    /// What else went wrong, and how often.
    private(set) var troubles: [String: Int] = [:]

    /// How long it took until all was known again.
    struct TimeToBeBack {
        /// From the end of a planned trouble on.
        var afterBreak = Latencies()
        /// From the loss of a line that nobody planned.
        var afterLoss = Latencies()
    }

    /// Those who have said what they see at rest.
    fileprivate struct Rest {
        var guests = 0
        /// How many of them had no connection.
        var unconnected = 0
        /// How many are in each hall.
        var halls: [HallNumber: Int] = [:]
    }

    var guestsAtRest: Int { rest.guests }
    var unconnected: Int { rest.unconnected }
    /// How many rest in each hall.
    var halls: [HallNumber: Int] { rest.halls }

    /// A board, and when it came about.
    fileprivate struct Deed {
        let board: Board
        let at: Instant
    }

    /// A board that somebody saw, and when.
    fileprivate struct Sighting {
        let board: Board
        let role: LoadGuest.Role?
        let at: Instant
    }

    /// All that was told of one match.
    fileprivate struct Record {
        /// What the players did, by moment.
        var deeds: [Int: Deed] = [:]
        /// What was seen of which no player has told, by moment.
        var unexplained: [Int: [Sighting]] = [:]
        var opponents: [PlayerID] = []
        /// What was seen when nothing was under way.
        var rests: [ShownBoard] = []
    }

    private var guests: Set<PlayerID> = []
    private var matches: [ObjectKey: Record] = [:]

    init() {}

    package var errors: Int { wrongBoards + unconnected + troubles.values.reduce(0, +) }

    /// Whether everybody sees what was done last, and has seen nothing else.
    var isSettled: Bool { unconnected == 0 && unsettled == 0 }

    /// Of a match against somebody else than our guests we know only half, or nothing.
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
        case .played(let shown): add(Deed(board: shown.board, at: dated.time), of: shown)
        case .saw(let shown, let role):
            add(Sighting(board: shown.board, role: role, at: dated.time), of: shown)
        case .moved: moved += 1
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

    /// Judges what can be judged only when all have told all.
    mutating func close() {
        wrongBoards += unsettled
    }

    /// Before everybody says once more what they see.
    mutating func forgetRest() {
        rest = Rest()
        for key in matches.keys { matches[key]?.rests = [] }
    }

    private mutating func add(_ deed: Deed, of shown: ShownBoard) {
        matches[shown.key, default: Record()].deeds[shown.moment] = deed
        moves += 1
        let sightings = matches[shown.key]?.unexplained.removeValue(forKey: shown.moment)
        for sighting in sightings ?? [] { judge(sighting, of: deed) }
    }

    private mutating func add(_ sighting: Sighting, of shown: ShownBoard) {
        guard !shown.board.isEmpty else { return }
        if let deed = matches[shown.key]?.deeds[shown.moment] {
            judge(sighting, of: deed)
        } else {
            matches[shown.key, default: Record()].unexplained[shown.moment, default: []]
                .append(sighting)
        }
    }

    private mutating func judge(_ sighting: Sighting, of deed: Deed) {
        guard sighting.board == deed.board, sighting.at >= deed.at else { return wrongBoards += 1 }
        switch sighting.role {
        case .player: timeToOpponent.add(sighting.at - deed.at)
        case .watcher: timeToWatcher.add(sighting.at - deed.at)
        case nil: break
        }
    }
}

extension LoadTally.Record {
    fileprivate func isOurs(_ guests: Set<PlayerID>) -> Bool {
        !opponents.isEmpty && opponents.allSatisfy(guests.contains)
    }

    /// How many of the boards that were seen nobody made, or are not the last.
    fileprivate var unsettled: Int {
        unexplained.values.map(\.count).reduce(0, +) + rests.count { !ends(with: $0) }
    }

    /// Whether the board is the last that was made, or that of a round of which no move was.
    private func ends(with shown: ShownBoard) -> Bool {
        let last = deeds.keys.max() ?? 0
        if shown.moment > last { return shown.board.isEmpty }
        return shown.moment == last && shown.board == deeds[last]?.board
    }
}

extension Board {
    fileprivate var isEmpty: Bool { pieceCount == 0 }
}

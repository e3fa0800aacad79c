package import Drawing
package import Game
package import SimperiumClock

package struct PlayStatistics: Hashable, Sendable {
    /// All rounds except puzzles.
    package let total: WinLossRecord
    /// The number of rounds won in a row up to the last round.
    package let streak: Int
    package let longestStreak: Int
    /// The players and guests, the most frequent opponent first.
    package let people: [Rivalry]
    /// The bots, in the order of their strength.
    package let bots: [Rivalry]

    init(_ rivalries: some Collection<Rivalry>, _ rounds: [RoundTimeline.TimedRound]) {
        bots = Bot.allCases.compactMap { bot in rivalries.first { $0.rival == .bot(bot) } }
        people = rivalries.filter(\.rival.isPerson).sorted { $0.comesBefore($1) }
        total = (bots + people).reduce(into: WinLossRecord()) { $0 += $1.balance }
        var (run, longest) = (0, 0)
        for round in rounds {
            run = round.verdict == .won ? run + 1 : 0
            longest = max(longest, run)
        }
        (streak, longestStreak) = (run, longest)
    }
}

extension Rivalry {
    /// The order is total, so that the list is stable.
    fileprivate func comesBefore(_ other: Rivalry) -> Bool {
        if balance.played != other.balance.played { return balance.played > other.balance.played }
        if last != other.last { return last > other.last }
        return (name, rival.id) < (other.name, other.rival.id)
    }
}

extension Rival {
    fileprivate var isPerson: Bool {
        switch self {
        case .account, .guest: true
        case .bot, .puzzle: false
        }
    }

    fileprivate var id: String {
        switch self {
        case .account(let user): user
        case .guest, .bot, .puzzle: ""
        }
    }
}

extension WinLossRecord {
    /// Counts a round, or removes it from the count if `times` is negative.
    fileprivate mutating func addResult(_ verdict: RoundResult.Verdict, _ times: Int = 1) {
        switch verdict {
        case .won: won += times
        case .lost: lost += times
        case .drawn: drawn += times
        }
    }
}

/// An opponent, or all puzzles.
package enum Rival: Hashable, Sendable {
    /// A player with an account, by the user id.
    case account(String)
    /// A guest, by a name that any guest may use.
    case guest(ForeignText)
    case bot(Bot)
    case puzzle

    init(_ result: RoundResult, under key: String) {
        self =
            if let level = result.level {
                .bot(level)
            } else if let opponent = result.opponent {
                .account(opponent)
            } else if case .puzzle? = ResultKey(key) {
                .puzzle
            } else {
                .guest(result.name)
            }
    }
}

/// The results against one opponent, with the opponent's name in the last round and the time of
/// that round.
package struct Rivalry: Hashable, Sendable {
    package let rival: Rival
    package internal(set) var name: ForeignText
    package internal(set) var balance = WinLossRecord()
    package internal(set) var last: ServerTime
}

/// All rounds except puzzles, by the time of their end.
struct RoundTimeline: Hashable, Sendable {
    struct TimedRound: Hashable, Comparable, Sendable {
        let at: ServerTime
        let key: String
        let verdict: RoundResult.Verdict

        static func < (one: TimedRound, other: TimedRound) -> Bool {
            one.at == other.at ? one.key < other.key : one.at < other.at
        }
    }

    /// The number of newest rounds that are searched for the position of a new entry. An entry that
    /// is older than these rounds is appended and sorted later, because such rounds are loaded in
    /// large numbers.
    private static let near = 32

    private var entries: [TimedRound] = []
    private var isSorted = true

    var count: Int { entries.count }

    var sorted: [TimedRound] { isSorted ? entries : entries.sorted() }

    mutating func insertOrMarkUnsorted(_ entry: TimedRound) {
        guard isSorted, let last = entries.last, entry < last else {
            entries.append(entry)
            return
        }
        let start = max(0, entries.count - Self.near)
        let place = entries[start...].firstIndex { entry < $0 } ?? entries.endIndex
        if place == start, start > 0, entry < entries[start - 1] {
            isSorted = false
            entries.append(entry)
        } else {
            entries.insert(entry, at: place)
        }
    }

    mutating func remove(_ entry: TimedRound) {
        if let index = entries.lastIndex(of: entry) { entries.remove(at: index) }
    }

    /// Sorts the rounds, so that later reads do not sort them again.
    mutating func sort() {
        guard !isSorted else { return }
        entries.sort()
        isSorted = true
    }
}

/// All results of a user, and the totals for each opponent.
struct ResultBook: Hashable, Sendable {
    private var results: [String: RoundResult] = [:]
    private var rivalries: [Rival: Rivalry] = [:]
    private var timeline = RoundTimeline()
    private var changes = UncomparedCount()

    var count: Int { results.count }

    var roundCount: Int { timeline.count }

    var revision: Int { changes.count }

    subscript(key: String) -> RoundResult? { results[key] }

    func rivalry(_ rival: Rival) -> Rivalry? { rivalries[rival] }

    var statistics: PlayStatistics { PlayStatistics(rivalries.values, timeline.sorted) }

    /// Returns the last `count` rounds, the newest first, without puzzles. If `rival` is nil,
    /// returns rounds against all opponents.
    func latest(_ count: Int, against rival: Rival?) -> [(key: String, result: RoundResult)] {
        let newestFirst = timeline.sorted.reversed().lazy.compactMap { entry in
            results[entry.key].map { (key: entry.key, result: $0) }
        }
        guard let rival else { return Array(newestFirst.prefix(count)) }
        return Array(newestFirst.filter { Rival($0.result, under: $0.key) == rival }.prefix(count))
    }

    mutating func sortTimeline() {
        timeline.sort()
    }

    mutating func set(_ key: String, to result: RoundResult?) {
        let old =
            if let result {
                results.updateValue(result, forKey: key)
            } else {
                results.removeValue(forKey: key)
            }
        guard old != result else { return }
        changes.increment()
        if let old { removeResult(old, under: key) }
        if let result { addResult(result, under: key) }
    }

    private mutating func addResult(_ result: RoundResult, under key: String) {
        let rival = Rival(result, under: key)
        var rivalry = rivalries[rival] ?? Rivalry(rival: rival, name: result.name, last: result.at)
        rivalry.balance.addResult(result.verdict)
        if result.at >= rivalry.last { (rivalry.name, rivalry.last) = (result.name, result.at) }
        rivalries[rival] = rivalry
        if rival != .puzzle { timeline.insertOrMarkUnsorted(timedRound(result, under: key)) }
    }

    private mutating func removeResult(_ result: RoundResult, under key: String) {
        let rival = Rival(result, under: key)
        timeline.remove(timedRound(result, under: key))
        guard var rivalry = rivalries[rival] else { return }
        rivalry.balance.addResult(result.verdict, -1)
        guard rivalry.balance.played > 0 else { return rivalries[rival] = nil }
        if result.at == rivalry.last {
            timeline.sort()
            if let newest = latest(1, against: rival).first?.result {
                (rivalry.name, rivalry.last) = (newest.name, newest.at)
            }
        }
        rivalries[rival] = rivalry
    }

    private func timedRound(_ result: RoundResult, under key: String) -> RoundTimeline.TimedRound {
        RoundTimeline.TimedRound(at: result.at, key: key, verdict: result.verdict)
    }
}

/// A user's statistics for a screen that is drawn often. They are computed once for each change.
package struct StatisticsCache: Sendable {
    /// The statistics; nil before the first update, and for a guest.
    package private(set) var statistics: PlayStatistics?
    /// The number of computations, for tests.
    package private(set) var computationCount = 0
    private var revision: Int?
    private var count = 0

    package init() {}

    /// Updates the statistics from an account's data; `records` is nil for a guest.
    package mutating func updateIfChanged(from records: AccountRecords?) {
        guard let records else {
            (statistics, revision) = (nil, nil)
            return
        }
        // After a reload, the number of changes may be the same as before.
        guard revision != records.resultRevision || count != records.resultCount else { return }
        (revision, count) = (records.resultRevision, records.resultCount)
        statistics = records.statistics
        computationCount += 1
    }

    /// The opponents: first players, then bots.
    package var rivalries: [Rivalry] {
        statistics.map { $0.people + $0.bots } ?? []
    }
}

/// The puzzles of the day in an account: a result for each date.
extension AccountRecords {
    /// Returns the number of consecutive days with a solved puzzle up to this day. If this day has
    /// no result yet, the days before it count.
    package func puzzleStreak(upTo day: PuzzleDay) -> Int {
        var day = result(on: day) == nil ? day.before : day
        var count = 0
        while result(on: day)?.verdict == .won {
            count += 1
            day = day.before
        }
        return count
    }

    package func result(on day: PuzzleDay) -> RoundResult? {
        result(ResultKey.puzzle(day.text).text)
    }
}

extension LocalGame {
    /// Returns the edit that stores the puzzle's result; nil if this game is no puzzle, if there is
    /// no answer, or if the puzzle's day has a result already.
    package func puzzleResultEdit(in records: AccountRecords, at now: ServerTime) -> RecordEdit? {
        guard case .puzzle(let puzzle) = opponent, let answer,
            records.result(on: puzzle.day) == nil,
            let moves = PackedMoveList(puzzle.moves + [answer])
        else { return nil }
        let result = RoundResult(
            against: nil, called: "puzzle", as: .circle,
            answer == puzzle.best ? .won : .lost, by: .line, moves: moves, at: now, first: .circle)
        return .result(.puzzle(puzzle.day.text), result)
    }
}

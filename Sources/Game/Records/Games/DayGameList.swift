package import Game
package import SimperiumClock

/// A person's games over days in the order in which they are shown: first those that wait for them,
/// the most urgent one first.
package struct DayGameList: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package enum State: Int, Hashable, Sendable {
            case ownMove
            /// The other side has had all their time, and the game can be claimed.
            case claimable
            case theirMove
            case over

            /// Whether there is something to be done.
            package var waits: Bool { self == .ownMove || self == .claimable }
        }

        package let key: String
        package let game: DayGame
        /// What the person plays.
        package let piece: Piece
        package let state: State

        package var opponent: DayGame.Side { game.side(of: piece.opponent) }
        package var waits: Bool { state.waits }

        /// How it ended for the person, once it is over.
        package var verdict: RoundResult.Verdict? {
            game.outcome.map { RoundResult.Verdict($0, for: piece) }
        }

        /// Sooner comes first, and of what is over the latest.
        fileprivate var rank: (Int, Int64, String) {
            let time = game.at.milliseconds
            let limit = Int64(game.limit.rawValue) * 86_400_000
            return (state.rawValue, state == .over ? -time : time + limit, key)
        }
    }

    package let rows: [Row]

    /// `now` is the server's time, as far as it is known here.
    package init(_ games: [String: DayGame], of user: String, at now: Stamp) {
        rows = games.compactMap { key, game in
            game.piece(of: user).map { piece in
                Row(key: key, game: game, piece: piece, state: game.state(for: piece, at: now))
            }
        }.sorted { $0.rank < $1.rank }
    }

    package var keys: [String] { rows.map(\.key) }

    package subscript(key: String) -> Row? { rows.first { $0.key == key } }

    /// How many wait for the person.
    package var waiting: Int { rows.count(where: \.waits) }
    package var running: Int { rows.count { $0.state != .over } }

    /// The next one that waits for the person, after that one, and from the end on from the
    /// beginning; nil if there is no other.
    package func nextWaiting(after key: String?) -> Row? {
        let place = key.flatMap { key in rows.firstIndex { $0.key == key } }
        let start = place.map { $0 + 1 } ?? 0
        return (rows[start...] + rows[..<start]).first { $0.waits && $0.key != key }
    }
}

extension DayGameList {
    /// How many of somebody's games wait for them, and how many are played: no list is made for it.
    package struct Counts: Hashable, Sendable {
        package private(set) var waiting = 0
        package private(set) var running = 0
        /// When the next of the others has had all their time, unless they move.
        package private(set) var nextDue: Stamp?

        package init() {}

        package init(_ games: [String: DayGame], of user: String, at now: Stamp) {
            for game in games.values where !game.isOver {
                guard let piece = game.piece(of: user) else { continue }
                running += 1
                if game.state(for: piece, at: now).waits {
                    waiting += 1
                } else if game.hasBegun {
                    // At that very moment nobody is late yet.
                    let due = game.due + .milliseconds(1)
                    nextDue = min(nextDue ?? due, due)
                }
            }
        }
    }
}

extension DayGame {
    fileprivate func state(for piece: Piece, at now: Stamp) -> DayGameList.Row.State {
        guard !isOver else { return .over }
        guard next != piece else { return .ownMove }
        return isLate(at: now) && hasBegun ? .claimable : .theirMove
    }
}

/// What somebody was told last of the games over days that wait for them.
package struct GameReminder: Hashable, Sendable {
    /// As of which change of the games.
    private var changes: Int?
    private var counts = DayGameList.Counts()

    package init() {}

    package var waiting: Int { counts.waiting }
    package var running: Int { counts.running }
    /// When to look again, though nothing has changed: then somebody's time is up.
    package var nextDue: Stamp? { counts.nextDue }

    /// Looks again if there is anything new. True if more wait than before.
    package mutating func follow(
        _ records: PersonRecords?, of user: String?, at now: Stamp
    ) -> Bool {
        guard let records, let user else {
            self = GameReminder()
            return false
        }
        let isDue = counts.nextDue.map { $0 <= now } ?? false
        guard isDue || records.gameChanges != changes else { return false }
        let before = waiting
        changes = records.gameChanges
        counts = DayGameList.Counts(records.games, of: user, at: now)
        return waiting > before
    }
}

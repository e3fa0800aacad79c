package import Game
package import SimperiumClock

/// The user's correspondence games in the order of the list: first those that wait for the user,
/// ordered by state and deadline.
package struct CorrespondenceGameList: Hashable, Sendable {
    package struct GameRow: Hashable, Sendable {
        package enum GameStatus: Int, Hashable, Sendable {
            case ownMove
            /// The opponent's time has expired, and the user can claim the game.
            case claimable
            /// The other player has invited the user.
            case invitation
            case theirMove
            /// The other player has not accepted the user's invitation.
            case invited
            case over

            /// True if the game waits for an action of the user.
            package var waits: Bool {
                self == .ownMove || self == .claimable || self == .invitation
            }
        }

        package let key: String
        package let game: CorrespondenceGame
        package let piece: Piece
        package let state: GameStatus

        package var opponent: CorrespondenceGame.PlayerAccount { game.side(of: piece.opponent) }
        package var waits: Bool { state.waits }

        package var verdict: RoundResult.Verdict? {
            game.outcome.map { RoundResult.Verdict($0, for: piece) }
        }

        /// The sort key: the state, then the deadline. Finished games begin with the latest end.
        fileprivate var rank: (Int, Int64, String) {
            (state.rawValue, state == .over ? -game.at.milliseconds : game.due.milliseconds, key)
        }
    }

    package let rows: [GameRow]

    /// `now` is the server's time, as far as known.
    package init(_ games: [String: CorrespondenceGame], of user: String, at now: ServerTime) {
        rows = games.compactMap { key, game in
            game.piece(of: user).map { piece in
                GameRow(key: key, game: game, piece: piece, state: game.state(for: piece, at: now))
            }
        }.sorted { $0.rank < $1.rank }
    }

    package var keys: [String] { rows.map(\.key) }

    package subscript(key: String) -> GameRow? { rows.first { $0.key == key } }

    package var waiting: Int { rows.count(where: \.waits) }
    package var running: Int { rows.count { $0.state != .over } }
    package var invitations: Int { rows.count { $0.state == .invitation } }

    /// Returns the next game after `key` that waits for the user. The search continues at the start
    /// of the list. Returns nil if no other game waits.
    package func nextWaiting(after key: String?) -> GameRow? {
        let place = key.flatMap { key in rows.firstIndex { $0.key == key } }
        let start = place.map { $0 + 1 } ?? 0
        return (rows[start...] + rows[..<start]).first { $0.waits && $0.key != key }
    }
}

extension CorrespondenceGame {
    fileprivate func state(
        for piece: Piece, at now: ServerTime
    ) -> CorrespondenceGameList.GameRow.GameStatus {
        guard !isOver else { return .over }
        guard invitation == nil else { return isInvited(piece) ? .invitation : .invited }
        guard next != piece else { return .ownMove }
        return isLate(at: now) && hasBegun ? .claimable : .theirMove
    }
}

/// Counts of the user's correspondence games and invitations, as of the last update.
package struct WaitingGameCounts: Hashable, Sendable {
    /// The number of changes to games at the last update; nil before the first update.
    private var changes: Int?
    package private(set) var waiting = 0
    package private(set) var running = 0
    package private(set) var invitations = 0
    /// The time of the next update without a change, because an opponent's time expires then; nil
    /// if there is none.
    package private(set) var nextDue: ServerTime?

    package init() {}

    private init(_ records: AccountRecords, of user: String, at now: ServerTime) {
        changes = records.gameChanges
        for game in records.games.values where !game.isOver {
            guard let piece = game.piece(of: user) else { continue }
            running += 1
            if game.isInvited(piece) { invitations += 1 }
            if game.state(for: piece, at: now).waits {
                waiting += 1
            } else if game.hasBegun {
                // At the deadline itself, the player is not late yet.
                let due = game.due + .milliseconds(1)
                nextDue = min(nextDue ?? due, due)
            }
        }
    }

    /// Counts the games again if they have changed, or if an opponent's time has expired. Returns
    /// true if more games wait for the user than before. Without an account, resets the numbers and
    /// returns false.
    package mutating func updateReturningIncrease(
        _ records: AccountRecords?, of user: String?, at now: ServerTime
    ) -> Bool {
        guard let records, let user else {
            self = WaitingGameCounts()
            return false
        }
        let isDue = nextDue.map { $0 <= now } ?? false
        guard isDue || records.gameChanges != changes else { return false }
        let before = waiting
        self = WaitingGameCounts(records, of: user, at: now)
        return waiting > before
    }
}

/// A piece on a square. Raw values are those of the Match bucket's `matrix`.
package enum Piece: UInt8, Hashable, Codable, Sendable, CaseIterable {
    case cross = 1
    case circle = 2

    package var opponent: Piece { self == .cross ? .circle : .cross }
}

/// A player's public identity: the `playerID` of a Player.
package struct PlayerID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

/// The result of a finished round.
package enum Outcome: Hashable, Sendable {
    /// The last move completed these lines, one or two.
    case won(by: Piece, along: [WinningLine])
    case resigned(by: Piece)
    /// This side was away or idle, and the opponent claimed the round.
    case claimed(from: Piece)
    /// This side left after both sides had moved.
    case left(by: Piece)
    /// This side's player did not return before the player's session expired.
    case notBack(Piece)
    /// This side had to move, and its time expired.
    case outOfTime(Piece)
    /// The board is full, and neither piece has a line.
    case drawn
    case drawAgreed

    /// Creates the result of a round that `loser` has lost. Without an `ending`, `loser` has
    /// resigned.
    init(loser: Piece, by ending: NonResignationLossReason?) {
        switch ending {
        case .claimed: self = .claimed(from: loser)
        case .left: self = .left(by: loser)
        case .timeout: self = .outOfTime(loser)
        case nil: self = .resigned(by: loser)
        }
    }

    package var winner: Piece? {
        switch self {
        case .won(let piece, _): piece
        case .resigned(let piece), .claimed(let piece), .left(let piece), .notBack(let piece),
            .outOfTime(let piece):
            piece.opponent
        case .drawn, .drawAgreed: nil
        }
    }

    package var winningSquares: SquareSet {
        switch self {
        case .won(_, let lines): lines.reduce([]) { $0.union($1.squares) }
        case .resigned, .claimed, .left, .notBack, .outOfTime, .drawn, .drawAgreed: []
        }
    }
}

/// The reason why a side lost a round, if it lost neither on the board nor by resignation. The raw
/// values are those of the member `ending` of a Match.
package enum NonResignationLossReason: String, Hashable, Sendable, CaseIterable {
    /// The loser was away or idle, and the other side claimed the round.
    case claimed = "claim"
    /// The loser left a round after both sides had moved.
    case left
    /// The loser had to move, and the time expired.
    case timeout
}

/// The numbers of rounds that each side has won, and of draws.
package struct Score: Hashable, Sendable {
    package private(set) var circleWins = 0
    package private(set) var crossWins = 0
    package private(set) var draws = 0

    /// The maximum of each number in a stored score. The limit prevents an overflow of sums.
    package static let limit = 1_000_000

    package init() {}

    /// Returns nil if a number is negative or above `limit`.
    package init?(circleWins: Int, crossWins: Int, draws: Int) {
        let isPossible = [circleWins, crossWins, draws].allSatisfy { (0...Self.limit).contains($0) }
        guard isPossible else { return nil }
        self.circleWins = circleWins
        self.crossWins = crossWins
        self.draws = draws
    }

    package var rounds: Int { circleWins + crossWins + draws }

    package func wins(of piece: Piece) -> Int {
        switch piece {
        case .cross: crossWins
        case .circle: circleWins
        }
    }

    /// Returns true if any number of rounds, or none, can turn `earlier` into this score.
    package func canFollow(_ earlier: Score) -> Bool {
        circleWins >= earlier.circleWins && crossWins >= earlier.crossWins
            && draws >= earlier.draws
    }

    package func withoutDraws(_ count: Int) -> Score {
        var score = self
        score.draws = max(0, draws - count)
        return score
    }

    package func counting(_ outcome: Outcome?) -> Score {
        guard let outcome else { return self }
        var score = self
        switch outcome.winner {
        case .circle: score.circleWins += 1
        case .cross: score.crossWins += 1
        case nil: score.draws += 1
        }
        return score
    }
}

/// The numbers of rounds that a player has won, lost and drawn.
package struct WinLossRecord: Hashable, Sendable {
    package var won: Int
    package var lost: Int
    package var drawn: Int

    package init(won: Int = 0, lost: Int = 0, drawn: Int = 0) {
        self.won = won
        self.lost = lost
        self.drawn = drawn
    }

    package init(_ score: Score, of piece: Piece) {
        self.init(
            won: score.wins(of: piece), lost: score.wins(of: piece.opponent), drawn: score.draws)
    }

    package var played: Int { won + lost + drawn }

    package static func += (one: inout WinLossRecord, other: WinLossRecord) {
        one.won += other.won
        one.lost += other.lost
        one.drawn += other.drawn
    }
}

/// The time for each move of a match, in whole seconds.
package struct MoveTimeLimit: RawRepresentable, Hashable, Codable, Sendable {
    /// The times that players can choose. Options, prompts and the manual list them.
    package static let offered = [10, 30, 60].compactMap(MoveTimeLimit.init)
    package static var numbers: [String] { offered.map { "\($0.rawValue)" } }
    /// The extra time for a move to reach the server.
    package static let delay = Duration.seconds(1)
    private static let possible = 1...3_600

    package let rawValue: Int

    package init?(rawValue: Int) {
        guard Self.possible.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package var duration: Duration { .seconds(rawValue) }

    /// The seconds left at each warning to the player to move, if no clock is shown.
    package var warnings: [Int] {
        [rawValue / 2] + [10, 5].filter { $0 < rawValue / 2 }
    }
}

/// A player's choice of a clock for new matches.
package enum ClockChoice: Hashable, Codable, Sendable {
    /// The `usual` clock in quick matches if the opponent also wants a clock; otherwise no clock.
    case auto
    case off
    case limit(MoveTimeLimit)

    /// The clock that a player with `auto` wants. It gives time to think, and ends the round of a
    /// player who has left the terminal.
    package static let usual = MoveTimeLimit.offered.last

    /// All choices, in the order of the key that steps through them.
    package static let all = [auto, off] + MoveTimeLimit.offered.map(limit)

    /// Returns the choice `places` later in `all`, which is treated as circular. Returns the first
    /// choice if this choice is not in `all`.
    package func stepped(by places: Int) -> ClockChoice {
        guard let index = Self.all.firstIndex(of: self) else { return .auto }
        return Self.all[(index + places + Self.all.count) % Self.all.count]
    }

    /// The word for the choice in options and typed commands.
    package var typed: String {
        switch self {
        case .auto: "auto"
        case .off: "none"
        case .limit(let limit): "\(limit.rawValue)"
        }
    }

    package init?(typed text: String) {
        guard let choice = Self.all.first(where: { $0.typed == text }) else { return nil }
        self = choice
    }
}

/// The number of won rounds that ends a series.
package struct SeriesTarget: RawRepresentable, Hashable, Codable, Sendable {
    /// The numbers that players can choose. Options, prompts and the manual list them.
    package static let offered = [3, 5, 10].compactMap(SeriesTarget.init)
    package static var numbers: [String] { offered.map { "\($0.rawValue)" } }
    private static let possible = 1...1_000

    package let rawValue: Int

    package init?(rawValue: Int) {
        guard Self.possible.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package func isReached(in score: Score) -> Bool {
        max(score.circleWins, score.crossWins) >= rawValue
    }
}

/// The reason why a match refuses an action of a player.
package enum MatchActionRefusal: Error, Hashable, Sendable {
    case notSeated
    case roundIsOver
    case roundGoesOn
    case notYourTurn
    case squareTaken(by: Piece)
    case alreadyOffered
    case nothingOffered
    case nothingToTakeBack
    /// The opponent has already declined a request to take back moves in this position, or the next
    /// round.
    case alreadyDeclined
    case notBegun
}

/// The reason why stored members are not a valid match. Any peer may have written them.
package enum MatchFlaw: Error, Hashable, Sendable {
    case roundsDoNotAddUp
    case unreachableBoard
    case wrongTurn
    case endingWithoutLoser
}

extension Collection where Element: RawRepresentable, Element.RawValue: Comparable {
    /// Returns the element with the next larger raw value: the first element for nil, and nil after
    /// the last element. The elements must be sorted.
    package func nextLarger(than element: Element?) -> Element? {
        guard let element else { return first }
        return first { $0.rawValue > element.rawValue }
    }
}

extension BidirectionalCollection
where Element: RawRepresentable, Element.RawValue: Comparable {
    /// Returns the element with the next smaller raw value: the last element for nil, and nil
    /// before the first element. The elements must be sorted.
    package func nextSmaller(than element: Element?) -> Element? {
        guard let element else { return last }
        return last { $0.rawValue < element.rawValue }
    }
}

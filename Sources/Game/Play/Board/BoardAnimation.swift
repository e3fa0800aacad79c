internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire

/// The animation of a board. A new piece is drawn from above in two steps, which together take no
/// more bytes than a single step would. A winning line is highlighted in three steps, and the large
/// headline follows last. A slow connection could not show all these changes at once.
///
/// An animation takes at most 320 ms. Keys are handled during an animation, and the next move
/// replaces the animation.
struct BoardAnimation: Hashable, Sendable {
    enum AnimatedBoard: Hashable, Sendable {
        case match(ObjectKey)
        case localGame
    }

    /// The duration of a step. More than twelve steps a second can't be distinguished, and a slow
    /// connection would merge them.
    static let step = Duration.milliseconds(80)
    private static let stepsOfRow = 3

    private var board: AnimatedBoard?
    private var match: Match?
    /// The square of the animated piece; nil if no animation is running.
    private var placed: Square?
    private var began = Instant.start
    private var steps = 0
    private var count = 0

    /// The time of the next step; nil if no animation is running.
    var nextDeadline: Instant? { placed == nil ? nil : began + Self.step * (steps + 1) }

    /// Compares the board with the previous one, and starts, advances or ends an animation.
    mutating func startAdvanceOrEnd(
        _ board: AnimatedBoard?, _ match: Match?, isWanted: Bool, at now: Instant
    ) {
        let isSame = board == self.board && match?.round == self.match?.round
        let before = isSame ? self.match : nil
        (self.board, self.match) = (board, match)
        guard isWanted, board != nil, let match, let before else { return placed = nil }
        if match.board != before.board {
            placed = match.board.square(addedTo: before.board)
            (began, steps) = (now, 0)
            let isRow = match.outcome?.winningSquares.isEmpty == false
            count = (isRow ? Self.stepsOfRow : 1) + (match.outcome == nil ? 0 : 1)
        }
        while let nextDeadline, nextDeadline <= now {
            steps += 1
            if steps == count { placed = nil }
        }
    }

    /// Changes a board's view to the current step; does nothing if no animation is running.
    func showStep(in view: inout BoardView) {
        guard let placed else { return }
        view.isAnimated = true
        view.arrivingSquare = steps == 0 ? placed : nil
        let winners = view.match.outcome?.winningSquares ?? []
        let filled = (winners.count * steps + Self.stepsOfRow - 1) / Self.stepsOfRow
        view.unfilled = SquareSet(
            Square.allCases.filter(winners.contains).dropFirst(filled))
    }
}

extension Board {
    /// Returns the square that has a piece here and none in `other`; nil unless that piece is the
    /// only difference.
    fileprivate func square(addedTo other: Board) -> Square? {
        let changed = Square.allCases.filter { self[$0] != other[$0] }
        guard changed.count == 1, other[changed[0]] == nil else { return nil }
        return changed[0]
    }
}

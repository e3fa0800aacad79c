internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire

/// A match whose moves a screen animates.
struct AnimatedMatch: Hashable, Sendable {
    enum BoardID: Hashable, Sendable {
        case match(ObjectKey)
        case localGame
    }

    let board: BoardID
    /// The match; nil if its state is unknown.
    let match: Match?
}

/// The animation of a board. A new piece is drawn from above in two steps, which together take no
/// more bytes than a single step would. A winning line is highlighted in three steps, and the large
/// headline follows last. A slow connection could not show all these changes at once.
///
/// An animation takes at most 320 ms. Keys are handled during an animation, and the next move
/// replaces the animation.
struct BoardAnimation: Hashable, Sendable {
    /// The duration of a step. More than twelve steps a second can't be distinguished, and a slow
    /// connection would merge them.
    static let step = Duration.milliseconds(80)
    private static let stepsOfRow = 3

    private struct RunningAnimation: Hashable {
        /// The square of the new piece.
        let square: Square
        let began: Instant
        let stepCount: Int
        var steps = 0
    }

    /// The match as it was last shown.
    private var shown: AnimatedMatch?
    private var running: RunningAnimation?

    /// The time of the next step; nil if no animation is running.
    var nextDeadline: Instant? { running.map { $0.began + Self.step * ($0.steps + 1) } }

    /// Compares the board with the previous one, and starts, advances or ends an animation.
    mutating func startAdvanceOrEnd(_ animated: AnimatedMatch?, isWanted: Bool, at now: Instant) {
        let before = shown
        shown = animated
        guard isWanted, let match = animated?.match, let earlier = before?.match,
            animated?.board == before?.board, match.round == earlier.round
        else { return running = nil }
        if match.board != earlier.board {
            let isRow = match.outcome?.winningSquares.isEmpty == false
            let count = (isRow ? Self.stepsOfRow : 1) + (match.outcome == nil ? 0 : 1)
            running = match.board.square(addedTo: earlier.board).map {
                RunningAnimation(square: $0, began: now, stepCount: count)
            }
        }
        while let nextDeadline, nextDeadline <= now {
            running?.steps += 1
            if running?.steps == running?.stepCount { running = nil }
        }
    }

    /// Changes a board's view to the current step; does nothing if no animation is running.
    func showStep(in view: inout BoardView) {
        guard let running else { return }
        view.isAnimated = true
        view.arrivingSquare = running.steps == 0 ? running.square : nil
        let winners = view.match.outcome?.winningSquares ?? []
        let filled = (winners.count * running.steps + Self.stepsOfRow - 1) / Self.stepsOfRow
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

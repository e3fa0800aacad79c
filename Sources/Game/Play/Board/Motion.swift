internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire

/// The animation of a board: a piece that was just placed is drawn from above in two steps, which
/// together cost a line no more than one. The squares of a winning row are filled one after the
/// other, and the large headline of the end comes last: all at once would be too much for a slow
/// line.
///
/// A row takes less than 300 ms, and nothing waits for it: a later picture shows the final state.
struct BoardAnimation: Hashable, Sendable {
    /// The board that moves.
    enum AnimatedBoard: Hashable, Sendable {
        case match(ObjectKey)
        case table
    }

    /// As many as twelve a second can be told apart, and more than that a slow line merges.
    static let step = Duration.milliseconds(80)
    /// In so many of them a winning row is filled.
    private static let stepsOfRow = 3

    private var place: AnimatedBoard?
    private var match: Match?
    /// The piece that is on its way; nil while nothing moves.
    private var placed: Square?
    private var began = Instant.start
    /// The number of steps that are over, and of all steps.
    private var steps = 0
    private var count = 0

    /// The time of the next step.
    var nextDeadline: Instant? { placed == nil ? nil : began + Self.step * (steps + 1) }

    /// Takes in how the board stands now, and whether anything is to move.
    mutating func update(_ place: AnimatedBoard?, _ match: Match?, isWanted: Bool, at now: Instant)
    {
        let isSame = place == self.place && match?.round == self.match?.round
        let before = isSame ? self.match : nil
        (self.place, self.match) = (place, match)
        guard isWanted, place != nil, let match, let before else { return placed = nil }
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

    /// Has a board look as it does at this moment.
    func show(in view: inout BoardView) {
        guard let placed else { return }
        view.isMoving = true
        view.arriving = steps == 0 ? placed : nil
        let winners = view.match.outcome?.winningSquares ?? []
        let filled = (winners.count * steps + Self.stepsOfRow - 1) / Self.stepsOfRow
        view.unfilled = SquareSet(
            Square.allCases.filter(winners.contains).dropFirst(filled))
    }
}

extension Board {
    /// The only square that has a piece here and none there; nil if that is not all.
    fileprivate func square(addedTo other: Board) -> Square? {
        let changed = Square.allCases.filter { self[$0] != other[$0] }
        guard changed.count == 1, other[changed[0]] == nil else { return nil }
        return changed[0]
    }
}

internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// The mouse over a board: the square below it is the chosen one.
extension Client {
    /// Has the terminal tell where the mouse is while that matters: while a round is played here,
    /// and never by ssh, where each movement would be a packet.
    mutating func followHover() {
        let isWanted = preferences.hasMouse && preferences.way == .terminal && isAtOpenBoard
        guard isWanted != display.hasHover else { return }
        display.hasHover = isWanted
        effects.append(.useHover(isWanted))
    }

    private var isAtOpenBoard: Bool {
        switch display.screen {
        case .match: visit?.session.match?.match.map { $0.outcome == nil } ?? false
        case .table: table.map { $0.match.outcome == nil } ?? false
        default: false
        }
    }

    mutating func hover(over point: Point) {
        guard display.overlay == nil, display.helpPage == nil, let board = boardView,
            board.isOwnTurn,
            let square = BoardScreen(board, size: display.size).square(at: point),
            board.match.board[square] == nil, board.cursor != square
        else { return }
        switch display.screen {
        case .match: cursors.seat.cursor = square
        case .table: act(.choose(square))
        default: break
        }
    }

    /// What is left on the terminal while the program is stopped.
    package var lineOfPause: String? {
        guard let session = visit?.session, let own = session.own,
            session.match?.match?.outcome == nil
        else { return nil }
        return SeatWords.paused(own.opponentName)
    }
}

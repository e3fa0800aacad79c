package import Drawing
package import Game

/// The texts of notes on moves. The notes come from the complete game tree.
package enum MoveJudgementWords {
    package static var moveTakenBack: String { "Move taken back. This is now a practice round." }
    package static var notesAreOn: String { "Notes are on. This round won't count." }
    package static var onlyInLocalGame: String {
        "This only works against a bot, or with two players at one keyboard."
    }

    package static func valueLine(
        _ worth: PerfectPlayResult, of square: Square, _ numbering: SquareNumbering
    ) -> String {
        "\(numbering.numberAndPlace(for: square)): \(short(worth))"
    }

    /// Returns the value in a few words, to show beside the move.
    package static func short(_ worth: PerfectPlayResult) -> String {
        switch worth {
        case .wins(in: 1): "wins"
        case .wins(let moves): "wins in \(moves)"
        case .draws: "draws"
        case .loses(let moves): "loses in \(moves)"
        }
    }

    /// Returns the letter of the leading side and the number of moves to its win, as in "O wins in
    /// 3"; "even" for a draw. A win by the next move is worded "O can win", because "O wins" would
    /// read as the round's result. `worth` is the position's value for circle.
    package static func leadingSide(_ worth: PerfectPlayResult) -> String {
        switch worth {
        case .wins(in: 1): "\(Piece.circle.letter) can win"
        case .loses(in: 1): "\(Piece.cross.letter) can win"
        case .wins: "\(Piece.circle.letter) \(short(worth))"
        case .draws: "even"
        case .loses(let moves): "\(Piece.cross.letter) \(short(.wins(in: moves)))"
        }
    }

    /// Returns the value as a sign on a square of the board, at most three cells wide.
    package static func signWithMoveCount(_ worth: PerfectPlayResult) -> String {
        switch worth {
        case .wins(let moves): "W\(moves)"
        case .draws: "="
        case .loses(let moves): "L\(moves)"
        }
    }

    /// Returns the style of a sign. The signs also differ without colours.
    package static func signStyle(_ worth: PerfectPlayResult) -> Style {
        worth.isWin ? .good : worth.isLoss ? .danger : .warning
    }

    /// Returns a note in a few words, for narrow windows.
    package static func short(_ note: MoveJudgement) -> String {
        let worth = short(note.worth)
        switch note.slip {
        case .win: return "\(worth), misses a win"
        case .draw: return "\(worth), misses a draw"
        case nil: return note.isOnlyMove ? "\(worth), only move" : worth
        }
    }

    package static func sentence(
        _ note: MoveJudgement, _ numbering: SquareNumbering = .page
    ) -> String {
        let worth = short(note.worth)
        let squares = note.better.map { "\(numbering.number(of: $0))" }
        let better = note.better.isEmpty ? "" : " Better: \(ListWords.orList(squares))."
        switch note.slip {
        case .win: return "\(worth) and misses a win.\(better)"
        case .draw: return "\(worth) and misses a draw.\(better)"
        case nil: return note.isOnlyMove ? "\(worth), the only move." : "\(worth).\(better)"
        }
    }
}

extension MoveJudgement.MissedResult {
    /// The mark after a move that gave away a win or a draw.
    package var mark: String { self == .win ? "?" : "??" }
}

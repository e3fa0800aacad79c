package import Game

extension Outcome {
    /// How a round ended, for somebody who only looks on.
    package func sentence(_ name: (Piece) -> String) -> String {
        switch self {
        case .won(let piece, _): "\(name(piece)) won the round."
        case .resigned(let piece): "\(name(piece)) resigned."
        case .claimed(let piece):
            "\(name(piece)) was away; \(name(piece.opponent)) took the round."
        case .left(let piece): "\(name(piece)) left; the round is \(name(piece.opponent))'s."
        case .notBack(let piece):
            "\(name(piece)) did not come back; the round is \(name(piece.opponent))'s."
        case .outOfTime(let piece):
            "\(name(piece)) ran out of time; the round is \(name(piece.opponent))'s."
        case .drawn: "The round is a draw."
        case .drawAgreed: "They agreed on a draw."
        }
    }

    /// How a round ended, for one of the two who played it.
    func sentence(for piece: Piece, against opponent: String) -> String {
        switch self {
        case .won(piece, _): "You have three in a row."
        case .won: "\(opponent) has three in a row."
        case .resigned(piece): "You resigned."
        case .resigned: "\(opponent) resigned."
        case .claimed(piece): "You were away: \(opponent) took the round."
        case .claimed: "\(opponent) was away: you took the round."
        case .left(piece): "You left: the round is \(opponent)'s."
        case .left: "\(opponent) left: the round is yours."
        case .notBack(piece): "You did not come back: the round is \(opponent)'s."
        case .notBack: "\(opponent) did not come back: the round is yours."
        case .outOfTime(piece): "Your time ran out: the round is \(opponent)'s."
        case .outOfTime: "\(opponent) ran out of time: the round is yours."
        case .drawn: "The board is full: a draw."
        case .drawAgreed: "You agreed on a draw."
        }
    }
}

package import Game

extension Outcome {
    /// The end of a round, for a spectator.
    package func sentence(_ name: (Piece) -> String) -> String {
        switch self {
        case .won(let piece, _): "\(name(piece)) won the round."
        case .resigned(let piece): "\(name(piece)) resigned."
        case .claimed(let piece):
            "\(name(piece)) was away. \(name(piece.opponent)) claimed the round."
        case .left(let piece): "\(name(piece)) left. \(name(piece.opponent)) wins the round."
        case .notBack(let piece):
            "\(name(piece)) did not return. \(name(piece.opponent)) wins the round."
        case .outOfTime(let piece):
            "\(name(piece)) ran out of time. \(name(piece.opponent)) wins the round."
        case .drawn: "The round is a draw."
        case .drawAgreed: "They agreed to a draw."
        }
    }

    /// The end of a round, for the player of `piece`.
    func sentence(for piece: Piece, against opponent: String) -> String {
        switch self {
        case .won(piece, _): "You have three in a row."
        case .won: "\(opponent) has three in a row."
        case .resigned(piece): "You resigned."
        case .resigned: "\(opponent) resigned."
        case .claimed(piece): "You were away. \(opponent) claimed the round."
        case .claimed: "\(opponent) was away. You claimed the round."
        case .left(piece): "You left. \(opponent) wins the round."
        case .left: "\(opponent) left. You win the round."
        case .notBack(piece): "You did not return. \(opponent) wins the round."
        case .notBack: "\(opponent) did not return. You win the round."
        case .outOfTime(piece): "You ran out of time. \(opponent) wins the round."
        case .outOfTime: "\(opponent) ran out of time. You win the round."
        case .drawn: "The board is full. It's a draw."
        case .drawAgreed: "You agreed to a draw."
        }
    }
}

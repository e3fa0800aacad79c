package import Game

extension Score {
    /// The wins of circle, then those of cross.
    package var figures: String { figures(of: .circle) }

    private func figures(of piece: Piece) -> String {
        "\(wins(of: piece))–\(wins(of: piece.opponent))"
    }

    /// The wins between two names, and the draws if there are any.
    func line(of piece: Piece, _ name: String, against opponent: String) -> String {
        "\(name) \(figures(of: piece)) \(opponent)" + (draws == 0 ? "" : ", \(drawsWords)")
    }

    var drawsWords: String { "draws \(draws)" }
}

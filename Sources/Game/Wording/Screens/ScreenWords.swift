package import Game

/// What screens say whichever of them is shown.
package enum ScreenWords {
    package static let program = "tictactoe"

    package static func needs(columns: Int, rows: Int) -> String { "needs \(columns)x\(rows)" }

    package static let notices = "Notices"
    package static let themes = "Colours"
    package static let noNotices = "Nothing has happened yet."
}

/// The first line: where one is.
extension ScreenWords {
    package static let lobby = "lobby"
    package static let matches = "matches"
    /// In place of the lobby, where there is none.
    package static let menu = "menu"

    package static func match(against name: String) -> String { "against \(name)" }

    /// The same, where there is room for both.
    package static func match(
        of own: (name: String, piece: Piece), against opponent: String
    ) -> String {
        "\(own.name) (\(own.piece.letter)) against \(opponent) (\(own.piece.opponent.letter))"
    }

    package static func watching(isTelevision: Bool) -> String {
        isTelevision ? "TV" : "watching"
    }

    package static func watching(_ match: String, by way: String) -> String { "\(way) \(match)" }
}

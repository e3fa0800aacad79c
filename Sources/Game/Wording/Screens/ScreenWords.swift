package import Game

/// The texts that all screens share.
package enum ScreenWords {
    package static let program = "tictactoe"

    package static func needs(columns: Int, rows: Int) -> String { "needs \(columns)x\(rows)" }

    package static let notices = "Notices"
    package static let themes = "Colours"
    package static let noNotices = "No notices yet."
}

/// The first line: the name of the screen.
extension ScreenWords {
    package static let lobby = "lobby"
    package static let matches = "matches"
    /// The name of the first screen without a lobby.
    package static let menu = "menu"

    package static func match(against name: String) -> String { "against \(name)" }

    /// Both players' names, where there is room.
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

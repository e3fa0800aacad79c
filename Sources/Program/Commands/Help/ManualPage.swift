internal import Wording

/// A page of the manual, by the name of its file.
package enum ManualPage: String, Hashable, Sendable, CaseIterable {
    case game = "tictactoe.6"
    case configuration = "tictactoe.5"
    case server = "tictactoe-server.8"

    /// The word for the page behind `tictactoe help`.
    package var topic: String {
        switch self {
        case .game: "game"
        case .configuration: "config"
        case .server: "server"
        }
    }

    package init?(topic: String) {
        guard let page = Self.allCases.first(where: { $0.topic == topic }) else { return nil }
        self = page
    }

    var summary: String {
        switch self {
        case .game: ActionWords.Pages.game
        case .configuration: ActionWords.Pages.configuration
        case .server: ActionWords.Pages.server
        }
    }

    /// A sentence with the command that shows the page.
    package var sentence: String {
        switch self {
        case .game: HelpWords.game
        case .configuration: HelpWords.config
        case .server: HelpWords.server
        }
    }
}

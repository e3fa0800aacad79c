internal import Wording

/// A topic of `tictactoe help` that has a page of the manual.
package enum HelpPage: String, Hashable, Sendable, CaseIterable {
    case game
    case config
    case server

    var summary: String {
        switch self {
        case .game: ActionWords.Pages.game
        case .config: ActionWords.Pages.configuration
        case .server: ActionWords.Pages.server
        }
    }

    /// A sentence with the command that shows the page.
    package var sentence: String {
        switch self {
        case .game: HelpWords.game
        case .config: HelpWords.config
        case .server: HelpWords.server
        }
    }
}

/// The headings and sentences of `--help`.
package enum HelpWords {
    package static let title =
        "Tic-tac-toe for the terminal: play people or bots, watch matches, run a server."

    package static func usage(_ usage: String) -> String { "usage: \(usage)" }

    package static func title(of command: String, summary: String) -> String {
        "tictactoe \(command): \(summary)"
    }

    /// The default of an option, behind its summary.
    package static func remark(_ usual: String) -> String { " (default: \(usual))" }

    /// The values of an option, behind its summary.
    package static func choices(_ words: [String]) -> String { ": \(ListWords.any(words))" }

    package static let purposes = "; man 5 tictactoe lists the actions"

    package static let ending = """
        tictactoe COMMAND --help lists a command's options.
        See also: man 6 tictactoe, man 5 tictactoe (settings), man 8 tictactoe-server.
        In the game, press ? for all keys and q to quit.
        """
}

extension HelpWords {
    package static let play = "Play"
    package static let watch = "Watch"
    package static let you = "You"
    package static let hosting = "Hosting"
    package static let more = "More"
    package static let arguments = "Arguments"
    package static let actions = "Actions"
    package static let levels = "Levels"
    package static let shells = "Shells"
    package static let pages = "Pages"
    package static let topics = "Topics"
    package static let options = "Options"
}

/// The answers of `tictactoe help` to a topic that has a manual page.
extension HelpWords {
    package static let game = "To read about commands, options and keys, run: man 6 tictactoe"
    package static let config = "To read about settings, keys and themes, run: man 5 tictactoe"
    package static let server = "To read about running a server, run: man 8 tictactoe-server"
}

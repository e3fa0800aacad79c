/// What `--help` says around its lists.
package enum HelpWords {
    package static let title = "tictactoe, the game for two terminals"

    package static func usage(_ usage: String) -> String { "usage: \(usage)" }

    package static func title(of command: String, summary: String) -> String {
        "tictactoe \(command): \(summary)"
    }

    /// What holds if nothing is said, behind a summary.
    package static func remark(_ usual: String) -> String { " (\(usual))" }

    package static let ending = """
        tictactoe COMMAND --help tells what a command can be told. In the game ? shows
        every key, and q leaves.
        """
}

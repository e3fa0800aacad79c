/// A shell that can complete our words.
package enum ShellName: String, Hashable, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
}

/// A page of the manual, by the name of its file.
package enum ManualPage: String, Hashable, Sendable, CaseIterable {
    case game = "tictactoe.6"
    case configuration = "tictactoe.5"
    case server = "tictactoe-server.8"
}

/// Why there can be no screen on a terminal.
package enum TerminalWords {
    package static let notATerminal =
        "a game on a screen needs a terminal at both ends; --plain needs none"

    package static func unknownName(_ name: String) -> String {
        "TERM=\(name.debugDescription) names no terminal that is known here;"
            + " try TERM=xterm-256color"
    }

    package static func linesOnly(_ name: String) -> String {
        "a terminal like \(name.debugDescription) has no screen to draw on"
    }

    package static let tooManyFiles = "no more files can be opened here (ulimit -n)"
}

/// Reasons not to draw a screen on a terminal.
package enum TerminalWords {
    package static let notATerminal =
        "the game screen needs a terminal for input and output; --plain does not"

    package static func unknownName(_ name: String) -> String {
        "TERM=\(name.debugDescription) is not a known terminal type;"
            + " try TERM=xterm-256color"
    }

    package static func linesOnly(_ name: String) -> String {
        "a terminal of type \(name.debugDescription) can't show the game screen; use --plain"
    }

    package static let tooManyFiles = "can't open more files (see ulimit -n)"
}

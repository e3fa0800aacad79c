/// Why the program can't have a screen of its own here.
package enum TerminalRefusal: Error, Hashable, Sendable {
    /// Standard input or output is a file, a pipe, or nothing.
    case notATerminal
    /// This machine knows no terminal of that name.
    case unknownName(String)
    /// The terminal prints lines, and can't be drawn on.
    case linesOnly(String)
    /// This process may open no more files.
    case tooManyFiles
}

extension TerminalRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notATerminal: "a game on a screen needs a terminal at both ends; --plain needs none"
        case .unknownName(let name):
            "TERM=\(name.debugDescription) names no terminal that is known here;"
                + " try TERM=xterm-256color"
        case .linesOnly(let name):
            "a terminal like \(name.debugDescription) has no screen to draw on"
        case .tooManyFiles: "no more files can be opened here (ulimit -n)"
        }
    }
}

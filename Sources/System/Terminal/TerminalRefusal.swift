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

internal import CCurses

/// The ncurses that this process runs with.
package enum TerminalLibrary {
    package static var version: String {
        guard let version = unsafe curses_version() else { return "unknown" }
        return unsafe String(cString: version)
    }
}

internal import CCurses
package import SimperiumLoop

extension CursesTerminal {
    /// The ncurses that this process runs with.
    package static var library: LibraryVersion {
        let words = unsafe String(cString: curses_version()).split(separator: " ")
        return LibraryVersion(
            "ncurses", running: words.last.map(String.init) ?? "",
            built: "\(NCURSES_VERSION).\(NCURSES_VERSION_PATCH)")
    }
}

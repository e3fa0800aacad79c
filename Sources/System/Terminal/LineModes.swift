internal import CCurses
internal import Glibc

/// How a terminal's line treats keys: as it was before this program, or raw.
struct LineModes {
    /// As they were when the program began.
    let before: termios
    private let raw: termios
    private let terminal: CInt

    init(of terminal: CInt) {
        var modes = termios()
        _ = unsafe tcgetattr(terminal, &modes)
        self.terminal = terminal
        before = modes
        unsafe cfmakeraw(&modes)
        raw = modes
    }

    /// Keys come as they are pressed, unechoed, and nothing is made of them or of what is shown.
    func setRaw() { set(raw) }

    func setBack() { set(before) }

    private func set(_ modes: termios) {
        var modes = modes
        _ = unsafe tcsetattr(terminal, TCSANOW, &modes)
    }
}

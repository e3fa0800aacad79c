package import Drawing
internal import Foundation
package import Glibc

/// A program on a terminal of its own, as a person would start it.
package final class PseudoTerminal {
    package enum End: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    package struct Failure: Error {
        let call: String
        let code = errno
    }

    package let process: pid_t
    private var master: CInt
    /// Kept open so that the modes of the line can be read when the program has gone.
    private let slave: CInt
    package private(set) var bytesShown = 0
    private var ending: End?

    package init(
        _ program: String, _ arguments: [String], size: Size, environment: [String: String]
    ) throws {
        let master = unsafe open("/dev/ptmx", Self.flags)
        var (number, isLocked): (UInt32, CInt) = (0, 0)
        guard unsafe ioctl(master, Self.unlock, &isLocked) == 0,
            unsafe ioctl(master, Self.askNumber, &number) == 0
        else { throw Failure(call: "ptmx") }
        let name = "/dev/pts/\(number)"
        (self.master, slave) = (master, unsafe open(name, Self.flags))
        Self.set(size, of: master)
        process = try Self.spawn([program] + arguments, on: name, environment)
    }

    /// Others start programs at any time, which must not come by this terminal: closing it would
    /// no longer be its end.
    private static let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    private static let (askNumber, unlock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)

    deinit {
        // A child that nobody asks about would stay, and whoever waits for any child would hear
        // of this one again and again.
        if ending == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        unplug()
        close(slave)
    }

    /// Takes the terminal away, as closing its window does.
    package func unplug() {
        guard master >= 0 else { return }
        close(master)
        master = -1
    }

    /// Starts the program in a session of its own. The first terminal that it opens becomes the
    /// one that controls it.
    private static func spawn(
        _ words: [String], on terminal: String, _ environment: [String: String]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        // The threads that run tests block most signals, and a child would inherit that.
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        let (newSession, setMask): (Int16, Int16) = (0x80, 0x08)
        unsafe posix_spawnattr_setflags(&attributes, newSession | setMask)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(
            &process, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw Failure(call: "posix_spawn") }
        return process
    }

    /// What the program has sent, waiting up to so many milliseconds for something. Nil at the end.
    package func read(within milliseconds: CInt) -> [UInt8]? {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(master, &bytes, bytes.count)
        guard count > 0 else { return nil }
        bytesShown += count
        return Array(bytes.prefix(count))
    }

    package func write(_ bytes: [UInt8]) {
        _ = unsafe Glibc.write(master, bytes, bytes.count)
    }

    package func resize(to size: Size) {
        Self.set(size, of: master)
    }

    private static func set(_ size: Size, of master: CInt) {
        var window = winsize()
        window.ws_row = UInt16(size.rows)
        window.ws_col = UInt16(size.columns)
        let setSize: UInt = 0x5414
        _ = unsafe ioctl(master, setSize, &window)
    }

    /// Whether the program still has to read keys that were typed.
    package var hasUnheardKeys: Bool {
        var state = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&state, 1, 0) > 0
    }

    package func send(_ signal: CInt) {
        if ending == nil { kill(process, signal) }
    }

    /// How the program has ended, or nil while it lives.
    package func end() -> End? {
        if let ending { return ending }
        var status: CInt = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        ending = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: status & 0x7F)
        return ending
    }

    /// Whether the line is as a shell wants it: keys are echoed, lines are edited, Ctrl-C works.
    package var isSane: Bool {
        var modes = termios()
        guard unsafe tcgetattr(slave, &modes) == 0 else { return false }
        return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
            && modes.c_iflag & tcflag_t(ICRNL) != 0 && modes.c_oflag & tcflag_t(OPOST) != 0
    }
}

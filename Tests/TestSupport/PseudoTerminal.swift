package import Drawing
package import Glibc

/// A program on its own pseudo-terminal, as if started by a user.
package final class PseudoTerminal {
    package typealias End = ChildProgram.End

    private let program: ChildProgram
    private var master: CInt
    /// Kept open so that the terminal's modes can be read after the program's end.
    private let slave: CInt
    package private(set) var bytesShown = 0

    package init(
        _ program: String, _ arguments: [String], size: Size, environment: [String: String]
    ) throws {
        let master = unsafe open("/dev/ptmx", Self.flags)
        var (number, isLocked): (UInt32, CInt) = (0, 0)
        guard unsafe ioctl(master, Self.unlock, &isLocked) == 0,
            unsafe ioctl(master, Self.askNumber, &number) == 0
        else { throw ChildProgram.Failure("/dev/ptmx") }
        let name = "/dev/pts/\(number)"
        let slave = unsafe open(name, Self.flags)
        Self.set(size, of: master)
        do {
            self.program = try ChildProgram(
                program, arguments, environment: environment, input: .terminal(name),
                output: .terminal(name))
        } catch {
            for end in [master, slave] { close(end) }
            throw error
        }
        (self.master, self.slave) = (master, slave)
    }

    private static let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    private static let (askNumber, unlock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)

    deinit {
        unplug()
        close(slave)
    }

    /// Closes the terminal, like a user who closes its window.
    package func unplug() {
        guard master >= 0 else { return }
        close(master)
        master = -1
    }

    package var process: pid_t { program.process }

    /// Returns the program's next output, and waits for it up to this time; nil at the end.
    package func read(within milliseconds: CInt) -> [UInt8]? {
        guard isReadable(master, within: .milliseconds(Int(milliseconds))) else { return [] }
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

    /// True if typed keys are left for the program to read.
    package var hasUnheardKeys: Bool {
        isReadable(slave, within: .zero)
    }

    package func send(_ signal: CInt) {
        program.send(signal)
    }

    /// Returns the end of the program; nil while it runs.
    package func end() -> End? { program.end() }

    /// Waits for the end of the program; nil if it still runs after the time.
    package func end(within time: Duration) -> End? { program.end(within: time) }

    /// True if the terminal has the modes of a shell: echo, line editing, and signals for Ctrl-C.
    package var isSane: Bool {
        var modes = termios()
        guard unsafe tcgetattr(slave, &modes) == 0 else { return false }
        return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
            && modes.c_iflag & tcflag_t(ICRNL) != 0 && modes.c_oflag & tcflag_t(OPOST) != 0
    }
}

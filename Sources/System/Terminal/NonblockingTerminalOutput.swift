internal import CCurses
internal import Glibc
internal import SimperiumLoop

/// An output that never waits for the terminal to read.
///
/// Bytes that the terminal does not accept at once stay here, and `isBusy` is true until they are
/// written. Call `writePending` when the descriptor is writable.
@safe final class NonblockingTerminalOutput {
    /// Our own descriptor, because the shell shares the original one, which must stay in blocking
    /// mode.
    let descriptor: Descriptor
    private var rest: ArraySlice<UInt8> = []

    /// Opens the terminal a second time. If that fails, writing to it may block.
    init(to terminal: CInt) {
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let own = unsafe open("/proc/self/fd/\(terminal)", flags)
        descriptor = Descriptor(
            rawValue: own >= 0 ? own : fcntl(terminal, F_DUPFD_CLOEXEC, 3))
    }

    deinit {
        close(descriptor.rawValue)
    }

    var isBusy: Bool { !rest.isEmpty }

    func send(_ bytes: [UInt8]) {
        rest += bytes
        writePending()
    }

    func writePending() {
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe write(descriptor.rawValue, bytes.baseAddress, bytes.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The terminal is gone. The next read of its keys reports the loss.
                rest = []
            }
        }
    }

    /// Waits until the terminal has accepted all bytes, or has accepted none for this many
    /// milliseconds. Then drops the rest.
    func drainOrDiscard(within milliseconds: CInt) {
        writePending()
        var state = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        while isBusy, unsafe poll(&state, 1, milliseconds) > 0 { writePending() }
        rest = []
    }
}

/// The output of ncurses, in a file in memory, until `drain` reads it.
@safe final class CapturedCursesOutput {
    let descriptor: CInt

    init() throws(TerminalRefusal) {
        descriptor = unsafe ttt_memory_file("tictactoe-frame")
        guard descriptor >= 0 else { throw .tooManyFiles }
    }

    func drain() -> [UInt8] {
        let count = lseek(descriptor, 0, SEEK_CUR)
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let taken = unsafe pread(descriptor, &bytes, count, 0)
        lseek(descriptor, 0, SEEK_SET)
        return Array(bytes.prefix(max(0, taken)))
    }
}

internal import CCurses
internal import Glibc

/// A guard that restores the terminal when this program traps.
///
/// After a trap, only calls that are safe inside a signal handler are allowed. So everything that
/// the handler needs is prepared in advance: the bytes that restore the screen, the terminal's
/// modes, and the earlier handlers.
enum CrashGuard {
    /// Arms the guard: from now on, a trap first writes `restore` to the terminal and restores
    /// `modes`. Text for standard error is stored, and appears after a trap or when the guard is
    /// disarmed.
    @safe static func armAndCaptureErrors(terminal: CInt, modes: termios, restore: [UInt8]) {
        precondition(unsafe guarded == nil, "the terminal has one guard")
        let state = UnsafeMutablePointer<TerminalRestoreState>.allocate(capacity: 1)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: restore.count)
        for (index, byte) in restore.enumerated() { unsafe bytes[index] = byte }
        unsafe state.initialize(
            to: TerminalRestoreState(
                terminal: terminal, modes: modes, restore: bytes, restoreCount: restore.count,
                errors: divertStandardErrorToMemory(),
                previous: .allocate(capacity: trapSignals.count)))
        unsafe guarded = state
        useOwnSignalStack()
        for index in trapSignals.indices { installHandler(ofTrapSignal: index) }
    }

    /// Restores the earlier signal handlers and standard error. Text that was printed to standard
    /// error meanwhile appears now.
    @safe static func disarmAndShowErrors() {
        guard let state = unsafe guarded else { return }
        for (index, signal) in trapSignals.enumerated() {
            _ = unsafe sigaction(signal, state.pointee.previous + index, nil)
        }
        unsafe showErrors(state.pointee.errors)
        unsafe guarded = nil
    }

    private static func installHandler(ofTrapSignal index: Int) {
        guard let state = unsafe guarded else { return }
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { signal in
            unsafe restoreTerminalAndRaise(signal)
        }
        action.sa_flags = CInt(SA_ONSTACK)
        _ = unsafe sigaction(trapSignals[index], &action, state.pointee.previous + index)
    }

    /// Gives the handler a stack of its own, because it can't run on a stack that has overflowed.
    private static func useOwnSignalStack() {
        let size = 64 * 1024
        var stack = unsafe stack_t()
        unsafe stack.ss_sp = .allocate(byteCount: size, alignment: 16)
        unsafe stack.ss_size = size
        _ = unsafe sigaltstack(&stack, nil)
    }

    /// Diverts standard error into a file in memory. Otherwise Swift would print the reason for a
    /// trap onto a screen that is about to disappear.
    private static func divertStandardErrorToMemory() -> DivertedStandardError {
        let file = unsafe ttt_memory_file("tictactoe-errors")
        let real = fcntl(2, F_DUPFD_CLOEXEC, 3)
        if file >= 0, real >= 0 { dup2(file, 2) }
        return DivertedStandardError(file: file, real: real)
    }
}

private let trapSignals: [CInt] = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

private struct DivertedStandardError {
    let file: CInt
    let real: CInt
}

@unsafe private struct TerminalRestoreState {
    let terminal: CInt
    var modes: termios
    let restore: UnsafeMutablePointer<UInt8>
    let restoreCount: Int
    let errors: DivertedStandardError
    let previous: UnsafeMutablePointer<sigaction>
}

// A plain global with a literal value: a handler must not wait for a lazy initialiser.
nonisolated(unsafe) private var guarded: UnsafeMutablePointer<TerminalRestoreState>?

/// Handles a trap. Restores the screen and the terminal's modes, and shows the stored errors. Then
/// raises the signal again with its earlier handler, so that the backtrace and the core file are
/// still made.
@unsafe private func restoreTerminalAndRaise(_ signal: CInt) {
    guard let state = unsafe guarded else { return }
    unsafe guarded = nil
    _ = unsafe write(state.pointee.terminal, state.pointee.restore, state.pointee.restoreCount)
    _ = unsafe tcsetattr(state.pointee.terminal, TCSANOW, &state.pointee.modes)
    unsafe showErrors(state.pointee.errors)
    for (index, signal) in trapSignals.enumerated() {
        _ = unsafe sigaction(signal, state.pointee.previous + index, nil)
    }
    raise(signal)
}

private func showErrors(_ errors: DivertedStandardError) {
    guard errors.file >= 0, errors.real >= 0 else { return }
    dup2(errors.real, 2)
    lseek(errors.file, 0, SEEK_SET)
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { buffer in
        while true {
            let count = unsafe read(errors.file, buffer.baseAddress, buffer.count)
            guard count > 0 else { break }
            _ = unsafe write(2, buffer.baseAddress, count)
        }
    }
    close(errors.file)
    close(errors.real)
}

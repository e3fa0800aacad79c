internal import CSimperiumUV
internal import Glibc

package struct Signal: RawRepresentable, Hashable, Sendable {
    package static let hangUp = Signal(rawValue: SIGHUP)
    package static let interrupt = Signal(rawValue: SIGINT)
    package static let quit = Signal(rawValue: SIGQUIT)
    package static let kill = Signal(rawValue: SIGKILL)
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    package static let fileTooLarge = Signal(rawValue: SIGXFSZ)
    package static let terminate = Signal(rawValue: SIGTERM)
    package static let suspend = Signal(rawValue: SIGTSTP)
    package static let resume = Signal(rawValue: SIGCONT)
    package static let resize = Signal(rawValue: SIGWINCH)
    package static let user1 = Signal(rawValue: SIGUSR1)
    package static let user2 = Signal(rawValue: SIGUSR2)

    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension Signal {
    package func send(to process: Int32) throws(LibraryError) {
        try checkLibuvStatus(uv_kill(process, rawValue), "send a signal to process \(process)")
    }

    /// Makes this process and the programs that it starts ignore the signal.
    package func ignore() {
        _ = Glibc.signal(rawValue, SIG_IGN)
    }

    /// Unblocks the signal in this thread. The process may have inherited a signal mask that blocks
    /// the signal.
    func unblock() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, rawValue)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}

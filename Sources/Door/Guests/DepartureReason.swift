internal import Commands

/// The reason why a guest left, as the log shows it.
package enum DepartureReason: String, Hashable, Sendable, CaseIterable {
    /// The guest quit.
    case left
    /// The guest got the answer to a command.
    case answered
    case refused
    /// The ban list contains the guest.
    case keptOut = "kept-out"
    /// The connection broke, or the client closed it without notice.
    case lost
    case silent
    /// The guest's session continues on another connection with the same key.
    case elsewhere
    case stalled
    case idle
    /// The guest's client took too long to be admitted, or to send its request.
    case lateness
    case flood
    /// The door is closing.
    case closing
}

/// The reason why a guest can't get a service.
enum ServiceRefusal: Hashable, Sendable, CaseIterable {
    case noShell
    /// The guest has no terminal, and the input ended before any byte arrived.
    case noTerminal
    case noScreen
    case noLobby
    case noKey
    case noAccounts

    var status: ExitStatus {
        switch self {
        case .noShell, .noTerminal, .noScreen: .failed
        case .noLobby: .serverUnreachable
        case .noKey, .noAccounts: .refused
        }
    }
}

import SimperiumClock

/// How a connection came to its end.
package enum Farewell: Hashable, Codable, Sendable {
    /// Its client closed it in order (close codes 1000 and 1001): presence leaves at once.
    case goodbye
    /// Its client closed it with 4004: the same, but it was not its user's wish.
    case lost
    /// Its client closed it with 4002: its user stopped it for a while.
    case paused
    /// Its client closed it with 4003: it ended without being asked to leave.
    case gone
    /// Anything else: presence waits for the client's return.
    case broken

    /// Why presence waits for the client's return; nil if it leaves.
    var cause: Absence.Cause? {
        switch self {
        case .goodbye, .lost: nil
        case .paused: .paused
        case .gone: .gone
        case .broken: .line
        }
    }
}

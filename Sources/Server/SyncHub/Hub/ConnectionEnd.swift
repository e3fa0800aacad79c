import SimperiumClock

/// The end of a connection, which decides about its presence objects.
package enum ConnectionEnd: Hashable, Codable, Sendable {
    /// The client closed it in order (close codes 1000 and 1001): presence objects are removed.
    case goodbye
    /// The client closed it with 4004: presence objects are removed, but the user did not intend
    /// it.
    case lost
    /// The client closed it with 4002: the user suspended the program.
    case paused
    /// The client closed it with 4003: the program ended without being asked to leave.
    case gone
    /// Any other end: presence objects wait for the client's return.
    case broken

    /// The cause of the absence that begins; nil if the objects are removed.
    var cause: Absence.Cause? {
        switch self {
        case .goodbye, .lost: nil
        case .paused: .paused
        case .gone: .gone
        case .broken: .line
        }
    }
}

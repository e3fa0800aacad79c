import SimperiumClock

/// The way that a connection ended, which determines whether its presence objects are removed.
package enum ConnectionEnd: Hashable, Codable, Sendable {
    /// The client closed the connection normally (close codes 1000 and 1001): presence objects are
    /// removed.
    case goodbye
    /// The client closed the connection with 4004: presence objects are removed, but the user did
    /// not intend to leave.
    case lost
    /// The client closed the connection with 4002: the user suspended the program.
    case paused
    /// The client closed the connection with 4003: the program ended without being asked to leave.
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

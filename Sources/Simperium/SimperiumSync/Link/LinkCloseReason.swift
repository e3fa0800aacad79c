package import SimperiumClock

/// The way that a client closes its connection.
package enum LinkCloseReason: Hashable, Sendable, Codable {
    /// With a close frame: the hub removes the objects that live only as long as the connection.
    case goodbye
    /// A goodbye, but the hub notifies the remaining clients that the user did not intend it.
    case lost
    /// With a close frame that has the cause. The hub keeps the session for a while.
    case keepingSeat(Absence.Cause)
    /// Without a close frame, like a broken connection. The hub keeps the session for a while.
    case abandoning
}

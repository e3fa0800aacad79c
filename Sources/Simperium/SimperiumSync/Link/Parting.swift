package import SimperiumClock

/// How a connection is ended.
package enum Parting: Hashable, Sendable, Codable {
    /// With a close frame: the hub is to remove what lives only as long as the connection.
    case goodbye
    /// The same, but those who are left are to know that it was not the person's wish.
    case lost
    /// With a close frame that says why, and that the hub is to keep it for a while.
    case keepingSeat(Absence.Cause)
    /// Without a word, as a broken line would: the hub may keep it for a while.
    case abandoning
}

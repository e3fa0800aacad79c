/// One connection of a replica. No number is ever used again, so that what a past connection
/// still has to say can be told from what the present one says.
package struct ConnectionID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// Why there is no connection, as the shell saw it; the last four are seen by the replica.
package enum ConnectionFailure: Error, Hashable, Sendable {
    case nameUnknown
    case unreachable
    /// There is such a machine, but nobody listens on that port.
    case refused
    case certificateRejected
    /// Whoever listens there speaks something else.
    case notSimperium
    /// The hub takes nobody in at present.
    case full
    /// The hub said goodbye, for example because it restarts.
    case closedByHub
    case lost
    case timedOut
    /// Nothing was heard for longer than a living hub is silent.
    case silent
    /// The hub lives, but leaves a question unanswered.
    case unanswered
    /// Changes come faster than they can be taken in.
    case outpaced
    /// What came can't be read.
    case garbled
}

/// How a connection is ended.
package enum Parting: Hashable, Sendable {
    /// With a close frame: the hub is to remove what lives only as long as the connection.
    case goodbye
    /// Without a word, as a broken line would: the hub may keep it for a while.
    case abandoning
}

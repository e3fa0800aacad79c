/// Why there is no connection, as the shell saw it; the last four are seen by the replica.
package enum ConnectionFailure: Error, Hashable, Sendable, Codable {
    case nameUnknown
    case unreachable
    /// There is such a machine, but no program listens on that port.
    case refused(at: String)
    /// The hub that was to be started for us ended before it could take a client in.
    case notStarted
    case certificateRejected(CertificateFlaw)
    /// What listens there wants no encryption, or none that is safe.
    case unencrypted
    /// What listens there speaks something else.
    case notSimperium
    /// The hub is not for this generation of clients: one of the two is too old.
    case otherVersion
    /// A proxy in front of the hub asks for credentials that we don't have.
    case forbidden
    /// The hub takes no more clients in at present.
    case full
    /// The hub said goodbye, for example because it restarts.
    case closedByHub
    /// Another program has what this one had at the hub, and keeps it.
    case takenOver
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

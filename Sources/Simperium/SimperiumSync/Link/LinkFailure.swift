/// The reason that there is no connection. The shell detects most of them. A `HubConnection` also
/// detects `timedOut`, `silent` and `unanswered`. A `Replica` detects `unanswered`, `outpaced` and
/// `garbled`.
package enum LinkFailure: Error, Hashable, Sendable, Codable {
    case nameUnknown
    case unreachable
    /// The machine exists, but no program listens on that port.
    case refused(at: String)
    /// The hub that was started for this client exited before it accepted a connection. `because`
    /// is its last error message; nil if there is none.
    case notStarted(because: String?)
    case certificateRejected(CertificateFlaw)
    /// The server offers no encryption, or none that is safe.
    case unencrypted
    /// The server uses another protocol.
    case notSimperium
    /// The hub does not support this client's version, because the client or the hub is too old.
    case otherVersion
    /// The server refuses this client, or a proxy in front of it asks for credentials.
    case forbidden
    /// The hub accepts no more clients at present.
    case full
    /// The hub closed the connection, for example to restart.
    case closedByHub
    /// Another program has taken this one's session over.
    case takenOver
    case lost
    case timedOut
    /// The hub sent nothing for longer than the timeout.
    case silent
    /// The hub is alive, but has not answered a request, or its servers keep sending the client to
    /// each other.
    case unanswered
    /// Changes arrive faster than they can be applied.
    case outpaced
    /// The hub sent a frame that can't be read.
    case garbled
}

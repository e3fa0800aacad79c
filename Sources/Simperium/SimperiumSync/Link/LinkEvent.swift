package import SimperiumClock

/// An event of a connection, passed unchanged through all machines around a `HubConnection`. The
/// shell answers each `dial` with `opened` or `closed`. `closed` is a connection's last event.
package enum LinkEvent: Hashable, Sendable, Codable {
    case opened(LinkID)
    case received([UInt8], on: LinkID)
    case closed(LinkID, LinkFailure)
}

/// An instruction to the shell, about a connection. Outer machines pass it on unchanged.
package enum LinkEffect: Hashable, Sendable, Codable {
    /// Dials the hub. The address contains the hall's name, if any, so that the connection is
    /// routed to the hall's server.
    case dial(LinkID, hall: String? = nil)
    case send([UInt8], on: LinkID)
    case hangUp(LinkID, ClientHangUpManner)
}

/// The number of a connection, never used again, so that late events are recognised.
package struct LinkID: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// The way that a client closes its connection.
package enum ClientHangUpManner: Hashable, Sendable, Codable {
    /// With a close frame. The hub removes the client's presence objects.
    case goodbye
    /// With a goodbye, but the hub notifies the remaining clients that the user did not intend to
    /// leave.
    case lost
    /// With a close frame that has the cause; for the cause `line`, without a close frame. The hub
    /// keeps the session for a while.
    case keepingSeat(Absence.Cause)
    /// Without a close frame, like a broken connection. The hub keeps the session for a while.
    case abandoning
}

/// The reason that there is no connection. The shell detects most failures. A `HubConnection`
/// detects timeouts, silence and too many redirects. A `Replica` detects a missing answer, too many
/// changes and unreadable frames.
package enum LinkFailure: Error, Hashable, Sendable, Codable {
    case nameUnknown(host: String)
    case unreachable
    /// The machine exists, but no program listens on that port.
    case refused(at: String)
    /// The client started a hub on this machine, but the hub did not accept the connection.
    /// `because` is the last error message in the hub's log; nil if there is none.
    case notStarted(because: String?)
    case certificateRejected(CertificateFlaw)
    /// The server offers no encryption, or none that is safe.
    case unencrypted
    /// The server uses another protocol.
    case notSimperium
    /// The hub does not support this client's version, because the client or the hub is too old.
    case otherVersion
    /// The server refuses this client, or a proxy on the way to the server asks for credentials.
    case forbidden
    case full
    /// The hub closed the connection, for example to restart.
    case closedByHub
    /// Another program has taken this program's session over.
    case takenOver
    case lost
    case timedOut
    /// The hub sent nothing for longer than the timeout.
    case silent
    /// The hub has not answered a request, or servers keep sending the client to each other.
    case unanswered
    /// More changes or absences arrived than the client keeps.
    case outpaced
    /// The hub sent a frame that can't be read.
    case garbled
}

/// The reason that a hub's certificate is rejected.
package enum CertificateFlaw: Hashable, Sendable, Codable {
    case expired
    case notYetValid
    case wrongHost
    /// The certificate is signed by no authority that this machine trusts.
    case untrusted
    case other
}

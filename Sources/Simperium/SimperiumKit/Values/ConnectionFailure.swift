internal import SimperiumSync

/// The reason that there is no connection to the server.
@nonexhaustive
public enum ConnectionFailure: Error, Hashable, Sendable {
    case nameUnknown
    case unreachable
    /// The machine exists, but no program listens on the server's port.
    case refused
    case certificateExpired
    case certificateNotYetValid
    /// The certificate is for a name other than the server's.
    case certificateOfAnother
    /// No authority that this machine trusts has signed the certificate.
    case certificateUntrusted
    case certificateRejected
    /// The server offers no encryption, or none that is safe.
    case unencrypted
    /// The server uses another protocol.
    case notSimperium
    /// The versions of server and client are too different.
    case otherVersion
    /// The server refuses this client, or a proxy in front of it asks for credentials.
    case forbidden
    /// The server accepts no more clients at present.
    case full
    /// The server closed the connection, for example to restart.
    case closedByServer
    /// Another program has taken this program's session over.
    case takenOver
    case lost
    case timedOut
    /// The server sent nothing for longer than the timeout.
    case silent
    /// The server is alive, but has not answered a request.
    case unanswered
    /// Changes arrive faster than the client can apply them.
    case outpaced
    /// The server sent a frame that can't be read.
    case garbled
}

extension ConnectionFailure {
    init(_ failure: SimperiumSync.LinkFailure) {
        switch failure {
        case .nameUnknown: self = .nameUnknown
        case .unreachable: self = .unreachable
        case .refused, .notStarted: self = .refused
        case .certificateRejected(let flaw): self.init(flaw)
        case .unencrypted: self = .unencrypted
        case .notSimperium: self = .notSimperium
        case .otherVersion: self = .otherVersion
        case .forbidden: self = .forbidden
        case .full: self = .full
        case .closedByHub: self = .closedByServer
        case .takenOver: self = .takenOver
        case .lost: self = .lost
        case .timedOut: self = .timedOut
        case .silent: self = .silent
        case .unanswered: self = .unanswered
        case .outpaced: self = .outpaced
        case .garbled: self = .garbled
        }
    }

    private init(_ flaw: CertificateFlaw) {
        switch flaw {
        case .expired: self = .certificateExpired
        case .notYetValid: self = .certificateNotYetValid
        case .wrongHost: self = .certificateOfAnother
        case .untrusted: self = .certificateUntrusted
        case .other: self = .certificateRejected
        }
    }
}

internal import SimperiumNetwork
internal import SimperiumSync
internal import SimperiumWebWire

/// Why there is no connection to the server, or no longer.
@nonexhaustive
public enum ConnectionFailure: Error, Hashable, Sendable {
    case nameUnknown
    case unreachable
    /// No program listens there.
    case refused
    case certificateExpired
    case certificateNotYetValid
    /// It is the certificate of another name.
    case certificateOfAnother
    /// Nobody whom this machine trusts has signed it.
    case certificateUntrusted
    case certificateRejected
    /// What listens there wants no encryption, or none that is safe.
    case unencrypted
    /// What listens there speaks something else.
    case notSimperium
    /// Server and client are of versions too far apart.
    case otherVersion
    /// A proxy in front of the server asks for credentials.
    case forbidden
    /// The server takes no more clients in at present.
    case full
    /// The server said goodbye, for example because it restarts.
    case closedByServer
    /// Another program has what this one had there.
    case takenOver
    case lost
    case timedOut
    /// Nothing was heard for longer than a living server is silent.
    case silent
    /// The server lives, but leaves a question unanswered.
    case unanswered
    /// Changes come faster than they can be taken in.
    case outpaced
    /// What came can't be read.
    case garbled
}

extension ConnectionFailure {
    init(_ failure: SimperiumSync.ConnectionFailure) {
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
        default: self.init(later: failure)
        }
    }

    /// How a connection ended that was open, or nearly.
    private init(later failure: SimperiumSync.ConnectionFailure) {
        switch failure {
        case .closedByHub: self = .closedByServer
        case .takenOver: self = .takenOver
        case .timedOut: self = .timedOut
        case .silent: self = .silent
        case .unanswered: self = .unanswered
        case .outpaced: self = .outpaced
        case .garbled: self = .garbled
        default: self = .lost
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

    /// How a call over HTTP went wrong.
    init(_ failure: WebCall.Failure) {
        switch failure {
        case .refused: self = .refused
        case .unreachable: self = .unreachable
        case .timedOut: self = .timedOut
        // What answered may be a server that has just been ended.
        case .notHTTP(.truncated), .hungUp: self = .lost
        case .notHTTP: self = .notSimperium
        case .tls(.certificateExpired): self = .certificateExpired
        case .tls(.certificateNotYetValid): self = .certificateNotYetValid
        case .tls(.wrongHost): self = .certificateOfAnother
        case .tls(.unknownAuthority), .tls(.selfSigned): self = .certificateUntrusted
        case .tls(.certificateRejected): self = .certificateRejected
        case .tls: self = .unencrypted
        }
    }
}

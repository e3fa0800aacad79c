package import SimperiumSync
internal import SimperiumWebWire

extension ConnectionFailure: CustomStringConvertible {
    /// The reason in a few words, to follow "Offline: ".
    package var description: String {
        switch self {
        case .nameUnknown: "no such host"
        case .unreachable: "can't reach the server"
        case .refused(let address): "no server at \(address)"
        case .notStarted: "the server on this machine did not start"
        case .certificateRejected(let flaw): flaw.words
        case .unencrypted: "the server does not support TLS"
        case .notSimperium: "that address is not a tictactoe server"
        case .otherVersion: "the server and this program are different versions"
        case .forbidden: "the server requires a password"
        case .full: "the server is full"
        case .closedByHub: "the server closed the connection"
        case .takenOver: "another program took over your session"
        case .lost: "the connection was lost"
        case .timedOut: "the connection timed out"
        case .silent: "no answer from the server"
        case .unanswered: "the server did not answer a request"
        case .outpaced: "changes arrived faster than this program could read them"
        case .garbled: "the server sent unreadable data"
        }
    }
}

extension CertificateFlaw {
    fileprivate var words: String {
        switch self {
        case .expired: EncryptionWords.expired
        case .notYetValid: EncryptionWords.notYetValid
        case .wrongHost: "the server's certificate is for another host name"
        case .untrusted: "this machine does not trust the server's certificate"
        case .other: "the server's certificate is invalid"
        }
    }
}

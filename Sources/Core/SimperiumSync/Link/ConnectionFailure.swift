/// Why there is no connection, as the shell saw it; the last four are seen by the replica.
package enum ConnectionFailure: Error, Hashable, Codable, Sendable {
    case nameUnknown
    case unreachable
    /// There is such a machine, but nobody listens on that port.
    case refused(at: String)
    /// The hub that was to be started for us ended before it could take anybody in.
    case notStarted
    case certificateRejected(CertificateFlaw)
    /// Whoever listens there wants no encryption, or none that is safe.
    case unencrypted
    /// Whoever listens there speaks something else.
    case notSimperium
    /// The hub is not for this generation of clients: one of the two is too old.
    case otherVersion
    /// Somebody in front of the hub lets us in only with credentials that we don't have.
    case forbidden
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

/// What is wrong with the certificate by which a hub proves who it is.
package enum CertificateFlaw: Hashable, Codable, Sendable {
    case expired
    case notYetValid
    case wrongHost
    /// Nobody whom this machine trusts has signed it.
    case untrusted
    case other
}

extension ConnectionFailure: CustomStringConvertible {
    /// The reason in a few words, as they may follow "offline: ".
    package var description: String {
        switch self {
        case .nameUnknown: "nobody knows the server's name"
        case .unreachable: "the server can't be reached from here"
        case .refused(let address): "no server at \(address)"
        case .notStarted: "the server of this machine did not start"
        case .certificateRejected(let flaw): flaw.description
        case .unencrypted: "the server does not speak TLS"
        case .notSimperium: "what answered is not a Simperium server"
        case .otherVersion: "the server speaks another version than this program"
        case .forbidden: "the server lets nobody in without a password"
        case .full: "the server is full"
        case .closedByHub: "the server closed the line"
        case .lost: "the line broke"
        case .timedOut: "no answer in time"
        case .silent: "the server fell silent"
        case .unanswered: "the server leaves a question unanswered"
        case .outpaced: "changes come faster than they can be read"
        case .garbled: "what the server says can't be read"
        }
    }
}

extension CertificateFlaw: CustomStringConvertible {
    package var description: String {
        switch self {
        case .expired: "the server's certificate has expired"
        case .notYetValid: "the server's certificate is not valid yet, or this clock is slow"
        case .wrongHost: "the server's certificate is for another name"
        case .untrusted: "the server's certificate is signed by nobody whom this machine trusts"
        case .other: "the server's certificate is not good"
        }
    }
}

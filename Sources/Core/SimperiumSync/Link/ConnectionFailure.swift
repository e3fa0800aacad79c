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

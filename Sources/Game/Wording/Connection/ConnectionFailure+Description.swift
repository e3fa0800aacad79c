package import SimperiumSync

extension ConnectionFailure: CustomStringConvertible {
    /// The reason in a few words, as they may follow "offline: ".
    package var description: String {
        switch self {
        case .nameUnknown: "there is no server of that name"
        case .unreachable: "the server can't be reached from here"
        case .refused(let address): "no server at \(address)"
        case .notStarted: "the server of this machine did not start"
        case .certificateRejected(let flaw): flaw.words
        case .unencrypted: "the server does not speak TLS"
        case .notSimperium: "something other than a tictactoe server answers there"
        case .otherVersion: "the server speaks another version than this program"
        case .forbidden: "the server lets nobody in without a password"
        case .full: "the server is full"
        case .closedByHub: "the server closed the line"
        case .takenOver: "another program has your place"
        case .lost: "the line broke"
        case .timedOut: "no answer in time"
        case .silent: "the server fell silent"
        case .unanswered: "the server leaves a question unanswered"
        case .outpaced: "changes come faster than they can be read"
        case .garbled: "what the server says can't be read"
        }
    }
}

extension CertificateFlaw {
    fileprivate var words: String {
        switch self {
        case .expired: EncryptionWords.expired
        case .notYetValid: "the server's certificate is not valid yet, or this clock is slow"
        case .wrongHost: "the server's certificate is for another name"
        case .untrusted: "the server's certificate is signed by nobody whom this machine trusts"
        case .other: "the server's certificate is not good"
        }
    }
}

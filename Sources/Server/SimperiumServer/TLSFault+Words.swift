package import SimperiumNetwork
internal import SimperiumWebWire

extension TLSFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificateExpired: TLSFailureWords.expired
        case .certificateNotYetValid: TLSFailureWords.notYetValid
        case .unknownAuthority: TLSFailureWords.unknownAuthority
        case .selfSigned: TLSFailureWords.selfSigned
        case .wrongHost(let name): TLSFailureWords.wrongHost(name)
        case .certificateRejected(let reason): TLSFailureWords.rejectedCertificate(reason)
        case .refusedByPeer(let alert): TLSFailureWords.refusedByPeer(alert)
        case .notTLS: TLSFailureWords.notTLS
        case .noSharedVersion: TLSFailureWords.noSharedVersion
        case .keyMismatch: TLSFailureWords.keyMismatch
        case .library(let error): "\(error)"
        }
    }
}

package import SimperiumNetwork
internal import SimperiumWebWire

extension TLSFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificateExpired: EncryptionWords.expired
        case .certificateNotYetValid: EncryptionWords.notYetValid
        case .unknownAuthority: EncryptionWords.unknownAuthority
        case .selfSigned: EncryptionWords.selfSigned
        case .wrongHost(let name): EncryptionWords.wrongHost(name)
        case .certificateRejected(let reason): EncryptionWords.rejected(reason)
        case .refusedByPeer(let alert): EncryptionWords.refusedByPeer(alert)
        case .notTLS: EncryptionWords.notTLS
        case .noSharedVersion: EncryptionWords.noSharedVersion
        case .keyMismatch: EncryptionWords.keyMismatch
        case .library(let error): "\(error)"
        }
    }
}

package import SimperiumLoop

/// Why a connection can't be made secret, or is not any more.
package enum TLSFault: Error, Hashable, Sendable {
    case certificateExpired
    case certificateNotYetValid
    /// A chain that ends with an authority that this machine does not trust.
    case unknownAuthority
    /// A certificate that only its owner has signed.
    case selfSigned
    case wrongHost(String)
    /// Any other objection to the server's certificate, in OpenSSL's words.
    case certificateRejected(String)
    /// The other side gave up, for a reason that TLS has a name for.
    case refusedByPeer(String)
    /// The other side speaks something else, most likely HTTP.
    case notTLS
    case noSharedVersion
    /// The key in our own file is not the one that our certificate is for.
    case keyMismatch
    case library(LibraryError)
}

extension TLSFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificateExpired: "the server's certificate has expired"
        case .certificateNotYetValid:
            "the server's certificate is not valid yet, or the clock of this machine is slow"
        case .unknownAuthority:
            "the server's certificate is signed by somebody whom this machine does not trust"
        case .selfSigned: "the server's certificate is signed by nobody but the server"
        case .wrongHost(let name): "the server's certificate is not for \(name)"
        case .certificateRejected(let reason): "the server's certificate is not good: \(reason)"
        case .refusedByPeer(let alert): "the other side refuses a TLS connection: \(alert)"
        case .notTLS: "the other side does not speak TLS"
        case .noSharedVersion: "the other side speaks no version of TLS that is still safe"
        case .keyMismatch: "the key does not belong to the certificate"
        case .library(let error): "\(error)"
        }
    }
}

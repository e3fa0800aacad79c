/// What is wrong with the certificate by which a hub proves who it is.
package enum CertificateFlaw: Hashable, Sendable, Codable {
    case expired
    case notYetValid
    case wrongHost
    /// No authority that this machine trusts has signed it.
    case untrusted
    case other
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

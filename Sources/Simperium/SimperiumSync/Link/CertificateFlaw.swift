/// The reason that a hub's certificate is rejected.
package enum CertificateFlaw: Hashable, Sendable, Codable {
    case expired
    case notYetValid
    case wrongHost
    /// The certificate is signed by no authority that this machine trusts.
    case untrusted
    case other
}

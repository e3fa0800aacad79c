/// What is wrong with the certificate by which a hub proves who it is.
package enum CertificateFlaw: Hashable, Sendable, Codable {
    case expired
    case notYetValid
    case wrongHost
    /// No authority that this machine trusts has signed it.
    case untrusted
    case other
}

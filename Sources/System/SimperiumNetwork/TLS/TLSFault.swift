package import SimperiumLoop

/// The reason why a TLS connection could not be opened, or has failed.
package enum TLSFault: Error, Hashable, Sendable {
    case certificateExpired
    case certificateNotYetValid
    /// The certificate chain is incomplete, or ends with an authority that the client does not
    /// trust.
    case unknownAuthority
    /// The server signed its certificate itself, and the client does not trust that certificate.
    case selfSigned
    case wrongHost(String)
    /// Any other fault of the server's certificate, in OpenSSL's words.
    case certificateRejected(String)
    /// The peer ended the connection with a TLS alert, which the text describes.
    case refusedByPeer(String)
    /// The peer uses another protocol, most likely HTTP.
    case notTLS
    case noSharedVersion
    /// The key in the server's key file does not belong to the server's certificate.
    case keyMismatch
    case library(LibraryError)
}

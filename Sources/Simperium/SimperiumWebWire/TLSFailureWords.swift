package enum TLSFailureWords {
    package static let expired = "the server's certificate has expired"
    package static let notYetValid =
        "the server's certificate is not valid yet, or this machine's clock is slow"
    package static let unknownAuthority =
        "the server's certificate is signed by an authority that this machine does not trust"
    package static let selfSigned =
        "the server's certificate is self-signed"

    package static func wrongHost(_ name: String) -> String {
        "the server's certificate is not for \(name)"
    }

    package static func rejectedCertificate(_ reason: String) -> String {
        "the server's certificate is not valid: \(reason)"
    }

    package static func refusedByPeer(_ alert: String) -> String {
        "the other side refused the TLS connection: \(alert)"
    }

    package static let notTLS = "the other side does not use TLS"
    package static let noSharedVersion =
        "the other side supports no version of TLS that is still safe"
    package static let keyMismatch = "the private key does not belong to the certificate"
}

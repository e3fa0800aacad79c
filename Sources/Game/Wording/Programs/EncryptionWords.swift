/// Why a connection can't be encrypted, or a certificate can't be used.
package enum EncryptionWords {
    package static let expired = "the server's certificate has expired"
    package static let notYetValid =
        "the server's certificate is not valid yet, or the clock of this machine is slow"
    package static let unknownAuthority =
        "the server's certificate is signed by somebody whom this machine does not trust"
    package static let selfSigned =
        "the server's certificate is signed by nobody but the server"

    package static func wrongHost(_ name: String) -> String {
        "the server's certificate is not for \(name)"
    }

    package static func rejected(_ reason: String) -> String {
        "the server's certificate is not good: \(reason)"
    }

    package static func refusedByPeer(_ alert: String) -> String {
        "the other side refuses a TLS connection: \(alert)"
    }

    package static let notTLS = "the other side does not speak TLS"
    package static let noSharedVersion =
        "the other side speaks no version of TLS that is still safe"
    package static let keyMismatch = "the key does not belong to the certificate"
}

internal import CSimperiumOpenSSL
internal import Glibc
internal import SimperiumLoop

extension TLSFault {
    /// Returns the fault for the oldest entry of OpenSSL's error queue, because this entry is the
    /// cause of the later entries. Empties the queue. `isFirst` is true until the handshake is
    /// complete: an unknown version then means that the peer does not use TLS.
    static func fromErrorQueue(during operation: String, isFirst: Bool = false) -> TLSFault {
        let code = ERR_peek_error()
        ERR_clear_error()
        // OpenSSL reports bytes that are not TLS as an unknown version.
        if isFirst, ERR_GET_LIB(code) == ERR_LIB_SSL,
            ERR_GET_REASON(code) == SSL_R_WRONG_VERSION_NUMBER
        {
            return .notTLS
        }
        return recognizedFault(code) ?? .library(libraryError(code, operation))
    }

    private static func recognizedFault(_ code: UInt) -> TLSFault? {
        let reason = ERR_GET_REASON(code)
        switch ERR_GET_LIB(code) {
        case ERR_LIB_X509: return reason == X509_R_KEY_VALUES_MISMATCH ? .keyMismatch : nil
        case ERR_LIB_SSL: return recognizedFault(inProtocol: reason)
        default: return nil
        }
    }

    private static func recognizedFault(inProtocol reason: CInt) -> TLSFault? {
        switch reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: .notTLS
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_NO_PROTOCOLS_AVAILABLE,
            SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            .noSharedVersion
        case (SSL_AD_REASON_OFFSET + 1)..<(SSL_AD_REASON_OFFSET + 256):
            .refusedByPeer(
                unsafe String(cString: SSL_alert_desc_string_long(reason - SSL_AD_REASON_OFFSET)))
        default: nil
        }
    }

    private static func libraryError(_ code: UInt, _ operation: String) -> LibraryError {
        LibraryError("OpenSSL", operation, reason: text(of: code))
    }

    private static func text(of code: UInt) -> String {
        // For a kernel error, the reason is its `errno`.
        if ERR_GET_LIB(code) == ERR_LIB_SYS {
            return unsafe String(cString: strerror(ERR_GET_REASON(code)))
        }
        return unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
            ?? "no reason given"
    }

    /// Returns the fault that OpenSSL found in the certificate of `host`; nil if the certificate is
    /// valid.
    static func certificateFault(_ result: Int, on host: String) -> TLSFault? {
        switch CInt(truncatingIfNeeded: result) {
        case X509_V_OK: nil
        case X509_V_ERR_CERT_HAS_EXPIRED: .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: .certificateNotYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            .unknownAuthority
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost(host)
        default:
            .certificateRejected(unsafe String(cString: X509_verify_cert_error_string(result)))
        }
    }
}

internal import CSimperiumOpenSSL

/// The proof that its author has a key: HMAC with SHA-256.
package enum HMAC {
    private static let size = 32

    package static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: size)
        var length = 0
        _ = unsafe EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, key, key.count, bytes, bytes.count, &code, code.count,
            &length)
        precondition(length == size, "OpenSSL has no HMAC with SHA-256")
        return code
    }
}

internal import CSimperiumOpenSSL

/// The proof that its author has a key: HMAC with SHA-256.
package enum MessageCode {
    private static let size = 32

    package static func sha256(of text: String, by key: [UInt8]) -> [UInt8] {
        let text = Array(text.utf8)
        var code = [UInt8](repeating: 0, count: size)
        var length = 0
        _ = unsafe EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, key, key.count, text, text.count, &code, code.count,
            &length)
        precondition(length == size, "OpenSSL has no HMAC with SHA-256")
        return code
    }
}

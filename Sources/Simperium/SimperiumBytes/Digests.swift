// SimperiumBytes: functions of bytes, computed by OpenSSL and zlib: digests, Base64, deflate.
// Not here: TLS and password hashes (SimperiumNetwork), frames (SimperiumWebWire).
// Start with `sha256` and its neighbours; then `deflate`, `StreamInflater`.

internal import CSimperiumOpenSSL
internal import CSimperiumZlib

/// Returns the SHA-1 digest, for WebSocket handshakes and Redis scripts, never for security.
package func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    _ = unsafe SHA1(bytes, bytes.count, &digest)
    return digest
}

package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = unsafe SHA256(bytes, bytes.count, &digest)
    return digest
}

/// Returns the HMAC-SHA-256 of bytes, which only a holder of the key can compute.
package func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    var length = 0
    _ = unsafe EVP_Q_mac(
        nil, "HMAC", nil, "SHA256", nil, key, key.count, bytes, bytes.count, &code, code.count,
        &length)
    precondition(length == code.count, "OpenSSL has no HMAC with SHA-256")
    return code
}

/// Returns true if the bytes are equal. The time depends only on the lengths.
package func constantTimeEquals(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    unsafe one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}

/// Returns the CRC-32, as used in zip archives, of earlier data followed by `bytes`. `checksum` is
/// the CRC-32 of the earlier data; 0 if there is none.
package func crc32(_ checksum: UInt32, adding bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(checksum), bytes, bytes.count))
}

/// Returns the bytes in Base64, as RFC 4648 section 4 defines it.
package func base64(_ bytes: [UInt8]) -> String {
    var letters = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = unsafe EVP_EncodeBlock(&letters, bytes, CInt(bytes.count))
    return String(decoding: letters.prefix(Int(count)), as: UTF8.self)
}

internal import SimperiumBytes

/// The stored form of a secret: its SHA-256, which does not reveal it.
package struct SecretDigest: Hashable, Codable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(of secret: some Secret) {
        self.init(ofText: secret.text)
    }

    package init(ofText secret: String) {
        bytes = sha256(Array(secret.utf8))
    }
}

/// What is kept of a secret: its SHA-256, from which the secret can't be told.
package struct SecretDigest: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

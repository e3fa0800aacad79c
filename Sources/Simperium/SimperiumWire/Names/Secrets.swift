internal import SimperiumBytes

/// A secret that authenticates a user or a client. The description never reveals the secret.
package protocol Secret: Name, CustomDebugStringConvertible {}

extension Secret {
    package var description: String { "secret" }
    package var debugDescription: String { description }

    package static func == (left: Self, right: Self) -> Bool { left.constantTimeEquals(right) }

    package func hash(into hasher: inout Hasher) {
        hashText(into: &hasher)
    }

    /// Returns true if the secrets are equal. The time does not depend on matching bytes.
    func constantTimeEquals(_ other: Self) -> Bool {
        SimperiumBytes.constantTimeEquals(Array(text.utf8), Array(other.text.utf8))
    }

    func hashText(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The token that gives a client access to its user's buckets. It may be any text, because issuers
/// use different forms.
public struct Token: Secret {
    /// The token as the server issued it.
    public let text: String

    /// Creates a token from its text; returns nil if it is empty or longer than 1,024 bytes.
    public init?(_ text: String) {
        guard (1...Limits.secret).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// True for the form that Simperium issues: 32 or more letters and digits.
    package var isWellFormed: Bool {
        text.utf8.count >= 32 && text.utf8.allSatisfy(\.isAlphanumeric)
    }
}

/// The secret that gives a client its presence objects back after a lost connection.
package struct ResumeSecret: Secret {
    package let text: String

    package init?(_ text: String) {
        guard (1...Limits.secret).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}

extension String {
    /// True if the text has a control character, such as a tab. A password can't have one, because
    /// most input fields don't accept it.
    package var hasControlCharacters: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// The stored form of a secret: the SHA-256 digest, which does not reveal the secret.
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

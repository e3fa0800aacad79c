/// A device or a key by which a user comes in without a password.
package struct StoredLink: Hashable, Sendable {
    package enum Proof: Hashable, Sendable {
        /// The fingerprint of a key, for which a door vouches.
        case key(String)
        /// The token that the device was given. When that goes, so does the link.
        case token(SecretDigest)
    }

    package let app: AppID
    package let user: UserID
    /// Tells the user's links apart.
    package let id: String
    /// What the device calls itself.
    package let device: String
    package let proof: Proof
    /// The second since 1970 in which it was linked.
    package let since: Int

    package init(
        app: AppID, user: UserID, id: String, device: String, proof: Proof, since: Int
    ) {
        self.app = app
        self.user = user
        self.id = id
        self.device = device
        self.proof = proof
        self.since = since
    }

    package var key: String? {
        if case .key(let key) = proof { key } else { nil }
    }

    package var token: SecretDigest? {
        if case .token(let digest) = proof { digest } else { nil }
    }
}

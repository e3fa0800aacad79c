package import SimperiumWire

/// The user that a token belongs to, as the accounts know it.
package struct Identity: Hashable, Codable, Sendable {
    package let user: UserID
    package let name: UserName
    package let rights: Rights
    package let credential: CredentialID

    package init(
        user: UserID, name: UserName, rights: Rights = [],
        credential: CredentialID = CredentialID(rawValue: 0)
    ) {
        self.user = user
        self.name = name
        self.rights = rights
        self.credential = credential
    }

    /// What a user may do beyond reading and writing their own buckets.
    package struct Rights: OptionSet, Hashable, Codable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Sets options, and drops buckets.
        package static let administrator = Rights(rawValue: 1)
        /// Speaks for many people on one connection. Only guards care.
        package static let door = Rights(rawValue: 2)
    }
}

/// A token to be looked up: the answer is `Hub.Event.authorized`.
package struct AuthorizationRequest: Hashable, Codable, Sendable {
    package let app: AppID
    package let token: Token
    package let bucket: BucketName
    package let clientID: ClientID
    /// Whether the answer must come with a fresh secret, made by the operating system's generator.
    package let needsSecret: Bool
    /// Secrets that the client shows: of an earlier connection, and of the seat that a door gives.
    package let resume: ResumeSecret?
    package let ownSecret: ResumeSecret?
}

/// What became of a token.
package enum Authorization: Hashable, Codable, Sendable {
    case granted(Identity, Proofs)
    case denied(AuthorizationFailure)
}

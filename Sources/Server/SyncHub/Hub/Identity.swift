package import SimperiumWire

/// The user that a token belongs to, with name and rights.
package struct Identity: Hashable, Codable, Sendable {
    package let user: UserID
    package let name: UserName
    package let rights: SpecialRights
    package let credential: CredentialID
    /// The name of the user's hall, if the hub must send it to the client; otherwise nil.
    package let hall: String?

    package init(
        user: UserID, name: UserName, rights: SpecialRights = [],
        credential: CredentialID = CredentialID(rawValue: 0), hall: String? = nil
    ) {
        self.user = user
        self.name = name
        self.rights = rights
        self.credential = credential
        self.hall = hall
    }

    /// The permissions beyond reading and writing the user's own buckets.
    package struct SpecialRights: OptionSet, Hashable, Codable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The right to set options and to drop buckets.
        package static let administrator = SpecialRights(rawValue: 1)
        /// The right to act for many users on one connection, and to choose the secrets of that
        /// connection's sessions.
        package static let door = SpecialRights(rawValue: 2)
    }
}

/// A token to be validated. The answer is `Hub.Event.authorized`.
package struct AuthorizationRequest: Hashable, Codable, Sendable {
    package let app: AppID
    package let token: Token
    package let bucket: BucketName
    package let clientID: ClientID
    /// True if the answer must contain a new secret from the operating system's generator.
    package let needsSecret: Bool
    /// The secret that the client presents from an earlier connection; nil if it presents none.
    package let resume: ResumeSecret?
    /// The secret that a door chooses for its session; nil if the client sends none.
    package let ownSecret: ResumeSecret?
    package let connection: ConnectionID
    package let channel: ChannelNumber
    /// True if the client supports the extension `halls`, so that the server may choose the
    /// client's hall.
    package let knowsHalls: Bool
    package let hall: RequestedHall?
    /// True if the client supports the extension `redial`, and so reconnects if its hall is on
    /// another server.
    package let redials: Bool

    init(_ request: InitRequest, on channel: ChannelNumber, of connection: ConnectionID) {
        app = request.app
        token = request.token
        bucket = request.bucket
        clientID = request.clientID
        needsSecret = request.extensions.contains(.resume)
        resume = request.resume
        ownSecret = request.ownSecret
        self.connection = connection
        self.channel = channel
        knowsHalls = request.extensions.contains(.halls)
        hall = request.hall
        redials = request.extensions.contains(.redial)
    }
}

package enum AuthorizationResult: Hashable, Codable, Sendable {
    case granted(Identity, ResumeSecrets)
    /// Another server has this user's data. The hub forwards the channel's frames to that server.
    case elsewhere(Identity)
    case denied(AuthorizationFailure)
}

/// A secret and its digest.
///
/// The host computes the digest, not the hub. A recording replaces secrets by other texts, and
/// these would have other digests.
struct SecretWithDigest: Hashable, Codable, Sendable {
    let text: ResumeSecret
    let digest: SecretDigest

    init(_ text: ResumeSecret) {
        self.text = text
        digest = SecretDigest(of: text)
    }
}

/// The secrets that give a channel's client its presence objects back, now or later.
package struct ResumeSecrets: Hashable, Codable, Sendable {
    /// A new secret for the session or the channel; nil if the client needs none.
    let fresh: SecretWithDigest?
    /// The secret that the client presents from an earlier connection; nil if it presents none.
    let resume: SecretWithDigest?
    /// The secret that a door has chosen for its session; nil for a door that chooses none, and for
    /// other clients.
    let own: SecretWithDigest?
}

extension AuthorizationRequest {
    /// Returns the result for an accepted client. `fresh` must be a new random secret if
    /// `needsSecret` is true.
    package func granted(to identity: Identity, fresh: ResumeSecret?) -> AuthorizationResult {
        let isDoor = identity.rights.contains(.door)
        return .granted(
            identity,
            ResumeSecrets(
                fresh: fresh.map(SecretWithDigest.init), resume: resume.map(SecretWithDigest.init),
                own: isDoor ? ownSecret.map(SecretWithDigest.init) : nil))
    }
}

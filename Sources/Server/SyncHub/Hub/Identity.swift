package import SimperiumWire

/// The user that a token belongs to, as the accounts know it.
package struct Identity: Hashable, Codable, Sendable {
    package let user: UserID
    package let name: UserName
    package let rights: Rights
    package let credential: CredentialID
    /// The hall that the user is in, for a client that is to be told.
    package let hall: String?

    package init(
        user: UserID, name: UserName, rights: Rights = [],
        credential: CredentialID = CredentialID(rawValue: 0), hall: String? = nil
    ) {
        self.user = user
        self.name = name
        self.rights = rights
        self.credential = credential
        self.hall = hall
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
    /// The channel that is to begin.
    package let connection: ConnectionID
    package let channel: ChannelNumber
    /// Whether the client can be put into any hall, and which one it would like.
    package let knowsHalls: Bool
    package let hall: HallRequest?

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
    }
}

/// What became of a token.
package enum Authorization: Hashable, Codable, Sendable {
    case granted(Identity, Proofs)
    case denied(AuthorizationFailure)
}

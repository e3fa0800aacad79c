import SimperiumWire

/// The state of a channel in its bucket.
///
/// Small fields come last to save memory, because each channel of each connection has such a value.
struct ChannelMembership {
    enum SubscriptionState: Hashable {
        /// The channel hasn't joined yet, and is sent nothing.
        case arriving
        /// The channel is sent no changes, not even its client's, until its first request or the
        /// end of the quiet period. So it receives missed changes first, and each change only once.
        case quiet(since: SequenceNumber)
        case listening
        /// The connection is closed, or another channel has replaced this one. Nothing is sent.
        case gone
    }

    let connection: ConnectionID
    private let user: UserID
    private let name: UserName
    private let credential: CredentialID
    let clientID: ClientID
    private let presenceCredentials: PresenceCredentials
    var lease: PresenceLease.ID?
    var subscription = SubscriptionState.arriving
    private let rights: Identity.SpecialRights
    let extensions: InitRequest.Extensions
    let channel: ChannelNumber
    /// True for node-simperium, which stops editing a key after some errors that are right for all
    /// other clients.
    let isNode: Bool
    /// True after the client's first change. The hub must send the results of the client's changes
    /// before a page of the index.
    var hasWritten = false

    /// The identity of the channel's token, without the hall's name, which the hub sends only when
    /// the channel opens.
    var identity: Identity {
        Identity(user: user, name: name, rights: rights, credential: credential)
    }

    /// The client's credentials for its presence objects. Boxed, because few apps use presence.
    indirect enum PresenceCredentials {
        /// No credentials, because the client does not support resuming.
        case nothing
        /// The client's session, and the digest of the session's secret, which all channels of the
        /// client share. `presented` is the digest of the secret that the client presented; nil if
        /// it presented none.
        case session(ResumableClientSessionID, SecretDigest, presented: SecretDigest?)
        /// The secrets of this channel, for a client without a session.
        case own(ResumeSecrets)
    }

    init(
        _ request: InitRequest, _ identity: Identity, _ presenceCredentials: PresenceCredentials,
        on channel: ChannelNumber, of connection: ConnectionID
    ) {
        self.connection = connection
        self.channel = channel
        (user, name) = (identity.user, identity.name)
        (rights, credential) = (identity.rights, identity.credential)
        clientID = request.clientID
        extensions = request.extensions
        if case .own = presenceCredentials, !request.extensions.contains(.resume) {
            self.presenceCredentials = .nothing
        } else {
            self.presenceCredentials = presenceCredentials
        }
        isNode = request.library.name == "node-simperium"
    }
}

extension ChannelMembership {
    /// The client's session; nil for a client that doesn't support sessions.
    var session: ResumableClientSessionID? {
        if case .session(let session, _, _) = presenceCredentials { session } else { nil }
    }

    /// The digest that a new lease of the client is stored under. The client's next connection
    /// presents the secret. Nil for a client without a secret.
    var leaseDigest: SecretDigest? {
        switch presenceCredentials {
        case .nothing: nil
        case .session(_, let digest, _): digest
        case .own(let secrets): secrets.fresh?.digest
        }
    }

    /// The digest that finds the lease to resume: the digest of the session's secret, or of the
    /// secret that the client presented for this channel. Nil if the client has neither.
    var digestToResume: SecretDigest? {
        switch presenceCredentials {
        case .nothing: nil
        case .session(_, let digest, _): digest
        case .own(let secrets): secrets.resume?.digest
        }
    }

    /// The digest that a client with a session presented; nil if the client presented none. The
    /// secret may be for this channel alone, from a server that did not support sessions.
    var presentedDigest: SecretDigest? {
        if case .session(_, _, let presented) = presenceCredentials { presented } else { nil }
    }

    /// Returns the secret for the next connection of a client without a session: the presented one
    /// if `hasResumed`, otherwise a new one. Returns nil for a client with a session, and for a
    /// client that doesn't support resuming.
    func nextConnectionSecret(hasResumed: Bool) -> ResumeSecret? {
        guard case .own(let secrets) = presenceCredentials else { return nil }
        return hasResumed ? secrets.resume?.text : secrets.fresh?.text
    }
}

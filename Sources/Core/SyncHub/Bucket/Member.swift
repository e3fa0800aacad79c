import SimperiumWire

/// A channel, as the bucket on it sees it.
struct Member {
    /// What it hears of the bucket's changes.
    enum Hearing: Hashable {
        /// Nothing: it has not been let in yet.
        case arriving
        /// Nothing until it says where it is, not even of its own changes, so as to hear the latest
        /// once, and not before what it missed.
        case quiet(since: Ordinal)
        case listening
        /// Nothing any more: its connection is gone, or another one has replaced it.
        case gone
    }

    let connection: ConnectionID
    let channel: ChannelNumber
    let identity: Identity
    let clientID: ClientID
    let extensions: InitRequest.Extensions
    /// The seat that its connection has; nil of a client that knows of none.
    let seat: SeatID?
    /// Of what it must show to have its presence objects back.
    let proof: SecretDigest?
    /// Of what it is owed from an earlier connection, or says so.
    let resumes: SecretDigest?
    /// What it showed that has a seat now: perhaps the secret that it had for this channel alone,
    /// when the server knew no seats.
    let former: SecretDigest?
    /// Nil of a client that has a seat, or has not asked for any.
    let ownSecrets: OwnSecrets?
    /// node-simperium blocks a key for good after some answers that are right for all others.
    let isNode: Bool
    /// What it owns in the bucket, if anything.
    var lease: Lease.ID?
    var hearing = Hearing.arriving
    /// Whether it has changed something, of which it is to hear whatever it asks for.
    var hasWritten = false

    /// By what its client has its presence objects back.
    enum Place {
        /// All channels have one secret, whatever was shown.
        case seat(SeatID, SecretDigest, shown: SecretDigest?)
        /// It has a secret for each of its channels.
        case own(Proofs)
    }

    init(
        _ request: InitRequest, _ identity: Identity, at place: Place,
        on channel: ChannelNumber, of connection: ConnectionID
    ) {
        self.connection = connection
        self.channel = channel
        self.identity = identity
        clientID = request.clientID
        extensions = request.extensions
        switch place {
        case .seat(let id, let digest, let shown):
            seat = id
            proof = digest
            resumes = digest
            former = shown
            ownSecrets = nil
        case .own(let proofs):
            let canResume = request.extensions.contains(.resume)
            seat = nil
            proof = canResume ? proofs.fresh?.digest : nil
            resumes = canResume ? proofs.resume?.digest : nil
            former = nil
            ownSecrets = canResume ? OwnSecrets(proofs) : nil
        }
        isNode = request.library.name == "node-simperium"
    }
}

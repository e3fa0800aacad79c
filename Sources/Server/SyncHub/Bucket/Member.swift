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
    private let place: Place
    /// node-simperium blocks a key for good after some answers that are right for all others.
    let isNode: Bool
    /// What it owns in the bucket, if anything.
    var lease: Lease.ID?
    var hearing = Hearing.arriving
    /// Whether it has changed something, of which it is to hear whatever it asks for.
    var hasWritten = false

    /// By what its client has its presence objects back. Hardly any channel of other apps has it,
    /// so it lies outside.
    indirect enum Place {
        /// It has not asked for it.
        case nothing
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
        if case .own = place, !request.extensions.contains(.resume) {
            self.place = .nothing
        } else {
            self.place = place
        }
        isNode = request.library.name == "node-simperium"
    }
}

/// By what it has its presence objects back.
extension Member {
    /// The seat that its connection has; nil of a client that knows of none.
    var seat: SeatID? {
        if case .seat(let seat, _, _) = place { seat } else { nil }
    }

    /// Of what it must show to have its presence objects back.
    var proof: SecretDigest? {
        switch place {
        case .nothing: nil
        case .seat(_, let digest, _): digest
        case .own(let proofs): proofs.fresh?.digest
        }
    }

    /// Of what it is owed from an earlier connection, or says so.
    var resumes: SecretDigest? {
        switch place {
        case .nothing: nil
        case .seat(_, let digest, _): digest
        case .own(let proofs): proofs.resume?.digest
        }
    }

    /// What it showed that has a seat now: perhaps the secret that it had for this channel alone,
    /// when the server knew no seats.
    var former: SecretDigest? {
        if case .seat(_, _, let shown) = place { shown } else { nil }
    }

    /// The secret with which a client that has no seat has its objects back next time: what it
    /// showed, if that was good for something, and else a new one.
    func ownSecret(hasResumed: Bool) -> ResumeSecret? {
        guard case .own(let proofs) = place else { return nil }
        return hasResumed ? proofs.resume?.text : proofs.fresh?.text
    }
}

import SimperiumWire

/// What a channel without a seat is to be told. Few clients have such channels, so it lies outside.
final class OwnSecrets: Sendable {
    private let fresh: ResumeSecret?
    private let shown: ResumeSecret?

    init(_ proofs: Proofs) {
        fresh = proofs.fresh?.text
        shown = proofs.resume?.text
    }

    /// The secret with which a client has its objects back next time: what it showed, if that was
    /// good for something, and else a new one.
    func told(hasResumed: Bool) -> ResumeSecret? { hasResumed ? shown : fresh }
}

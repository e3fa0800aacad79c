package import SimperiumWire

/// A secret, and what is kept of it.
///
/// Whoever answers for the accounts works the digest out, and not the hub: a recording has other
/// texts in the places of secrets, whose digests would be others, too.
struct ProvenSecret: Hashable, Codable, Sendable {
    let text: ResumeSecret
    let digest: SecretDigest

    init(_ text: ResumeSecret) {
        self.text = text
        digest = SecretDigest(of: text)
    }
}

/// By what the client of a channel has its presence objects back, now or later.
package struct Proofs: Hashable, Codable, Sendable {
    /// One that nobody has had, for a client that has none.
    let fresh: ProvenSecret?
    /// What the client had on an earlier connection, or says so.
    let resume: ProvenSecret?
    /// What a door gives its seat.
    let own: ProvenSecret?
}

extension AuthorizationRequest {
    /// The answer for a client that is let in. `fresh` is wanted where `needsSecret` says so.
    package func granted(to identity: Identity, fresh: ResumeSecret?) -> Authorization {
        let isDoor = identity.rights.contains(.door)
        return .granted(
            identity,
            Proofs(
                fresh: fresh.map(ProvenSecret.init), resume: resume.map(ProvenSecret.init),
                own: isDoor ? ownSecret.map(ProvenSecret.init) : nil))
    }
}

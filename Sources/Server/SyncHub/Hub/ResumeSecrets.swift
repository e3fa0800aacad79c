package import SimperiumWire

/// A secret and its digest.
///
/// The account server computes the digest, not the hub: a recording replaces secrets by other
/// texts, which would have other digests.
struct DigestedSecret: Hashable, Codable, Sendable {
    let text: ResumeSecret
    let digest: SecretDigest

    init(_ text: ResumeSecret) {
        self.text = text
        digest = SecretDigest(of: text)
    }
}

/// The secrets that give a channel's client its presence objects back, now or later.
package struct ResumeSecrets: Hashable, Codable, Sendable {
    /// A new secret for the session; nil if the client needs none.
    let fresh: DigestedSecret?
    /// The secret of an earlier connection that the client presents; nil if it presents none.
    let resume: DigestedSecret?
    /// The secret that a door chooses for its session; nil for other clients.
    let own: DigestedSecret?
}

extension AuthorizationRequest {
    /// Returns the answer for an accepted client. `fresh` is required if `needsSecret`.
    package func granted(to identity: Identity, fresh: ResumeSecret?) -> Authorization {
        let isDoor = identity.rights.contains(.door)
        return .granted(
            identity,
            ResumeSecrets(
                fresh: fresh.map(DigestedSecret.init), resume: resume.map(DigestedSecret.init),
                own: isDoor ? ownSecret.map(DigestedSecret.init) : nil))
    }
}

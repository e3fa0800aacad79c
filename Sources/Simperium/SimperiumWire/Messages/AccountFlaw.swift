/// The flaw of a wanted name or password, or of an invitation, in a server's answer. Raw values are
/// its words there.
package enum AccountFlaw: String, Hashable, Codable, Sendable, CaseIterable {
    /// The field of an answer with the flaw.
    package static let field = "X-Simperium-Flaw"

    /// The name is reserved.
    case reserved
    /// The name looks like another account's.
    case lookAlike = "look-alike"
    /// The name has characters that are not allowed, or is too long.
    case unfitName = "unfit-name"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The password is the name, or almost.
    case knownFromName = "known"
    /// The password has control characters, such as a tab, which most input fields can't take.
    case controls
    /// The player has not answered earlier invitations of this stranger.
    case openInvitations = "open-invitations"
}

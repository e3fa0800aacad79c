/// The reason that a server refuses a name, a password or an invitation. The raw values are the
/// words in the answer's field.
package enum AccountFlaw: String, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the HTTP field that contains the flaw.
    package static let field = "X-Simperium-Flaw"

    /// The name is reserved.
    case reserved
    /// The name looks like another account's.
    case lookAlike = "look-alike"
    /// The name has characters that are not allowed, or is too long.
    case unfitName = "unfit-name"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The password is the name, in the same or in a similar spelling.
    case knownFromName = "known"
    /// The password has control characters, such as a tab, which most input fields can't take.
    case controls
    /// The player has not answered earlier invitations of the inviting user, who is not a friend.
    case openInvitations = "open-invitations"
}

/// A user's account at a server.
public struct Account: Hashable, Sendable {
    /// The name that the user signed up with.
    public let email: String
    /// The permanent id of the user.
    public let userID: String
    /// The token for the user's buckets. It replaces the password, so keep it secret.
    public let token: Token
}

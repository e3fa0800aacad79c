/// Somebody who has signed up or in.
public struct Account: Hashable, Sendable {
    public let email: String
    /// What the server calls them for ever.
    public let userID: String
    /// Lets a client into their buckets. Whoever has it is them.
    public let token: Token
}

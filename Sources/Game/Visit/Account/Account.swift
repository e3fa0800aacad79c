package import SimperiumWire

/// Who a person is at one server, and what proves it.
package struct Account: Hashable, Codable, Sendable {
    /// The server as it was named, by scheme, host and port. The token is shown to no other.
    package let server: String
    /// Never given to anybody else, whatever becomes of the name.
    package let user: String
    package let name: String
    package let token: Token

    package init(server: String, user: String, name: String, token: Token) {
        self.server = server
        self.user = user
        self.name = name
        self.token = token
    }
}

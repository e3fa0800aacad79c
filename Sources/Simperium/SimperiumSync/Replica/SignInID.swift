/// The id of a sign-in on a replica's connection. Each sign-in can use a different account.
package struct SignInID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The first sign-in, and the only one of most programs. The session at the hub belongs to it.
    package static let main = SignInID(rawValue: 0)
}

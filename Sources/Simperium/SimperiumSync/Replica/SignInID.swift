/// Which of the sign-ins on a replica's connection: a program may be somebody different in each.
package struct SignInID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The first one, as a program has it that signs in only once. The seat is that one's.
    package static let main = SignInID(rawValue: 0)
}

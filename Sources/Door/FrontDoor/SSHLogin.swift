package import Drawing

/// What a guest says at the login: who they are, what they sit at, and what they ask for.
///
/// All of it is the guest's word, but for the key, which has signed.
package struct SSHLogin: Hashable, Sendable {
    package var user = ""
    /// Of the key that the guest signed with, as `SHA256:…`; nil for one who came without a key.
    package var fingerprint: String?
    /// Nil if ssh was told to ask for none.
    package var terminal: DistantTerminal?
    package var environment: [String: String] = [:]
    /// The words after the host; nil if there were none.
    package var command: String?

    package init() {}
}

extension SSHLogin {
    private static let longestText = 256
    private static let mostVariables = 24

    /// A text from outside, cut to more than a guest needs.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "" }
        // By scalars, because one character may hold any number of them.
        return String(unsafe String(cString: pointer).unicodeScalars.prefix(longestText))
    }

    /// Keeps a variable if the screen depends on it.
    mutating func set(_ name: String, to value: String) {
        let isWanted =
            name == "LANG" || name.hasPrefix("LC_") || name == "COLORTERM" || name == "NO_COLOR"
        guard isWanted, environment.count < Self.mostVariables else { return }
        environment[name] = value
    }
}

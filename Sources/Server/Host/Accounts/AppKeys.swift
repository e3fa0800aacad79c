package import SimperiumWire

/// The keys of an app, for its programs and its administrators.
package struct AppKeys: Hashable, Sendable {
    /// The keys that allow creating, authorizing and updating users.
    package let apiKeys: [Token]
    /// The tokens that also allow all other actions on users, and access to all buckets.
    package let administrators: [Token]

    /// Returns the lines that a key file has for these keys.
    package func keyFileLines(of app: AppID) -> [String] {
        zip(apiKeys, administrators).map { "\(app) \($0.text) \($1.text)" }
    }

    func isAdministratorToken(_ token: Token) -> Bool { administrators.contains(token) }

    func admits(_ key: Token?, forAdministrators: Bool) -> Bool {
        guard let key else { return false }
        return isAdministratorToken(key) || !forAdministrators && apiKeys.contains(key)
    }
}

extension AppKeys {
    package init(apiKey: Token, administrator: Token) {
        self.init(apiKeys: [apiKey], administrators: [administrator])
    }
}

package import SimperiumWire

/// The keys of an app, for its programs and its administrators.
package struct AppKeys: Hashable, Sendable {
    /// The keys that allow creating, authorizing and updating users.
    package private(set) var apiKeys: [Token]
    /// The tokens that also allow all other actions on users, and access to all buckets.
    package private(set) var administrators: [Token]

    package init(apiKey: Token, administrator: Token) {
        apiKeys = [apiKey]
        administrators = [administrator]
    }

    /// Adds another pair of keys.
    mutating func add(apiKey: Token, administrator: Token) {
        apiKeys.append(apiKey)
        administrators.append(administrator)
    }

    /// Returns the lines of these keys in a key file.
    package func lines(of app: AppID) -> [String] {
        zip(apiKeys, administrators).map { "\(app) \($0.text) \($1.text)" }
    }

    func isAdministratorToken(_ token: Token) -> Bool { administrators.contains(token) }

    func admits(_ key: Token?, forAdministrators: Bool) -> Bool {
        guard let key else { return false }
        return isAdministratorToken(key) || !forAdministrators && apiKeys.contains(key)
    }
}

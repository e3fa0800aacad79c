package import SimperiumWire

/// The keys of an app, for its programs and its administrators.
package struct AppKeys: Hashable, Sendable {
    /// Keys that allow creating and authorizing users.
    package private(set) var apiKeys: [Token]
    /// Tokens that also allow resetting and deleting users, and reading and writing all buckets.
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

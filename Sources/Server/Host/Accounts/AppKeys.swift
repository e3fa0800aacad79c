package import SimperiumWire

/// What opens an app to its programs, and to its administrators.
package struct AppKeys: Hashable, Sendable {
    /// Let a program create and authorise users.
    package private(set) var apiKeys: [Token]
    /// Do so, too; reset and delete users; and as tokens read and write all buckets.
    package private(set) var administrators: [Token]

    package init(apiKey: Token, administrator: Token) {
        apiKeys = [apiKey]
        administrators = [administrator]
    }

    /// Lets others in besides.
    mutating func add(apiKey: Token, administrator: Token) {
        apiKeys.append(apiKey)
        administrators.append(administrator)
    }

    /// As a file of keys has them.
    package func lines(of app: AppID) -> [String] {
        zip(apiKeys, administrators).map { "\(app) \($0.text) \($1.text)" }
    }

    func administer(_ token: Token) -> Bool { administrators.contains(token) }

    func open(_ key: Token?, forAdministrators: Bool) -> Bool {
        guard let key else { return false }
        return administer(key) || !forAdministrators && apiKeys.contains(key)
    }
}

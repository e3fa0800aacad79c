package import SimperiumWire

/// What opens an app to its programs, and to its administrators.
package struct AppKeys: Hashable, Sendable {
    /// Lets a program create and authorise users.
    package let apiKey: Token
    /// Does so, too; resets and deletes users; and as a token reads and writes all buckets.
    package let administrator: Token

    package init(apiKey: Token, administrator: Token) {
        self.apiKey = apiKey
        self.administrator = administrator
    }
}

package import SimperiumWire

/// What opens an app to those who write programs for it, and to those who look after it.
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

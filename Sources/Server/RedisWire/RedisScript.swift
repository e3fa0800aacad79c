internal import SimperiumBytes
internal import SimperiumClock

/// A Lua script that Redis performs atomically.
///
/// Redis finds a script by its digest, so nodes of different versions can use different scripts.
package struct RedisScript: Hashable, Sendable {
    package let text: String
    /// The SHA-1 digest of the text, in hex.
    package let digest: String

    package init(_ text: String) {
        self.text = text
        digest = sha1(Array(text.utf8)).hexText
    }

    package static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

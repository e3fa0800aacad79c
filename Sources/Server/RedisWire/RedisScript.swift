internal import SimperiumWebWire

/// A program in Lua that Redis carries out as one step.
///
/// Redis knows it by its digest, so that nodes of two versions each bring their own. Its keys are
/// all declared: that is what holds it together in a cluster.
package struct RedisScript: Hashable, Sendable {
    package let text: String
    /// As Redis calls it.
    package let digest: String

    package init(_ text: String) {
        self.text = text
        digest = SHA1.digest(of: Array(text.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    package static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The maximum size in bytes and the maximum nesting depth of a text that a parser accepts.
package struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that recursive code can walk without overflowing the stack.
    package static let deepest = 512

    /// The limits for texts from peers. Every object, page and message of a well-behaved peer is
    /// within them.
    package static let standard = JSONLimits(bytes: 4 << 20, depth: 64)

    package var bytes: Int
    package var depth: Int

    package init(bytes: Int, depth: Int) {
        precondition(depth <= Self.deepest, "a value this deep would overflow the stack")
        self.bytes = bytes
        self.depth = depth
    }
}

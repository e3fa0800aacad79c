/// How much of a text a parser is willing to take in.
package struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that code which walks a value by recursion can stand.
    package static let deepest = 512

    /// Enough for every object, page and message that a good peer sends.
    package static let standard = JSONLimits(bytes: 4 << 20, depth: 64)

    package var bytes: Int
    package var depth: Int

    package init(bytes: Int, depth: Int) {
        precondition(depth <= Self.deepest, "a value this deep could not be walked")
        self.bytes = bytes
        self.depth = depth
    }
}

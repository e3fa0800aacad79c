/// How much of a text a parser is willing to take in.
package struct JSONLimits: Hashable, Sendable {
    package var bytes: Int
    package var depth: Int

    package init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }
}

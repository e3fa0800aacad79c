/// How much an answer may hold. One entry is never too much.
package struct Portion: Hashable, Codable, Sendable {
    package let entries: Int
    /// Of the objects, or of the changes as JSON.
    package let bytes: Int

    package init(entries: Int, bytes: Int = .max) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// The largest size of an answer. A single entry may exceed it.
package struct AnswerLimit: Hashable, Codable, Sendable {
    package let entries: Int
    /// The most bytes of the objects, or of the changes as JSON.
    package let bytes: Int

    package init(entries: Int, bytes: Int = .max) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// The limit on an answer's size. A single entry may exceed it.
package struct AnswerLimit: Hashable, Codable, Sendable {
    package let entries: Int
    /// The most bytes of the objects in the answer, or of its changes as JSON.
    package let bytes: Int

    package init(entries: Int, bytes: Int = .max) {
        self.entries = entries
        self.bytes = bytes
    }
}

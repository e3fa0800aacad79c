/// An error in an answer of Redis.
package struct RedisError: Error, Hashable, Sendable {
    /// The first word, which identifies the error.
    package let code: String
    /// The rest of the error, as a text for people.
    package let message: String

    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1)
        code = parts.first.map(String.init) ?? ""
        message = parts.count > 1 ? String(parts[1]) : ""
    }

    package var isOutOfMemory: Bool { code == "OOM" }
}

/// How much of one answer is taken in.
package struct RedisLimits: Hashable, Sendable {
    /// Of a text, in bytes.
    package var text = 64 << 20
    /// Of a line that says what comes, and of short answers.
    package var line = 64 << 10
    /// Of an array, in elements; of a map in pairs.
    package var elements = 1 << 20
    /// Of arrays in arrays.
    package var depth = 16

    package init() {}
}

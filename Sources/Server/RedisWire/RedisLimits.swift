/// The limits of an answer.
package struct RedisLimits: Hashable, Sendable {
    /// The bytes of a text.
    package var text = 64 << 20
    /// The bytes of a line: a header or a short answer.
    package var line = 64 << 10
    /// The elements of an array, or the pairs of a map.
    package var elements = 1 << 20
    /// The depth of arrays in arrays.
    package var depth = 16

    package init() {}
}

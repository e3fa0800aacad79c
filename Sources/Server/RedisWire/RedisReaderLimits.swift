package struct RedisReaderLimits: Hashable, Sendable {
    /// The most bytes of a text.
    package var text = 64 << 20
    /// The most bytes of a line: a header or a short answer.
    package var line = 64 << 10
    /// The most elements of an array, or pairs of a map.
    package var elements = 1 << 20
    /// The deepest nesting of arrays, maps, pushes and attributes.
    package var depth = 16

    package init() {}
}

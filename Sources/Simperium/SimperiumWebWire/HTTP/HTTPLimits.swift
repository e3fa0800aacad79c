/// How much of one HTTP message a reader keeps before it gives up on the peer.
package struct HTTPLimits: Hashable, Sendable {
    /// Bytes of a request's first line, or of a response's.
    package var startLine: Int
    /// Bytes of all fields together; once more of the trailers, and of what chunks say of
    /// themselves.
    package var fields: Int
    package var fieldCount: Int
    package var body: Int

    package init(
        startLine: Int = 8_192, fields: Int = 16_384, fieldCount: Int = 100, body: Int = 1 << 20
    ) {
        self.startLine = startLine
        self.fields = fields
        self.fieldCount = fieldCount
        self.body = body
    }
}

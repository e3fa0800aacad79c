/// The limits of an HTTP message. A reader refuses a message that exceeds a limit.
package struct HTTPLimits: Hashable, Sendable {
    /// The most bytes of the first line.
    package var startLine: Int
    /// The most bytes of all fields. The limit applies separately to the trailers and to chunk
    /// extensions.
    package var fields: Int
    /// The most fields.
    package var fieldCount: Int
    /// The most bytes of the body.
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

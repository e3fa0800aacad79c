/// The limits of a WebSocket's messages.
package struct WebSocketLimits: Hashable, Sendable {
    /// The bytes of a message that is kept.
    package var message: Int
    /// The bytes of a message that is read but dropped. The WebSocket fails beyond.
    package var discarded = 0
    /// The size that a message is reported as long from, at its beginning.
    package var long = Int.max

    package init(message: Int) {
        self.message = message
    }
}

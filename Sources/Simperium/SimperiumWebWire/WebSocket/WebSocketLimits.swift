/// What a WebSocket takes.
package struct WebSocketLimits: Hashable, Sendable {
    /// Bytes of a message that is kept.
    package var message: Int
    /// Bytes of one that is read on, and not kept. Beyond, the WebSocket fails.
    package var discarded = 0
    /// Bytes from which the owner is told at the beginning of a message that it is long.
    package var long = Int.max

    package init(message: Int) {
        self.message = message
    }
}

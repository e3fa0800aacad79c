/// What a peer is, as far as that is asked before each frame.
struct PeerStanding {
    /// Whether it has opened a WebSocket, and neither side has taken leave.
    var isWebSocket = false
    /// Whether it has agreed to be sent what is deflated.
    var takesDeflated = false
    /// Whether it has much to take, of which the owner knows.
    var isCongested = false
    var hasEnded = false
}

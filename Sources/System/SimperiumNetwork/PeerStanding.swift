/// The facts about a peer that each frame needs.
struct PeerStanding {
    /// True if a WebSocket is open, and neither side has closed it.
    var isWebSocket = false
    /// True if deflated messages were agreed on.
    var takesDeflated = false
    /// True if much output waits for the peer, and the owner has been told.
    var isCongested = false
    var hasEnded = false
}

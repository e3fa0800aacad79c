/// How far both sides have come with a connection.
struct ConnectionStage {
    /// Whether what comes is taken.
    var isReading = true
    /// Whether the owner is still working on what to send.
    var isAwaited = false
    /// Whether nothing more is to be sent than what is queued.
    var isFinishing = false
    /// Whether the peer has been told so.
    var hasFinished = false
    /// Whether the peer has said that it will send no more.
    var hasPeerFinished = false
    var hasEnded = false

    var takesMore: Bool { !hasEnded && !isFinishing }
}

/// The progress of both sides of a connection.
struct ConnectionStage {
    /// True if input is read.
    var isReading = true
    /// True if the owner is still working on an answer.
    var isAwaited = false
    /// True if only the queued bytes are still to be sent.
    var isFinishing = false
    /// True if the peer has been told of the end of our bytes.
    var hasFinished = false
    /// True if the peer has announced the end of its bytes.
    var hasPeerFinished = false
    var hasEnded = false

    var takesMore: Bool { !hasEnded && !isFinishing }
}

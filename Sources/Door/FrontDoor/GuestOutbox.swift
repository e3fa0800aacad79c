/// What is still to be handed to libssh for one guest: bytes, and then perhaps the end.
struct GuestOutbox {
    private(set) var bytes: [UInt8] = []
    /// The exit status with which the visit ends, after all bytes.
    var status: Int32?
    private var isFinished = false
    /// Whether all that was to be sent has left this machine, and that has been told.
    var isDrained = true

    /// False if there is nothing to send, or the end is on its way.
    mutating func append(_ more: [UInt8]) -> Bool {
        guard status == nil, !more.isEmpty else { return false }
        bytes += more
        isDrained = false
        return true
    }

    /// Takes off what libssh has taken.
    mutating func remove(_ count: Int) {
        bytes = count == bytes.count ? [] : Array(bytes.dropFirst(count))
    }

    /// The exit status, once, if the visit is to end.
    mutating func finish() -> Int32? {
        guard let status, !isFinished else { return nil }
        isFinished = true
        return status
    }
}

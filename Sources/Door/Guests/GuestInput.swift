/// What a guest has typed and the game has not read so far.
struct GuestInput: Hashable, Sendable {
    private var bytes: [UInt8] = []
    /// Whether nothing will be typed any more.
    var isClosed = false

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }
    /// Whether all was read that will ever be typed.
    var hasEnded: Bool { isClosed && bytes.isEmpty }

    mutating func append(_ typed: [UInt8]) {
        bytes += typed
    }

    mutating func take(atMost count: Int) -> [UInt8] {
        let taken = Array(bytes.prefix(count))
        bytes.removeFirst(taken.count)
        return taken
    }
}

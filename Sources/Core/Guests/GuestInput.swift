internal import SimperiumClock

/// What a guest has typed and the game has not read so far.
struct GuestInput: Hashable, Sendable {
    private var bytes: [UInt8] = []
    /// Since when there is something to read; nil if nothing is.
    private(set) var waitsSince: Instant?
    /// Whether nothing will be typed any more.
    var isClosed = false

    var count: Int { bytes.count }
    /// Whether all was read that will ever be typed.
    var hasEnded: Bool { isClosed && bytes.isEmpty }

    mutating func append(_ typed: [UInt8]) {
        bytes += typed
    }

    mutating func take(atMost count: Int, at now: Instant) -> [UInt8] {
        let taken = Array(bytes.prefix(count))
        bytes.removeFirst(taken.count)
        waitsSince = bytes.isEmpty ? nil : now
        return taken
    }
}

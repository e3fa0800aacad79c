/// The rate limit of one connection's commands. A change counts as one command, and so do a hundred
/// entries of an answer.
///
/// A connection beyond its limit waits. It is closed if it then sends another `init`, or a frame
/// without an effect.
package struct CommandRateLimit: Hashable, Codable, Sendable {
    package var commandsPerSecond = 1_000
    /// The most unused commands that a connection may save up.
    package var commandsAtOnce = 2_000
    /// The number of bytes that count as one command: bytes that the client sends, or that the hub
    /// processes for it.
    package var bytesPerCommand = 16 << 10

    /// The time that one command costs.
    package var price: Duration { .nanoseconds(1_000_000_000 / max(commandsPerSecond, 1)) }

    /// Returns the number of commands that `bytes` count as.
    package func commands(inBytes bytes: Int) -> Int { bytes / max(bytesPerCommand, 1) }

    /// Returns the number of commands that entries of an answer count as.
    package func commands(forEntries entries: Int) -> Int { entries / 100 }
}

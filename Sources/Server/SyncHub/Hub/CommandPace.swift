/// How fast one connection may command, where each change is a command, and each hundred entries of
/// an answer.
///
/// Beyond, commands are delayed until it has some left again; a further `init`, or a frame that
/// comes to nothing, closes it.
package struct CommandPace: Hashable, Codable, Sendable {
    package var commandsPerSecond = 1_000
    /// How many commands a connection may save up.
    package var commandsAtOnce = 2_000
    /// So many bytes that a command brings, or that the hub goes through for it, are another one.
    package var bytesPerCommand = 16 << 10

    /// What a command costs of the time that a connection has.
    package var price: Duration { .nanoseconds(1_000_000_000 / max(commandsPerSecond, 1)) }

    /// As how many commands so many bytes count.
    package func commands(inBytes bytes: Int) -> Int { bytes / max(bytesPerCommand, 1) }

    /// As how many commands so many entries of an answer count.
    package func commands(forEntries entries: Int) -> Int { entries / 100 }
}

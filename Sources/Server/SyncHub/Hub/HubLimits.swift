import SimperiumWire

/// The limits that an operator may change.
package struct HubLimits: Hashable, Codable, Sendable {
    /// The most channels of a connection. A further `init` is refused with error 500.
    package var channelsPerConnection = 64
    /// The most buckets of a user. The first change to a further bucket is refused with error 400.
    package var bucketsPerUser = 1_000
    package var pace = CommandRateLimit()
    package var waiting = WaitingLimits()
    package var memory = MemoryLimits()
    package var history = ChangeHistoryLimits()
    package var sharing = SharingLimits()
    /// The idle timeout of a connection whose client promises no heartbeats. The connection is then
    /// closed.
    package var silence = Duration.seconds(90)
    /// The time after `auth` while a channel without a request is sent no changes. Its client
    /// usually requests the changes that it missed, and these must come before new changes.
    package var quietPeriod = Duration.seconds(1)
    /// The budget of one event and of the store's answers to it, in commands. Further work waits
    /// for `wake`.
    package var eventBudget = 256
    /// The most bytes of a frame, an object or a change that are processed within a tick. A merge
    /// counts twice, and an edited object counts for a quarter of its size. A longer computation
    /// runs on another thread, and its channel or bucket waits.
    package var promptWork = Limits.promptWork

    package init() {}
}

package struct WaitingLimits: Hashable, Codable, Sendable {
    /// The most commands of a connection that wait for authorisation, for the rate limit or for
    /// their bucket. A connection with more is closed.
    package var commands = 1_000
    /// The most bytes of a connection's commands that wait. A connection with more is closed.
    package var bytes = 4 << 20
    /// The most work items that wait in a bucket. With more, commands wait on their connections,
    /// and a `CallerRequest` is answered with `unavailable`.
    package var works = 10_000
    /// The most bytes of large changes that wait in a bucket. With more, the bucket accepts no
    /// work, as with `works`.
    package var workBytes = 16 << 20
    /// The pause before a command that waits for its bucket is tried again.
    package var pause = Duration.milliseconds(50)
}

package struct MemoryLimits: Hashable, Codable, Sendable {
    /// The most objects of a bucket in memory. Other objects are read from the store.
    package var objects = 2_000
    /// The most bytes of a bucket's objects in memory.
    package var bytes = 8 << 20
    /// The most bytes of all buckets' objects and changes in memory. With more, all caches are
    /// cleared.
    package var bytesInAll = 256 << 20
    /// The time that an idle bucket stays open.
    package var linger = Duration.seconds(20)
    /// The most open buckets. With more, an idle bucket is closed at once.
    package var lingeringBuckets = 5_000
    /// The time that ended sessions are remembered.
    package var endedSessionMemory = Duration.seconds(600)
    /// The most ended sessions that are remembered. The oldest are forgotten first.
    package var endedSessions = 10_000
}

package struct ChangeHistoryLimits: Hashable, Codable, Sendable {
    /// The most changes of a bucket in memory. Earlier changes are read from the store.
    package var recentChanges = 2_000
    /// The most bytes of a bucket's changes in memory.
    package var recentBytes = 2 << 20
    /// The most missed changes that a client is sent. A client that missed more must read the
    /// index.
    package var missedChanges = 5_000
    /// The most bytes of missed changes that a client is sent.
    package var missedBytes = 8 << 20
}

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

    package var price: Duration { .nanoseconds(1_000_000_000 / max(commandsPerSecond, 1)) }

    package func commands(inBytes bytes: Int) -> Int { bytes / max(bytesPerCommand, 1) }

    package func commands(forEntries entries: Int) -> Int { entries / 100 }
}

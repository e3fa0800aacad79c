import SimperiumWire

/// The limits that an operator may change.
package struct HubLimits: Hashable, Codable, Sendable {
    /// The maximum number of channels on a connection. A further `init` is refused with error 500.
    package var channelsPerConnection = 64
    /// The maximum number of a user's buckets. The first change to a further bucket is refused with
    /// error 400.
    package var bucketsPerUser = 1_000
    package var pace = CommandRateLimit()
    package var waiting = WaitingLimits()
    package var memory = MemoryLimits()
    package var history = ChangeHistoryLimits()
    package var sharing = SharingLimits()
    /// The idle timeout of a connection whose client promises no heartbeats. After this time
    /// without activity, the hub closes the connection.
    package var silence = Duration.seconds(90)
    /// The quiet period after `auth`. During this time, the hub sends no changes on a channel
    /// without a request. The client usually requests missed changes first, and these must come
    /// before new changes.
    package var quietPeriod = Duration.seconds(1)
    /// The budget for one event and for the store's answers to the event's questions, in commands.
    /// Further work waits for `wake`.
    package var eventBudget = 256
    /// The maximum number of bytes of a frame, an object or a change that the hub processes within
    /// a tick. A merge counts twice, and an edited object counts for a quarter of its size. A
    /// longer computation runs on another thread, and its channel or bucket waits.
    package var promptWork = Limits.promptWork

    package init() {}
}

package struct WaitingLimits: Hashable, Codable, Sendable {
    /// The maximum number of a connection's commands that wait for authorisation, for the rate
    /// limit or for their bucket. The hub closes a connection with more.
    package var commands = 1_000
    /// The maximum number of bytes of a connection's waiting commands. The hub closes a connection
    /// with more.
    package var bytes = 4 << 20
    /// The maximum number of work items that wait in a bucket. With more, commands wait on their
    /// connections, and the hub answers a `CallerRequest` with `unavailable`.
    package var works = 10_000
    /// The maximum number of bytes of large changes that wait in a bucket. With more, the hub does
    /// the same as with more than `works`.
    package var workBytes = 16 << 20
    /// The pause before the hub retries a command that waits for its bucket.
    package var pause = Duration.milliseconds(50)
}

package struct MemoryLimits: Hashable, Codable, Sendable {
    /// The maximum number of a bucket's objects in memory. Other objects are read from the store.
    package var objects = 2_000
    /// The maximum number of bytes of a bucket's objects in memory.
    package var bytes = 8 << 20
    /// The maximum number of bytes of all buckets' objects and changes in memory. With more, the
    /// hub clears all caches.
    package var bytesInAll = 256 << 20
    /// The time that an idle bucket stays open.
    package var linger = Duration.seconds(20)
    /// With more open buckets than this, the hub closes an idle bucket at once.
    package var lingeringBuckets = 5_000
    /// The time that the hub remembers an ended session.
    package var endedSessionMemory = Duration.seconds(600)
    /// The maximum number of ended sessions that the hub remembers. The oldest are forgotten first.
    package var endedSessions = 10_000
}

package struct ChangeHistoryLimits: Hashable, Codable, Sendable {
    /// The maximum number of a bucket's changes in memory. Earlier changes are read from the store.
    package var recentChanges = 2_000
    /// The maximum number of bytes of a bucket's changes in memory.
    package var recentBytes = 2 << 20
    /// The maximum number of missed changes that the hub sends to a client. A client that missed
    /// more must read the index.
    package var missedChanges = 5_000
    /// The maximum number of bytes of missed changes that the hub sends to a client.
    package var missedBytes = 8 << 20
}

/// The rate limit of one connection's commands. A change counts as one command, and so do a hundred
/// entries of an answer.
///
/// Commands beyond the limit wait. The hub closes the connection if the client then sends another
/// `init`, or a frame without an effect.
package struct CommandRateLimit: Hashable, Codable, Sendable {
    package var commandsPerSecond = 1_000
    /// The maximum burst: the unused commands that a connection may save up.
    package var commandsAtOnce = 2_000
    /// The number of bytes that count as one command: bytes that the client sends, or that the hub
    /// processes for the client.
    package var bytesPerCommand = 16 << 10

    package var price: Duration { .nanoseconds(1_000_000_000 / max(commandsPerSecond, 1)) }

    package func commands(inBytes bytes: Int) -> Int { bytes / max(bytesPerCommand, 1) }

    package func commands(forEntries entries: Int) -> Int { entries / 100 }
}

import SimperiumWire

/// Every limit of the hub that an operator may want to move. Each says what happens beyond it.
package struct HubLimits: Hashable, Codable, Sendable {
    /// A further `init` is refused with error 500.
    package var channelsPerConnection = 64
    package var pace = CommandPace()
    package var waiting = WaitingLimits()
    package var memory = MemoryLimits()
    package var history = HistoryLimits()
    package var sharing = SharingLimits()
    /// Silence after which a connection counts as broken, and is closed.
    package var silence = Duration.seconds(90)
    /// How long a channel hears no changes after `auth`, unless it asks for something: so that what
    /// it missed, which is the first thing it asks for, comes first.
    package var quietPeriod = Duration.seconds(1)
    /// The work that one event may cause, in commands, with all that comes of the store's answers:
    /// beyond, the rest waits for `wake`.
    package var turn = 256
    /// The bytes that are gone through at once for a frame, an object or a change, twice as many as
    /// where versions are merged: beyond, others work it out, and its channel or bucket waits.
    package var promptWork = Limits.promptWork

    package init() {}
}

/// How much waits, and where.
package struct WaitingLimits: Hashable, Codable, Sendable {
    /// Commands that wait for authorisation, for the allowance or for their bucket: beyond, the
    /// connection is closed.
    package var commands = 1_000
    package var bytes = 4 << 20
    /// Works that wait in a bucket, and the bytes of those that are long: beyond, commands wait on
    /// their connections, and a caller from outside is told that the bucket is unavailable.
    package var works = 10_000
    package var workBytes = 16 << 20
    /// After how long it is tried again whether they may pass.
    package var pause = Duration.milliseconds(50)
}

/// What is held in memory of what the store has.
package struct MemoryLimits: Hashable, Codable, Sendable {
    /// Objects of a bucket, and their bytes: beyond, the store is asked.
    package var objects = 2_000
    package var bytes = 8 << 20
    /// Bytes of objects and changes that all buckets together hold: beyond, all let go of them.
    package var bytesInAll = 256 << 20
    /// How long a bucket is held that is of no use. Beyond so many buckets, not at all.
    package var linger = Duration.seconds(20)
    package var lingeringBuckets = 5_000
    /// For how long it is remembered how a seat ended, and of how many: beyond, of the last ones.
    package var endedSeatMemory = Duration.seconds(600)
    package var endedSeats = 10_000
}

/// How far back a bucket's log is told.
package struct HistoryLimits: Hashable, Codable, Sendable {
    /// Changes that are held in memory, and their bytes: beyond, the store is asked.
    package var recentChanges = 2_000
    package var recentBytes = 2 << 20
    /// Changes that a client may have missed, and their bytes: beyond, it starts over.
    package var missedChanges = 5_000
    package var missedBytes = 8 << 20
}

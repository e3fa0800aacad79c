/// Every limit of the hub that an operator may want to move. Each says what happens beyond it.
package struct HubLimits: Hashable, Codable, Sendable {
    /// A further `init` is refused with error 500.
    package var channelsPerConnection = 64
    /// Commands that wait for authorisation, for the allowance or for their bucket: beyond, the
    /// connection is closed.
    package var waitingCommands = 1_000
    package var waitingBytes = 4 << 20
    /// Commands of one connection, where each change is one, and each hundred entries of an answer.
    /// Beyond, they are delayed until it has some left again; a further `init`, or a frame that
    /// comes to nothing, closes it.
    package var commandsPerSecond = 1_000
    /// How many commands a connection may save up.
    package var commandsAtOnce = 2_000
    /// So many bytes that a command brings, or that the hub goes through for it, are another one.
    package var bytesPerCommand = 16 << 10
    /// Works that wait in a bucket: beyond, commands wait on their connections, and whoever asks
    /// from outside is told that the bucket is unavailable.
    package var waitingWorks = 10_000
    /// After how long it is tried again whether they may pass.
    package var holdUp = Duration.milliseconds(50)
    /// Silence after which a connection counts as broken, and is closed.
    package var silence = Duration.seconds(90)
    /// How long a channel hears no changes after `auth`, unless it asks for something: so that what
    /// it missed, which is the first thing it asks for, comes first.
    package var reticence = Duration.seconds(1)

    /// Objects of a bucket that are held in memory, and their bytes: beyond, the store is asked.
    package var cachedObjects = 2_000
    package var cachedBytes = 8 << 20
    /// Changes of a bucket that are held in memory, and their bytes: beyond, the store is asked.
    package var recentChanges = 2_000
    package var recentBytes = 2 << 20
    /// Changes that a client may have missed, and their bytes: beyond, it starts over.
    package var missedChanges = 5_000
    package var missedBytes = 8 << 20
    /// Bytes of objects and changes that all buckets together hold in memory: beyond, all let go
    /// of them.
    package var cachedBytesInAll = 256 << 20
    /// How long a bucket that nobody uses is held in memory. Beyond so many buckets, not at all.
    package var linger = Duration.seconds(60)
    package var lingeringBuckets = 5_000
    /// The work that one event may cause, in commands, with all that comes of the store's answers:
    /// beyond, the rest waits for `wake`.
    package var turn = 256

    package init() {}
}

/// Every limit of the protocol. What they are limits of takes no more and says so.
package enum Limits {
    /// Bytes of one frame from a client, and of one to a client: a page of the index can be large.
    package static let clientFrame = 1 << 20
    package static let hubFrame = 16 << 20
    /// Bytes of a frame from a client that is too long, and read on so that it can be told so; and
    /// of one that a bucket with a guard takes.
    package static let discardedFrame = 16 << 20
    package static let guardedFrame = 16 << 10
    /// Bytes of a body by which somebody signs up or in.
    package static let accountForm = 16 << 10
    /// Bytes that hold nearly every frame: a change of a few members.
    package static let usualFrame = 512
    /// Bytes at which a hub ends a page or a message of changes, though more would fit by count.
    package static let reply = 1 << 20
    /// Bytes that a server goes through at once for one frame, object or change, and twice as many
    /// as where two versions are merged: about two milliseconds. More is worked out beside.
    package static let promptWork = 64 << 10

    /// Bytes of an object as compact JSON, and how deep it may nest: objects and arrays in each
    /// other. The same depth limits whatever a client sends, so that nothing deeper can come about.
    package static let object = 512 << 10
    package static let depth = 64
    /// How deep what a hub sends may nest: a diff is twice as deep as its object.
    package static let hubDepth = 2 * depth + 8

    package static let appID = 256
    package static let bucketName = 64
    package static let objectKey = 256
    package static let changeID = 256
    package static let clientID = 256
    package static let changeVersion = 256
    package static let indexMark = 256
    package static let secret = 1_024
    /// Bytes of a text that only people read: a library's name, a server's reason.
    package static let remark = 1_024
    /// Bytes of one line of a client's log.
    package static let logLine = 8_192
    /// Bytes of a peer's text that an error repeats.
    package static let quotation = 48

    /// Objects on a page of the index, if the client names no number, and whatever it names.
    package static let indexPage = 100
    package static let longestIndexPage = 1_000
    /// Changes that one frame or request may hold.
    package static let changesPerFrame = 1_000
    /// Changes in one message that catches a client up.
    package static let changesPerMessage = 500
    /// Changes of one bucket that a client sends ahead of their acknowledgement.
    package static let changesInFlight = 200
    /// Objects that one message names as away or back, and the seconds that one may be away.
    package static let keysPerNotice = 1_000
    package static let longestAbsence = 86_400
    /// Bytes of what a client promises of itself; longer than that it is nothing that is known.
    package static let promise = 256
    /// How many objects a channel says to have open, and the bytes in which it does.
    package static let openObjects = 100
    package static let openList = 32 << 10
}

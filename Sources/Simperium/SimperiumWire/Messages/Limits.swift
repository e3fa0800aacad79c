/// The limits of the protocol. A peer that exceeds one is answered with an error.
package enum Limits {
    /// Bytes of a frame from a client, and to a client, where pages of the index can be large.
    package static let clientFrame = 1 << 20
    package static let hubFrame = 16 << 20
    /// Bytes of a client's frame that is too long, but read on so that the hub can answer it. Then
    /// the bytes of a frame to a bucket with rules.
    package static let discardedFrame = 16 << 20
    package static let guardedFrame = 16 << 10
    /// Bytes of a request's body for signing up or in.
    package static let accountForm = 16 << 10
    /// Bytes that are enough for nearly every frame: a change of a few members.
    package static let usualFrame = 512
    /// Bytes of a page or a message of changes, at most, even if their number could be higher.
    package static let reply = 1 << 20
    /// Bytes that a server processes at once for a frame, object or change: about two milliseconds.
    /// A merge counts twice, and of an object that is edited a quarter. Larger work is done on
    /// another thread.
    package static let promptWork = 64 << 10

    /// Bytes of an object as compact JSON, and its depth: objects and arrays in each other. The
    /// depth limits all that a client sends, so that no operation can create anything deeper.
    package static let object = 512 << 10
    package static let depth = 64
    /// The depth of a hub's messages: a diff is twice as deep as its object.
    package static let hubDepth = 2 * depth + 8

    package static let appID = 256
    package static let bucketName = 64
    package static let objectKey = 256
    package static let changeID = 256
    package static let clientID = 256
    package static let changeVersion = 256
    package static let indexMark = 256
    package static let secret = 1_024
    /// Bytes of a text for people: a library's name, a server's reason.
    package static let remark = 1_024
    /// Bytes of a line of a client's log.
    package static let logLine = 8_192
    /// Bytes of a peer's text that an error quotes.
    package static let quotation = 48

    /// Objects on a page of the index: the default and the maximum.
    package static let indexPage = 100
    package static let longestIndexPage = 1_000
    /// Buckets on a page of a user's buckets.
    package static let bucketPage = 1_000
    /// Changes in one frame or request.
    package static let changesPerFrame = 1_000
    /// Changes in one message of a catch-up.
    package static let changesPerMessage = 500
    /// Changes of a bucket that a client sends before they are acknowledged.
    package static let changesInFlight = 200
    /// Versions of an object that a change which restores a lost one may leave out.
    package static let skippedVersions = 100_000
    /// Objects in one notice of absences, and the longest absence in seconds.
    package static let keysPerNotice = 1_000
    package static let longestAbsence = 86_400
    /// Bytes of a client's option about itself. A longer one is ignored.
    package static let promise = 256
}

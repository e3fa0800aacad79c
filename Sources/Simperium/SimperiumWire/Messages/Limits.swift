/// The limits of the protocol. A peer that exceeds a limit is answered with an error.
package enum Limits {
    /// The most bytes of a frame from a client.
    package static let clientFrame = 1 << 20
    /// The most bytes of a frame to a client. Pages of the index can be large.
    package static let hubFrame = 16 << 20
    /// The most bytes of a frame that is too long but still read to its end, to answer it.
    package static let discardedFrame = 16 << 20
    /// The most bytes of a frame to a bucket with rules.
    package static let guardedFrame = 16 << 10
    /// The most bytes in the body of a request about an account or about the sharing of an object.
    package static let accountForm = 16 << 10
    /// A size in bytes that suffices for nearly every frame, such as a change of a few members.
    package static let usualFrame = 512
    /// The most bytes of an index page or of a message of changes, unless it has a single entry.
    /// The limit on the number of entries applies, too.
    package static let reply = 1 << 20
    /// The most bytes of a frame, object or change that a server processes within a tick: about two
    /// milliseconds. A merge counts twice, and an edited object for a quarter of its size. Larger
    /// work is done on another thread.
    package static let promptWork = 64 << 10

    /// The most bytes of an object as compact JSON.
    package static let object = 512 << 10
    /// The maximum nesting depth of objects and arrays that a client sends. It applies to all
    /// messages, so that no operation can create anything deeper.
    package static let depth = 64
    /// The maximum nesting depth from a hub: a diff is twice as deep as its object.
    package static let hubDepth = 2 * depth + 8

    package static let appID = 256
    package static let bucketName = 64
    package static let objectKey = 256
    package static let changeID = 256
    package static let clientID = 256
    package static let changeVersion = 256
    package static let indexMark = 256
    package static let secret = 1_024
    /// The most bytes of a text for people: a library's name, a server's reason.
    package static let remark = 1_024
    /// The most bytes of a line of a client's log.
    package static let logLine = 8_192
    /// The most bytes of a peer's text that an error quotes.
    package static let quotation = 48

    /// The default number of objects on a page of the index.
    package static let indexPage = 100
    /// The most objects on a page of the index.
    package static let longestIndexPage = 1_000
    /// The most buckets on a page of a user's buckets.
    package static let bucketPage = 1_000
    /// The most changes in one frame or request.
    package static let changesPerFrame = 1_000
    /// The most changes in one message of a catch-up.
    package static let changesPerMessage = 500
    /// The most changes of a bucket that a client sends before they are acknowledged.
    package static let changesInFlight = 200
    /// The most versions of an object that a change may skip to restore a lost version.
    package static let skippedVersions = 100_000
    /// The most objects in one notice of absences.
    package static let keysPerNotice = 1_000
    /// The longest absence in seconds.
    package static let longestAbsence = 86_400
    /// The most bytes of an option that a client sends. A longer option is ignored.
    package static let clientOption = 256
}

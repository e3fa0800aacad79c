/// The limits of the protocol. The hub answers most messages that exceed a limit with an error.
package enum Limits {
    /// The maximum size of a frame from a client, in bytes.
    package static let clientFrame = 1 << 20
    /// The maximum size of a frame to a client, in bytes. Pages of the index can be large.
    package static let hubFrame = 16 << 20
    /// The maximum size in bytes of an overlong frame that is still read to its end. The server
    /// answers such a frame with an error.
    package static let discardedFrame = 16 << 20
    /// The maximum size of a frame to a bucket with rules, in bytes.
    package static let guardedFrame = 16 << 10
    /// The maximum size, in bytes, of the body of a request about an account or about the sharing
    /// of an object.
    package static let accountForm = 16 << 10
    /// A size in bytes that suffices for nearly every frame, such as a change of a few members.
    package static let usualFrame = 512
    /// The maximum size in bytes of an index page or of a message with changes. A single entry may
    /// exceed this limit. The limit on the number of entries applies, too.
    package static let reply = 1 << 20
    /// The maximum size in bytes of a frame, object or change that a server processes within a
    /// tick, in about two milliseconds. A merge counts twice, and an edited object for a quarter of
    /// its size. Larger work is done on another thread.
    package static let promptWork = 64 << 10

    /// The maximum size of an object as compact JSON, in bytes.
    package static let object = 512 << 10
    /// The maximum nesting depth of objects and arrays that a client sends. It applies to all
    /// messages, so that no operation can create anything deeper.
    package static let depth = 64
    /// The maximum nesting depth in a message from a hub. A diff may be twice as deep as its
    /// object.
    package static let hubDepth = 2 * depth + 8

    package static let appID = 256
    package static let bucketName = 64
    package static let objectKey = 256
    package static let changeID = 256
    package static let clientID = 256
    package static let changeVersion = 256
    package static let indexMark = 256
    package static let secret = 1_024
    /// The maximum size in bytes of a text for people: a library's name, a server's reason.
    package static let remark = 1_024
    /// The maximum size of a line of a client's log, in bytes.
    package static let logLine = 8_192
    /// The maximum number of bytes of a peer's text that an error quotes.
    package static let quotation = 48

    /// The default number of objects on a page of the index.
    package static let indexPage = 100
    /// The maximum number of objects on a page of the index.
    package static let longestIndexPage = 1_000
    /// The maximum number of buckets on a page of a user's buckets.
    package static let bucketPage = 1_000
    /// The maximum number of changes in one frame or request.
    package static let changesPerFrame = 1_000
    /// The maximum number of changes in one message of a catch-up.
    package static let changesPerMessage = 500
    /// The maximum number of a bucket's changes that a client sends before the hub acknowledges
    /// them.
    package static let changesInFlight = 200
    /// The maximum number of an object's versions that a change may skip to restore a lost version.
    package static let skippedVersions = 100_000
    /// The maximum number of objects in one notice of absences.
    package static let keysPerNotice = 1_000
    /// The longest absence in seconds.
    package static let longestAbsence = 86_400
    /// The maximum size in bytes of an option that a client sends. The hub ignores a longer option.
    package static let clientOption = 256
}

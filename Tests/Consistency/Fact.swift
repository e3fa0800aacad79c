import SimperiumJSON

/// A bucket of one user of an app.
struct RecordedBucket: Hashable, Comparable {
    let app: String
    let user: String
    let name: String

    static func < (left: Self, right: Self) -> Bool {
        (left.app, left.user, left.name) < (right.app, right.user, right.name)
    }
}

/// A change as the server sent it.
struct SeenChange: Hashable {
    let cv: String
    let key: String
    let version: Int
    /// The version that it starts from; nil for a creation.
    let base: Int?
    /// Nil for a removal.
    let diff: JSON?
    let ids: [String]

    init?(_ entry: JSON) {
        guard let cv = entry["cv"]?.string, let key = entry["id"]?.string,
            let version = entry["ev"]?.int, let ids = entry["ccids"]?.array
        else { return nil }
        (self.cv, self.key, self.version) = (cv, key, version)
        base = entry["sv"]?.int
        diff = entry["o"]?.string == "-" ? JSON?.none : entry["v"] ?? [:]
        self.ids = ids.compactMap(\.string)
    }
}

/// The meaning of one event for a bucket, without the words of the transport.
struct Fact {
    enum Kind {
        /// A client sent a change, on this stream if it is a channel. `isWhole` is false for
        /// `EMPTY`, which stands for many changes.
        case change(id: String, stream: Int?, isWhole: Bool)
        /// A client sent the removal of an object, or of all objects.
        case removal(key: String?)
        /// A stream of changes begins after this change; nil if the start is unknown.
        case start(stream: Int, after: String?)
        case received(SeenChange, stream: Int)
        /// The server can't continue this stream.
        case stop(stream: Int)
        /// The connection of a stream ended.
        case end(stream: Int)
        /// The server acknowledged a change, with its id and version as far as it names them.
        case acknowledged(id: String?, key: String, version: Int?)
        /// The server answered 409: the change was applied before.
        case alreadyApplied(id: String)
        /// The present state of an object; the version is nil if there is none. `asked` is the
        /// number of the event that asked for it.
        case present(key: String, version: Int?, data: JSON?, asked: Int)
        /// All objects of the bucket. Others are not there.
        case listed(keys: Set<String>, asked: Int)
        /// The content of a version.
        case content(key: String, version: Int, data: JSON)
    }

    let bucket: RecordedBucket
    let client: String
    /// The number of the event.
    let number: Int
    let kind: Kind
    /// True if the client did not receive it.
    let isLost: Bool
    /// True after the event `rest`.
    let isAtRest: Bool
}

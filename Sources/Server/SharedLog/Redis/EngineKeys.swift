import SimperiumWire

/// What the engine's keys are called. All of a log have one tag, so that a cluster keeps them
/// together.
///
/// Apps, users, buckets and keys are of letters that mean nothing here, so that none is escaped;
/// what may hold any bytes is never part of a key.
package struct EngineKeys: Hashable, Sendable {
    /// The format, in front of all.
    package static let usualPrefix = "s1"

    private let prefix: String

    /// How the keys of all formats begin, where nobody else has any.
    var family: String { prefix == Self.usualPrefix ? "s" : "" }

    package init(prefix: String = usualPrefix) {
        self.prefix = prefix
    }

    /// The log itself, and the channel on which it is told.
    package func log(_ id: SharedLogID) -> [UInt8] { bytes("{\(id.app.text)/\(id.user.text)}") }

    /// What the names of all logs look like.
    var anyLog: [UInt8] { bytes("{*/*}") }

    /// Whose log that is; nil of what is none.
    func owner(ofLog key: [UInt8]) -> LogID? {
        let (start, end) = (Array("\(prefix){".utf8), Array("}".utf8))
        guard key.starts(with: start), key.last == end[0] else { return nil }
        let name = String(decoding: key[start.count..<(key.count - 1)], as: UTF8.self)
        let parts = name.split(separator: "/")
        guard parts.count == 2, let app = AppID(String(parts[0])),
            let user = UserID(String(parts[1]))
        else { return nil }
        return LogID(app: app, user: user)
    }

    func notes(_ id: SharedLogID) -> [UInt8] { log(id) + Array(":l/".utf8) }
    func leases(_ id: SharedLogID) -> [UInt8] { log(id) + Array(":s".utf8) }
    func views(_ id: SharedLogID) -> [UInt8] { log(id) + Array(":u".utf8) }
    func secrets(_ id: SharedLogID) -> [UInt8] { log(id) + Array(":r".utf8) }

    enum Part: String {
        case changes = "l"
        case heads = "h"
        case objects = "o"
        case index = "i"
        case owned = "w"
        case removals = "g"
        case emptyings = "y"
        case dropped = "d"
        case sharings = "a"
        case parcels = "p"
    }

    func part(_ part: Part, of bucket: BucketName, in log: SharedLogID) -> [UInt8] {
        self.log(log) + Array(":\(part.rawValue)/\(bucket.text)".utf8)
    }

    /// The heads of a bucket that was dropped at that place.
    func dropped(_ bucket: BucketName, at place: Ordinal, in log: SharedLogID) -> [UInt8] {
        part(.dropped, of: bucket, in: log) + Array("/\(place.engineText)".utf8)
    }

    func versions(_ key: ObjectKey, _ bucket: BucketName, in log: SharedLogID) -> [UInt8] {
        self.log(log) + Array(":v/\(bucket.text)/\(key.text)".utf8)
    }

    func changeIDs(_ key: ObjectKey, _ bucket: BucketName, in log: SharedLogID) -> [UInt8] {
        self.log(log) + Array(":c/\(bucket.text)/\(key.text)".utf8)
    }

    /// Of what all nodes know of users.
    func account(_ part: String) -> [UInt8] { bytes("{accounts}:" + part) }

    /// Of what all nodes know of halls.
    func directory(_ part: String) -> [UInt8] { bytes("{halls}:" + part) }

    /// Of everybody's changes in the buckets of one name; and its entries, and how far each bucket
    /// is among them.
    func feed(_ id: FeedID) -> [UInt8] { bytes("{\(id.app.text)!\(id.bucket.text)}") }
    func entries(of feed: FeedID) -> [UInt8] { self.feed(feed) + Array(":l".utf8) }
    func marks(of feed: FeedID) -> [UInt8] { self.feed(feed) + Array(":p".utf8) }

    var nodes: [UInt8] { bytes("{nodes}") }
    var living: [UInt8] { bytes("{nodes}:a") }
    var dead: [UInt8] { bytes("{nodes}:d") }

    /// Whom all nodes keep out, by what each is called in a list of bans.
    var bans: [UInt8] { bytes("{nodes}:b") }

    func logs(of incarnation: Incarnation) -> [UInt8] {
        bytes("{nodes}:l/\(incarnation.rawValue)")
    }

    private func bytes(_ name: String) -> [UInt8] { Array((prefix + name).utf8) }
}

extension Ordinal {
    /// As Redis writes the ids of a stream.
    var engineText: String { "\(epoch)-\(count)" }

    init?(engineText text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt32(parts[0]), let count = UInt64(parts[1]) else {
            return nil
        }
        self.init(epoch: epoch, count: count)
    }
}

internal import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// The lobby's buckets. Raw values are their names.
///
/// A program opens Player first: a Match is of no use before its two players are known.
package enum LobbyBucket: String, Hashable, Codable, Sendable, CaseIterable {
    case player = "Player"
    case match = "Match"
    case watcher = "Watcher"

    package var name: BucketName {
        switch self {
        case .player: .player
        case .match: .match
        case .watcher: .watcher
        }
    }

    /// Returns nil for a bucket that is none of the lobby's. By comparison of names: each event is
    /// of a bucket, and the search for a raw value takes ten times as long.
    package init?(_ name: BucketName) {
        switch name {
        case .match: self = .match
        case .player: self = .player
        case .watcher: self = .watcher
        default: return nil
        }
    }
}

// Made once.
extension BucketName {
    fileprivate static let player = known(LobbyBucket.player.rawValue)
    fileprivate static let match = known(LobbyBucket.match.rawValue)
    fileprivate static let watcher = known(LobbyBucket.watcher.rawValue)
}

/// A change to the lobby's buckets that a program asks for.
package enum LobbyEdit: Hashable, Codable, Sendable {
    case insert(LobbyBucket, ObjectKey, JSONObject)
    /// Leaves all other members to programs that change them at the same time.
    case update(LobbyBucket, ObjectKey, setting: JSONObject, removing: [JSONString] = [])
    case delete(LobbyBucket, ObjectKey)
}

/// An event of the lobby's buckets.
///
/// The events of one bucket are in the hub's order, and an own change is where the hub put it: when
/// it is acknowledged. While a bucket is indexed, the latest change comes first; if the connection
/// breaks meanwhile, later changes come again. An object is as the program sees it at that moment,
/// with its own changes; if it is gone by then, only its deletion is an event.
package enum LobbyEvent: Hashable, Sendable {
    /// The origin of a change.
    package enum Source: Hashable, Sendable {
        /// As it happened, or soon after.
        case remote
        /// Found while the whole bucket was read again.
        case index
    }

    case inserted(LobbyBucket, ObjectKey, JSONObject, Source)
    /// `members` are the names of the members that changed; nil if they are not known.
    case updated(LobbyBucket, ObjectKey, JSONObject, members: [JSONString]?, Source)
    /// An own deletion is an event as soon as the hub confirms it.
    case deleted(LobbyBucket, ObjectKey)
    /// The hub has an own change. The object is as the program sees it.
    case acknowledged(LobbyBucket, ObjectKey, JSONObject)
    /// The hub refused an own change, which has been dropped with all later ones, but for a
    /// deletion. The object is this again, or none.
    case refused(LobbyBucket, ObjectKey, ChangeError, JSONObject?)
    /// A Match that was deleted here has changed before the hub received that: as it is there,
    /// which need not follow from the actions here.
    case overtaken(ObjectKey, JSONObject)
    case willIndex(LobbyBucket)
    case didIndex(LobbyBucket)
    /// The connections that own these objects broke. Their programs may return until then.
    case away(LobbyBucket, [ObjectKey], Absence)
    case back(LobbyBucket, [ObjectKey])
    /// The start of the time of the side to move, in a match with a clock, by the referee.
    case aged(LobbyBucket, ObjectKey, since: Instant)
    /// The hub has a referee for these buckets, with rules of this version.
    case rules(Int)
    /// All buckets are as the hub has them. From here on nothing is missed until `offline`.
    case caughtUp
    case offline
}

extension LobbyEvent {
    /// The Player that the event is about, if it is about one.
    var playerKey: ObjectKey? {
        switch self {
        case .inserted(.player, let key, _, _), .updated(.player, let key, _, _, _),
            .acknowledged(.player, let key, _), .deleted(.player, let key):
            key
        default: nil
        }
    }

    /// The Match that the event is about, if it is about one.
    package var matchKey: ObjectKey? {
        switch self {
        case .inserted(.match, let key, _, _), .updated(.match, let key, _, _, _),
            .acknowledged(.match, let key, _), .deleted(.match, let key),
            .refused(.match, let key, _, _), .aged(.match, let key, _):
            key
        default: nil
        }
    }
}

extension PlayerID {
    /// The key of the person's Player and Watcher; nil for an id that is no key.
    package var key: ObjectKey? { ObjectKey(rawValue) }
}

extension ObjectKey {
    /// True for the form of the ids that programs give themselves: fifteen hex digits. The
    /// tutorial's program makes its keys of thirty-two.
    var looksLikeID: Bool {
        text.utf8.count == 15
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// The access of any program to the lobby, without an account.
///
/// All guests share one user of one app through a token that every copy of the program carries. So
/// it is no secret. A closed group replaces it, on the server and in its programs.
package enum LobbyAccess {
    package static let app = "tictactoe"
    package static let user = "lobby"
    package static let token = "82d1ba4935326590feb72cd24aea9f61"
}

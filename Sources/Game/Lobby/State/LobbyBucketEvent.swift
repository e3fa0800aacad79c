internal import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// The lobby's buckets. Raw values are their names.
///
/// A program opens Player first, because a Match can't be used before its two players are known.
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

    /// Creates the bucket with this name; returns nil for any other name. The initialiser compares
    /// `BucketName` values, because a search by raw value takes ten times as long, and each event
    /// needs the bucket.
    package init?(_ name: BucketName) {
        switch name {
        case .match: self = .match
        case .player: self = .player
        case .watcher: self = .watcher
        default: return nil
        }
    }
}

// Constants, which are created once.
extension BucketName {
    fileprivate static let player = trappingIfInvalid(LobbyBucket.player.rawValue)
    fileprivate static let match = trappingIfInvalid(LobbyBucket.match.rawValue)
    fileprivate static let watcher = trappingIfInvalid(LobbyBucket.watcher.rawValue)
}

/// A change to the lobby's buckets that a program wants to make.
package enum LobbyObjectEdit: Hashable, Codable, Sendable {
    case insert(LobbyBucket, ObjectKey, JSONObject)
    /// An update of some members. Other programs can change the other members at the same time.
    case update(LobbyBucket, ObjectKey, setting: JSONObject, removing: [JSONString] = [])
    case delete(LobbyBucket, ObjectKey)

    /// Returns the update that turns `old` into `new`, with only the members that differ.
    package static func updating(
        _ key: ObjectKey, in bucket: LobbyBucket, from old: JSONObject, to new: JSONObject
    ) -> LobbyObjectEdit {
        .update(
            bucket, key, setting: JSONObject(new.filter { old[$0.name] != $0.value }),
            removing: old.map(\.name).filter { new[$0] == nil })
    }
}

/// An event of the lobby's buckets.
///
/// The events of one bucket are in the hub's order. A change of this program has the position of
/// its acknowledgement in that order. While a bucket is indexed, the objects with the latest
/// changes come first. If the connection breaks during the index, some objects are sent again.
/// Unless its case has another comment, an object is in its current local state, with the
/// program's own changes. An insertion or update of an object that no longer exists is left out;
/// only the deletion is an event.
package enum LobbyBucketEvent: Hashable, Sendable {
    package enum EventSource: Hashable, Sendable {
        /// The change arrived when it happened, or soon after.
        case remote
        /// The object was found while the program read the whole bucket.
        case index
    }

    case inserted(LobbyBucket, ObjectKey, JSONObject, EventSource)
    /// `members` are the names of the changed members; nil if they are unknown.
    case updated(LobbyBucket, ObjectKey, JSONObject, members: [JSONString]?, EventSource)
    /// A deletion. This program's own deletion becomes an event when the hub confirms it.
    case deleted(LobbyBucket, ObjectKey)
    /// The hub has acknowledged a change of this program. The object is in its local state.
    case acknowledged(LobbyBucket, ObjectKey, JSONObject)
    /// The hub refused a change of this program. The change and the later changes of the object
    /// were dropped, except a deletion. The object is in the hub's state; nil if the hub has no
    /// such object.
    case refused(LobbyBucket, ObjectKey, ChangeRefusalReason, JSONObject?)
    /// A Match that this program deleted was changed before the hub received the deletion. The
    /// object is in the hub's state, which need not follow from this program's actions.
    case overtaken(ObjectKey, JSONObject)
    case willIndex(LobbyBucket)
    case didIndex(LobbyBucket)
    /// The connections that own these objects broke. The programs may reconnect before the absence
    /// ends.
    case away(LobbyBucket, [ObjectKey], Absence)
    case back(LobbyBucket, [ObjectKey])
    /// The time when the side to move began to think, as measured by the referee, in a match with a
    /// clock.
    case aged(LobbyBucket, ObjectKey, since: Instant)
    /// The hub has a referee for these buckets, with this version of the rules.
    case rules(Int)
    /// All buckets are in the hub's state. The program misses no event between this event and
    /// `offline`.
    case caughtUp
    case offline
}

extension LobbyBucketEvent {
    /// The key of the Player that the event inserts, updates, acknowledges or deletes; otherwise
    /// nil.
    var playerKey: ObjectKey? {
        switch self {
        case .inserted(.player, let key, _, _), .updated(.player, let key, _, _, _),
            .acknowledged(.player, let key, _), .deleted(.player, let key):
            key
        default: nil
        }
    }

    /// The key of the Match that the event is about. Nil for all other events, and for `overtaken`,
    /// `away` and `back`.
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
    /// The key that our programs use for the player's Player and Watcher; nil if the id is not a
    /// valid key.
    package var key: ObjectKey? { ObjectKey(rawValue) }
}

extension ObjectKey {
    /// True if the key has the form of the ids that this program creates: fifteen lower-case hex
    /// digits. The keys of the tutorial's program have thirty-two, so they never match.
    var looksLikeID: Bool {
        text.utf8.count == 15
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// The credentials that all programs share to use the lobby without an account.
///
/// All programs share one user of one app, with a token that every copy of the program contains. So
/// the token is not a secret. A closed lobby uses a token of its own instead.
package enum LobbyCredentials {
    package static let app = "tictactoe"
    package static let user = "lobby"
    package static let token = "82d1ba4935326590feb72cd24aea9f61"
}

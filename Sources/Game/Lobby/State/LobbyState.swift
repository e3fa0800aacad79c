// Lobby: the objects of the lobby, and the state that follows from them: people, matches, referee.
// Not here: a player's client (Visit), the rules of a round (Game), sync (SimperiumSync, SyncHub).
// Start with `LobbyState`, the fold over all objects; then `SeatLedger`, `MatchRecord`,
// `LobbyEditReferee`.

package import Game
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The state of the lobby that follows from its three buckets: players, matches, and spectators.
///
/// A player's program and the referee each have an instance; a door has one instance for all its
/// guests.
package struct LobbyState: Hashable, Sendable {
    /// A consequence of an event, for users or for other parts of a program.
    package enum LobbyChange: Hashable, Sendable {
        /// A player entered after this program did.
        case came(PlayerID)
        /// A player left. The name is included, because the roster no longer has it.
        /// `isOnOtherDevice` is true if another Player of the same account stays.
        case left(PlayerID, name: String, isOnOtherDevice: Bool)
        /// A Match was inserted or deleted.
        case listed(ObjectKey)
        /// A player has invited another player, or has withdrawn an invitation.
        case asked(PlayerID)
        case seated(ObjectKey)
        case unseated(ObjectKey)
        case flawed(LobbyBucket, ObjectKey, ObjectFlaw)
        /// The hub uses the rules of the first version. This change is reported at most once, for
        /// the first connection.
        case foundOlder
    }

    package internal(set) var roster = Roster()
    package internal(set) var ledger = SeatLedger()
    package internal(set) var watchers = Watchers()
    package internal(set) var pairing = PairChooser()
    var pools = PairingPoolsByClock()
    var matches = DenseDictionary<ObjectKey, LobbyMatch>()
    /// The objects that unfinished indexes have contained so far, by bucket.
    private var indexes: [LobbyBucket: [ObjectFromEvent]] = [:]
    private var indexCount = 0
    /// The time when this program last caught up with the hub; nil without a connection.
    package private(set) var onlineSince: Instant?
    /// The time when the connection last broke; nil if it has not broken yet.
    private var offlineSince: Instant?
    /// The version of the hub's rules: 0 for the first version, and without a connection.
    package private(set) var rules = 0
    var changes: [LobbyChange] = []

    package init() {}

    /// True if all of the hub's objects have arrived.
    package var isComplete: Bool { onlineSince != nil && indexes.isEmpty }

    /// Returns true if this program was offline for at least `time`, and returned within the last
    /// two seconds.
    package func hasJustReturned(afterOffline time: Duration, before now: Instant) -> Bool {
        guard let offlineSince, let onlineSince else { return false }
        return onlineSince - offlineSince >= time && now - onlineSince <= .seconds(2)
    }

    /// True if names that players hide are not shown, as in a spectator's state.
    package var hidesNames: Bool {
        get { roster.hidesNames }
        set { roster.hidesNames = newValue }
    }

    package func isWaiting(_ id: PlayerID) -> Bool { pools.contains(id) }

    package var supportsInvitations: Bool { rules >= Player.rulesOfInvitations }

    package var hasWishes: Bool { rules >= Player.rulesOfWishes }

    package subscript(key: ObjectKey) -> LobbyMatch? { matches[key] }

    /// Returns true if the lobby has a match with this key. The function is mutating only to avoid
    /// a copy of the lobby.
    package mutating func containsMatch(_ key: ObjectKey) -> Bool { matches.contains(key) }

    /// Applies a change of the user's own match before the hub has acknowledged it.
    package mutating func applyLocalRecord(_ record: MatchRecord, in own: OwnMatch, at now: Instant)
    {
        matches[own.key]?.replaceRecord(record, .init(now: now, own: own))
    }

    package mutating func startClock(of key: ObjectKey, at now: Instant) {
        matches[key]?.startClock(from: now)
    }

    /// Applies an event, and returns its consequences.
    ///
    /// `own` is the user's own match. In that match, only the opponent's actions are accepted, and
    /// no event waits for the end of an index. Acknowledgements of that match contain nothing new.
    package mutating func fold(
        _ event: LobbyBucketEvent, own: OwnMatch? = nil, at now: Instant
    ) -> [LobbyChange] {
        switch event {
        case .inserted(let bucket, let key, let object, let source):
            let reported = ObjectFromEvent(key: key, object: object, source: .init(source))
            applyOrQueue(reported, in: bucket, waits: source == .index, own, at: now)
        case .updated(let bucket, let key, let object, let members, let source):
            let mayBeMove =
                bucket == .match && source == .remote
                && members.map(MatchRecord.areExactlyMoveMembers) == true
            if mayBeMove, applyIfMove(object, as: key, own, at: now) { break }
            let reported = ObjectFromEvent(key: key, object: object, source: .init(source))
            applyOrQueue(reported, in: bucket, waits: source == .index, own, at: now)
        case .acknowledged(.match, let key, _) where key == own?.key: break
        case .acknowledged(let bucket, let key, let object):
            let reported = ObjectFromEvent(key: key, object: object, source: .change)
            applyOrQueue(reported, in: bucket, waits: true, own, at: now)
        case .deleted(let bucket, let key):
            indexes[bucket]?.removeAll { $0.key == key }
            remove(key, from: bucket, at: now)
        case .overtaken(let key, let object):
            if matches[key] != nil { revertObject(to: object, as: key, in: .match, at: now) }
        case .willIndex(let bucket): indexes[bucket] = indexes[bucket] ?? []
        case .didIndex(let bucket): applyIndexOldestFirst(of: bucket, at: now)
        case .away(let bucket, let keys, let absence):
            setAbsence(of: keys, in: bucket, to: absence, at: now)
        case .back(let bucket, let keys): setAbsence(of: keys, in: bucket, to: nil, at: now)
        case .rules(let version): rules = version
        // The time of a position before the user's own move does not matter.
        case .aged(.match, let key, _) where key == own?.key && own?.hasUnconfirmedMove == true:
            break
        case .aged(.match, let key, let since): matches[key]?.startClock(from: since)
        case .aged: break
        case .caughtUp: recordCaughtUp(at: now)
        case .offline:
            if onlineSince != nil { offlineSince = now }
            (onlineSince, rules) = (nil, 0)
        // The hub's state may include changes of other programs.
        case .refused(let bucket, let key, _, let object?)
        where shouldRevert(key, in: bucket, otherThan: object):
            revertObject(to: object, as: key, in: bucket, at: now)
        case .refused: break
        }
        defer { changes = [] }
        return changes
    }

    /// Applies an object. If the object `waits`, and its bucket is being indexed, queues the object
    /// until the end of the index instead. The user's own match never waits.
    private mutating func applyOrQueue(
        _ reported: ObjectFromEvent, in bucket: LobbyBucket, waits: Bool, _ own: OwnMatch?,
        at now: Instant
    ) {
        let isOwn = bucket == .match && reported.key == own?.key
        if waits, !isOwn, indexes[bucket] != nil {
            indexes[bucket]?.append(reported)
        } else {
            applyOrRemove(reported, in: bucket, isOwn ? own : nil, at: now)
        }
    }

    private mutating func recordCaughtUp(at now: Instant) {
        if rules == 0, onlineSince == nil, offlineSince == nil { changes.append(.foundOlder) }
        onlineSince = now
    }

    /// Applies the hub's state of an object. This state need not follow from this program's state.
    private mutating func revertObject(
        to object: JSONObject, as key: ObjectKey, in bucket: LobbyBucket, at now: Instant
    ) {
        let reported = ObjectFromEvent(key: key, object: object, source: .revert)
        applyOrRemove(reported, in: bucket, at: now)
    }

    /// Returns true if an object must be set to the hub's state `object`: a known Match always, and
    /// a Player only if it differs. So an unchanged Player keeps its position in the order.
    private func shouldRevert(
        _ key: ObjectKey, in bucket: LobbyBucket, otherThan object: JSONObject
    ) -> Bool {
        switch bucket {
        case .player: roster[key].map { player in (try? Player(object)) != player } ?? false
        case .match: matches[key] != nil
        case .watcher: false
        }
    }

    /// Applies the objects of an index, which lists the latest changes first. If the connection
    /// broke meanwhile, an object may occur twice. In that case, the state that arrived last
    /// counts.
    private mutating func applyIndexOldestFirst(of bucket: LobbyBucket, at now: Instant) {
        guard let objects = indexes.removeValue(forKey: bucket) else { return }
        indexCount += 1
        var applied: Set<ObjectKey> = []
        for reported in objects.reversed() where applied.insert(reported.key).inserted {
            applyOrRemove(reported, in: bucket, indexNumber: indexCount, at: now)
        }
    }
}

struct ObjectFromEvent: Hashable {
    enum StateSource: Hashable {
        case change
        /// The moves and phrases of a state in an index are older.
        case index
        /// The hub's state after a refused or overtaken change. Such a state need not follow from
        /// this program's state.
        case revert

        init(_ source: LobbyBucketEvent.EventSource) {
            self = source == .index ? .index : .change
        }

        var isNews: Bool { self != .index }
    }

    let key: ObjectKey
    let object: JSONObject
    let source: StateSource
}

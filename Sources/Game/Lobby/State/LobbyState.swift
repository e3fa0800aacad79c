// Lobby: the objects of the lobby, and the state that follows from them: people, matches, referee.
// Not here: a player's client (Visit), the rules of a round (Game), sync (SimperiumSync, SyncHub).
// Start with `LobbyState`, the fold over all objects; then `SeatLedger`, `MatchRecord`, `Referee`.

package import Game
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The state of the lobby that follows from its three buckets: players, matches, and spectators.
///
/// A player's program has one, a door has one for all its guests, and the referee has one, too.
package struct LobbyState: Hashable, Sendable {
    /// A result of an event, for users or programs.
    package enum Change: Hashable, Sendable {
        /// A player entered after this program did.
        case came(PlayerID)
        /// A player left. The name is included, because the roster has it no more.
        case left(PlayerID, name: String)
        /// A Match was inserted or deleted.
        case listed(ObjectKey)
        /// A player invites another one, or has withdrawn the invitation.
        case asked(PlayerID)
        case seated(ObjectKey)
        case unseated(ObjectKey)
        case flawed(LobbyBucket, ObjectKey, ObjectFlaw)
        /// The hub uses the rules of the first version. It is reported once, for the first
        /// connection.
        case foundOlder
    }

    package internal(set) var roster = Roster()
    package internal(set) var ledger = SeatLedger()
    package internal(set) var watchers = Watchers()
    package internal(set) var pairing = Pairing()
    var pools = PairingPools()
    var matches = DenseDictionary<ObjectKey, LobbyMatch>()
    /// The objects that an index has contained so far, by bucket.
    private var indexes: [LobbyBucket: [ReportedObject]] = [:]
    private var runs = 0
    /// The time since which no event was missed; nil without a connection.
    package private(set) var onlineSince: Instant?
    /// The time of the last break of the connection; nil if there was none.
    private var offlineSince: Instant?
    /// The version of the hub's rules; 0 is the first version.
    package private(set) var rules = 0
    var changes: [Change] = []

    package init() {}

    /// True if all of the hub's objects have arrived.
    package var isComplete: Bool { onlineSince != nil && indexes.isEmpty }

    /// Returns true if this program was without a connection for at least `time`, and returned
    /// within the last two seconds.
    package func wasOffline(for time: Duration, before now: Instant) -> Bool {
        guard let offlineSince, let onlineSince else { return false }
        return onlineSince - offlineSince >= time && now - onlineSince <= .seconds(2)
    }

    /// True for a spectator's state: names that players hide are not shown.
    package var hidesNames: Bool {
        get { roster.hidesNames }
        set { roster.hidesNames = newValue }
    }

    /// Returns true if a player waits in a pool to be paired.
    package func isWaiting(_ id: PlayerID) -> Bool { pools.contains(id) }

    /// True if players invite each other before they play.
    package var hasAsking: Bool { rules >= Player.rulesOfAsking }

    /// True if the hub supports the rules of wishes.
    package var hasWishes: Bool { rules >= Player.rulesOfWishes }

    package subscript(key: ObjectKey) -> LobbyMatch? { matches[key] }

    /// Returns true if there is such a match. It is mutating only to avoid a copy of the lobby.
    package mutating func holds(match key: ObjectKey) -> Bool { matches.contains(key) }

    /// Shows a change of the user's own match before the hub has it.
    package mutating func applyLocalRecord(_ record: MatchRecord, in own: OwnMatch, at now: Instant)
    {
        matches[own.key]?.replaceRecord(record, .init(now: now, own: own))
    }

    /// Starts the time of the side to move now.
    package mutating func startClock(of key: ObjectKey, at now: Instant) {
        matches[key]?.startClock(from: now)
    }

    /// Applies an event. `own` is the user's own match: it is judged from the player's view, and
    /// does not wait for the end of an index. An acknowledgement contains nothing new about it.
    package mutating func fold(
        _ event: LobbyEvent, own: OwnMatch? = nil, at now: Instant
    ) -> [Change] {
        switch event {
        case .updated(.match, let key, let object, let members?, .remote)
        where MatchRecord.areOfMove(members) && play(object, as: key, own, at: now):
            break
        case .inserted(.match, let key, let object, let source) where key == own?.key,
            .updated(.match, let key, let object, _, let source) where key == own?.key:
            let reported = ReportedObject(key: key, object: object, source: source)
            apply(reported, in: .match, own, at: now)
        case .acknowledged(.match, let key, _) where key == own?.key: break
        case .inserted(let bucket, let key, let object, let source),
            .updated(let bucket, let key, let object, _, let source):
            let reported = ReportedObject(key: key, object: object, source: source)
            source == .index && indexes[bucket] != nil
                ? indexes[bucket]?.append(reported) : apply(reported, in: bucket, at: now)
        case .acknowledged(let bucket, let key, let object):
            let reported = ReportedObject(key: key, object: object, source: .remote)
            indexes[bucket] != nil
                ? indexes[bucket]?.append(reported) : apply(reported, in: bucket, at: now)
        case .deleted(let bucket, let key):
            indexes[bucket]?.removeAll { $0.key == key }
            remove(key, from: bucket, at: now)
        case .overtaken(let key, let object):
            if matches[key] != nil { revertObject(to: object, as: key, in: .match, at: now) }
        case .willIndex(let bucket): indexes[bucket, default: []] += []
        case .didIndex(let bucket): applyIndex(of: bucket, at: now)
        case .away(let bucket, let keys, let absence):
            set(keys, in: bucket, to: absence, at: now)
        case .back(let bucket, let keys): set(keys, in: bucket, to: nil, at: now)
        case .rules(let version): rules = version
        // The time of a position before the user's own move does not matter.
        case .aged(.match, let key, _) where key == own?.key && own?.isUnheard == true: break
        case .aged(.match, let key, let since): matches[key]?.startClock(from: since)
        case .aged: break
        case .caughtUp: goOnline(at: now)
        case .offline:
            if onlineSince != nil { offlineSince = now }
            (onlineSince, rules) = (nil, 0)
        // The hub's state may include changes of other programs.
        case .refused(let bucket, let key, _, let object?)
        where shows(key, in: bucket, otherThan: object):
            revertObject(to: object, as: key, in: bucket, at: now)
        case .refused: break
        }
        defer { changes = [] }
        return changes
    }

    private mutating func goOnline(at now: Instant) {
        if rules == 0, onlineSince == nil, offlineSince == nil { changes.append(.foundOlder) }
        onlineSince = now
    }

    /// Applies the hub's state of an object, which need not follow from the changes here.
    private mutating func revertObject(
        to object: JSONObject, as key: ObjectKey, in bucket: LobbyBucket, at now: Instant
    ) {
        let reported = ReportedObject(key: key, object: object, source: .remote, isRevert: true)
        apply(reported, in: bucket, at: now)
    }

    /// Returns true if a Player differs from `object`, and for any known Match. An unchanged Player
    /// keeps its place in the order.
    private func shows(
        _ key: ObjectKey, in bucket: LobbyBucket, otherThan object: JSONObject
    ) -> Bool {
        switch bucket {
        case .player: roster[key].map { player in (try? Player(object)) != player } ?? false
        case .match: matches[key] != nil
        case .watcher: false
        }
    }

    /// Applies the objects of an index, whose latest change comes first. If the connection broke
    /// meanwhile, an object may occur twice; then its later state counts.
    private mutating func applyIndex(of bucket: LobbyBucket, at now: Instant) {
        guard let objects = indexes.removeValue(forKey: bucket) else { return }
        runs += 1
        var applied: Set<ObjectKey> = []
        for reported in objects.reversed() where applied.insert(reported.key).inserted {
            apply(reported, in: bucket, run: runs, at: now)
        }
    }
}

/// An object from an event.
struct ReportedObject: Hashable {
    let key: ObjectKey
    let object: JSONObject
    let source: LobbyEvent.Source
    /// True if the hub has refused a change, so that the object is in its earlier state.
    var isRevert = false
}

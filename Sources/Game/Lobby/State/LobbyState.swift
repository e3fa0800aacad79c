// Lobby: the objects of the lobby, and the state that follows from them: people, matches, referee.
// Not here: a player's client (Visit), the rules of a round (Game), sync (SimperiumSync, SyncHub).
// Start with `LobbyState`, the fold over all objects; then `Ledger`, `MatchRecord`, `Referee`.

package import Game
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The lobby as its three buckets tell of it: who is here, who plays whom, and who watches.
///
/// A player's program has one, the door has one for all its guests, and so has the referee.
package struct LobbyState: Hashable, Sendable {
    /// A result of an event, for a person or a program.
    package enum Change: Hashable, Sendable {
        /// After this program did.
        case came(PlayerID)
        /// With the name, which is not to be found here any more.
        case left(PlayerID, name: String)
        /// A Match has come or gone.
        case listed(ObjectKey)
        /// A player invites another one, or does not any more.
        case asked(PlayerID)
        case seated(ObjectKey)
        case unseated(ObjectKey)
        case flawed(LobbyBucket, ObjectKey, ObjectFlaw)
        /// The hub judges by the first version's rules. Said once, of the first line.
        case foundOlder
    }

    package internal(set) var roster = Roster()
    package internal(set) var ledger = SeatLedger()
    package internal(set) var watchers = Watchers()
    package internal(set) var pairing = Pairing()
    var pools = Pools()
    var matches = DenseDictionary<ObjectKey, LobbyMatch>()
    /// The objects of an index so far, by bucket.
    private var indexes: [LobbyBucket: [ReportedObject]] = [:]
    private var runs = 0
    /// Since when nothing is missed; nil while there is no line.
    package private(set) var onlineSince: Instant?
    /// The time of the last break of the connection, if there was one.
    private var offlineSince: Instant?
    /// The version of the hub's rules; 0 is the first version.
    package private(set) var rules = 0
    var changes: [Change] = []

    package init() {}

    /// True if all objects of the hub are here.
    package var isComplete: Bool { onlineSince != nil && indexes.isEmpty }

    /// True if we were without a connection for so long, and are back since a moment ago.
    package func wasOffline(for time: Duration, before now: Instant) -> Bool {
        guard let offlineSince, let onlineSince else { return false }
        return onlineSince - offlineSince >= time && now - onlineSince <= .seconds(2)
    }

    /// True if this is for spectators, and some players hide their names from them.
    package var hidesNames: Bool {
        get { roster.hidesNames }
        set { roster.hidesNames = newValue }
    }

    /// True if a player waits in a pool to be paired.
    package func isWaiting(_ id: PlayerID) -> Bool { pools.contains(id) }

    /// True if players invite each other before they play.
    package var hasAsking: Bool { rules >= Player.rulesOfAsking }

    /// True if the hub knows the rules of wishes.
    package var hasWishes: Bool { rules >= Player.rulesOfWishes }

    package subscript(key: ObjectKey) -> LobbyMatch? { matches[key] }

    /// Returns true if there is such a match. Mutating, though it changes nothing, so that no copy
    /// of the lobby is made for the answer.
    package mutating func holds(match key: ObjectKey) -> Bool { matches.contains(key) }

    /// Shows a change of the person's own match, before the hub has it.
    package mutating func applyLocalRecord(_ record: MatchRecord, in own: OwnMatch, at now: Instant)
    {
        matches[own.key]?.replaceRecord(record, .init(now: now, own: own))
    }

    /// Counts the time of the side to move from now.
    package mutating func startClock(of key: ObjectKey, at now: Instant) {
        matches[key]?.startClock(from: now)
    }

    /// Takes in an event. `own` is the match that the person at this program plays: it is judged as
    /// its player does, and never waits for the end of an index. An acknowledgement has nothing new
    /// about it.
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
        case .didIndex(let bucket): finishIndex(of: bucket, at: now)
        case .away(let bucket, let keys, let absence):
            set(keys, in: bucket, to: absence, at: now)
        case .back(let bucket, let keys): set(keys, in: bucket, to: nil, at: now)
        case .rules(let version): rules = version
        // The time of a position before the own move means nothing.
        case .aged(.match, let key, _) where key == own?.key && own?.isUnheard == true: break
        case .aged(.match, let key, let since): matches[key]?.startClock(from: since)
        case .aged: break
        case .caughtUp: goOnline(at: now)
        case .offline:
            if onlineSince != nil { offlineSince = now }
            (onlineSince, rules) = (nil, 0)
        // What others wrote may have come with what the hub has refused now.
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

    /// A Player that is as it was keeps its place in the order.
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
    /// meanwhile, an object may be in it twice; then its later state counts.
    private mutating func finishIndex(of bucket: LobbyBucket, at now: Instant) {
        guard let objects = indexes.removeValue(forKey: bucket) else { return }
        runs += 1
        var applied: Set<ObjectKey> = []
        for reported in objects.reversed() where applied.insert(reported.key).inserted {
            apply(reported, in: bucket, run: runs, at: now)
        }
    }
}

/// An object that an event told of.
struct ReportedObject: Hashable {
    let key: ObjectKey
    let object: JSONObject
    let source: LobbyEvent.Source
    /// True if the hub has refused a change, so that the object is as it was before.
    var isRevert = false
}

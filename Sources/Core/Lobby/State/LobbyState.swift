package import Game
package import SimperiumClock
internal import SimperiumJSON

/// The lobby as its three buckets tell of it: who is here, who plays whom, and who watches.
///
/// A player's program has one, the door has one for all its guests, and so has the referee.
package struct LobbyState: Hashable, Sendable {
    /// What an event brought about that a person or a program may want to know.
    package enum Change: Hashable, Sendable {
        /// After this program did.
        case came(PlayerID)
        /// With the name that nobody else can tell any more.
        case left(PlayerID, name: String)
        /// A Match has come or gone.
        case listed(LobbyKey)
        case seated(LobbyKey)
        case unseated(LobbyKey)
        case flawed(LobbyBucket, LobbyKey, ObjectFlaw)
    }

    package internal(set) var roster = Roster()
    package internal(set) var ledger = Ledger()
    package internal(set) var watchers = Watchers()
    package internal(set) var pairing = Pairing()
    var pool = Pool()
    var matches = DenseDictionary<LobbyKey, ShownMatch>()
    /// What an index has told so far, by bucket.
    private var indexes: [LobbyBucket: [ReportedObject]] = [:]
    private var runs = 0
    private var isOnline = false
    var changes: [Change] = []

    package init() {}

    /// Whether everything is here that the hub has.
    package var isComplete: Bool { isOnline && indexes.isEmpty }

    package subscript(key: LobbyKey) -> ShownMatch? { matches[key] }

    package mutating func fold(_ event: LobbyEvent, at now: Instant) -> [Change] {
        switch event {
        case .updated(.match, let key, let object, let members?, .remote)
        where MatchSheet.areOfMove(members) && follow(object, as: key, at: now):
            break
        case .inserted(let bucket, let key, let object, let source),
            .updated(let bucket, let key, let object, _, let source):
            let finding = ReportedObject(key: key, object: object, source: source)
            source == .index && indexes[bucket] != nil
                ? indexes[bucket]?.append(finding) : take(finding, in: bucket, at: now)
        case .acknowledged(let bucket, let key, let object):
            let finding = ReportedObject(key: key, object: object, source: .remote)
            indexes[bucket] != nil
                ? indexes[bucket]?.append(finding) : take(finding, in: bucket, at: now)
        case .deleted(let bucket, let key):
            indexes[bucket]?.removeAll { $0.key == key }
            remove(key, from: bucket, at: now)
        case .willIndex(let bucket): indexes[bucket, default: []] += []
        case .didIndex(let bucket): finishIndex(of: bucket, at: now)
        case .away(let bucket, let keys, let until):
            set(keys, in: bucket, awayUntil: until, at: now)
        case .back(let bucket, let keys): set(keys, in: bucket, awayUntil: nil, at: now)
        case .caughtUp: isOnline = true
        case .offline: isOnline = false
        // What others wrote may have come with what the hub has refused now.
        case .refused(.match, let key, _, let object?) where matches[key] != nil:
            let finding = ReportedObject(key: key, object: object, source: .remote, isRevert: true)
            take(finding, in: .match, at: now)
        case .refused: break
        }
        defer { changes = [] }
        return changes
    }

    /// Takes in what an index told: what changed last was told first. If a line broke meanwhile, an
    /// object may have changed and been told of again, and what was told before is over.
    private mutating func finishIndex(of bucket: LobbyBucket, at now: Instant) {
        guard let findings = indexes.removeValue(forKey: bucket) else { return }
        runs += 1
        var taken: Set<LobbyKey> = []
        for finding in findings.reversed() where taken.insert(finding.key).inserted {
            take(finding, in: bucket, run: runs, at: now)
        }
    }
}

/// An object that an event told of.
struct ReportedObject: Hashable {
    let key: LobbyKey
    let object: JSONObject
    let source: LobbyEvent.Source
    /// Whether the hub has refused what was done here, so that the object is as it was before.
    var isRevert = false
}

import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A minimal ordered server: it accepts changes, numbers them, and sends them to all programs.
///
/// It may have a referee, and it may keep objects of absent owners for a time. All other duties of
/// a real hub are left out.
struct LobbyModelHub: Hashable {
    static let grace = Duration.seconds(60)

    struct Stored: Hashable {
        var object: JSONObject
        let owner: Int
        /// The place of its last change in the bucket's order.
        var changed: Int
    }

    /// A change that was accepted.
    struct Entry: Hashable {
        enum Deed: Hashable {
            case insert(JSONObject)
            case update(setting: JSONObject, removing: [JSONString])
            case delete
        }

        let key: ObjectKey
        let deed: Deed
        let change: Int?
    }

    var referee: LobbyEditReferee?
    var hasGrace = true
    /// The accounts of these programs' connections.
    var accounts: [PlayerID: String] = [:]
    private(set) var objects: [LobbyBucket: [ObjectKey: Stored]] = [:]
    private(set) var logs: [LobbyBucket: [Entry]] = [:]
    private var applied: Set<Int> = []
    private(set) var absent: [Int: Absence] = [:]
    /// Counts for the checks.
    private(set) var matchInserts = 0
    private(set) var refusals = 0

    func log(of bucket: LobbyBucket) -> [Entry] { logs[bucket] ?? [] }

    /// Returns the objects of a bucket, the last changed first.
    func index(of bucket: LobbyBucket) -> [(key: ObjectKey, object: JSONObject)] {
        (objects[bucket] ?? [:]).sorted { $0.value.changed > $1.value.changed }
            .map { ($0.key, $0.value.object) }
    }

    /// Returns the keys of an owner's objects, in a fixed order.
    func belongings(of owner: Int, in bucket: LobbyBucket) -> [ObjectKey] {
        (objects[bucket] ?? [:]).filter { $0.value.owner == owner }.map(\.key)
            .sorted { $0.text < $1.text }
    }

    /// The result of a change.
    enum Answer: Hashable {
        case accepted(Entry)
        case refused(ChangeRefusalReason)
        case known
    }

    mutating func accept(
        _ edit: LobbyObjectEdit, change: Int, by author: Int, named id: PlayerID, at now: Instant
    ) -> Answer {
        guard !applied.contains(change) else { return .known }
        let (bucket, key, deed) = edit.parts
        let stored = objects[bucket]?[key]
        guard stored != nil || deed.isInsert else { return .refused(.noSuchObject) }
        if let foul = foul(deed, bucket, key, stored, by: author, named: id, at: now) {
            refusals += 1
            return .refused(foul.isTrespass ? .forbidden : .invalid)
        }
        // Simperium's error 412: what changes nothing is no change.
        if let stored, deed.applied(to: stored.object) == stored.object { return .known }
        applied.insert(change)
        if bucket == .match, deed.isInsert { matchInserts += 1 }
        let entry = Entry(key: key, deed: deed, change: change)
        commit(entry, in: bucket, by: author, at: now)
        return .accepted(entry)
    }

    /// Deletes an owner's objects. Returns the deletions.
    mutating func removeBelongings(
        of owner: Int, at now: Instant
    ) -> [(bucket: LobbyBucket, entry: Entry)] {
        absent[owner] = nil
        return LobbyBucket.allCases.flatMap { bucket in
            belongings(of: owner, in: bucket).map { key in
                let entry = Entry(key: key, deed: .delete, change: nil)
                commit(entry, in: bucket, by: owner, at: now)
                return (bucket, entry)
            }
        }
    }

    /// Records that an owner is away, or back.
    mutating func set(_ owner: Int, to absence: Absence?, at now: Instant) {
        let wasAbsent = absent[owner] != nil
        absent[owner] = absence
        let keys = belongings(of: owner, in: .player)
        if let absence {
            referee?.recordAbsenceIfPlayers(
                keys, in: .player, since: ServerTime(absence.since), at: now)
        } else if wasAbsent {
            referee?.recordReturnIfPlayers(keys, in: .player, at: ServerTime(now), now: now)
        }
    }

    private mutating func commit(
        _ entry: Entry, in bucket: LobbyBucket, by author: Int, at now: Instant
    ) {
        logs[bucket, default: []].append(entry)
        let before = objects[bucket]?[entry.key]
        let after = entry.deed.applied(to: before?.object)
        objects[bucket, default: [:]][entry.key] = after.map {
            Stored(object: $0, owner: before?.owner ?? author, changed: log(of: bucket).count)
        }
        let event: LobbyBucketEvent =
            switch (before, after) {
            case (_, nil): .deleted(bucket, entry.key)
            case (nil, let after?): .inserted(bucket, entry.key, after, .remote)
            case (_?, let after?): .updated(bucket, entry.key, after, members: nil, .remote)
            }
        referee?.observe(event, stamp: ServerTime(now), at: now)
    }

    private func foul(
        _ deed: Entry.Deed, _ bucket: LobbyBucket, _ key: ObjectKey, _ stored: Stored?,
        by author: Int, named id: PlayerID, at now: Instant
    ) -> Foul? {
        let players = belongings(of: author, in: .player)
        let author = LobbyEditReferee.ChangeAuthor(
            clientID: id.rawValue, player: players.isEmpty ? nil : id,
            ownedObjects: belongings(of: author, in: bucket).count,
            isOwner: stored?.owner == author, account: accounts[id])
        let act: ProposedEdit =
            switch (stored?.object, deed.applied(to: stored?.object)) {
            case (nil, let after): .insert(after ?? [:])
            case (let before?, let after?): .change(from: before, to: after)
            case (let before?, nil): .delete(before)
            }
        return referee?.foul(act, on: key, in: bucket, by: author, at: ServerTime(now))
    }
}

extension LobbyModelHub.Entry.Deed {
    var isInsert: Bool {
        if case .insert = self { true } else { false }
    }

    func applied(to object: JSONObject?) -> JSONObject? {
        switch self {
        case .insert(let new): return new
        case .update(let setting, let removing):
            guard var object else { return nil }
            for member in setting { object[member.name] = member.value }
            for name in removing { object[name] = nil }
            return object
        case .delete: return nil
        }
    }
}

extension LobbyModelHub.Entry.Deed {
    /// One edit that does what this deed does after an earlier one.
    func edit(_ bucket: LobbyBucket, _ key: ObjectKey, after earlier: Self) -> LobbyObjectEdit {
        switch (earlier, self) {
        case (.insert(let object), .update): .insert(bucket, key, applied(to: object) ?? object)
        case (.update(let set, let removed), .update(let setting, let removing)):
            .update(
                bucket, key,
                setting: Self.update(setting: setting, removing: removing).applied(to: set) ?? [:],
                removing: removed.filter { setting[$0] == nil } + removing)
        case (_, .insert(let object)): .insert(bucket, key, object)
        case (_, .delete): .delete(bucket, key)
        case (.delete, .update): .delete(bucket, key)
        }
    }
}

extension LobbyObjectEdit {
    var parts: (LobbyBucket, ObjectKey, LobbyModelHub.Entry.Deed) {
        switch self {
        case .insert(let bucket, let key, let object): (bucket, key, .insert(object))
        case .update(let bucket, let key, let setting, let removing):
            (bucket, key, .update(setting: setting, removing: removing))
        case .delete(let bucket, let key): (bucket, key, .delete)
        }
    }
}

extension ServerTime {
    /// The server's time, which advances with the world's.
    init(_ now: Instant) {
        self = ServerTime(milliseconds: 1_000_000) + (now - .start)
    }
}

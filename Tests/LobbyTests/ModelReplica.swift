import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A program's copy of the buckets: the hub's state, and on top of it the unacknowledged changes.
struct ModelReplica: Hashable {
    /// A message from a hub to a program.
    enum Frame: Hashable {
        /// All objects, the last change first, and how long the log is.
        case index(LobbyBucket, [ObjectKey], [JSONObject], length: Int)
        case missed(LobbyBucket, [LobbyModelHub.Entry], length: Int)
        case entry(LobbyBucket, LobbyModelHub.Entry, length: Int)
        case refused(LobbyBucket, change: Int, ChangeRefusalReason)
        case known(LobbyBucket, change: Int)
        case away(LobbyBucket, [ObjectKey], Absence)
        case back(LobbyBucket, [ObjectKey])
        case rules(LobbyBucket, Int)
        case aged(LobbyBucket, ObjectKey, since: Instant)

        var bucket: LobbyBucket {
            switch self {
            case .index(let bucket, _, _, _), .missed(let bucket, _, _), .entry(let bucket, _, _),
                .refused(let bucket, _, _), .known(let bucket, _), .away(let bucket, _, _),
                .back(let bucket, _), .rules(let bucket, _), .aged(let bucket, _, _):
                bucket
            }
        }
    }

    struct Pending: Hashable {
        let change: Int
        let edit: LobbyObjectEdit
        /// Once it has been sent, it stays as it is.
        var isSent = false

        func isUnsent(_ bucket: LobbyBucket, _ key: ObjectKey) -> Bool {
            !isSent && edit.parts.0 == bucket && edit.parts.1 == key
        }
    }

    private var ghosts: [LobbyBucket: [ObjectKey: JSONObject]] = [:]
    private(set) var lengths: [LobbyBucket: Int] = [:]
    private(set) var pending: [Pending] = []
    /// The changes that this connection has carried.
    private var launched: Set<Int> = []

    func ghost(_ bucket: LobbyBucket, _ key: ObjectKey) -> JSONObject? { ghosts[bucket]?[key] }

    func keys(of bucket: LobbyBucket) -> [ObjectKey] {
        (ghosts[bucket] ?? [:]).keys.sorted { $0.text < $1.text }
    }

    /// The object as the program sees it.
    func object(_ bucket: LobbyBucket, _ key: ObjectKey) -> JSONObject? {
        var object = ghosts[bucket]?[key]
        for change in pending {
            let (place, name, deed) = change.edit.parts
            if place == bucket, name == key { object = deed.applied(to: object) }
        }
        return object
    }

    /// Adds an edit. Unsent edits of one object become one change.
    mutating func append(_ edit: LobbyObjectEdit, change: Int) {
        let (bucket, key, deed) = edit.parts
        guard deed.isInsert || object(bucket, key) != nil else { return }
        let waiting = pending.firstIndex { $0.isUnsent(bucket, key) }
        guard let waiting else { return pending.append(Pending(change: change, edit: edit)) }
        let earlier = pending[waiting].edit.parts.2
        let isInFlight = pending.contains { $0.edit.parts.1 == key && $0.isSent }
        if case .delete = deed, earlier.isInsert, ghosts[bucket]?[key] == nil, !isInFlight {
            pending.remove(at: waiting)
        } else {
            pending[waiting] = Pending(change: change, edit: deed.edit(bucket, key, after: earlier))
        }
    }

    /// Returns the changes that may be sent now, one for each object.
    mutating func takeUnsent() -> [Pending] {
        dropEffectless()
        for index in pending.indices where !pending[index].isSent {
            let (bucket, key, _) = pending[index].edit.parts
            let isBusy = pending[..<index].contains {
                $0.edit.parts.0 == bucket && $0.edit.parts.1 == key
            }
            if !isBusy { pending[index].isSent = true }
        }
        let fresh = pending.filter { $0.isSent && !launched.contains($0.change) }
        launched.formUnion(fresh.map(\.change))
        return fresh
    }

    private mutating func dropEffectless() {
        let sent = Set(pending.filter(\.isSent).map(\.edit.parts.1))
        pending = pending.filter { change in
            let (bucket, key, deed) = change.edit.parts
            guard !sent.contains(key), let ghost = ghosts[bucket]?[key] else { return true }
            return deed.applied(to: ghost) != ghost
        }
    }

    mutating func disconnect() {
        launched = []
    }

    mutating func receive(_ frame: Frame) -> [LobbyBucketEvent] {
        switch frame {
        case .index(let bucket, let keys, let objects, let length):
            lengths[bucket] = length
            return index(bucket, Array(zip(keys, objects)))
        case .missed(let bucket, let entries, let length):
            lengths[bucket] = length
            return entries.flatMap { apply($0, in: bucket) }
        case .entry(let bucket, let entry, let length):
            // It may have been in the index already.
            guard length > lengths[bucket] ?? 0 else { return [] }
            lengths[bucket] = length
            return apply(entry, in: bucket)
        case .refused(_, let change, let refusal): return drop(change, refusal)
        case .known(_, let change): return confirm(change)
        case .away(let bucket, let keys, let absence): return [.away(bucket, keys, absence)]
        case .back(let bucket, let keys): return [.back(bucket, keys)]
        case .rules(_, let version): return [.rules(version)]
        case .aged(let bucket, let key, let since): return [.aged(bucket, key, since: since)]
        }
    }

    private mutating func index(
        _ bucket: LobbyBucket, _ entries: [(ObjectKey, JSONObject)]
    ) -> [LobbyBucketEvent] {
        var events: [LobbyBucketEvent] = [.willIndex(bucket)]
        let listed = Set(entries.map(\.0))
        for key in keys(of: bucket) where !listed.contains(key) {
            events += move(key, in: bucket, to: nil, .index)
        }
        for (key, object) in entries where ghosts[bucket]?[key] != object {
            events += move(key, in: bucket, to: object, .index)
        }
        return events + [.didIndex(bucket)]
    }

    private mutating func apply(_ entry: LobbyModelHub.Entry, in bucket: LobbyBucket)
        -> [LobbyBucketEvent]
    {
        let ghost = entry.deed.applied(to: ghosts[bucket]?[entry.key])
        let index = pending.firstIndex { $0.change == entry.change }
        guard let index else { return move(entry.key, in: bucket, to: ghost, .remote) }
        let before = object(bucket, entry.key)
        pending.remove(at: index)
        ghosts[bucket, default: [:]][entry.key] = ghost
        guard ghost != nil else { return [.deleted(bucket, entry.key)] }
        return acknowledged(bucket, entry.key, before)
    }

    /// Returns an acknowledgement. Concurrent changes by others follow it, as in the real replica.
    private func acknowledged(
        _ bucket: LobbyBucket, _ key: ObjectKey, _ before: JSONObject?
    ) -> [LobbyBucketEvent] {
        guard let object = object(bucket, key) else { return [] }
        let acknowledgement = LobbyBucketEvent.acknowledged(bucket, key, object)
        guard let before,
            let update = update(of: key, in: bucket, from: before, to: object, .remote)
        else { return [acknowledgement] }
        return [acknowledgement, update]
    }

    private func update(
        of key: ObjectKey, in bucket: LobbyBucket, from before: JSONObject, to after: JSONObject,
        _ source: LobbyBucketEvent.EventSource
    ) -> LobbyBucketEvent? {
        guard before != after else { return nil }
        let names =
            after.filter { before[$0.name] != $0.value }.map(\.name)
            + before.map(\.name).filter { after[$0] == nil }
        return .updated(bucket, key, after, members: names, source)
    }

    /// Gives an object another ghost. Returns the resulting events for the program.
    private mutating func move(
        _ key: ObjectKey, in bucket: LobbyBucket, to ghost: JSONObject?,
        _ source: LobbyBucketEvent.EventSource
    ) -> [LobbyBucketEvent] {
        let before = object(bucket, key)
        let hadGhost = ghosts[bucket]?[key] != nil
        ghosts[bucket, default: [:]][key] = ghost
        // A presence object that the hub has removed stays removed.
        if ghost == nil {
            pending.removeAll { $0.edit.parts.0 == bucket && $0.edit.parts.1 == key }
        }
        switch (before, object(bucket, key)) {
        case (nil, nil): return hadGhost ? [.deleted(bucket, key)] : []
        case (nil, let after?): return [.inserted(bucket, key, after, source)]
        case (_?, nil): return [.deleted(bucket, key)]
        case (let before?, let after?):
            return update(of: key, in: bucket, from: before, to: after, source).map { [$0] } ?? []
        }
    }

    private mutating func drop(
        _ change: Int, _ refusal: ChangeRefusalReason
    ) -> [LobbyBucketEvent] {
        guard let index = pending.firstIndex(where: { $0.change == change }) else { return [] }
        let (bucket, key, deed) = pending.remove(at: index).edit.parts
        pending.removeAll { change in
            guard case (bucket, key, let later) = change.edit.parts else { return false }
            return later != .delete
        }
        let object = object(bucket, key)
        if object == nil, !deed.isInsert { return [.deleted(bucket, key)] }
        return [.refused(bucket, key, refusal, object)]
    }

    /// The hub knows a change whose place in the order this program missed.
    private mutating func confirm(_ change: Int) -> [LobbyBucketEvent] {
        guard let index = pending.firstIndex(where: { $0.change == change }) else { return [] }
        let (bucket, key, _) = pending[index].edit.parts
        let before = object(bucket, key)
        pending.remove(at: index)
        guard object(bucket, key) != nil else { return [.deleted(bucket, key)] }
        return acknowledged(bucket, key, before)
    }
}

internal import SimperiumClock
package import SimperiumWire

/// A store in memory, for simulations and for servers without a file. It behaves like any other
/// store.
///
/// It is a value, so a test can simulate a crash and a restart with a copy.
package struct MemoryStore: Sendable {
    /// The head of the bucket is not the expected head: another hub has written to the bucket.
    package struct StaleHead: Error, Hashable, Sendable {
        package let bucket: BucketID

        package init(bucket: BucketID) {
            self.bucket = bucket
        }
    }

    private var buckets: [BucketID: MemoryBucket] = [:]
    private var owed: [PendingCrossLogInsert] = []
    /// The ends of sessions, the latest last.
    private var seatEnds: [StoredSessionEnd] = []
    private var epoch: UInt32 = 0
    private let limits: MinimumStoredHistory

    package init(_ limits: MinimumStoredHistory = MinimumStoredHistory()) {
        self.limits = limits
    }

    /// Begins a hub's run, and returns the run's epoch: higher than the last epoch, and at least
    /// `least`.
    package mutating func beginEpoch(atLeast least: UInt32 = 1) -> UInt32 {
        epoch = max(epoch + 1, least)
        return epoch
    }

    package mutating func write(_ write: StoreWrite) throws(StaleHead) {
        switch write {
        case .append(let change, let entity, let outdated, let id, let expected):
            guard buckets[id]?.state.head ?? .zero == expected else { throw StaleHead(bucket: id) }
            buckets[id, default: MemoryBucket()].append(
                change, to: entity, outdated: outdated, limits)
        case .forgetHistory(let id, let change): buckets[id]?.forgetBucketHistory(emptiedBy: change)
        case .forgetVersions(let key, let id): buckets[id]?.forgetVersions(of: key)
        case .hold(let keys, let seat, let secret, let id):
            buckets[id]?.renewOwners(keys, sessionNumber: seat, secret: secret)
        case .countRestart(let keys, let id): buckets[id]?.countRestart(of: keys)
        case .endSeat(let end, let forgotten, _):
            seatEnds.removeAll { $0.stamp <= forgotten || $0.isEndOfSameSession(as: end) }
            seatEnds.append(end)
        case .mirror(let mirroring): try writeCopies(mirroring)
        case .drop(let id): buckets[id] = nil
        case .owe(let objects, _):
            for object in objects where !owed.contains(where: { $0.hasSameTarget(as: object) }) {
                owed.append(object)
            }
        case .assign(let id, let other): movePendingInserts(id, to: other)
        case .settle(let key, let id):
            guard case .entity? = buckets[id]?.entity(key) else { return }
            owed.removeAll { $0.bucket == id && $0.key == key }
        case .forgive(let key, let id):
            owed.removeAll { $0.bucket == id && (key == nil || $0.key == key) }
        }
    }

    package func answer(_ query: StoreQuery) -> StoreQueryAnswer {
        switch query {
        case .bucket(let id): .bucket(state(of: id))
        case .entity(let key, let id): (buckets[id] ?? MemoryBucket()).entity(key)
        case .version(let version, let key, let id):
            .version(buckets[id]?.version(version, of: key))
        case .changes(let ordinal, let id, let portion):
            (buckets[id] ?? MemoryBucket()).changes(after: ordinal, portion)
        case .index(let slice, let id):
            buckets[id]?.index(slice) ?? .index([], hasMore: false)
        case .owned(let key, let id, let portion):
            buckets[id]?.objectsWithOwners(after: key, portion) ?? .owned([], hasMore: false)
        case .presence(let id, let portion): bucketsWithOwners(after: id, portion)
        case .seatEnds(let stamp, let count): .seatEnds(latestSessionEnds(after: stamp, count))
        case .buckets(let user, let app): .buckets(bucketNames(of: user, in: app))
        case .mirrors(let user, let app): .mirrors(sharedCopyCount(of: user, in: app))
        case .everybodysChanges(let ordinal, let name, let app, let portion):
            changesOfAllUsers(after: ordinal, in: name, of: app, portion)
        // A memory store has no users.
        case .nameOwner: .nameOwner(nil)
        case .debts(let count):
            pendingInserts(atMost: count)
        }
    }

    private mutating func writeCopies(_ mirroring: ChangeCopiesForSharers) throws(StaleHead) {
        guard buckets[mirroring.bucket]?.state.head == mirroring.head else {
            throw StaleHead(bucket: mirroring.bucket)
        }
        buckets[mirroring.bucket]?.setSharing(mirroring.key, as: mirroring.sharing)
        for entry in mirroring.entries {
            if entry.isFirst { buckets[entry.bucket]?.forgetVersions(of: entry.change.key) }
            buckets[entry.bucket, default: MemoryBucket()].append(
                entry.change, to: entry.entity, outdated: entry.outdated, limits)
        }
    }

    private func sharedCopyCount(of user: UserID, in app: AppID) -> Int {
        buckets.reduce(0) { sum, bucket in
            let isHere = bucket.key.app == app && bucket.key.user == user
            return sum + (isHere ? bucket.value.state.mirrors : 0)
        }
    }

    private mutating func movePendingInserts(_ id: BucketID, to other: BucketID) {
        let keys = id == other ? [] : owed.filter { $0.bucket == id }.map(\.key)
        owed.removeAll { $0.bucket == other && keys.contains($0.key) }
        owed = owed.map { object in
            guard object.bucket == id else { return object }
            return PendingCrossLogInsert(bucket: other, key: object.key, object: object.object)
        }
    }

    private func pendingInserts(atMost count: Int) -> StoreQueryAnswer {
        let due = owed.lazy.filter(\.isDue)
        return .debts(Array(due.prefix(count)), hasMore: due.dropFirst(count).first != nil)
    }

    private func latestSessionEnds(after stamp: ServerTime, _ count: Int) -> [StoredSessionEnd] {
        let found = seatEnds.enumerated().filter { $0.element.stamp > stamp }
        let sorted = found.sorted { ($0.element.stamp, $0.offset) > ($1.element.stamp, $1.offset) }
        return sorted.prefix(count).map(\.element)
    }

    private func state(of id: BucketID) -> StoredBucket {
        if let bucket = buckets[id] { return bucket.state }
        var state = StoredBucket()
        state.others = buckets.keys.count { $0.app == id.app && $0.user == id.user }
        return state
    }

    private func bucketNames(of user: UserID, in app: AppID) -> [BucketName] {
        buckets.keys.filter { $0.app == app && $0.user == user }.map(\.name)
            .sorted { $0.text < $1.text }
    }

    private func changesOfAllUsers(
        after ordinal: SequenceNumber, in name: BucketName, of app: AppID,
        _ portion: StoreAnswerLimit
    ) -> StoreQueryAnswer {
        let found = buckets.filter { $0.key.app == app && $0.key.name == name }
        let changes = found.flatMap { id, bucket in
            bucket.changes(since: ordinal).map { ChangeWithBucketUser(user: id.user, change: $0) }
        }
        let (part, hasMore) = portion.prefix(
            changes.sorted { $0.change.ordinal < $1.change.ordinal }[...], \.change.entry.count)
        return .everybodysChanges(part, hasMore: hasMore)
    }

    private func bucketsWithOwners(
        after id: BucketID?, _ portion: StoreAnswerLimit
    ) -> StoreQueryAnswer {
        let found = buckets.filter { !$0.value.ownedKeys.isEmpty }.keys.sorted(by: Self.precedes)
        let rest = id.map { id in found.filter { Self.precedes(id, $0) } } ?? found
        return .presence(Array(rest.prefix(portion.entries)), hasMore: rest.count > portion.entries)
    }

    private static func precedes(_ left: BucketID, _ right: BucketID) -> Bool {
        (left.app.text, left.user.text, left.name.text)
            < (right.app.text, right.user.text, right.name.text)
    }
}

extension PendingCrossLogInsert {
    fileprivate func hasSameTarget(as other: PendingCrossLogInsert) -> Bool {
        bucket == other.bucket && key == other.key
    }
}

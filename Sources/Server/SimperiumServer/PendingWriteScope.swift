import SimperiumWire

/// The data that pending writes change. A query about other data need not wait for these writes.
struct PendingWriteScope {
    private enum ChangedObjectKeys {
        case keys(Set<ObjectKey>)
        case all
    }

    private var buckets: [BucketID: ChangedObjectKeys] = [:]
    private(set) var hasAccounts = false
    private var isEmpty = true

    mutating func recordKeysChanged(by write: StoreWrite) {
        isEmpty = false
        switch write {
        case .append(let change, _, _, let bucket, _): recordKeyChanged(change.key, in: bucket)
        case .forgetVersions(let key, let bucket): recordKeyChanged(key, in: bucket)
        case .hold(let keys, _, _, let bucket), .countRestart(let keys, let bucket):
            for key in keys { recordKeyChanged(key, in: bucket) }
        case .forgetHistory(let bucket, _), .drop(let bucket): buckets[bucket] = .all
        case .mirror(let mirroring):
            recordKeyChanged(mirroring.key, in: mirroring.bucket)
            for entry in mirroring.entries {
                recordKeyChanged(entry.change.key, in: entry.bucket)
            }
        case .endSeat, .owe, .assign, .settle, .forgive: break
        }
    }

    mutating func recordAccountsChanged() {
        isEmpty = false
        hasAccounts = true
    }

    private mutating func recordKeyChanged(_ key: ObjectKey, in bucket: BucketID) {
        guard case .keys(var keys) = buckets.updateValue(.all, forKey: bucket) ?? .keys([]) else {
            return
        }
        keys.insert(key)
        buckets[bucket] = .keys(keys)
    }

    func mayChange(_ query: StoreQuery) -> Bool {
        switch query {
        case .entity(let key, let bucket), .version(_, let key, let bucket):
            switch buckets[bucket] {
            case .keys(let keys): keys.contains(key)
            case .all: true
            case nil: false
            }
        case .bucket(let id), .changes(_, let id, _), .index(_, let id), .owned(_, let id, _):
            buckets[id] != nil
        default: !isEmpty
        }
    }
}

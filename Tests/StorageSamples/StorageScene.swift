internal import SimperiumJSON
package import SimperiumStore
package import SimperiumWire

/// The writes of a program that will be killed, and the data that must remain.
package enum StorageScene {
    package static let buckets = ["kim", "lee", "ann"].map { user in
        BucketID(app: name("demo"), user: name(user), name: name("todo"))
    }
    package static let replicas = ["kim", "lee"].map { account in
        ReplicaBucketID(account: account, bucket: name("todo"))
    }
    package static let key: ObjectKey = name("a")

    /// Returns a name. Traps if it is not valid.
    package static func name<Kind: Name>(_ text: String) -> Kind { .trappingIfInvalid(text) }

    /// Returns the number of the last tick in the store, by its first bucket; -1 if the store
    /// contradicts itself.
    package static func turn(_ store: inout HubStore) throws -> Int {
        guard case .bucket(let state) = try store.answer(.bucket(buckets[0])) else { return -1 }
        switch try store.answer(.entity(key, in: buckets[0])) {
        case .entity(let entity, _) where entity.changed == state.head:
            return entity.version.number
        case .noEntity where state.head == .zero: return 0
        default: return -1
        }
    }

    /// Returns the object's next version, which contains the number of the tick.
    package static func write(
        _ turn: Int, _ ordinal: SequenceNumber, to bucket: BucketID, _ store: inout HubStore
    ) throws -> StoreWrite {
        guard case .bucket(let state) = try store.answer(.bucket(bucket)),
            let version = EntityVersion(turn)
        else { preconditionFailure("no turn: \(turn)") }
        let change = StoredChange(
            ordinal: ordinal, key: key, version: version, previous: turn == 1 ? nil : state.head,
            changeID: name("turn-\(turn)"), entry: object(turn))
        let entity = StoredEntity(
            key: key, version: version, isRemoved: false, object: object(turn), changed: ordinal)
        return .append(
            change, entity: entity, outdated: VersionRetention.standard.newlyOutdated(by: version),
            to: bucket, expected: state.head)
    }

    package static func object(_ turn: Int) -> [UInt8] { Array(#"{"turn":\#(turn)}"#.utf8) }

    package static func edits(_ turn: Int) -> [ReplicaStoreEdit] {
        [
            .put(
                name("k\(turn)"),
                StoredReplicaObject(draft: .object(["turn": JSON(turn)]), turn: turn)),
            .move(to: name("\(turn)")),
        ]
    }
}

internal import SimperiumJSON
internal import SimperiumWire

struct ClientStatements: ~Copyable {
    private let replicaNumber: Statement
    private let insertReplica: Statement
    private let replica: Statement
    private let objects: Statement
    private let changesInFlight: Statement
    private let setChangeVersion: Statement
    private let setOwner: Statement
    private let storeObject: Statement
    private let storeChangeInFlight: Statement
    private let deleteObject: Statement
    private let deleteChangeInFlight: Statement
    private let deleteObjects: Statement
    private let deleteChangesInFlight: Statement

    static func prepare(in database: borrowing Database) throws(StorageError) -> ClientStatements {
        ClientStatements(
            replicaNumber: try database.prepare(
                "SELECT number FROM replica WHERE account = ?1 AND bucket = ?2"),
            insertReplica: try database.prepare(
                "INSERT INTO replica (account, bucket) VALUES (?1, ?2)"),
            replica: try database.prepare(
                "SELECT change_version, owner FROM replica WHERE number = ?1"),
            objects: try database.prepare(Self.objectsSQL),
            changesInFlight: try database.prepare(Self.changesInFlightSQL),
            setChangeVersion: try database.prepare(
                "UPDATE replica SET change_version = ?2 WHERE number = ?1"),
            setOwner: try database.prepare("UPDATE replica SET owner = ?2 WHERE number = ?1"),
            storeObject: try database.prepare(Self.storeObjectSQL),
            storeChangeInFlight: try database.prepare(Self.storeChangeInFlightSQL),
            deleteObject: try database.prepare(
                "DELETE FROM object WHERE replica = ?1 AND key = ?2"),
            deleteChangeInFlight: try database.prepare(
                "DELETE FROM flight WHERE replica = ?1 AND key = ?2"),
            deleteObjects: try database.prepare("DELETE FROM object WHERE replica = ?1"),
            deleteChangesInFlight: try database.prepare("DELETE FROM flight WHERE replica = ?1"))
    }

    private static let objectsSQL = """
        SELECT key, ghost_version, ghost, draft, turn, refused, suspect
        FROM object WHERE replica = ?1
        """
    private static let changesInFlightSQL = """
        SELECT key, turn, base, outcome, applied, operation, target, version, id, client,
            diff, object
        FROM flight WHERE replica = ?1
        """
    private static let storeObjectSQL = """
        INSERT INTO object (
            replica, key, ghost_version, ghost, draft, turn, refused, suspect)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (replica, key) DO UPDATE SET ghost_version = ?3, ghost = ?4,
            draft = ?5, turn = ?6, refused = ?7, suspect = ?8
        """
    private static let storeChangeInFlightSQL = """
        INSERT OR REPLACE INTO flight
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """

    borrowing func number(of id: ReplicaBucketID) throws(StorageError) -> Int? {
        defer { replicaNumber.rewind() }
        try replicaNumber.bind(id.account, at: 1)
        try replicaNumber.bind(id.bucket, at: 2)
        return try replicaNumber.step() ? replicaNumber.count(in: 0) : nil
    }

    borrowing func insertNewReplica(_ id: ReplicaBucketID) throws(StorageError) {
        try insertReplica.bind(id.account, at: 1)
        try insertReplica.bind(id.bucket, at: 2)
        try insertReplica.run()
    }

    borrowing func loadReplica(_ number: Int) throws(StorageError) -> StoredReplicaBucket {
        defer { replica.rewind() }
        try replica.bind(number, at: 1)
        guard try replica.step() else { throw .implausible }
        var stored = StoredReplicaBucket(
            changeVersion: try replica.nameIfAny(in: 0), owner: try replica.nameIfAny(in: 1))
        try addObjects(to: &stored, number)
        try addChangesInFlight(to: &stored, number)
        return stored
    }

    private borrowing func addObjects(
        to stored: inout StoredReplicaBucket, _ number: Int
    ) throws(StorageError) {
        defer { objects.rewind() }
        try objects.bind(number, at: 1)
        while try objects.step() {
            let key: ObjectKey = try objects.name(in: 0)
            stored.objects[key] = try objects.object()
        }
    }

    private borrowing func addChangesInFlight(
        to stored: inout StoredReplicaBucket, _ number: Int
    ) throws(StorageError) {
        defer { changesInFlight.rewind() }
        try changesInFlight.bind(number, at: 1)
        while try changesInFlight.step() {
            let key: ObjectKey = try changesInFlight.name(in: 0)
            guard stored.objects[key] != nil else { throw .implausible }
            stored.objects[key]?.inFlight = try changesInFlight.changeInFlight()
        }
    }

    borrowing func perform(_ edit: ReplicaStoreEdit, onReplica number: Int) throws(StorageError) {
        switch edit {
        case .put(let key, let object): try putWithChangeInFlight(object, as: key, in: number)
        case .forget(let key):
            try deleteChangeInFlight.run(number, key)
            try deleteObject.run(number, key)
        case .forgetAll:
            try deleteChangesInFlight.bind(number, at: 1)
            try deleteChangesInFlight.run()
            try deleteObjects.bind(number, at: 1)
            try deleteObjects.run()
        case .move(let changeVersion): try setChangeVersion.run(number, changeVersion)
        case .belong(let owner): try setOwner.run(number, owner)
        }
    }

    private borrowing func putWithChangeInFlight(
        _ object: StoredReplicaObject, as key: ObjectKey, in number: Int
    ) throws(StorageError) {
        try storeObject.bind(number, key)
        try storeObject.bind(object.ghost?.version.number, at: 3)
        try storeObject.bind(object.ghost?.object.utf8, at: 4)
        try storeObject.bind(object.draft?.bytes, at: 5)
        try storeObject.bind(object.turn, at: 6)
        try storeObject.bind(object.refusal ?? 0, at: 7)
        try storeObject.bind(object.suspect?.number, at: 8)
        try storeObject.run()
        guard let flight = object.inFlight else { return try deleteChangeInFlight.run(number, key) }
        try storeChangeInFlight.bind(number, key)
        try storeChangeInFlight.bind(flight)
        try storeChangeInFlight.run()
    }
}

internal import SimperiumJSON
internal import SimperiumWire

/// The prepared statements of a client's file.
struct ClientStatements: ~Copyable {
    private let number: Statement
    private let add: Statement
    private let replica: Statement
    private let objects: Statement
    private let flights: Statement
    private let move: Statement
    private let belong: Statement
    private let putObject: Statement
    private let putFlight: Statement
    private let forgetObject: Statement
    private let forgetFlight: Statement
    private let forgetObjects: Statement
    private let forgetFlights: Statement

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> ClientStatements {
        ClientStatements(
            number: try database.prepare(
                "SELECT number FROM replica WHERE account = ?1 AND bucket = ?2"),
            add: try database.prepare("INSERT INTO replica (account, bucket) VALUES (?1, ?2)"),
            replica: try database.prepare(
                "SELECT change_version, owner FROM replica WHERE number = ?1"),
            objects: try database.prepare(Self.objectsSQL),
            flights: try database.prepare(Self.flightsSQL),
            move: try database.prepare(
                "UPDATE replica SET change_version = ?2 WHERE number = ?1"),
            belong: try database.prepare("UPDATE replica SET owner = ?2 WHERE number = ?1"),
            putObject: try database.prepare(Self.putObjectSQL),
            putFlight: try database.prepare(Self.putFlightSQL),
            forgetObject: try database.prepare(
                "DELETE FROM object WHERE replica = ?1 AND key = ?2"),
            forgetFlight: try database.prepare(
                "DELETE FROM flight WHERE replica = ?1 AND key = ?2"),
            forgetObjects: try database.prepare("DELETE FROM object WHERE replica = ?1"),
            forgetFlights: try database.prepare("DELETE FROM flight WHERE replica = ?1"))
    }

    private static let objectsSQL = """
        SELECT key, ghost_version, ghost, draft, turn, refused, suspect
        FROM object WHERE replica = ?1
        """
    private static let flightsSQL = """
        SELECT key, turn, base, outcome, applied, operation, target, version, id, client,
            diff, object
        FROM flight WHERE replica = ?1
        """
    private static let putObjectSQL = """
        INSERT INTO object (
            replica, key, ghost_version, ghost, draft, turn, refused, suspect)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (replica, key) DO UPDATE SET ghost_version = ?3, ghost = ?4,
            draft = ?5, turn = ?6, refused = ?7, suspect = ?8
        """
    private static let putFlightSQL = """
        INSERT OR REPLACE INTO flight
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """

    borrowing func number(of id: ReplicaID) throws(StorageError) -> Int? {
        defer { number.rewind() }
        try number.bind(id.account, at: 1)
        try number.bind(id.bucket, at: 2)
        return try number.step() ? number.count(in: 0) : nil
    }

    borrowing func add(_ id: ReplicaID) throws(StorageError) {
        try add.bind(id.account, at: 1)
        try add.bind(id.bucket, at: 2)
        try add.run()
    }

    borrowing func replica(_ number: Int) throws(StorageError) -> StoredReplica {
        defer { replica.rewind() }
        try replica.bind(number, at: 1)
        guard try replica.step() else { throw .implausible }
        var stored = StoredReplica(
            changeVersion: try replica.nameIfAny(in: 0), owner: try replica.nameIfAny(in: 1))
        try addObjects(to: &stored, number)
        try addChangesInFlight(to: &stored, number)
        return stored
    }

    private borrowing func addObjects(
        to stored: inout StoredReplica, _ number: Int
    ) throws(StorageError) {
        defer { objects.rewind() }
        try objects.bind(number, at: 1)
        while try objects.step() {
            let key: ObjectKey = try objects.name(in: 0)
            stored.objects[key] = try objects.object()
        }
    }

    private borrowing func addChangesInFlight(
        to stored: inout StoredReplica, _ number: Int
    ) throws(StorageError) {
        defer { flights.rewind() }
        try flights.bind(number, at: 1)
        while try flights.step() {
            let key: ObjectKey = try flights.name(in: 0)
            guard stored.objects[key] != nil else { throw .implausible }
            stored.objects[key]?.inFlight = try flights.changeInFlight()
        }
    }

    borrowing func perform(_ edit: ReplicaStoreEdit, on number: Int) throws(StorageError) {
        switch edit {
        case .put(let key, let object): try putWithChangeInFlight(object, as: key, in: number)
        case .forget(let key):
            try forgetFlight.run(number, key)
            try forgetObject.run(number, key)
        case .forgetAll:
            try forgetFlights.bind(number, at: 1)
            try forgetFlights.run()
            try forgetObjects.bind(number, at: 1)
            try forgetObjects.run()
        case .move(let changeVersion): try move.run(number, changeVersion)
        case .belong(let owner): try belong.run(number, owner)
        }
    }

    private borrowing func putWithChangeInFlight(
        _ object: StoredReplicaObject, as key: ObjectKey, in number: Int
    ) throws(StorageError) {
        try putObject.bind(number, key)
        try putObject.bind(object.ghost?.version.number, at: 3)
        try putObject.bind(object.ghost?.object.utf8, at: 4)
        try putObject.bind(object.draft?.bytes, at: 5)
        try putObject.bind(object.turn, at: 6)
        try putObject.bind(object.refusal ?? 0, at: 7)
        try putObject.bind(object.suspect?.number, at: 8)
        try putObject.run()
        guard let flight = object.inFlight else { return try forgetFlight.run(number, key) }
        try putFlight.bind(number, key)
        try putFlight.bind(flight)
        try putFlight.run()
    }
}

package import SimperiumWire

/// The identity of a bucket in a client's file: its account and its name.
package struct ReplicaBucketID: Hashable, Sendable {
    /// The account's name, which the program chooses.
    package let account: String
    package let bucket: BucketName

    package init(account: String, bucket: BucketName) {
        self.account = account
        self.bucket = bucket
    }
}

/// The durable buckets of a client, in a file that only this client has open.
///
/// The first write begins a transaction, and `commit` ends it. No write may be acknowledged or sent
/// before `commit`. If a write or `commit` fails, all writes since the last commit are undone.
package struct ClientStore: ~Copyable {
    private let database: Database
    private let statements: ClientStatements
    private var transaction: Transaction
    private var numbers: [ReplicaBucketID: Int] = [:]

    package init(_ location: Database.Location) throws(StorageError) {
        let database = try Database.open(location, format: .client)
        let statements = try ClientStatements.prepare(in: database)
        let transaction = try Transaction.prepare(in: database)
        self.database = database
        self.statements = statements
        self.transaction = transaction
    }

    /// Returns the stored data of a bucket; empty data for a new bucket.
    package mutating func load(_ id: ReplicaBucketID) throws(StorageError) -> StoredReplicaBucket {
        guard let number = try number(of: id) else { return StoredReplicaBucket() }
        return try statements.loadReplica(number)
    }

    /// Writes edits, which must be in the order of their creation.
    package mutating func write(
        _ edits: [ReplicaStoreEdit], to id: ReplicaBucketID
    ) throws(StorageError) {
        do throws(StorageError) {
            try transaction.beginIfNeeded()
            let number = try numberAddingIfMissing(id)
            for edit in edits { try statements.perform(edit, onReplica: number) }
        } catch {
            throw rollBack(error)
        }
    }

    /// Makes all writes since the last commit durable.
    package mutating func commit() throws(StorageError) {
        guard transaction.isOpen else { return }
        do throws(StorageError) { try transaction.commit() } catch { throw rollBack(error) }
    }

    /// Returns the client id of this installation. If the file has none, stores and returns `new`.
    package func clientID(orStoring new: ClientID) throws(StorageError) -> ClientID {
        let query = try database.prepare("SELECT client_id FROM program")
        if try query.step() { return try query.name(in: 0) }
        let statement = try database.prepare("INSERT INTO program (client_id) VALUES (?1)")
        try statement.bind(new.text, at: 1)
        try statement.run()
        return new
    }

    private mutating func rollBack(_ error: StorageError) -> StorageError {
        transaction.rollBack(in: database, because: error)
        numbers = [:]
        return error
    }

    private mutating func number(of id: ReplicaBucketID) throws(StorageError) -> Int? {
        if let known = numbers[id] { return known }
        let number = try statements.number(of: id)
        numbers[id] = number
        return number
    }

    private mutating func numberAddingIfMissing(_ id: ReplicaBucketID) throws(StorageError) -> Int {
        if let known = try number(of: id) { return known }
        try statements.insertNewReplica(id)
        guard let number = try number(of: id) else { throw .implausible }
        return number
    }
}

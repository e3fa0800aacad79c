package import SimperiumWire

/// One bucket's replica among all that a program keeps.
package struct ReplicaID: Hashable, Sendable {
    /// Whatever tells the program's accounts apart: to the store it is but a name.
    package let account: String
    package let bucket: BucketName

    package init(account: String, bucket: BucketName) {
        self.account = account
        self.bucket = bucket
    }
}

/// What a program keeps of its durable buckets, in one file that it alone has open.
///
/// The first write begins a transaction, and `commit` ends it; nothing that was written may be told
/// or sent before. If either fails, nothing since the last commit was done, and nothing else is.
package struct ClientStore: ~Copyable {
    let database: Database
    private let statements: ClientStatements
    private var transaction: Transaction
    private var numbers: [ReplicaID: Int] = [:]

    package init(_ location: Database.Location) throws(StorageError) {
        let database = try Database.open(location, format: .client)
        let statements = try ClientStatements.prepare(in: database)
        let transaction = try Transaction.prepare(in: database)
        self.database = database
        self.statements = statements
        self.transaction = transaction
    }

    /// What was written of a bucket: nothing, if it is new.
    package mutating func load(_ id: ReplicaID) throws(StorageError) -> StoredReplica {
        guard let number = try number(of: id) else { return StoredReplica() }
        return try statements.replica(number)
    }

    /// The order of the edits is that in which they were made.
    package mutating func write(
        _ edits: [ReplicaEdit], to id: ReplicaID
    ) throws(StorageError) {
        do throws(StorageError) {
            try transaction.begin()
            let number = try numberToWrite(id)
            for edit in edits { try statements.perform(edit, on: number) }
        } catch {
            throw lose(error)
        }
    }

    /// Makes durable what was written since the last time.
    package mutating func commit() throws(StorageError) {
        guard transaction.isOpen else { return }
        do throws(StorageError) { try transaction.commit() } catch { throw lose(error) }
    }

    private mutating func lose(_ error: StorageError) -> StorageError {
        transaction.rollBack(in: database, because: error)
        numbers = [:]
        return error
    }

    private mutating func number(of id: ReplicaID) throws(StorageError) -> Int? {
        if let known = numbers[id] { return known }
        let number = try statements.number(of: id)
        numbers[id] = number
        return number
    }

    private mutating func numberToWrite(_ id: ReplicaID) throws(StorageError) -> Int {
        if let known = try number(of: id) { return known }
        try statements.add(id)
        guard let number = try number(of: id) else { throw .implausible }
        return number
    }
}

import SimperiumWire

/// A transaction that begins at the first write, and ends at a commit or a rollback.
struct Transaction: ~Copyable {
    private let beginning: Statement
    private let end: Statement
    private(set) var isOpen = false
    /// The damage found in the file; nil if none was found. After damage, all writes are refused,
    /// because a write could do more damage.
    private var damage: StorageError?

    static func prepare(in database: borrowing Database) throws(StorageError) -> Transaction {
        Transaction(
            beginning: try database.prepare("BEGIN IMMEDIATE"),
            end: try database.prepare("COMMIT"))
    }

    /// Begins the transaction unless it is open. Throws if damage was found in the file. Call this
    /// before each write.
    mutating func beginIfNeeded() throws(StorageError) {
        if let damage { throw damage }
        guard !isOpen else { return }
        try beginning.run()
        isOpen = true
    }

    mutating func commit() throws(StorageError) {
        try end.run()
        isOpen = false
    }

    /// Rolls back to the state before the first write. If `error` is damage, no later transaction
    /// can begin.
    mutating func rollBack(in database: borrowing Database, because error: StorageError? = nil) {
        // After some errors SQLite has rolled back by itself, and then refuses the statement.
        try? database.run("ROLLBACK")
        isOpen = false
        if case .damaged = error { damage = error }
    }
}

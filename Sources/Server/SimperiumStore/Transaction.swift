/// The transaction that the first write of a turn begins.
struct Transaction: ~Copyable {
    private let beginning: Statement
    private let end: Statement
    private(set) var isOpen = false
    /// What was found wrong with the file. It is not written to again, lest it become worse.
    private var damage: StorageError?

    static func prepare(in database: borrowing Database) throws(StorageError) -> Transaction {
        Transaction(
            beginning: try database.prepare("BEGIN IMMEDIATE"),
            end: try database.prepare("COMMIT"))
    }

    private init(beginning: consuming Statement, end: consuming Statement) {
        self.beginning = beginning
        self.end = end
    }

    /// To be called before each write.
    mutating func begin() throws(StorageError) {
        if let damage { throw damage }
        guard !isOpen else { return }
        try beginning.run()
        isOpen = true
    }

    mutating func commit() throws(StorageError) {
        try end.run()
        isOpen = false
    }

    /// Back to what was there before the first write.
    mutating func rollBack(in database: borrowing Database, because error: StorageError? = nil) {
        // After some errors SQLite has gone back by itself, and then refuses to.
        try? database.run("ROLLBACK")
        isOpen = false
        if case .damaged = error { damage = error }
    }
}

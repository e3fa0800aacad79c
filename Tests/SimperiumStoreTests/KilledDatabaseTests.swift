import SimperiumStore
import SimperiumWire
import TestSupport
import Testing

/// The files of a database after its program was killed.
@Suite("Databases of killed programs")
struct KilledDatabaseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A commit that was too large for memory, whose pages were written twice, is whole")
    func spills() throws {
        let database = try Database.open(.file(folder.path("a")), format: .rows)
        try database.run("PRAGMA cache_size = 10")
        try database.transaction { () throws(StorageError) in
            for _ in 0..<100 { try database.run(Self.insert) }
            try database.run("UPDATE row SET bytes = randomblob(3500)")
        }
        #expect(try rowsAfterKill() == 100)
    }

    /// Returns the number of rows that a new program finds in the present files.
    private func rowsAfterKill() throws -> Int {
        for end in ["", "-wal"] {
            try Files.write(Files.bytes(folder.path("a" + end)), to: folder.path("copy" + end))
        }
        let database = try Database.open(.file(folder.path("copy")), format: .rows)
        let check = try database.prepare("PRAGMA integrity_check")
        #expect(try check.step() && check.text(in: 0) == "ok")
        return try database.number("SELECT count(*) FROM row WHERE length(bytes) = 3500")
    }

    private static let insert = "INSERT INTO row (bytes) VALUES (randomblob(3500))"
}

extension Database.Format {
    fileprivate static let rows = Database.Format(
        applicationID: 1_234, steps: ["CREATE TABLE row (number INTEGER PRIMARY KEY, bytes BLOB)"])
}

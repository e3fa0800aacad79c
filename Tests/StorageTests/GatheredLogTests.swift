import Foundation
import Storage
import TestSupport
import Testing

@Suite("A log that is written a commit at a time")
struct GatheredLogTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "Whoever is killed after a commit has all of it in the files", arguments: [1, 12, 13, 200])
    func commits(rows: Int) throws {
        let database = try Database.open(.file(folder.path("a")), format: .rows)
        for turn in 1...5 {
            try database.transaction { () throws(StorageError) in
                for _ in 0..<rows { try database.run(Self.insert) }
            }
            try database.run("BEGIN IMMEDIATE")
            try database.run(Self.insert)
            #expect(try rowsAfterKill() == turn * rows)
            try database.run("ROLLBACK")
        }
    }

    @Test("What is too much for memory is read back, taken back, and leaves nothing behind")
    func spills() throws {
        let database = try Database.open(.file(folder.path("a")), format: .rows)
        try database.run("PRAGMA cache_size = 10")
        for turn in 1...3 {
            try database.run("BEGIN IMMEDIATE")
            for _ in 0..<100 { try database.run(Self.insert) }
            #expect(try database.number(Self.count) == turn + 99)
            try database.run("ROLLBACK")
            #expect(try database.number(Self.count) == turn - 1)

            try database.run("BEGIN IMMEDIATE; SAVEPOINT half")
            for _ in 0..<50 { try database.run(Self.insert) }
            try database.run("ROLLBACK TO half")
            try database.run(Self.insert)
            try database.run("COMMIT")
            #expect(try rowsAfterKill() == turn)
        }
    }

    /// How many rows a program finds that is started on the files as they are now.
    private func rowsAfterKill() throws -> Int {
        for end in ["", "-wal"] {
            let copy = URL(filePath: folder.path("copy" + end))
            try Data(contentsOf: URL(filePath: folder.path("a" + end))).write(to: copy)
        }
        let database = try Database.open(.file(folder.path("copy")), format: .rows)
        let check = try database.prepare("PRAGMA integrity_check")
        #expect(try check.step() && check.text(in: 0) == "ok")
        return try database.number(Self.count)
    }

    private static let insert = "INSERT INTO row (bytes) VALUES (randomblob(3500))"
    private static let count = "SELECT count(*) FROM row WHERE length(bytes) = 3500"
}

extension Database.Format {
    fileprivate static let rows = Database.Format(
        mark: 1_234, steps: ["CREATE TABLE row (number INTEGER PRIMARY KEY, bytes BLOB)"])
}

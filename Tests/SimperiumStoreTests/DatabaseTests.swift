import SimperiumStore
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Database", .waits)
struct DatabaseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Text, bytes, numbers and nulls are read as they were written")
    func values() throws {
        let database = try Database.open(.memory, format: .notes)
        let insert = try database.prepare("INSERT INTO note VALUES (?, ?, ?)")
        for (text, bytes, number) in Self.samples {
            try insert.bind(text, at: 1)
            try insert.bind(bytes, at: 2)
            if let number { try insert.bind(number, at: 3) } else { try insert.bindNull(at: 3) }
            try insert.run()
        }

        let select = try database.prepare("SELECT text, bytes, number FROM note ORDER BY rowid")
        for (text, bytes, number) in Self.samples {
            #expect(try select.step())
            #expect(select.text(in: 0).map { Array($0.utf8) } == Array(text.utf8))
            #expect(select.bytes(in: 1) == bytes)
            #expect(select.number(in: 2) == number)
        }
        #expect(try !select.step())
    }

    private static let samples: [(String, [UInt8], Int?)] = [
        ("", [], nil), ("e\u{301}", [0, 255], .min), ("a\0b", [1], .max),
        (String(repeating: "long ", count: 10_000), [UInt8](repeating: 7, count: 70_000), 0),
    ]

    @Test("A failed transaction leaves nothing behind; a committed one outlives the connection")
    func rollback() throws {
        let database = try Database.open(.memory, format: .notes)
        #expect(throws: StorageError.self) {
            try database.transaction { () throws(StorageError) in
                try database.run("INSERT INTO note (text) VALUES ('half')")
                try database.run("INSERT INTO nowhere VALUES (1)")
            }
        }
        try database.transaction { () throws(StorageError) in
            try database.run("INSERT INTO note (text) VALUES ('whole')")
        }

        #expect(try database.number("SELECT count(*) FROM note") == 1)

        do {
            let database = try Database.open(.file(folder.path("a")), format: .notes)
            try database.run("INSERT INTO note (text) VALUES ('kept')")
        }
        let reopened = try Database.open(.file(folder.path("a")), format: .notes)
        #expect(try reopened.number("SELECT count(*) FROM note") == 1)
    }

    @Test("An open file belongs to its first owner, also beside readers")
    func locked() throws {
        let first = try Database.open(.file(folder.path("a")), format: .notes)
        #expect(throws: StorageError.locked) {
            _ = try Database.open(.file(folder.path("a")), format: .notes)
        }
        #expect(try first.number("SELECT count(*) FROM note") == 0)

        let path = folder.path("b")
        let second = try Database.open(.file(path), format: .notes, beside: .readers)
        #expect(throws: StorageError.locked) {
            _ = try Database.open(.file(path), format: .notes, beside: .readers)
        }
        try second.run("INSERT INTO note (text) VALUES ('mine')")
    }

    @Test("Only its owner may read a new file and its log, also one that is open beside readers")
    func mode() throws {
        let files: [(String, Database.OtherFileUsers)] = [("a", .none), ("b", .readers)]
        for (name, others) in files {
            let path = folder.path(name)
            let database = try Database.open(.file(path), format: .notes, beside: others)
            try database.run("INSERT INTO note (text) VALUES ('mine')")
            for file in [path, path + "-wal"] { #expect(try Files.mode(of: file) == 0o600) }
            #expect(try database.number("SELECT count(*) FROM note") == 1)
        }
    }

    @Test("A file of another program, or without a database, is refused and unchanged")
    func foreign() throws {
        let script = "sqlite3.connect(sys.argv[1]).execute('CREATE TABLE t (x)')"
        let made = try ChildProgram.run(
            "/usr/bin/python3", ["-c", "import sqlite3, sys; \(script)", folder.path("a")])
        #expect(made.end == .exited(0))
        let before = try bytes(of: "a")

        #expect(throws: StorageError.foreign) {
            _ = try Database.open(.file(folder.path("a")), format: .notes)
        }
        #expect(try bytes(of: "a") == before)

        let junk = "this is a letter to my aunt, " + String(repeating: "A", count: 9_000)
        try Files.write(junk, to: folder.path("b"))

        #expect(throws: StorageError.damaged(reason: "file is not a database")) {
            _ = try Database.open(.file(folder.path("b")), format: .notes)
        }
        #expect(try Files.text(folder.path("b")) == junk)

        #expect(throws: StorageError.readOnly) {
            _ = try Database.open(.file(folder.path("no/such/a")), format: .notes)
        }
    }

    @Test("A copy of a file in use has its state at that time, and never replaces another file")
    func copy() throws {
        let path = folder.path("a")
        let database = try Database.open(.file(path), format: .notes, beside: .readers)
        for _ in 0..<50 { try database.run("INSERT INTO note (bytes) VALUES (zeroblob(4000))") }
        #expect(try Database.copy(path, .notes, to: folder.path("copy")))
        try database.run("INSERT INTO note (text) VALUES ('later')")

        let copy = try Database.open(.file(folder.path("copy")), format: .notes)
        #expect(try copy.number("SELECT count(*) FROM note") == 50)
        #expect(try database.number("SELECT count(*) FROM note") == 51)

        for name in ["b", "c"] { _ = try Database.open(.file(folder.path(name)), format: .notes) }
        let before = try bytes(of: "c")
        #expect(try !Database.copy(folder.path("b"), .notes, to: folder.path("c")))
        #expect(try bytes(of: "c") == before)
        #expect(throws: StorageError.foreign) {
            try Database.copy(folder.path("b"), .strange, to: folder.path("d"))
        }
        #expect(throws: StorageError.readOnly) {
            try Database.copy(folder.path("b"), .notes, to: folder.path("none/e"))
        }
    }

    @Test("A log that another connection checkpoints stays short while its owner continues")
    func logOnOtherThread() throws {
        let path = folder.path("a")
        let database = try Database.open(.file(path), format: .notes, beside: .readers)
        for _ in 0..<20 {
            for _ in 0..<10 { try database.run("INSERT INTO note (bytes) VALUES (zeroblob(9000))") }
            #expect(database.pagesLogged > 30)
            try Database.checkpoint(of: .file(path))
            try database.run("INSERT INTO note (text) VALUES ('meanwhile')")
            try database.checkpoint()
        }
        #expect(database.pagesLogged == 0)
        #expect(try bytes(of: "a-wal").count < 100 * 4_096)
        #expect(try database.number("SELECT count(*) FROM note") == 220)
    }

    private func bytes(of name: String) throws -> [UInt8] {
        try Files.bytes(folder.path(name))
    }
}

extension Database.Format {
    fileprivate static let notes = Database.Format(
        applicationID: 1_234, steps: ["CREATE TABLE note (text TEXT, bytes BLOB, number INTEGER)"])
    fileprivate static let strange = Database.Format(applicationID: 4_321, steps: notes.steps)
}

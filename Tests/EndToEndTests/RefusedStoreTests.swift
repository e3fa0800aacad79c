import TestKit
import TestSupport
import Testing

/// The program as a server, with files that it must not change.
@Suite("A server whose file can't be used", .waits)
struct RefusedStoreTests {
    /// The fault of a file.
    enum Flaw: CaseIterable {
        case newer
        case ofAnotherProgram
        case garbage
        case halved
        case emptyPages

        /// The message about it.
        var sentence: String {
            switch self {
            case .newer: "was written by a newer version (format 99; this program reads 11)"
            case .ofAnotherProgram: "belongs to another program and was not changed"
            case .garbage: "is damaged (file is not a database) and was not changed"
            case .halved, .emptyPages:
                "is damaged (database disk image is malformed) and was not changed"
            }
        }

        func spoil(_ file: inout [UInt8]) {
            switch self {
            case .newer: file.replaceSubrange(60..<64, with: [0, 0, 0, 99])
            case .ofAnotherProgram: file.replaceSubrange(68..<72, with: [1, 2, 3, 4])
            case .garbage: file = Array("this is no database at all, but it is long enough".utf8)
            case .halved: file.removeLast(file.count / 2)
            case .emptyPages:
                file.replaceSubrange(
                    4_096..., with: [UInt8](repeating: 0, count: file.count - 4_096))
            }
        }
    }

    @Test(
        "A file of a newer version, a damaged or a foreign one is refused, and not altered",
        .direct,
        arguments: Flaw.allCases)
    func flaw(_ flaw: Flaw) throws {
        let server = try ServedProgram()
        try #require(server.stop() == 0)
        var file = try Files.bytes(server.store)
        try #require(file.count > 40_000, "what is to be damaged is somewhere else")
        flaw.spoil(&file)
        try Files.write(file, to: server.store)
        let before = try Self.contents(of: server.folder)

        let (said, status) = try Self.serve(server.store)
        #expect(status == 1)
        #expect(
            said == "tictactoe: can't use \(server.store): the file \(flaw.sentence)\n")
        #expect(try Self.contents(of: server.folder) == before)
    }

    @Test(
        "A file that another server has open is refused, and the other server never notices",
        .direct)
    func locked() throws {
        let server = try ServedProgram()
        let before = try Files.bytes(server.store)
        let (said, status) = try Self.serve(server.store)
        #expect(status == 1)
        #expect(
            said == "tictactoe: can't use \(server.store): "
                + "another program is using the file. If it is a game's background server, run "
                + "`tictactoe serve --stop`\n")
        #expect(try Files.bytes(server.store) == before)
        #expect(try server.curl("/healthz").contains(#""status":"ok""#))
        #expect(server.stop() == 0)
    }

    @Test("Keys that can't be read are left alone, too")
    func keys() throws {
        let server = try ServedProgram()
        try #require(server.stop() == 0)
        try Files.write("# keys\nno keys at all\n", to: server.store + ".keys")
        let before = try Self.contents(of: server.folder)
        let (said, status) = try Self.serve(server.store)
        #expect(status == 1)
        #expect(
            said == "tictactoe: can't use the keys in \(server.store).keys: "
                + "line 2 is not valid\n")
        #expect(try Self.contents(of: server.folder) == before)
    }

    @Test("A directory or a text as the store is refused, and no keys are created beside it")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        try Files.makeFolder(folder.path("folder"))
        try Files.write(
            "this is no database at all, but it is long enough", to: folder.path("text"))
        for (name, reason) in [
            ("folder", "it is a directory: name a file"),
            ("text", "the file is damaged (file is not a database) and was not changed"),
        ] {
            let (said, status) = try Self.serve(folder.path(name))
            #expect(status == 1)
            #expect(said == "tictactoe: can't use \(folder.path(name)): \(reason)\n")
        }
        #expect(try Files.names(in: folder.place).sorted() == ["folder", "text"])
    }

    @Test(
        "A store or a backup in a missing directory is refused with the directory's name", .direct)
    func missingDirectory() throws {
        let server = try ServedProgram()
        let missing = server.folder.path("none")
        let sentence = "tictactoe: there is no directory \(missing)\n"
        let (said, status) = try Self.serve(missing + "/store.db")
        #expect(said == sentence && status == 1)
        let backup = try PipedProgram.run(
            PipedProgram.ours, ["backup", "--store", server.store, missing + "/copy"])
        #expect(backup.text == sentence && backup.status == 1)
        #expect(server.stop() == 0)
    }

    private static func serve(_ store: String) throws -> (text: String, status: CInt) {
        try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--store", store])
    }

    /// Returns every file that a server may have there.
    private static func contents(of folder: TemporaryFolder) throws -> [String: [UInt8]] {
        let names = try Files.names(in: folder.place)
        let files = try names.filter { $0.hasPrefix("store") }.map { name in
            (name, try Files.bytes(folder.path(name)))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }
}

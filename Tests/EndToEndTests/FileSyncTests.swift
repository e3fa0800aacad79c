import Glibc
import TestKit
import TestSupport
import Testing

/// The system calls of the program when it writes the files that must survive a power cut.
@Suite("Files that survive a power cut", .waits)
struct FileSyncTests {
    private let folder: TemporaryFolder
    private let calls: String

    init() throws {
        folder = try TemporaryFolder()
        calls = folder.path("calls")
    }

    private func trace(_ words: [String], with options: [String] = []) throws -> PipedProgram {
        try PipedProgram(
            "/usr/bin/strace",
            ["-f", "-y", "-qq", "-o", calls, "-e", "trace=fsync,fdatasync,rename,link"]
                + options + [PipedProgram.ours] + words,
            environment: ["HOME": folder.place, "PATH": "/usr/bin:/bin"])
    }

    /// True if the bytes were synced, then the file was renamed, and then its folder was synced.
    private func isWhole(_ name: String) throws -> Bool {
        let path = folder.path(name)
        let steps: [(String) -> Bool] = [
            { $0.contains(" fsync(") && $0.contains("<\(path).") && $0.contains(".new>") },
            {
                $0.contains(" rename(") || $0.contains(" link(")
                    ? $0.contains("\"\(path)\"") : false
            },
            { $0.contains(" fsync(") && $0.contains("<\(folder.place)>") },
        ]
        var done = 0
        for line in try Files.text(calls).split(separator: "\n") {
            if done < steps.count, steps[done](String(line)) { done += 1 }
        }
        return done == steps.count
    }

    @Test("A list of bans is synced before it is renamed, and its folder after that")
    func bans() throws {
        for words in [["add", "203.0.113.9", "robots"], ["remove", "203.0.113.9"]] {
            let program = try trace(["ban"] + words + ["--bans", folder.path("bans")])
            #expect(program.rest().contains("203.0.113.9"))
            #expect(program.end() == 0)
            #expect(try isWhole("bans"))
            try Files.remove(calls)
        }
    }

    @Test("So are a server's keys and a door's key when they are created")
    func keys() throws {
        let (keys, key) = (folder.path("keys"), folder.path("key"))
        let server = try trace([
            "serve", "--store", "memory", "--listen", "127.0.0.1:0", "--keys", keys,
            "--ssh", "127.0.0.1:0", "--host-key", key,
        ])
        #expect(server.line { $0.contains("accepting ssh guests") } != nil)
        #expect(try isWhole("keys"))
        #expect(try isWhole("key"))
        let first = try Files.text(calls).split(separator: " ").first
        kill(try #require(first.flatMap { pid_t($0) }), SIGTERM)
        _ = server.rest()
        server.end()
    }

    @Test("So are the keys in a backup, after its data", .direct)
    func backup() throws {
        let server = try ServedProgram()
        let program = try trace(["backup", "--store", server.store, folder.path("copy")])
        _ = program.rest()
        #expect(program.end() == 0)
        #expect(try isWhole("copy.keys"))
        let lines = try Files.text(calls).split(separator: "\n")
        let data = lines.lastIndex { $0.contains("fdatasync(") && $0.contains("/copy>") }
        let name = lines.lastIndex { $0.contains("fsync(") && $0.contains("<\(folder.place)>") }
        #expect(try #require(data) < #require(name))
    }

    @Test("A backup whose folder can't be synced leaves no copy of the keys behind", .direct)
    func failedBackup() throws {
        let server = try ServedProgram()
        let target = try TemporaryFolder()
        let program = try trace(
            ["backup", "--store", server.store, target.path("copy")],
            with: ["-P", target.place, "-e", "inject=fsync:error=EIO"])
        // The data was copied.
        let text = program.rest()
        #expect(!text.contains("can't copy"), "\(text)")
        #expect(program.end() == 1)
        #expect(try Files.names(in: target.place).isEmpty)
    }
}

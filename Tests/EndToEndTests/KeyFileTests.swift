import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Files that only their owner may read", .waits)
struct KeyFileTests {
    @Test(
        "S-12: A keys file that all users can read is refused; one of a group is accepted", .direct)
    func modes() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys")
        _ = try ServedProgram(["--keys", file], in: .memory)
        try Files.setMode(of: file, to: 0o640)
        _ = try ServedProgram(["--keys", file], in: .memory)
        try Files.setMode(of: file, to: 0o644)
        let refused = try PipedProgram.run(
            PipedProgram.ours, ["serve", "--store", "memory", "--no-door", "--keys", file])
        #expect(refused.status == 1 && refused.text.contains("chmod o="), "\(refused)")
    }

    @Test("Servers that create one keys file at the same time all have the same keys")
    func keysAtOnce() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys")
        let words = ["serve", "--store", "memory", "--app", "demo", "--no-door", "--keys", file]
        let servers = try (0..<6).map { _ in
            try PipedProgram(PipedProgram.ours, words + ["--listen", "127.0.0.1:0"])
        }
        let addresses = servers.map { server in
            server.line { $0.contains("serving at ") }?.split(separator: " ").last.map(String.init)
        }
        let keys = try ServedProgram.keys(of: "demo", in: file)
        #expect(try Files.mode(of: file) == 0o600)
        for address in addresses {
            let answer = try PipedProgram.run(
                "/usr/bin/curl",
                [
                    "-s", "-H", "X-Simperium-Token: \(keys.administrator)",
                    "http://\(try #require(address))/1/demo/buckets",
                ])
            #expect(answer.text == #"{"buckets":[]}"#)
        }
        for server in servers {
            server.send(SIGTERM)
            server.closesInput()
            _ = server.rest()
            server.end()
        }
    }

    @Test("Without --keys the keys are printed once, and only to a terminal")
    func told() throws {
        let words = ["serve", "--store", "memory", "--app", "demo", "--no-door"]
        let server = try TerminalPerson(
            words + ["--listen", "127.0.0.1:0"], rows: 60, columns: 200)
        server.sees("serving at ", "app, API key, administrator token: demo ")
        server.sends(SIGTERM)
        server.seesTheEnd()

        let piped = try PipedProgram(PipedProgram.ours, words + ["--listen", "127.0.0.1:0"])
        #expect(piped.line { $0.contains("serving at ") } != nil)
        piped.send(SIGTERM)
        piped.closesInput()
        #expect(!piped.rest().contains("administrator token"))
    }

    @Test("A backup contains the keys in the file that --keys names, or it is not made", .direct)
    func backup() throws {
        let folder = try TemporaryFolder()
        let (keys, copy) = (folder.path("keys"), folder.path("copy"))
        let server = try ServedProgram(["--keys", keys])
        let words = ["backup", "--store", server.store, copy]
        let refused = try PipedProgram.run(PipedProgram.ours, words)
        #expect(refused.status == 1 && refused.text.contains("with --keys"), "\(refused)")
        #expect(!Files.exists(copy))
        let made = try PipedProgram.run(PipedProgram.ours, words + ["--keys", keys])
        #expect(made.status == 0, "\(made)")
        #expect(Files.exists(copy))
        #expect(try Files.text(copy + ".keys") == Files.text(keys))
        #expect(server.stop() == 0)
    }

    @Test(
        "A copy follows no symbolic link, not even a dangling one, and leaves no part of itself",
        arguments: ["", ".keys"])
    func link(suffix: String) throws {
        let server = try ServedProgram()
        let copy = server.folder.path("copy")
        let target = server.folder.path("target")
        #expect(unsafe symlink(target, copy + suffix) == 0)
        let words = ["backup", "--store", server.store, copy]
        let refused = try PipedProgram.run(PipedProgram.ours, words)
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.text.contains("\(copy + suffix) already exists"), "\(refused)")
        #expect(!Files.exists(target) && !Files.exists(copy))
        #expect(server.stop() == 0)
    }
}

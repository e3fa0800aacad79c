import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Places of secrets", .waits)
struct SecretsTests {
    fileprivate static let password = "correct horse battery"

    /// kim, who signs up on the screen, with a server and her own files.
    private struct Story {
        let server: ServedProgram
        let home: TemporaryFolder
        let kim: TerminalPerson
        /// The other players stay until the story is over.
        let others = Others()

        final class Others {
            var people: [TerminalPerson] = []
        }

        init() throws {
            let folder = try TemporaryFolder()
            home = folder
            server = try ServedProgram(["--record", folder.path("hub")])
            kim = try TerminalPerson(
                "kim", at: server, "--record", folder.path("game.jsonl"),
                environment: ["HOME": folder.place])
        }

        /// Returns the text behind `"NAME":` in a file of that name below the home.
        func secret(_ name: String, in file: String) throws -> String {
            let path = try #require(files.first { $0.hasSuffix(file) }, "no \(file)")
            let text = try Files.text(path)
            let start = try #require(text.firstRange(of: "\"\(name)\":\""), "no \(name) in \(text)")
            return String(text[start.upperBound...].prefix { $0 != "\"" })
        }

        /// All files below the homes of the user and of the server.
        var files: [String] {
            [home.place, server.folder.place].flatMap { folder in
                Files.paths(below: folder).map { folder + "/" + $0 }
            }
        }

        func filesWith(_ secret: String) -> [String] {
            files.filter { path in
                (try? Files.bytes(path))?.contains(Array(secret.utf8)) == true
            }
        }

        /// Signs up, and is in a match.
        func play() throws {
            kim.signsUp(with: SecretsTests.password, as: "kim")
            let lee = try TerminalPerson("lee", at: server)
            lee.sees("in sync", "Looking for a match")
            kim.press("esc")
            kim.sees("Hello, kim")
            kim.press("n")
            kim.sees("against lee")
            lee.sees("against kim")
            lee.press("5", "enter")
            kim.sees("YOUR MOVE")
            others.people.append(lee)
        }

        func backUp() throws {
            let backup = try PipedProgram.run(
                PipedProgram.ours,
                ["backup", "--store", server.store, home.path("backup.db")])
            #expect(backup.status == 0, "\(backup.text)")
        }

        /// Resigns the round, and leaves.
        func leave() {
            kim.press("R", "y")
            kim.sees("ematch")
            kim.press("q")
            #expect(kim.seesTheEnd() == .exited(0))
        }

        func mode(of path: String) throws -> Int? {
            try Files.mode(of: path)
        }
    }

    /// The arguments and the environments of all visible processes except this one.
    private static var commandLines: [UInt8] {
        let processes = (try? Files.names(in: "/proc")) ?? []
        var all: [UInt8] = []
        for process in processes where process.allSatisfy(\.isNumber) && process != "\(getpid())" {
            for name in ["cmdline", "environ"] {
                all += (try? Files.bytes("/proc/\(process)/\(name)")) ?? []
            }
        }
        return all
    }

    @Test(
        "Password, token and session secret are in no file but their own, nor visible elsewhere",
        .direct)
    func secrets() throws {
        let story = try Story()
        try story.play()
        let token = try story.secret("token", in: "/account")
        let resume = try story.secret("secret", in: "seats/seat-1")
        #expect(token.count >= 16 && resume.count >= 16)
        try story.backUp()
        for secret in [Self.password, token, resume] {
            #expect(!Self.commandLines.contains(Array(secret.utf8)))
        }
        #expect(story.filesWith(resume).map { $0.hasSuffix("seats/seat-1") } == [true])
        for path in story.filesWith(resume) { #expect(try story.mode(of: path) == 0o600) }
        story.leave()
        #expect(story.filesWith(resume) == [])
        #expect(story.filesWith(Self.password) == [])
        #expect(story.filesWith(token).map { $0.hasSuffix("/account") } == [true])
        for path in story.filesWith(token) { #expect(try story.mode(of: path) == 0o600) }
        let names = story.files.map { $0.split(separator: "/").last ?? "" }
        for name in ["game.jsonl", "store.db", "backup.db", "log"] {
            #expect(names.contains { $0 == name }, "there is no \(name) to search")
        }
    }
}

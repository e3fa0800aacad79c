import Consistency
import Glibc
import SimperiumClock
import TestKit
import TestSupport
import Testing

/// Two programs with stores edit the same objects of a server with a store. Each of the three is
/// killed repeatedly, and connections are broken.
@Suite("Killed at random moments: Properties", .waits)
final class KillProperties {
    private static let kills = Seeds.count(30, most: 200)
    private static let names = ["a", "b"]
    private static let driver = ThisBuild.program("SyncDriver")

    private let server: ServedProgram
    private let relay: RecordingRelay
    private let token: String
    private var random = SeededRandom(seed: 1)
    private var runs = 0

    init() throws {
        server = try ServedProgram(["--app", "demo"])
        relay = try RecordingRelay(to: server.port, for: Self.names + ["reader"], cuts: 97)
        let answer = try server.curl(
            "/1/demo/create/", "-H", "X-Simperium-API-Key: \(try server.keys(of: "demo").api)",
            "-d", #"{"username":"kim@example.org","password":"correct horse"}"#)
        token = try #require(answer.split(separator: #""access_token""#).last?.word)
        // Two clients that make the same object at the same time are not merged, by the protocol's
        // rules.
        for number in 0..<3 {
            _ = try server.curl(
                "/1/demo/todo/i/shared-\(number)", "-H", "X-Simperium-Token: \(token)",
                "-d", #"{"text":""}"#)
        }
    }

    @Test("C26, S70: Nothing that was stored is lost, and nothing is applied twice")
    func kills() throws {
        var programs = try Self.names.map { try start($0) }
        for _ in 0..<Self.kills {
            if random.chance(1, in: 8) {
                server.crash()
                try server.start()
            }
            let victim = random.numberBelow(programs.count)
            for _ in 0...random.numberBelow(12) where programs[victim].line() == "all words said" {
                break
            }
            programs[victim].send(SIGKILL)
            #expect(programs[victim].end() == -SIGKILL)
            programs[victim] = try start(Self.names[victim])
        }
        for program in programs {
            program.send(SIGKILL)
            program.end()
        }
        for name in Self.names { _ = try finish(name) }
        relay.rest()

        let found = try finish("reader")
        #expect(Set(found).count == found.count, "something is there twice")
        let (added, doubtful) = (try words(marked: "+"), try words(marked: "?"))
        #expect(added.count > Self.kills)
        #expect(found.allSatisfy { Set($0).count == 1 }, "something is broken")
        #expect(added.subtracting(doubtful).subtracting(found) == [], "lost")
        #expect(try words(marked: "-").intersection(found) == [], "not removed")
        let report = try relay.report()
        #expect(report.violations.map(\.description) == [])
        #expect(report.changes > Self.kills)
    }

    private func start(_ name: String) throws -> PipedProgram {
        runs += 1
        return try PipedProgram(Self.driver, words(of: name) + ["\(runs)"], errors: path("errors"))
    }

    /// Lets a program send its unsent words. Returns the words that it has in the end.
    private func finish(_ name: String) throws -> [String] {
        let program = try PipedProgram(Self.driver, words(of: name), errors: path("errors"))
        let lines = program.rest().split(separator: "\n")
        #expect(program.end() == 0)
        return lines.filter { $0.first == "=" }.map { String($0.dropFirst()) }
    }

    private func words(of name: String) -> [String] {
        let number = Self.names.firstIndex(of: name) ?? Self.names.count
        return [
            "ws://127.0.0.1:\(relay.ports[number])", token, path(name + ".db"), path("journal"),
        ]
    }

    /// Returns the words in those lines of the journal that begin with `mark`.
    private func words(marked mark: Character) throws -> Set<String> {
        let text = try Files.text(path("journal"))
        let lines = text.split(separator: "\n").filter { $0.first == mark }
        return Set(lines.map { String($0.dropFirst()) })
    }

    private func path(_ name: String) -> String { server.folder.path(name) }
}

extension Substring {
    /// The first word of letters and digits.
    fileprivate var word: String {
        String(drop { !$0.isHexDigit }.prefix { $0.isHexDigit })
    }
}

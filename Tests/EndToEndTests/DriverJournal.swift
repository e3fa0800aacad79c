import SimperiumKit
import TestKit
import TestSupport
import Testing

/// The words that runs of `SyncDriver` write in one account, with the journal of all runs.
final class DriverJournal {
    private static let driver = ThisBuild.program("SyncDriver")

    private let folder: TemporaryFolder
    private let token: String
    /// The number of runs that write words.
    private(set) var runs = 0

    /// Signs up at a server, and makes the objects that the programs share. Two clients that make
    /// the same object at the same time are not merged, by the protocol's rules.
    init(in folder: TemporaryFolder, at server: ServedProgram, apiKey: String) throws {
        self.folder = folder
        let answer = try server.curl(
            "/1/demo/create/", "-H", "X-Simperium-API-Key: \(apiKey)", "-d",
            #"{"username":"kim@example.org","password":"correct horse"}"#)
        token = try #require(try JSON(text: answer).object?["access_token"]?.string)
        for number in 0..<3 {
            _ = try server.curl(
                "/1/demo/todo/i/shared-\(number)", "-H", "X-Simperium-Token: \(token)",
                "-d", #"{"text":""}"#)
        }
    }

    /// Starts a run of a program at a port, with other words than in the runs before.
    func start(_ name: String, at port: UInt16) throws -> PipedProgram {
        runs += 1
        return try start(name, at: port, ["\(runs)"])
    }

    private func start(
        _ name: String, at port: UInt16, _ words: [String]
    ) throws -> PipedProgram {
        let place = [
            "ws://127.0.0.1:\(port)", token, folder.path(name + ".db"), folder.path("journal"),
        ]
        return try PipedProgram(Self.driver, place + words, errors: folder.path("errors"))
    }

    /// Lets a program send its unsent words. Returns the words that it has in the end.
    @discardableResult
    func finish(_ name: String, at port: UInt16) throws -> [String] {
        let program = try start(name, at: port, [])
        let lines = program.rest().split(separator: "\n")
        #expect(program.end() == 0)
        return lines.filter { $0.first == "=" }.map { String($0.dropFirst()) }
    }

    /// Expects each acknowledged word in `found` once, and no removed word. There must be more than
    /// `count` acknowledged words.
    func expectAll(in found: [String], moreThan count: Int) throws {
        let (added, doubtful) = (try words(marked: "+"), try words(marked: "?"))
        let twice = Dictionary(grouping: found, by: \.self).filter { $0.value.count > 1 }
        #expect(twice.keys.sorted() == [], "there twice")
        #expect(added.count > count)
        #expect(found.allSatisfy { Set($0).count == 1 }, "something is broken")
        #expect(added.subtracting(doubtful).subtracting(found) == [], "lost")
        #expect(try words(marked: "-").intersection(found) == [], "not removed")
    }

    /// Returns the words in those lines of the journal that begin with `mark`.
    private func words(marked mark: Character) throws -> Set<String> {
        let lines = try Files.text(folder.path("journal")).split(separator: "\n")
        return Set(lines.filter { $0.first == mark }.map { String($0.dropFirst()) })
    }
}

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

    private let server: ServedProgram
    private let relay: RecordingRelay
    private let journal: DriverJournal
    private var random = SeededRandom(seed: 1)

    init() throws {
        server = try ServedProgram(["--app", "demo"])
        relay = try RecordingRelay(to: server.port, for: Self.names + ["reader"], cuts: 97)
        journal = try DriverJournal(
            in: server.folder, at: server, apiKey: server.keys(of: "demo").api)
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
        for name in Self.names { try journal.finish(name, at: port(of: name)) }
        relay.rest()

        let found = try journal.finish("reader", at: port(of: "reader"))
        try journal.expectAll(in: found, moreThan: Self.kills)
        let report = try relay.report()
        #expect(report.violations.map(\.description) == [])
        #expect(report.changes > Self.kills)
    }

    private func start(_ name: String) throws -> PipedProgram {
        try journal.start(name, at: port(of: name))
    }

    private func port(of name: String) -> UInt16 {
        relay.ports[Self.names.firstIndex(of: name) ?? Self.names.count]
    }
}

import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// Four servers on one Redis. One of them is killed every 20 s, and one is paused every 50 s. Redis
/// is killed every 2 minutes; a minute later its replica is promoted, and after some seconds the
/// other one again. Meanwhile simulated users play, and two programs write through a balancer.
///
/// `TRIAL_SECONDS` is the duration; two minutes without it.
@Suite("Four servers on one Redis that fail: trials", .tier(.soak), .waits(atMost: .seconds(3_000)))
final class NodeTrials {
    private static let seconds = environment("TRIAL_SECONDS").flatMap { Int($0) } ?? 120
    private static let players = environment("TRIAL_PLAYERS").flatMap { Int($0) } ?? 200
    private static let driver = ThisBuild.program("SyncDriver")
    /// A driver has words for this number of runs.
    private static let mostRuns = 400

    private let folder: TemporaryFolder
    /// The first Redis, and its replica.
    private let redis: [RedisServer]
    private var servers: [ServedProgram] = []
    private var balancer: Relay?
    private var token = ""
    private var drivers: [String: PipedProgram] = [:]
    private var runs = 0
    private var paused: Int?
    private var (kills, pauses, restarts, promotions) = (0, 0, 0, 0)

    init() throws {
        folder = try TemporaryFolder()
        let first = try RedisServer("--appendfsync", "always")
        redis = [
            first,
            try RedisServer("--appendfsync", "always", "--replicaof", "127.0.0.1", "\(first.port)"),
        ]
        try redis[1].await("master_link_status:up", in: "info", "replication")
        let engine = redis.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        for _ in 0..<4 {
            servers.append(
                try ServedProgram(
                    [
                        "--keys", folder.path("keys"), "--app", "demo", "--max-per-address",
                        "2000", "--store-replicas", "1",
                    ], engine: "redis://\(engine)", port: try freePort()))
        }
        balancer = try Relay(to: servers.map(\.port))
    }

    @Test("S136 S184 S207 No board is wrong, every match continues, and no written word is lost")
    func trial() throws {
        try signUp()
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [
                servers.map(\.address).joined(separator: ","), "--players",
                "\(Self.players)", "--watchers", "0", "--moves-per-second", "\(Self.players / 4)",
                "--breaks-per-minute", "1", "--seconds", "\(Self.seconds)", "--json",
            ])
        for name in ["a", "b"] { try startDriver(name) }
        for second in 1...Self.seconds {
            try trouble(at: second)
            sleep(1)
            for (name, program) in drivers where program.read(within: 1)?.contains("said") == true {
                try restart(name, program)
            }
        }
        resume()
        let summary = load.rest()
        load.end()
        print(
            "trial: \(kills) kills, \(pauses) pauses, \(restarts) ends of Redis, "
                + "\(promotions) promotions; \(summary)")
        #expect(summary.contains(#""wrong_boards":0"#), "\(summary)")
        #expect(summary.contains(#""unconnected":0"#), "\(summary)")
        #expect(!summary.contains(#""moves":0"#), "\(summary)")
        try findAllWords()
    }

    /// Causes the faults of a second. No pause is long enough for the server to be declared dead.
    private func trouble(at second: Int) throws {
        if second.isMultiple(of: 20) {
            let victim = servers[kills % servers.count]
            if paused == kills % servers.count { resume() }
            kills += 1
            victim.crash()
            try victim.start()
        }
        if second % 50 == 40 {
            resume()
            paused = (kills + 1) % servers.count
            pauses += 1
            paused.map { servers[$0].send(SIGSTOP) }
        }
        if second % 50 == 48 { resume() }
        switch second % 120 {
        case 0:
            restarts += 1
            try redis[0].restart()
        case 60: try promote(1, over: 0)
        case 80: try promote(0, over: 1)
        default: break
        }
    }

    /// No client has been sent a change that the replica does not have by then.
    private func promote(_ replica: Int, over primary: Int) throws {
        promotions += 1
        try redis[replica].await("master_link_status:up", in: "info", "replication")
        try redis[replica].command("replicaof", "no", "one")
        try redis[primary].command("replicaof", "127.0.0.1", "\(redis[replica].port)")
    }

    private func resume() {
        paused.map { servers[$0].send(SIGCONT) }
        paused = nil
    }
}

extension NodeTrials {
    private func signUp() throws {
        let keys = try Files.text(folder.path("keys"))
        let line = try #require(keys.split(separator: "\n").first { $0.hasPrefix("demo ") })
        let said = try servers[0].curl(
            "/1/demo/create/", "-H", "X-Simperium-API-Key: \(line.split(separator: " ")[1])", "-d",
            #"{"username":"kim@example.org","password":"correct horse"}"#)
        let answer = try JSON(text: said).object
        token = try #require(answer?["access_token"]?.string)
        for number in 0..<3 {
            _ = try servers[1].curl(
                "/1/demo/todo/i/shared-\(number)", "-H", "X-Simperium-Token: \(token)", "-d",
                #"{"text":""}"#)
        }
    }

    private func startDriver(_ name: String) throws {
        runs += 1
        drivers[name] = try PipedProgram(
            Self.driver, words(of: name) + ["\(runs)"], errors: folder.path("errors"))
    }

    /// Starts a driver again, with other words.
    private func restart(_ name: String, _ program: PipedProgram) throws {
        guard runs < Self.mostRuns else { return }
        program.send(SIGKILL)
        program.end()
        try startDriver(name)
    }

    private func words(of name: String) -> [String] {
        let port = balancer?.port ?? 0
        return [
            "ws://127.0.0.1:\(port)", token, folder.path(name + ".db"), folder.path("journal"),
        ]
    }

    /// Every word that a program was promised is there once, and no removed one.
    private func findAllWords() throws {
        for program in drivers.values {
            program.send(SIGKILL)
            program.end()
        }
        for name in ["a", "b"] { _ = try finish(name) }
        let found = try finish("reader")
        let (added, doubtful) = (try words(marked: "+"), try words(marked: "?"))
        print("trial: \(added.count) words were written, \(found.count) are there")
        let twice = Dictionary(grouping: found, by: \.self).filter { $0.value.count > 1 }
        #expect(twice.keys.sorted() == [], "there twice")
        #expect(added.count > Self.seconds)
        #expect(found.allSatisfy { Set($0).count == 1 }, "something is broken")
        #expect(added.subtracting(doubtful).subtracting(found) == [], "lost")
        #expect(try words(marked: "-").intersection(found) == [], "not removed")
    }

    /// Lets a program send its unsent words. Returns the words that it has in the end.
    private func finish(_ name: String) throws -> [String] {
        let program = try PipedProgram(
            Self.driver, words(of: name), errors: folder.path("errors"))
        let lines = program.rest().split(separator: "\n")
        #expect(program.end() == 0)
        return lines.filter { $0.first == "=" }.map { String($0.dropFirst()) }
    }

    /// Returns the words in those lines of the journal that begin with `mark`.
    private func words(marked mark: Character) throws -> Set<String> {
        let text = try Files.text(folder.path("journal"))
        let lines = text.split(separator: "\n").filter { $0.first == mark }
        return Set(lines.map { String($0.dropFirst()) })
    }
}

import Glibc
import TestKit
import TestSupport
import Testing

/// Three servers on one Redis with a replica, where each write waits for the replica. All of them
/// have halls: the first hall is full with ten people. Every two minutes all faults of `Fault`
/// happen. Meanwhile simulated users play at all servers, and two programs write through a
/// balancer.
///
/// `TRIAL_SECONDS` is the duration; two and a half minutes without it.
@Suite(
    "Three servers on one Redis that fail: trials", .tier(.soak), .waits(atMost: .seconds(3_000)))
final class NodeTrials {
    private enum Fault {
        case killWriter
        case killStandBy
        /// The writer stands still for ten seconds.
        case pauseWriter, resume
        /// Redis answers nothing for so many milliseconds.
        case pauseRedis(Int)
        case fillRedis, emptyRedis
        /// Writes go to the replica from now on, or back to the first Redis.
        case promote, demote
        /// A server is stopped as for an update, and started again.
        case restart(Int)
        case killRedis
    }

    /// The faults of two minutes, by their seconds.
    private static let schedule: [Int: Fault] = [
        6: .killWriter, 16: .killStandBy, 24: .pauseWriter, 34: .resume, 42: .pauseRedis(1_500),
        48: .pauseRedis(4_000), 58: .fillRedis, 61: .emptyRedis, 70: .promote, 80: .demote,
        88: .restart(0), 91: .restart(1), 94: .restart(2), 102: .killRedis, 110: .killWriter,
    ]
    private static let seconds = environment("TRIAL_SECONDS").flatMap { Int($0) } ?? 150
    private static let players = environment("TRIAL_PLAYERS").flatMap { Int($0) } ?? 200
    /// The number of runs of drivers. Each change stores a shared object whole, and each word makes
    /// it longer: so half an hour has no more words than it needs.
    private static let mostRuns = 120

    private let folder: TemporaryFolder
    /// The first Redis, and its replica.
    private let redis: [RedisServer]
    private let servers: [ServedProgram]
    private let balancer: Relay
    private let journal: DriverJournal
    private var drivers: [String: PipedProgram] = [:]
    /// The drivers that have said all words of their run.
    private var silent: Set<String> = []
    private var paused: ServedProgram?
    private var faults: [String: Int] = [:]

    init() throws {
        folder = try TemporaryFolder()
        let first = try RedisServer("--appendfsync", "always")
        redis = [
            first,
            try RedisServer("--appendfsync", "always", "--replicaof", "127.0.0.1", "\(first.port)"),
        ]
        try redis[1].await("master_link_status:up", in: "info", "replication")
        let place = redis.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        servers = try (0..<3).map { [folder] _ in
            try ServedProgram(
                [
                    "--keys", folder.path("keys"), "--app", "demo", "--max-per-address", "2000",
                    "--store-replicas", "1", "--hall-size", "20", "--spread", "20",
                ], in: .redis("redis://\(place)"), port: try freePort())
        }
        balancer = try Relay(to: servers.map(\.port))
        let keys = try ServedProgram.keys(of: "demo", in: folder.path("keys"))
        journal = try DriverJournal(in: folder, at: servers[0], apiKey: keys.api)
    }

    @Test("S136 S184 S207 No board is wrong, every match continues, and no written word is lost")
    func trial() throws {
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [
                servers.map(\.address).joined(separator: ","), "--players",
                "\(Self.players)", "--watchers", "0", "--moves-per-second", "\(Self.players / 4)",
                "--breaks-per-minute", "1", "--seconds", "\(Self.seconds)", "--json",
            ])
        for name in ["a", "b"] { drivers[name] = try journal.start(name, at: balancer.port) }
        let start = ContinuousClock.now
        for second in 1...Self.seconds {
            // A fault takes time. The clock decides when the next one comes, and when people leave.
            while ContinuousClock.now < start + .seconds(second) { usleep(20_000) }
            // In the last half minute all people come back.
            if second + 30 <= Self.seconds, let fault = Self.schedule[second % 120] {
                try cause(fault)
            }
            for (name, program) in drivers where program.read(within: 1)?.contains("said") == true {
                silent.insert(name)
            }
            // The words are spread over the whole time.
            for name in silent where journal.runs * Self.seconds < Self.mostRuns * second {
                try restart(name)
            }
        }
        try cause(.resume)
        let summary = load.rest()
        load.end()
        print("trial: \(faults.sorted { $0.key < $1.key }); \(summary)")
        #expect(summary.contains(#""wrong_boards":0"#), "\(summary)")
        #expect(summary.contains(#""unconnected":0"#), "\(summary)")
        #expect(!summary.contains(#""moves":0"#), "\(summary)")
        try findAllWords()
    }

    private func cause(_ fault: Fault) throws {
        faults["\(fault)", default: 0] += 1
        switch fault {
        case .killWriter: try kill(server(in: "writer"))
        case .killStandBy: try kill(server(in: "stands by"))
        case .pauseWriter:
            paused = try server(in: "writer")
            paused?.send(SIGSTOP)
        case .resume:
            paused?.send(SIGCONT)
            paused = nil
        case .pauseRedis(let time): try redis[0].command("client", "pause", "\(time)", "all")
        case .fillRedis: try redis[0].command("config", "set", "maxmemory", "1")
        case .emptyRedis: try redis[0].command("config", "set", "maxmemory", "0")
        case .promote: try promote(1, over: 0)
        case .demote: try promote(0, over: 1)
        case .restart(let number):
            #expect(servers[number].stop() == 0)
            try servers[number].start()
        case .killRedis: try redis[0].restart()
        }
    }

    /// Returns a server with this role, or another one if none has it within a moment.
    private func server(in role: String) throws -> ServedProgram {
        var found = servers[0]
        _ = try waitUntil(within: .seconds(5), every: .milliseconds(50)) {
            for server in servers
            where try server.curl("/healthz").contains(#""role":"\#(role)""#) {
                found = server
                return true
            }
            return false
        }
        return found
    }

    private func kill(_ server: ServedProgram) throws {
        server.crash()
        try server.start()
    }

    /// No client has been sent a change that the replica does not have by then.
    private func promote(_ replica: Int, over primary: Int) throws {
        try redis[replica].await("master_link_status:up", in: "info", "replication")
        try redis[replica].command("replicaof", "no", "one")
        try redis[primary].command("replicaof", "127.0.0.1", "\(redis[replica].port)")
    }
}

extension NodeTrials {
    /// Starts a driver again, with other words.
    private func restart(_ name: String) throws {
        silent.remove(name)
        drivers[name]?.send(SIGKILL)
        drivers[name]?.end()
        drivers[name] = try journal.start(name, at: balancer.port)
    }

    private func findAllWords() throws {
        for program in drivers.values {
            program.send(SIGKILL)
            program.end()
        }
        for name in ["a", "b"] { try journal.finish(name, at: balancer.port) }
        let found = try journal.finish("reader", at: balancer.port)
        print("trial: \(found.count) words are there")
        try journal.expectAll(in: found, moreThan: Self.seconds)
    }
}

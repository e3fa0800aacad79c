import Glibc
import SimperiumClock
import TestKit
import TestSupport
import Testing

/// Matches side by side at real terminals. Connections break, programs are killed, and the server
/// dies: each match must continue. `MATCHES` is their number, and `TRIAL_SECONDS` below 120 makes
/// the breaks short.
@Suite("Matches that continue: trials", .serialized, .tier(.soak), .waits(atMost: .seconds(900)))
final class SeatTrials {
    private static let matches = environment("MATCHES").flatMap { Int($0) } ?? 1
    private static let isLong = environment("TRIAL_SECONDS").flatMap { Int($0) } ?? 0 >= 120

    /// Players at terminals of a server. In every second match lin is behind a relay, otherwise
    /// okafor.
    private final class Hall {
        let server: ServedProgram
        let relay: Relay
        let pairs: [SeatedPair]
        private let folder: TemporaryFolder

        init(_ count: Int) throws {
            let server = try ServedProgram()
            let relay = try Relay(to: server.port)
            let folder = try TemporaryFolder()
            (self.server, self.relay, self.folder) = (server, relay, folder)
            pairs = try (0..<count).map { number in
                try SeatedPair(number) { name in
                    let isBehind = name.hasPrefix(Self.isBehind(number) == 0 ? "okafor" : "lin")
                    let address = isBehind ? relay.address : server.address
                    return try TerminalPerson(
                        ["--server", address, "--name", name],
                        environment: ["XDG_STATE_HOME": folder.path(name)])
                }
            }
        }

        /// Returns the index of the player behind the relay.
        static func isBehind(_ number: Int) -> Int { number.isMultiple(of: 2) ? 1 : 0 }

        /// The players behind the relay.
        var behind: [TerminalPerson] { pairs.indices.map { pairs[$0].people[Self.isBehind($0)] } }
    }

    /// Counts the matches that continue, and prints the number.
    private func count(_ pairs: [SeatedPair], after what: String) {
        let count = pairs.filter { $0.goesOn() }.count
        print("\(what): \(count) of \(pairs.count) matches go on")
        #expect(count == pairs.count)
    }

    @Test("Connections that are broken for seconds, and for most of a minute")
    func brokenLines() throws {
        let hall = try Hall(Self.matches)
        for seconds in Self.isLong ? [1, 3, 5, 8, 20, 50] : [1] as [UInt32] {
            hall.relay.interrupt()
            sleep(seconds)
            hall.relay.restore()
            count(hall.pairs, after: "lines broken for \(seconds) s")
        }
    }

    @Test("A silent connection shows as offline within ten seconds, and returns")
    func silentLines() throws {
        let hall = try Hall(Self.matches)
        hall.relay.stall()
        let start = ContinuousClock.now
        var times: [Int: Duration] = [:]
        while times.count < hall.behind.count, ContinuousClock.now - start < .seconds(15) {
            for (number, person) in hall.behind.enumerated() where times[number] == nil {
                person.catchesUp()
                // The title's mark of a program without its server.
                guard person.screen.text.contains("○") else { continue }
                times[number] = ContinuousClock.now - start
            }
            usleep(10_000)
        }
        let longest = times.values.max() ?? .seconds(99)
        print("silent lines: \(times.count) of \(hall.pairs.count) offline, after \(longest)")
        #expect(times.count == hall.pairs.count)
        #expect(longest <= .seconds(10))
        let rest = Duration.seconds(Self.isLong ? 30 : 12) - (ContinuousClock.now - start)
        usleep(UInt32(max(0, rest / .microseconds(1))))
        hall.relay.restore()
        count(hall.pairs, after: "lines silent for half a minute")
    }

    @Test(
        "Programs that are killed during a move, and windows that are closed",
        arguments: [SIGKILL, SIGHUP])
    func ended(by signal: CInt) throws {
        let hall = try Hall(Self.matches)
        var random = SeededRandom(seed: 17)
        for side in 0...1 {
            for pair in hall.pairs {
                pair.movesBlindly()
                usleep(UInt32(random.numberBelow(60_000)))
                if signal == SIGHUP {
                    pair.people[side].unplugs()
                } else {
                    pair.people[side].sends(signal)
                }
            }
            let start = ContinuousClock.now
            let most = Self.isLong ? 28_000 : 2_000
            let returns = hall.pairs.map { _ in random.numberBelow(most) }.sorted()
            for (pair, milliseconds) in zip(hall.pairs, returns) {
                let rest = Duration.milliseconds(milliseconds) - (ContinuousClock.now - start)
                usleep(UInt32(max(0, rest / .microseconds(1))))
                try pair.startAgain(side)
            }
            count(hall.pairs, after: "side \(side) ended by signal \(signal)")
        }
    }

    @Test("A server that is killed, with players at terminals and guests whose ssh starts again")
    func servers() throws {
        let house = try TerminalHouse(
            "--max-guests-per-address", "200", hasStoreFile: true)
        let folder = house.folder
        let terminals = try (0..<(Self.matches + 1) / 2).map { number in
            try SeatedPair(number) { name in
                try TerminalPerson(
                    ["--server", house.address, "--name", name],
                    environment: ["XDG_STATE_HOME": folder.path(name)])
            }
        }
        let guests = try (0..<(Self.matches + 1) / 2).map { number in
            try SeatedPair(100 + number) { name in
                try TerminalHouse.makeKey("ed25519", at: folder.path(name))
                let words = ["/usr/bin/ssh", "-tt"] + house.options(name, key: folder.path(name))
                let command = (words + ["127.0.0.1", "play"]).joined(separator: " ")
                return try TerminalPerson(
                    ["-c", "while :; do \(command); sleep 2; done"], program: "/bin/sh")
            }
        }
        // A guest without a key can't be recognised, and reads why the game is over.
        let stranger = try TerminalPerson("stranger", visiting: house)
        stranger.sees("in sync", "Looking for a match")
        for seconds in Self.isLong ? [5, 30, 120] : [2] as [UInt32] {
            house.crash()
            stranger.seesTheEnd()
            #expect(stranger.screen.text.contains("The server is restarting."))
            sleep(seconds)
            try house.start()
            count(terminals, after: "server dead for \(seconds) s, at terminals")
            count(guests, after: "server dead for \(seconds) s, by ssh with keys")
        }
    }
}

import Glibc
import SimperiumLoop
import TestSupport

/// `tictactoe serve` with an SSH door, as built beside the benchmarks.
final class ServedDoor {
    let port = must { try freePort() }
    private let serverPort = must { try freePort() }
    private let folder = must { try TemporaryFolder() }
    private let process: pid_t
    private var door: pid_t = 0
    private var players: pid_t?

    init() {
        let words = [
            builtProgram("tictactoe"), "serve", "--listen", "127.0.0.1:\(serverPort)", "--store",
            "memory", "--ssh", "127.0.0.1:\(port)", "--host-key", folder.path("key"),
            "--max-guests", "5000", "--max-guests-per-address", "5000",
        ]
        process = startProgram(words)
        waitUntilListening(at: port)
        door = pid_t(Self.words(of: "/proc/\(process)/task/\(process)/children").first ?? "") ?? 0
    }

    /// Starts 100 players who make fifty moves a second.
    func startPlayers() {
        players = startProgram([
            builtProgram("Load"), "127.0.0.1:\(serverPort)", "--players", "100",
            "--moves-per-second", "50", "--seconds", "60",
        ])
    }

    func stopPlayers() {
        guard let players = players.take() else { return }
        kill(players, SIGTERM)
        waitpid(players, nil, 0)
    }

    deinit {
        stopPlayers()
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// The nanoseconds of CPU time that the door has used.
    var cpu: Int { Int(Self.words(of: "/proc/\(door)/schedstat").first ?? "") ?? 0 }

    /// The kilobytes of memory that the door holds.
    var resident: Int { residentBytes(of: door) / 1_024 }

    /// The number of descriptors that the door has open.
    var descriptors: Int {
        guard let folder = unsafe opendir("/proc/\(door)/fd") else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count
    }

    private static func words(of path: String) -> [String] {
        let bytes = (try? WholeFile.read(path, limit: 65_536)) ?? []
        return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
    }
}

import Glibc
import SimperiumLoop
import Visitors

/// `tictactoe serve` with an SSH door, as built beside the benchmarks.
final class ServedDoor {
    let port: UInt16
    private let serverPort: UInt16
    private let folder: String
    private let process: pid_t
    private var door: pid_t = 0
    private var players: pid_t?

    init() {
        // Below the system's automatic ports.
        port = UInt16.random(in: 10_000..<31_000)
        serverPort = port + 1
        folder = "/tmp/tictactoe-bench-\(getpid())-\(port)"
        unsafe mkdir(folder, 0o700)
        let words = [
            builtProgram("tictactoe"), "serve", "--listen", "127.0.0.1:\(serverPort)", "--store",
            "memory", "--ssh",
            "127.0.0.1:\(port)", "--host-key", folder + "/key", "--max-guests", "5000",
            "--max-guests-per-address", "5000",
        ]
        process = startSilently(words)
        while !isListening(at: port) { usleep(20_000) }
        door = pid_t(Self.words(of: "/proc/\(process)/task/\(process)/children").first ?? "") ?? 0
    }

    /// Starts 100 players who make fifty moves a second.
    func startPlayers() {
        players = startSilently([
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
        _ = unsafe unlink(folder + "/key")
        _ = unsafe rmdir(folder)
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

/// True if a server listens at a port of this machine.
func isListening(at port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return connectLocally(descriptor, port)
}

/// The path of another program that was built together with this one.
func builtProgram(_ name: String) -> String {
    let own = CommandLine.arguments[0]
    return String(own.dropLast(own.split(separator: "/").last?.count ?? 0)) + name
}

/// Starts a program whose output goes to a file, or nowhere.
func startSilently(_ words: [String], output: String = "/dev/null") -> pid_t {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    for (stream, path) in [(CInt(1), output), (2, "/dev/null")] {
        unsafe posix_spawn_file_actions_addopen(
            &actions, stream, path, O_WRONLY | O_CREAT, 0o600)
    }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
    precondition(code == 0, "\(words[0]) does not start")
    unsafe arguments.forEach { unsafe free($0) }
    return process
}

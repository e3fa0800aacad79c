import Glibc
import SimperiumLoop
import TestSupport

/// `tictactoe serve` with a second app beside the game's.
final class GameServer {
    /// The key of both apps.
    static let key = "0123456789abcdef0123456789abcdef"

    let port = must { try freePort() }
    let folder = must { try TemporaryFolder() }
    let store: String
    private let process: pid_t

    init(_ more: [String] = []) {
        store = folder.path("server.db")
        let keys = "tictactoe \(Self.key) \(Self.key)\ndemo \(Self.key) \(Self.key)\n"
        try? WholeFile.replace(store + ".keys", with: Array(keys.utf8))
        process = startProgram(
            [
                builtProgram("tictactoe"), "serve", "--listen", "127.0.0.1:\(port)", "--store",
                store, "--app", "demo", "--no-door",
            ] + more)
        waitUntilListening(at: port)
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// The nanoseconds of CPU time that the server has used.
    var cpu: Int { cpuNanoseconds(of: process) }
    /// The kilobytes of memory that the server holds.
    var resident: Int { residentBytes(of: process) / 1_024 }

    /// Runs forty simulated players, and returns the most memory that the server held meanwhile.
    @discardableResult
    func play(for seconds: Int) -> Int {
        let load = startProgram(
            [
                builtProgram("Load"), "127.0.0.1:\(port)", "--players", "40", "--watchers", "0",
                "--moves-per-second", "40", "--seconds", "\(seconds)",
            ], output: nil)
        var most = 0
        while waitpid(load, nil, WNOHANG) == 0 {
            most = max(most, resident)
            usleep(100_000)
        }
        return most
    }
}

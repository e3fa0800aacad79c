import Glibc
import SimperiumLoop

/// `tictactoe serve` with a second app beside the game's.
final class PressedServer {
    /// The key of both apps.
    static let key = "0123456789abcdef0123456789abcdef"

    let port = UInt16.random(in: 10_000..<31_000)
    let folder: String
    let store: String
    private let process: pid_t

    init(_ more: [String] = []) {
        folder = "/tmp/tictactoe-bench-\(getpid())-\(port)"
        store = folder + "/server.db"
        unsafe mkdir(folder, 0o700)
        let keys = "tictactoe \(Self.key) \(Self.key)\ndemo \(Self.key) \(Self.key)\n"
        try? WholeFile.replace(folder + "/server.db.keys", with: Array(keys.utf8))
        process = startSilently(
            [
                builtProgram("tictactoe"), "serve", "--listen", "127.0.0.1:\(port)", "--store",
                store, "--app", "demo", "--no-door",
            ] + more)
        usleep(1_000_000)
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
        for name in ["/server.db", "/server.db-wal", "/server.db-shm", "/server.db.keys"] {
            _ = unsafe unlink(folder + name)
        }
        _ = unsafe rmdir(folder)
    }

    /// The nanoseconds of CPU time that the server has used.
    var cpu: Int { cpuNanoseconds(of: process) }
    /// The kilobytes of memory that the server holds.
    var resident: Int { residentBytes(of: process) / 1_024 }

    /// Runs forty simulated players, and returns the most memory that the server held meanwhile.
    @discardableResult
    func play(for seconds: Int) -> Int {
        let words: [String] = [
            builtProgram("Load"), "127.0.0.1:\(port)", "--players",
            "40", "--watchers", "0", "--moves-per-second", "40", "--seconds", "\(seconds)",
        ]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var load: pid_t = 0
        let code = unsafe posix_spawn(
            &load, builtProgram("Load"), nil, nil, &arguments, environ)
        precondition(code == 0, "the load does not start")
        var most = 0
        while waitpid(load, nil, WNOHANG) == 0 {
            most = max(most, resident)
            usleep(100_000)
        }
        return most
    }
}

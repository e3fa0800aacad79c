import Glibc
import Lobby
import SimperiumLoop

/// Forty who play, beside strangers who ask for much and read nothing, or send without end. What
/// `load` says of the moves stands above the table.
func pressure() {
    var report = Report("A server, beside strangers who take more than their share")
    let server = PressedServer()
    for (attack, app, token) in [
        ("hoard", "demo", PressedServer.key), ("flood", "tictactoe", LobbyAccess.token),
        ("knock", "tictactoe", LobbyAccess.token), ("beat", "tictactoe", LobbyAccess.token),
        ("pipeline", "tictactoe", LobbyAccess.token),
    ] {
        server.play(for: 8)
        let before = server.resident
        report.count("resident before the \(attack)", before, "KB")
        let attackers = startSilently([
            builtProgram("Attackers"), attack, "\(server.port)", "30", app, token,
        ])
        usleep(2_000_000)
        let most = server.play(for: 26)
        report.count("resident at most in the \(attack)", most, "KB", target: 200_000)
        waitpid(attackers, nil, 0)
        usleep(10_000_000)
        report.count(
            "resident after the \(attack)", server.resident, "KB", target: before * 12 / 10)
    }
    report.show()
}

/// `tictactoe serve` with an app beside the game's.
private final class PressedServer {
    /// Opens both apps.
    static let key = "0123456789abcdef0123456789abcdef"

    let port = UInt16.random(in: 10_000..<31_000)
    private let folder: String
    private let process: pid_t

    init() {
        folder = "/tmp/tictactoe-bench-\(getpid())-\(port)"
        unsafe mkdir(folder, 0o700)
        let keys = "tictactoe \(Self.key) \(Self.key)\ndemo \(Self.key) \(Self.key)\n"
        try? WholeFile.replaceSecret(folder + "/server.db.keys", with: Array(keys.utf8))
        process = startSilently([
            builtProgram("tictactoe"), "serve", "--listen", "127.0.0.1:\(port)", "--store",
            folder + "/server.db", "--app", "demo", "--no-door",
        ])
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

    /// Kilobytes that the server has in memory.
    var resident: Int {
        let bytes = (try? WholeFile.read("/proc/\(process)/statm", limit: 65_536)) ?? []
        let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
        return words.count > 1 ? (Int(words[1]) ?? 0) * 4 : 0
    }

    /// Has forty play, and says how much the server had in memory at most meanwhile.
    @discardableResult
    func play(for seconds: Int) -> Int {
        let words: [String] = [
            builtProgram("tictactoe"), "load", "--server", "127.0.0.1:\(port)", "--players",
            "40", "--watchers", "0", "--moves-per-second", "40", "--seconds", "\(seconds)",
        ]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var load: pid_t = 0
        let code = unsafe posix_spawn(
            &load, builtProgram("tictactoe"), nil, nil, &arguments, environ)
        precondition(code == 0, "the load does not start")
        var most = 0
        while waitpid(load, nil, WNOHANG) == 0 {
            most = max(most, resident)
            usleep(100_000)
        }
        return most
    }
}

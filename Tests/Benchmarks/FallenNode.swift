import Glibc
import SimperiumJSON
import SimperiumLoop
import TestSupport

/// Two servers of the game on their own Redis, with players at both.
final class FallenNode {
    private struct NothingTold: Error {}

    private let redis: RedisServer
    private let folder: TemporaryFolder
    private let ports: [UInt16]
    private var servers: [pid_t] = []

    init() throws {
        redis = try RedisServer("--appendfsync", "everysec")
        ports = try freePorts(2)
        folder = try TemporaryFolder()
        for port in ports {
            let server = startProgram([
                builtProgram("tictactoe"), "serve", "--no-door", "--listen", "127.0.0.1:\(port)",
                "--store", "redis://127.0.0.1:\(redis.port)", "--keys", folder.path("keys"),
                "--new-keys", "--max-per-address", "2000",
            ])
            servers.append(server)
            waitUntilListening(at: port)
        }
    }

    deinit {
        for server in servers {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
        }
    }

    /// Kills one server. Returns the number of players there, and the median and 99th percentile of
    /// the milliseconds until they are back.
    func returns(
        of players: Int
    ) throws -> (count: Int, p50: Double, p99: Double, wrongBoards: Int) {
        let addresses = ports.map { "127.0.0.1:\($0)" }.joined(separator: ",")
        let load = startProgram(
            [
                builtProgram("Load"), addresses, "--players",
                "\(players)", "--watchers", "0", "--moves-per-second", "\(players / 2)",
                "--seconds", "20", "--json",
            ], output: folder.path("summary"))
        usleep(10_000_000)
        kill(servers[0], SIGKILL)
        waitpid(load, nil, 0)
        guard let summary = try WholeFile.read(folder.path("summary"), limit: 65_536) else {
            throw NothingTold()
        }
        let told = try JSON(parsing: summary)
        guard let times = told["time_to_return"], let count = times["count"]?.int,
            let half = times["p50"]?.int, let most = times["p99"]?.int
        else { throw NothingTold() }
        return (
            count, Double(half) / 1_000, Double(most) / 1_000, told["wrong_boards"]?.int ?? -1
        )
    }
}

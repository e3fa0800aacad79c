import Glibc
import Lobby
import SimperiumLoop

/// Measures forty players during attacks on the server. The output of `load` about the moves is
/// above the table.
func pressure() -> Report {
    var report = Report("A server, beside strangers who take more than their share")
    let server = GameServer()
    for (attack, app, token) in [
        ("hoard", "demo", GameServer.key), ("flood", "tictactoe", LobbyCredentials.token),
        ("knock", "tictactoe", LobbyCredentials.token),
        ("beat", "tictactoe", LobbyCredentials.token),
        ("pipeline", "tictactoe", LobbyCredentials.token),
    ] {
        server.play(for: 8)
        let before = server.resident
        report.count("resident before the \(attack)", before, .kilobytes)
        let attackers = startProgram([
            builtProgram("Attackers"), attack, "\(server.port)", "30", app, token,
        ])
        usleep(2_000_000)
        let most = server.play(for: 26)
        report.count("resident at most in the \(attack)", most, .kilobytes, target: 200_000)
        waitpid(attackers, nil, 0)
        // The attackers' memory is freed within a minute.
        sleep(60)
        report.count(
            "resident after the \(attack)", server.resident, .kilobytes, target: before * 12 / 10)
    }
    return report
}

import TestKit
import TestSupport
import Testing

@Suite("Two players at two terminals, and a server between them", .waits)
struct TwoTerminalsTests {
    /// Returns okafor, who came first and so begins, and lin.
    private func match(
        at server: ServedProgram
    ) throws -> (okafor: TerminalPerson, lin: TerminalPerson) {
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: server)
        okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
        lin.sees("lin (X) against okafor (O)", "okafor to move")
        return (okafor, lin)
    }

    @Test("Two players find each other, finish a game, and three rematches")
    func rematches() throws {
        let server = try ServedProgram(in: .memory)
        let (okafor, lin) = try match(at: server)
        for round in 1...3 {
            let (first, second) = round == 2 ? (lin, okafor) : (okafor, lin)
            playRound(first, second)
            first.sees("YOU WIN", "Rematch", "Next opponent", "Lobby")
            second.sees("YOU LOSE", "Rematch")
            // Both at once: neither withdraws the other's wish.
            first.press("r")
            second.press("r")
            second.sees("YOUR MOVE")
            first.sees("to move")
        }
        lin.press("esc")
        lin.sees("Leave? This round won't count: you haven't both moved yet.")
        lin.press("right", "enter")
        lin.sees("PLAY", "PLAYERS")
        lin.press("q")
        #expect(lin.seesTheEnd() == .exited(0))
        #expect(lin.screen.text.contains("you 1–2 okafor"))
        #expect(lin.isTerminalSane)
    }

    @Test("A server that is killed during a round and starts again finds the match unchanged")
    func serverRestarts() throws {
        let server = try ServedProgram()
        let (okafor, lin) = try match(at: server)
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        server.crash()
        try server.start()
        for person in [okafor, lin] { person.sees("in sync", "against", "1 O 5") }
        lin.plays(1)
        okafor.sees("YOUR MOVE", "2 X 1")
    }

    @Test("Ctrl-Z leaves the lobby and restores the shell; fg returns to both")
    func suspend() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.stopsLooking()
        let lin = try TerminalPerson(
            ["--norc", "--noprofile", "-i"], program: "/bin/bash", environment: ["PS1": "shell> "])
        lin.sees("shell>")
        lin.press("\(PipedProgram.ours) --server \(server.address) --name lin", "enter")
        lin.stopsLooking()
        okafor.sees("lin joined the lobby.")
        lin.press("ctrl-z")
        lin.sees("Stopped", "shell>")
        okafor.sees("lin left.")
        lin.press("fg", "enter")
        lin.sees("in sync", "PLAYERS 2")
        okafor.sees("lin joined the lobby.", "PLAYERS 2")
        lin.press("q")
        lin.sees("shell>")
        lin.press("exit", "enter")
        lin.seesTheEnd()
    }
}

import Glibc
import TestKit
import TestSupport
import Testing

@Suite("The door, and guests whose key has a session in a match", .waits)
struct DoorSeatTests {
    /// lin, who plays at her own screen, and okafor, who came by ssh with a key.
    private struct Table {
        let house: TerminalHouse
        let key: String
        let lin: TerminalPerson
        let okafor: TerminalPerson

        init() throws {
            house = try TerminalHouse()
            key = try house.key("ed25519").path
            lin = try TerminalPerson(["--server", house.address, "--name", "lin"])
            lin.sees("in sync", "Looking for a match")
            okafor = try TerminalPerson("okafor", visiting: house, key: key)
            lin.sees("against okafor", "YOUR MOVE")
            okafor.sees("lin to move")
        }
    }

    @Test("After the door is killed, a key has its session again")
    func doorKilled() throws {
        let table = try Table()
        table.lin.plays(5)
        table.okafor.sees("YOUR MOVE")
        kill(try table.house.door, SIGKILL)
        table.okafor.seesTheEnd()
        table.lin.sees("okafor lost connection")
        table.house.host.sees("door ended by=signal-9")
        let again = try TerminalPerson(
            ["-tt", "-o", "ConnectionAttempts=20"]
                + table.house.options("okafor", key: table.key) + ["127.0.0.1"],
            program: "/usr/bin/ssh")
        again.sees("YOUR MOVE", "1 O 5")
        again.plays(1)
        table.lin.sees("YOUR MOVE", "2 X 1")
    }

    @Test("A guest with a player's key is asked, and takes over the session with g")
    func goesOnHere() throws {
        let table = try Table()
        table.lin.plays(5)
        table.okafor.sees("YOUR MOVE")
        table.okafor.press("?", "?")
        let here = try TerminalPerson("okafor", visiting: table.house, key: table.key)
        here.sees("You are playing in another window.")
        here.press("g")
        here.sees("YOUR MOVE", "1 O 5")
        #expect(table.okafor.seesTheEnd() == .exited(0))
        #expect(table.okafor.screen.text.contains("continues where you last opened it"))
        here.plays(1)
        table.lin.sees("YOUR MOVE", "2 X 1")
    }

    @Test("Or becomes another player with Enter, and both play")
    func isSomebodyElse() throws {
        let table = try Table()
        table.okafor.press("?", "?")
        let other = try TerminalPerson("okafor", visiting: table.house, key: table.key)
        other.sees("You are playing in another window.")
        other.press("enter")
        other.sees("Looking for a match", "3 here")
        table.lin.plays(5)
        table.okafor.sees("YOUR MOVE")
    }
}
